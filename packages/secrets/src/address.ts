import { webhookSecrets } from './found-secrets.ts';
import { isSecretName } from './names.ts';

/**
 * An address with its credentials behind a mask: the password in front of the host, or the name where it stands alone, since
 * that is a token; and what is one by its name in the query, in the fragment, where some sign-ins leave theirs, and behind a
 * semicolon in the path or the query (`/orders;token=…`), and the part of a path that opens a bot or a hook.
 */
export const maskAddress = (address: string, mask: string): string =>
  holdsNone(address) && !strays.test(address) ? address : replaceSecrets(address, () => mask);

/** Most addresses hold no secret, and are read no further. Whatever opens a bot or a hook says so in its path or its host. */
const holdsNone = (address: string): boolean => !/[@?;#]|hook|\/(?:bot|token|key)/i.test(address);

/** What calls an address leaves these out (WHATWG URL, basic URL parser). */
const strays = /^[\0- ]|[\t\n\r]/;

/**
 * What the mask above hides, as it stands and decoded: whoever is called may send it back, and does so in words of their
 * own (“nothing found at /orders;token=…”).
 */
export function secretsInAddress(address: string): string[] {
  if (holdsNone(address)) return [];
  const found = new Set<string>();
  replaceSecrets(address, (secret) => {
    for (const text of [secret, secret.replaceAll('+', ' ')]) found.add(text).add(decodeLoosely(text));
    return secret;
  });
  return [...found];
}

type Hide = (secret: string) => string;

function replaceSecrets(written: string, hide: Hide): string {
  // Left out by what calls the address, so they must hide no name and no password here.
  const address = written.replace(/^[\0- ]+/, '').replaceAll(/[\t\n\r]/g, '');
  const [beforeHash, ...hash] = address.split('#');
  const [beforeQuery = '', ...query] = (beforeHash ?? '').split('?');
  const replaced = [
    inPath(inParameters(inUser(beforeQuery, hide), hide), hide),
    ...(query.length > 0 ? [inPairs(query.join('?'), hide)] : []),
  ];
  return [replaced.join('?'), ...(hash.length > 0 ? [inPairs(hash.join('#'), hide)] : [])].join('#');
}

const inUser = (text: string, hide: Hide): string =>
  !text.includes('@')
    ? text
    : text.replace(
        /^([a-z][a-z0-9+.-]*:[\\/]*)([^\\/]*)@/i,
        (whole: string, scheme: string, user: string) => {
          const [name = '', ...rest] = user.split(':');
          const password = rest.join(':');
          if (password !== '') return `${scheme}${name}:${hide(password)}@`;
          return name === '' ? whole : `${scheme}${hide(name)}@`;
        },
      );

/** Names and values behind a semicolon of a segment (RFC 3986, section 3.3). */
const inParameters = (text: string, hide: Hide): string =>
  text.replace(/;([^;/=]+)=([^;/]*)/g, (whole: string, name: string, value: string) =>
    isSecretName(decodeLoosely(name), 'parameter') ? `;${name}=${hide(value)}` : whole,
  );

/** Who knows such a path may call what is there. */
function inPath(text: string, hide: Hide): string {
  let replaced = '';
  let from = 0;
  for (const { start, end, value } of webhookSecrets(text)) {
    replaced += text.slice(from, start) + hide(value);
    from = end;
  }
  return replaced + text.slice(from);
}

/** Some servers take a semicolon for what an ampersand is. */
const behindSemicolon = (text: string, hide: Hide): string =>
  text.replace(/;([^;=]+)=([^;]*)/g, (whole: string, name: string, value: string) =>
    isSecretName(decodeLoosely(name), 'parameter') ? `;${name}=${hide(value)}` : whole,
  );

const inPairs = (text: string, hide: Hide): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      // The route in a fragment may have a query of its own.
      const word = name.slice(name.lastIndexOf('?') + 1);
      return rest.length > 0 && isSecretName(decodeLoosely(word), 'parameter')
        ? `${name}=${hide(rest.join('='))}`
        : behindSemicolon(pair, hide);
    })
    .join('&');

/** Percent-decoded where that is possible, and as it stands where it is not. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
