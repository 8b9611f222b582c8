import { isForeignSecretName } from './foreign-names.ts';

/**
 * Where a name stands. A header of the name `X-Order-Key` is a credential, a field of that name seldom is; `code` is one
 * in an address, where a function app has its key. `anywhere` is asked where the place is not known yet.
 */
export type Place = 'header' | 'parameter' | 'field' | 'anywhere';

/** Names that say it in whole, however they are joined and whatever stands before them. */
const ENDS_AS_SECRET =
  /(?:(?:api|access|app|auth|subscription|secret|private|functions?|master|admin|host|signing|shared|storage|account)key|(?:api|access|auth|bearer|refresh|session|security|user|service|identity)token|authorization|secrets?|passw(?:or)?d|passwd|passphrase|passcode|pwd|credentials?)$/;
/** A `pass` is a password by what it opens; others let somebody on board, or are one of several. */
const PASS =
  /(?:smtp|imap|pop3?|e?mail|db|database|sql|pg|postgres|mongo|redis|rabbit(?:mq)?|amqp|mqtt|kafka|sasl|broker|ldap|smb|s?ftp|ssh|ssl|tls|sudo|root|admin|user|login|auth|basic|http|proxy|api|vpn|wi?fi|keystore|truststore|registry|docker|git|nexus|elastic(?:search)?|jdbc|odbc|ora(?:cle)?|service|account|server|client|app)pass$/;
/** What a web server knows a login by. A bare `session`, `sid` or `ticket` is a conversation or an order as often, and stays. */
const LOGIN = /^(?:bearer|jsessionid|phpsessid|aspsessionid[a-z]*|aspnetsessionid)$/;
/** What stands anywhere in the name of a header or a parameter. */
const HOLDS_SECRET =
  /authorization|apikey|accesstoken|authtoken|subscriptionkey|secret|passw(?:or)?d|credential/;
const WHOLE: Readonly<Record<Place, RegExp>> = {
  header: /^(?:x)?(?:key|token|auth|pat|jwt|sig|signature|cookie|setcookie|appid|authentication)$/,
  parameter: /^(?:x)?(?:key|token|auth|pat|pass|jwt|sig|signature|code|appid)$/,
  field: /^(?:x)?token$/,
  anywhere: /^(?:x)?(?:key|token|auth|pat|appid)$/,
};
/** Keys that sort, keep and tell apart; tokens that are counted or that turn pages. */
const HARMLESS_KEY =
  /(?:idempotency|cache|sort|order|partition|primary|foreign|routing|group|object|row|map|lookup|public|publishable|request|correlation|trace|conversation|session|dedup(?:lication)?)key$/;
const HARMLESS_TOKEN =
  /(?:max|min|new|stop|start|end|eos|bos|pad|total|prompt|completion|input|output|next|previous|page|continuation|sync|skip)tokens?$|tokens$|tokenizer|tokencount/;
const FORGERY_PROOF = /[cx]srf/;

const bareOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** `x-functions-key`, `XFunctionsKey` and `x_functions_key` end with the same word. */
const lastWordOf = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .findLast((word) => word !== '') ?? '';

/** Whether what stands under a name is a credential, by the name alone. The one answer for every part of Sonde. */
export function isSecretName(name: string, place: Place = 'anywhere'): boolean {
  if (name.length > 300) return false;
  const known = answered[place].get(name);
  if (known !== undefined) return known;
  const answer = judge(name, place);
  // Whoever sends ever new names pays for each of them, and the memory of this stays as small.
  if (answered[place].size === mostAnswered) answered[place].clear();
  answered[place].set(name, answer);
  return answer;
}

/** The same few names come back with every call: a header's, a field's. */
const answered: Readonly<Record<Place, Map<string, boolean>>> = {
  header: new Map(),
  parameter: new Map(),
  field: new Map(),
  anywhere: new Map(),
};
const mostAnswered = 1_000;

function judge(name: string, place: Place): boolean {
  if (isForeignSecretName(name)) return true;
  const bare = bareOf(name);
  if (HARMLESS_TOKEN.test(bare) || HARMLESS_KEY.test(bare)) return false;
  if (FORGERY_PROOF.test(bare)) return place === 'header';
  if (ENDS_AS_SECRET.test(bare) || LOGIN.test(bare) || PASS.test(bare) || WHOLE[place].test(bare))
    return true;
  if (place === 'field' || place === 'anywhere') return false;
  if (HOLDS_SECRET.test(bare)) return true;
  const last = lastWordOf(name);
  if (last === 'token' || last === 'signature' || last === 'sig') return true;
  return place === 'header' && (last === 'key' || last === 'auth' || /^x-?auth(?:-|$)/i.test(name));
}

/** The word in front of a credential in a header that says how it is meant. */
export const schemeOf = (value: string): string | undefined =>
  /^(Bearer|Basic|Token|Digest|ApiKey)\s+\S/i.exec(value)?.[1];

/** The names under which our own requests, rows and answers hold credentials, for those who can only list names. */
export const usualSecretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'refresh_token',
  'access_token',
  'session_token',
  'auth_token',
  'client_secret',
  'secret',
  'secrets',
  'secret_headers',
  'api_key',
  'x-api-key',
] as const;
