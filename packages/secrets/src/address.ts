import { isSecretName } from './names.ts';

/**
 * An address with its credentials behind a mask: the password in front of the host, or the name where it stands alone, since
 * that is a token; and what is one by its name in the query, in the fragment, where some sign-ins leave theirs, and behind a
 * semicolon in the path (`/orders;token=…`).
 */
export function maskAddress(address: string, mask: string): string {
  const [beforeHash, ...hash] = address.split('#');
  const [beforeQuery = '', ...query] = (beforeHash ?? '').split('?');
  const masked = [
    maskParameters(maskUser(beforeQuery, mask), mask),
    ...(query.length > 0 ? [maskPairs(query.join('?'), mask)] : []),
  ];
  return [masked.join('?'), ...(hash.length > 0 ? [maskPairs(hash.join('#'), mask)] : [])].join('#');
}

const maskUser = (text: string, mask: string): string =>
  !text.includes('@')
    ? text
    : text.replace(
        /^([a-z][a-z0-9+.-]*:[\\/]*)([^\\/]*)@/i,
        (whole: string, scheme: string, user: string) => {
          const [name, ...password] = user.split(':');
          if (password.join(':') !== '') return `${scheme}${name}:${mask}@`;
          return name === '' ? whole : `${scheme}${mask}@`;
        },
      );

/** Names and values behind a semicolon of a segment (RFC 3986, section 3.3). */
const maskParameters = (text: string, mask: string): string =>
  text.replace(/;([^;/=]+)=[^;/]*/g, (whole: string, name: string) =>
    isSecretName(decodeLoosely(name), 'parameter') ? `;${name}=${mask}` : whole,
  );

const maskPairs = (text: string, mask: string): string =>
  text
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      // The route in a fragment may have a query of its own.
      const word = name.slice(name.lastIndexOf('?') + 1);
      return rest.length > 0 && isSecretName(decodeLoosely(word), 'parameter') ? `${name}=${mask}` : pair;
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
