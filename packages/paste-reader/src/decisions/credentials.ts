import { isPlaceholder, isSecretName } from '@sonde/secrets';
import type { Credential, Pair } from '../finding.ts';
import { hasHole, wholeHole } from '../holes.ts';
import { decoded, headerNamed } from '../http-parts.ts';
import { leavesOf, keyOf, withValueAt, type Json } from '../json-value.ts';
import { isConversationName, tellsApart } from '../names.ts';

export const TOKEN = '{{ auth_token }}';

type CredentialInput = {
  /** Without its query. */
  readonly address: string;
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly body: Json | undefined;
  readonly declared: Credential | undefined;
  readonly authToken: string | undefined;
  /** Values the redaction recognises as secrets. */
  readonly secrets: ReadonlySet<string>;
};

/** Puts `{{ auth_token }}` where the paste has a credential, or where its kind of API wants one. */
export function placeCredential(input: CredentialInput) {
  const placer = new Placer(input);
  const headers: Pair[][] = [];
  // What only proves where a form came from is no credential while there is another.
  for (const isForgeryProof of [false, true])
    input.headers.forEach(([name, value], index) => {
      if (/[cx]srf/i.test(name) === isForgeryProof) headers[index] = placer.header(name, value);
    });
  const query = input.query.map(([name, value]): Pair => [name, placer.parameter(name, value)]);
  const body = placer.body(input.body);
  const sent = headers.flat();
  const address = placer.address(input.address, sent);
  if (!placer.isPlaced) placer.declare(sent, query);
  return {
    address,
    headers: sent,
    query,
    body,
    usesToken: placer.isPlaced,
    pastedSecret: placer.pasted,
    needsParams: placer.params,
    where: placer.where,
  };
}

const SCHEME =
  /^([Bb]earer|BEARER|[Bb]asic|[Tt]oken|Key|Api-?Key|ApiKey|apikey|Bot|Digest|DeepL-Auth-Key|GoogleLogin|OAuth|Session|JWT|Zoho-oauthtoken|AccessKey|[A-Z][A-Za-z-]{2,24})\s+(\S.*)$/;

/** A word of the target's own before a value that is left open. */
const OWN_SCHEME = /^([\w.-]{1,24})\s+(\uE000[^\uE000\uE001]*\uE001)$/;

/** The names of these two are written the same way everywhere, whatever the paste does. */
const properScheme = (scheme: string): string =>
  /^(?:bearer|basic)$/i.test(scheme)
    ? scheme.charAt(0).toUpperCase() + scheme.slice(1).toLowerCase()
    : scheme;

/** Most headers with such an end carry a credential, whoever made the API. */
const CREDENTIAL_HEADER =
  /(?<!csrf|xsrf|idempotency|trace|request|correlation|cache|sort|partition)-(?:key|token|auth|secret|password|signature|credentials?)$/;

/** `login.response.body.session`: whatever it is called there, it is what signing in was for. */
const COMES_FROM_LOGIN = /^(?:log_?in|sign_?in|auth\w*|get_?token|token|oauth\w*)\w*\.response\./i;

/** `BuildConfig.COACH_CODE`: what comes out of the settings of a build and goes into an address is no question. */
const isConfigured = (name: string | undefined): boolean =>
  name !== undefined &&
  /^(?:BuildConfig|Secrets?|Keychain|Keys?|Credentials?|process\.env|import\.meta\.env|Environment)\b[.[(]/.test(
    name,
  );

/** `ENV.BOT_TOKEN`, `Secrets.appKey`: a value of which only the name is known, and the name says it. */
const namesCredential = (name: string | undefined): boolean =>
  name !== undefined &&
  (COMES_FROM_LOGIN.test(name) ||
    (/(?:(?:^|[._"'])(?:key|token|secret|password)|_(?:KEY|TOKEN|SECRET|PASS(?:WORD)?|PAT)|_(?:key|token|secret|password)|[a-z](?:Key|Token|Secret|Password))['")\]]*$/.test(
      name,
    ) &&
      !/csrf|xsrf|page|sort|cache|partition|session|max|primary|foreign|request|idempotency/i.test(name)));

const isSameName = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

/** The one header of which the paste leaves the value open. */
function openHeader(headers: readonly Pair[]): number | undefined {
  const open = headers.flatMap(([name, value], index) =>
    wholeHole(value) !== undefined && !tellsApart(name) && !isConversationName(name.replace(/^x-/i, ''))
      ? [index]
      : [],
  );
  return open.length === 1 ? open[0] : undefined;
}

/** `"token": "<token>"`, `"key": "YOUR_KEY"`: name and placeholder say the same. */
const saysCredential = (key: string, value: string): boolean =>
  /^(?:key|auth|token|pat)$/i.test(key) &&
  (namesCredential(wholeHole(value)) ||
    (isPlaceholder(value) && /(?<![a-z])(?:key|token|secret|password|pat)(?![a-z])/i.test(value)));

/** User and password as the header of the basic scheme has them. */
function encoded(user: string): string {
  const [name = '', ...password] = user.split(':').map((part) => decoded(part) ?? part);
  return Buffer.from(`${name}:${password.join(':')}`).toString('base64');
}

class Placer {
  readonly #input: CredentialInput;
  readonly params: string[] = [];
  pasted: string | undefined;
  isPlaced = false;
  where: string | undefined;
  #firstValue: string | undefined;

  constructor(input: CredentialInput) {
    this.#input = input;
  }

  header(name: string, value: string): Pair[] {
    const lower = name.toLowerCase();
    if (lower === 'cookie') return this.#cookie(name, value);
    const isNamed =
      lower === 'authorization' ||
      lower === 'proxy-authorization' ||
      isSecretName(lower.replace(/^x-/, '')) ||
      this.#isKeyHeader(name, value) ||
      namesCredential(wholeHole(OWN_SCHEME.exec(value.trim())?.[2] ?? value)) ||
      this.#followsScheme(value);
    if (!isNamed && !this.#holdsSecret(value)) return [[name, value]];
    const schemed = SCHEME.exec(value.trim()) ?? OWN_SCHEME.exec(value.trim());
    // Rails writes the name of the parameter before the token.
    const parameter = /^token="?/.exec(schemed?.[2] ?? '')?.[0] ?? '';
    const prefix = schemed ? `${properScheme(schemed[1] ?? '')} ${parameter.replace('"', '')}` : '';
    const inner = (
      schemed
        ? (schemed[2] ?? '').slice(parameter.length).replace(parameter.endsWith('"') ? /"$/ : /$^/, '')
        : value
    ).trim();
    const isToken = wholeHole(inner) !== undefined && !/authori[sz]ation|header|raw/i.test(inner);
    const usual = lower === 'authorization' && isToken ? 'Bearer ' : '';
    return [[name, this.#place(`the header ${name}`, prefix || usual, inner, name)]];
  }

  parameter(name: string, value: string): string {
    const open = wholeHole(value);
    const isOpenKey = namesCredential(open) || (!this.isPlaced && isConfigured(open));
    if (!isSecretName(name) && !this.#holdsSecret(value) && !isOpenKey) return value;
    if (/^(?:key|token|auth)$/i.test(name) && !this.#isCredentialLike(value)) return value;
    return this.#place(`the query parameter ${name}`, '', value, name);
  }

  /** `https://user:pass@host` signs in as a header does; a key in the path stays where it is, as a template. */
  address(base: string, headers: Pair[]): string {
    const [, scheme = '', user, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)([^\s/@]+)@(.*)$/is.exec(base) ?? [];
    if (user !== undefined) {
      if (headerNamed(headers, 'authorization') === undefined) {
        const given = hasHole(user) || isPlaceholder(user) ? user : encoded(user);
        const placed = this.#place('the header Authorization', 'Basic ', given, 'authorization');
        headers.push(['Authorization', placed]);
      }
      return this.address(scheme + rest, headers);
    }
    const [, origin = '', path = ''] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)(.*)$/is.exec(base) ?? [];
    const { secrets, authToken } = this.#input;
    const held = [...secrets, ...(authToken === undefined ? [] : [authToken])]
      .filter((secret) => secret.length >= 8 && path.includes(secret))
      .toSorted((left, right) => right.length - left.length)[0];
    if (held === undefined) return base;
    return origin + path.replace(held, () => this.#place('the address', '', held, 'path_key'));
  }

  body(body: Json | undefined): Json | undefined {
    if (body === undefined) return undefined;
    let replaced = body;
    for (const { path, value } of leavesOf(body)) {
      if (typeof value !== 'string') continue;
      const key = keyOf(path);
      const isNamed = isSecretName(key) && !/^(?:key|auth|token|pat)$/i.test(key);
      const isLike =
        (isNamed && value !== '' && this.#isCredentialLike(value)) ||
        saysCredential(key, value) ||
        (wholeHole(value) !== key && namesCredential(wholeHole(value)));
      if (!this.#holdsSecret(value) && !isLike) continue;
      const schemed = /^(Bearer )(\S+)$/.exec(value);
      const at = `the field ${path.join('.')}`;
      replaced = withValueAt(replaced, path, this.#place(at, schemed?.[1] ?? '', schemed?.[2] ?? value, key));
    }
    return replaced;
  }

  /** Nothing in the request: what the documentation declares, else the bearer header of the specification. */
  declare(headers: Pair[], query: Pair[]): void {
    const { declared, authToken } = this.#input;
    if (declared) {
      const place = declared.in === 'query' ? 'query parameter' : declared.in;
      const sent =
        declared.in === 'query' ? -1 : headers.findIndex(([name]) => isSameName(name, declared.name));
      const given = headers[sent]?.[1];
      // A key that sorts or keeps is sent as it stands, and nothing signs in by it.
      if (given !== undefined && /(?:key|tokens?)$/i.test(declared.name) && wholeHole(given) === undefined)
        return;
      this.#place(`the ${place} ${declared.name}`, '', declared.value ?? given ?? '', declared.name);
      if (declared.in === 'query') query.push([declared.name, TOKEN]);
      else
        headers.splice(sent === -1 ? headers.length : sent, 1, [declared.name, `${declared.prefix}${TOKEN}`]);
    } else if (authToken) {
      const open = openHeader(headers);
      if (open !== undefined) {
        const [name, value] = headers[open] ?? ['', ''];
        headers[open] = [name, this.#place(`the header ${name}`, '', value, name)];
        return;
      }
      this.isPlaced = true;
      headers.push(['Authorization', `Bearer ${TOKEN}`]);
    }
  }

  #cookie(name: string, value: string): Pair[] {
    const parts = value.split(/;\s*/);
    const secret = parts.filter((part) =>
      /sess|auth|token|sid|jwt|login|connect/i.test(part.split('=')[0] ?? ''),
    );
    const chosen = secret[0] ?? (parts.length === 1 ? parts[0] : undefined);
    const isElsewhere = this.isPlaced || headerNamed(this.#input.headers, 'authorization') !== undefined;
    if (chosen === undefined || isElsewhere) return [];
    const at = chosen.indexOf('=');
    return [[name, `${chosen.slice(0, at + 1)}${this.#place('a cookie', '', chosen.slice(at + 1), name)}`]];
  }

  /** One token is stored; a second, different credential becomes a parameter the user fills in. */
  #place(where: string, prefix: string, value: string, name: string): string {
    const clean = value.trim();
    if (
      this.isPlaced &&
      clean !== this.#firstValue &&
      clean !== this.#input.authToken &&
      !this.#isSamePlaceholder(clean)
    ) {
      const parameter = name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '_')
        .replaceAll(/^_|_$/g, '');
      if (!this.params.includes(parameter)) this.params.push(parameter);
      return `${prefix}{{ params.${parameter} }}`;
    }
    if (!this.isPlaced) {
      this.isPlaced = true;
      this.where = where;
      this.#firstValue = clean;
      if (clean !== '' && !hasHole(clean) && !isPlaceholder(clean)) this.pasted = clean;
    }
    return `${prefix}${TOKEN}`;
  }

  #isSamePlaceholder(value: string): boolean {
    const bare = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
    return bare(this.#firstValue ?? '') === bare(value);
  }

  #holdsSecret(value: string): boolean {
    const { authToken, secrets } = this.#input;
    const trimmed = value.trim();
    if (authToken && authToken.length >= 4 && trimmed.includes(authToken)) return true;
    // An address has it encoded, and so has the redaction that found it there.
    const written = [trimmed, trimmed.replace(/^\w+\s+/, ''), encodeURIComponent(trimmed)];
    return written.some((form) => secrets.has(form));
  }

  /** `X-Shop-Key: kw-4471`: in a header of such a name a short value is a key as a long one is. */
  #isKeyHeader(name: string, value: string): boolean {
    return (
      (isSecretName(name, 'header') && value.trim() !== '' && !/[cx]srf/i.test(name)) ||
      (CREDENTIAL_HEADER.test(name.toLowerCase()) && this.#isCredentialLike(value))
    );
  }

  /** `Bearer $TOKEN`: what follows the name of a scheme is a credential, whatever the header is called. */
  #followsScheme(value: string): boolean {
    const rest = /^(?:bearer|basic|token|apikey|api-key)\s+(\S+)$/i.exec(value.trim())?.[1];
    return rest !== undefined && this.#isCredentialLike(rest);
  }

  #isCredentialLike(value: string): boolean {
    return (
      hasHole(value) ||
      isPlaceholder(value) ||
      this.#holdsSecret(value) ||
      (value.length >= 8 && /\d/.test(value))
    );
  }
}
