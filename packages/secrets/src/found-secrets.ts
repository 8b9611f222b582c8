import { entropyOf, isPlaceholder, isVendorKey, looksRandom, vendorKeys } from './values.ts';

export type FoundSecret = {
  readonly kind: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
};

/** Every credential that stands in a text, with its place. References to the environment and placeholders are none. */
export function findSecrets(text: string, known: readonly string[] = []): FoundSecret[] {
  const found = foundBy(RULES, text);
  for (const value of known.filter((item) => item.length >= 4))
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
      found.push({ kind: 'given token', value, start: at, end: at + value.length });
  return withoutOverlaps(found);
}

/** What opens a bot or a hook in the path of an address. */
export const webhookSecrets = (address: string): FoundSecret[] =>
  withoutOverlaps(foundBy(WEBHOOK_RULES, address));

function foundBy(rules: readonly Rule[], text: string): FoundSecret[] {
  const found: FoundSecret[] = [];
  for (const { kind, pattern, isIdle, accepts, parts } of rules) {
    if (isIdle?.(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const whole = match.groups?.['value'] ?? match.groups?.['token'] ?? match[0];
      let at = match.index + match[0].lastIndexOf(whole);
      if (whole === '' || (accepts && !accepts(whole, match))) continue;
      for (const value of parts ? parts(whole) : [whole]) {
        at = text.indexOf(value, at);
        found.push({ kind, value, start: at, end: at + value.length });
      }
    }
  }
  return found;
}

type Rule = {
  readonly kind: string;
  readonly pattern: RegExp;
  /** Texts in which the rule finds nothing, asked once for each. */
  readonly isIdle?: (text: string) => boolean;
  readonly accepts?: (value: string, match: RegExpExecArray) => boolean;
  /** The secrets within what was found, in their order; without it all of it is one. */
  readonly parts?: (value: string) => string[];
};

const restAfter = (match: RegExpExecArray): string =>
  match.input.slice(match.index + match[0].length, match.index + match[0].length + 40);

const VALUE = String.raw`[^\s"'\x60\\,;<>{}()[\]&|^]`;
const SECRET_NAME = String.raw`(?:(?<![\w-])[\w-]{0,64}(?:api[\s_-]?key|apikey|app[\s_-]?key|access[\s_-]?key|auth[\s_-]?key|secret|passw(?:or)?d|passwd|passphrase|passcode|pwd|subscription[\s_-]?key|private[\s_-]?key|auth[\s_-]?token|access[\s_-]?token|api[\s_-]?token|bearer[\s_-]?token|refresh[\s_-]?token|client[\s_-]?secret|credential|x-key)[\w-]*|(?<![\w-])[\w-]{0,64}(?<!max|min|stop|end|eos|pad|input|output|prompt|completion|next|page|total)[\w]?[_-]?token|appid|app_id)`;

/** The name of a header stands in the same places as its value. */
const HEADER_LIKE = /^[A-Za-z]+(?:-[A-Za-z]+)+$/;

const isSecretValue = (value: string): boolean => value.length >= 6 && !isPlaceholder(value);
const isDenseValue = (value: string): boolean =>
  value.length >= 8 &&
  !isPlaceholder(value) &&
  /\d/.test(value) &&
  /[A-Za-z]/.test(value) &&
  !/^https?:/.test(value);

/** Cookies that remember what a visitor likes or count him; none of them opens anything. */
const HARMLESS_COOKIE =
  /^(?:_ga\w*|_gid|_gat\w*|_gcl\w*|_fbp|_fbc|_hj\w*|_pk_\w*|_clck|_clsk|ajs_\w*|optimizely\w*|(?:.*[-_])?(?:lang|language|locale|theme|tz|timezone|country|currency|consent|csrf|xsrf|csrftoken|xsrf-token))$/i;

/** The values of a cookie header that may be credentials. */
const cookieSecrets = (cookies: string): string[] =>
  cookies.split(';').flatMap((pair): string[] => {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    if (name === '' || /\s/.test(name)) return [];
    const value = pair.slice(equals + 1).trim();
    const isWord = value.length < 6 || /^[a-z]{1,11}$/i.test(value);
    return value === '' || isWord || isPlaceholder(value) || HARMLESS_COOKIE.test(name) ? [] : [value];
  });

/** Drawn by lot, as the words, names and numbers of a sentence never are: long, or of letters of both cases and digits. */
const isDrawn = (value: string): boolean =>
  looksRandom(value) &&
  (value.length >= 20 ||
    (value.length >= 12 &&
      /[a-z]/.test(value) &&
      /[A-Z]/.test(value) &&
      (value.match(/[a-z]\d|\d[A-Za-z]|[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0) >= 3));

/** Ends a sentence or a place of code, and is no part of what stands before it. */
const trimmed = (value: string): string => value.replace(/(?<![.,:)])[.,:)]+$/, '');

/** Names of headers that tell calls, parties and versions apart. */
const TELLS_APART =
  /(?:ids?|uuid|hash|digest|checksum|etag|trace\w{0,40}|span|version|build|commit|sha\w{0,40}|request|correlation|idempotency|tenant|project|workspace|org\w{0,40}|fingerprint|model|region|date|time\w{0,40}|(?<!wp-)nonce|device|visitor|install\w{0,40}|client|cache|ray|csrf\w{0,40}|xsrf\w{0,40})(?:-?key|-?token)?$/i;

/** A text that names its credential, whether or not it shows it. */
const NAMES_CREDENTIAL = /authorization|bearer|cookie|api[\s_-]?key|token|secret|--user\b|\s-u\s/i;

const RULES: readonly Rule[] = [
  {
    kind: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  {
    kind: 'vendor key',
    pattern: vendorKeys(),
    accepts: isVendorKey,
  },
  {
    kind: 'JSON web token',
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  },
  {
    kind: 'authorization header',
    pattern: new RegExp(
      String.raw`(?:proxy-)?authorization["'\x60]?\]?\s*(?:[:=,]|=>)\s*(?:(?:[fbr]|\$|new\s+\w+\()?["'\x60]){0,2}(?:(?:bearer|basic|token|key|api-?key|apikey|bot|digest|negotiate|[A-Z][A-Za-z-]{2,20})\s+)?(?<value>${VALUE}{6,})`,
      'gi',
    ),
    accepts: (value, match) =>
      isSecretValue(value.replace(/^\w+=(?=[^=])/, '')) &&
      !/^(?:bearer|basic|token|key|apikey|api-key)$/i.test(value) &&
      // Words before something else on the line are the scheme of what follows.
      !(/^[A-Za-z-]+$/.test(value) && /^[ \t]+[^\s"'`\\^]/.test(restAfter(match))),
  },
  {
    kind: 'bearer token',
    pattern: new RegExp(String.raw`\b(?:bearer|basic|apikey|api-key)\s+(?<value>${VALUE}{12,})`, 'gi'),
    accepts: (value) =>
      isSecretValue(value) && (/\d/.test(value) || (value.length >= 20 && !/^[a-z]+$/i.test(value))),
  },
  {
    // The private part of a JSON web key.
    kind: 'private key',
    pattern: /[{,]\s*\\?["'](?:d|p|q|dp|dq|qi|k)\\?["']\s*:\s*\\?["'](?<value>[A-Za-z0-9_-]{22,})\\?["']/g,
    accepts: (value) => entropyOf(value) > 3.2,
  },
  {
    kind: 'cookie',
    pattern: /(?:^|[\n\r'"\s{,(])(?:set-)?cookie["']?\s*(?::|=>|=|,)\s*["'`]?(?<value>[^\n\r'"`]{6,})/gi,
    parts: cookieSecrets,
  },
  {
    // Recordings write it as a pair of name and value.
    kind: 'cookie',
    pattern:
      /["'](?:key|name)["']\s*:\s*["'](?:set-)?cookie["']\s*,\s*["']value["']\s*:\s*["'](?<value>[^"'\n]{6,})/gi,
    parts: cookieSecrets,
  },
  {
    kind: 'secret header',
    pattern:
      /(?<![\w-])["'`]?(?<name>[xX]-[A-Za-z][\w-]*|(?<=(?:-H|--header)[ =]?\^?["'])[A-Za-z][\w-]*)["'`]?\s*(?::|=>?|,(?=\s*["']))\s*["'`]?(?<value>[A-Za-z0-9_]{12,})(?![\w-])/g,
    accepts: (value, match) =>
      isDenseValue(value) && isDrawn(value) && !TELLS_APART.test(match.groups?.['name'] ?? ''),
  },
  {
    // Such an identifier in a header of the API's own is its credential where nothing else is one.
    kind: 'secret header',
    pattern:
      /(?<![\w-])["'`]?(?<name>[xX]-[A-Za-z][\w-]*)["'`]?\s*(?::|=>|,(?=\s*["']))\s*["'`]?(?<value>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\w-])/gi,
    isIdle: (text) => NAMES_CREDENTIAL.test(text),
    accepts: (_value, { groups }) => !TELLS_APART.test(groups?.['name'] ?? ''),
  },
  {
    kind: 'bearer token',
    pattern: /(?<=\s)(?:-a|--auth|--bearer|--oauth2-bearer)[ =]["']?(?<value>[^\s"':/$]{16,})/g,
    accepts: (value) => isDenseValue(value) && looksRandom(value),
  },
  {
    kind: 'cookie',
    pattern: /(?<=\s)(?:-b|--cookie)[ =]*["'^]*(?<value>[^'"\s^][^'"\n^]{5,})["'^]?/g,
    parts: cookieSecrets,
  },
  {
    kind: 'user and password',
    pattern:
      /(?<=\s)(?:-u|--user|-a|--auth|--proxy-user)[ =]*["']?(?<value>[^\s"':/=][^\s"':/]*:[^\s"'/]{2,})/g,
    accepts: (value) =>
      !value
        .split(':')
        .slice(1)
        .every((part) => isPlaceholder(part)),
  },
  {
    kind: 'address credentials',
    pattern: /\b[a-z][a-z0-9+.-]{0,20}:\/\/(?<value>[^\s/"'@:]*:[^\s/"'@]+)@/gi,
    accepts: (value) => !isPlaceholder(value.split(':')[1] ?? ''),
  },
  {
    kind: 'address parameter',
    pattern:
      /[?&](?:[\w.-]*(?:api[_-]?key|key|token|secret|signature|password)|auth|sig|pwd|pass|appid|app_id|code|credential|x-amz-credential|jwt|sas|hmac)=(?<value>[^\s&"'`#<>{}\\)]{6,})/gi,
    accepts: (value, match) =>
      isSecretValue(value) &&
      (!/code=/.test(match[0]) || value.length > 20) &&
      (!/[?&](?:[\w.-]+[._-])?key=/i.test(match[0]) ||
        /api|access|secret|^.key=/i.test(match[0]) ||
        isDenseValue(value)),
  },
  {
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`(?<![\w$])["'\x60]?(?<name>${SECRET_NAME})\\{0,3}["'\x60]?\]?\s*(?::|=>|:=|=|,(?=\s*["']))\s*\\{0,3}(?:[a-z]+\.)?(?:[fbrus$@]?["'\x60])?(?<value>${VALUE}{6,})`,
      'gi',
    ),
    // Within JSON that stands in a text, ids of a few characters are called tokens too.
    accepts: (value, match) =>
      isAssignedSecret(value, match) && (value.length >= 10 || !/\\["']/.test(match[0])),
  },
  {
    // A user and a password given to a function one after the other.
    kind: 'user and password',
    pattern:
      /(?:\bauth\s*[=:]\s*[([]|BasicAuth\w{0,60}\(|basic_?auth[\s(]|BasicAuthentication\(|BasicCredentials\(|authenticator:\s*\[)\s*["'][^"'\n]+["']\s*,\s*["'](?<value>[^"'\n]{4,})["']/gi,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'user and password',
    pattern: /CURLOPT_USERPWD\s*(?:,|=>)\s*["'](?<value>[^"'\s:]+:[^"'\s]{3,})["']/g,
    accepts: (value) => !isPlaceholder(value.split(':').slice(1).join(':')),
  },
  {
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`(?<![\w$])["'\x60]?(?:[\w-]{0,64}(?:[_-][kK]ey|KEY|Key|(?<=[a-z]{2})key|[_-][aA]uth|[_-][sS]ig(?:nature)?|[_-][pP]ass|[_-][pP]at)|[xX]-[\w-]{0,64}(?:[pP]ass|[aA]ccess|[cC]lient|[cC]redential|[uU]ser|[tT]icket)[\w-]*|pass|connect\.sid|jwt|session[_-]?cookie)["'\x60]?\]?\s*(?::|=>|:=|=|,(?=\s*["']))\s*(?:[fbrus$@]?["'\x60])?(?<value>${VALUE}{8,})`,
      'g',
    ),
    accepts: (value, match) =>
      isDenseValue(value) &&
      looksRandom(value) &&
      !/(?:cache|sort|idempotency|primary|foreign|partition|public|session|conversation|client)[_-]?(?:key|id|version)/i.test(
        match[0],
      ),
  },
  {
    // A cookie or a client made by its constructor: the name, or nothing, and then the value.
    kind: 'cookie',
    pattern: /\bCookie\(\s*["'][\w.-]+["']\s*,\s*["'](?<value>[^"'\n]{6,})["']/g,
    accepts: (value) => !isPlaceholder(value),
  },
  {
    kind: 'vendor key',
    pattern:
      /\b\w{0,40}(?:Client|API|Api|Sdk|SDK|Service|Credentials?)\w{0,20}(?:\.\w{1,20})?\(\s*["'](?<value>[\w.-]{20,})["']/g,
    accepts: (value) => isDenseValue(value) && looksRandom(value),
  },
  {
    kind: 'webhook address',
    pattern:
      /\bhooks\.slack\.com\/(?:services|triggers|workflows)\/(?<value>[A-Z][A-Z0-9]{6,}\/(?:[A-Z0-9]{6,}\/){1,2}[A-Za-z0-9]{16,})|\/bot(?<token>\d{8,10}(?::|%3[Aa])[A-Za-z0-9_-]{30,})/g,
  },
  {
    // Discord, and Teams: the number or the tenant in front tells hooks apart, what follows opens one.
    kind: 'webhook address',
    pattern:
      /\/api\/(?:v\d{1,2}\/)?webhooks\/\d{16,20}\/(?<value>[\w-]{60,})|\/IncomingWebhook\/(?<token>[\da-f]{32})(?![\w-])/g,
  },
  {
    // Zapier and Make, whose addresses hold nothing else; and Mattermost, whose ids are of 26 characters.
    kind: 'webhook address',
    pattern:
      /\bhooks?\.(?:zapier\.com\/hooks\/catch\/\d{1,12}|[\w-]{1,20}\.make\.com)\/(?<value>[A-Za-z0-9]{6,})|\/hooks\/(?<token>(?=[a-z]*\d)[a-z0-9]{26})(?![\w-])/g,
  },
  {
    // Said in passing: "with key 8f3a…", "Passwort 8f3a…".
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:api[\s_-]?key|key|token|secret|password|pass|pwd|passwort|kennwort|schl[üu]ssel|clave|contrase[ñn]a|senha|chave|cl[ée]|wachtwoord|hasło|şifre|ключ|пароль|密钥|キー)(?![\w-])[\s"'\x60(:=]{1,4}(?<value>${VALUE}{10,})`,
      'giu',
    ),
    accepts: (value) => isDenseValue(value) && looksRandom(trimmed(value)),
  },
  {
    // Said in a sentence, a table or on the line below: whatever language the word for it is of, and whatever its header.
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`(?:(?<!(?:idempotency|cache|sort|partition|primary|foreign|public|object|request|row|[cx]srf)[\s_-]?)(?:keys?|token|secret|passw(?:ord|ort)|passphrase|credentials?|auth|login|schl[üu]ssel|zugangscode|kennwort|clave|contrase[ñn]a|chave|senha|chiave|cl[ée](?: d['’]\p{L}+| secr[èe]te)?|jeton|sleutel|nyckeln?|klucz|hasło|anahtarı?|ключ|токен|пароль)(?![\p{L}\d])|密钥|令牌|キー|トークン|키|토큰)[^{}=;]{0,60}?(?<![\w+./=-])(?<value>[\w+/-]{12,}={0,2})(?![\w/])`,
      'giu',
    ),
    accepts: (value, match) => {
      const between = match[0].slice(0, match[0].lastIndexOf(value));
      const last = between.split(/[\s"'\x60(:|,]+/).findLast((word) => word !== '') ?? '';
      return (
        between.split('\n').length <= 2 &&
        // A line of its own name says itself what it holds.
        !/\n[ \t]*[\w-]+[ \t]*[:=]/.test(between) &&
        !/["'\x60][\w.-]+["'\x60]\s*:/.test(between) &&
        !/https?:|\b(?:id|uuid|hash|sha\d*|commit|version|request|trace|model|deployment)\b[^\n]{0,12}$/i.test(
          between,
        ) &&
        !TELLS_APART.test(last) &&
        // Ids look the same: only right beside the word it is a credential.
        (between.length <= 24 || !/^[\da-f]{8}-(?:[\da-f]{4}-){3}/i.test(value)) &&
        !HEADER_LIKE.test(value) &&
        !isPlaceholder(value) &&
        !/\//.test(value.replace(/^[A-Za-z0-9+/]{20,}={0,2}$/, '')) &&
        isDrawn(trimmed(value))
      );
    },
  },
  {
    // Names that alone say little: what is drawn by lot under them opens something.
    kind: 'secret field',
    pattern:
      /(?<![\w-])["'](?:auth|licen[cs]e|pin|pat|access|ticket|passkey|credentials?["']\s*:\s*\{\s*["']\w+)["']\s*(?::|=>)\s*["'](?<value>[\w+/.-]{12,}={0,2})["']|[?&](?:k|ak|tk|t|access|pat|ticket|jwt)=(?<token>[\w+/.-]{12,}={0,2})/g,
    accepts: isDrawn,
  },
  {
    kind: 'cookie',
    pattern: /\bcookies?["']?\s*[=:]\s*\{\s*["'][\w.-]+["']\s*:\s*["'](?<value>[^"'\s]{12,})["']/gi,
    accepts: isDrawn,
  },
  {
    // Who knows the address of a hook may call it; the ids of things in addresses are of another make.
    kind: 'webhook address',
    pattern:
      /\/(?:hooks?|webhooks?|bot|token|key)\/(?<value>(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,})(?=[/?\s"'\x60]|$)/g,
    accepts: isDrawn,
  },
  {
    // Laravel's tokens stand behind the number of their row.
    kind: 'bearer token',
    pattern: /(?<![\w|])\d{1,9}\|[A-Za-z0-9]{20,64}(?![\w|])/g,
    accepts: (value) => looksRandom(value.slice(value.indexOf('|') + 1)),
  },
  {
    // "our key is fj29dk20…", "the key for the desk is 7fGh29sK…"
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`\b(?:our|my|your|the|this|its)\s+(?:\w+\s+)?key\b[^.;\n:='"]{0,30}?\sis\s+["'\x60]?(?<value>${VALUE}{10,})`,
      'gi',
    ),
    accepts: (value) =>
      isDenseValue(value) &&
      (looksRandom(trimmed(value)) || /^(?=(?:\D*\d){3})[A-Za-z0-9]{12,}$/.test(value)),
  },
  {
    // Recordings and collections write a header as a pair of name and value.
    kind: 'named value',
    pattern: new RegExp(
      String.raw`["'](?:key|name)["']\s*:\s*["'](?:authorization|(?:${SECRET_NAME})|token|key|auth|password|[\w-]*-(?:key|auth)|x-(?!request|trace|client|tenant|device|session)[\w-]+|sid|session|connect\.sid|jwt|value)["']\s*,\s*(?:["']\w+["']\s*:\s*["']?\w+["']?\s*,\s*)?["']value["']\s*:\s*["'](?:[A-Za-z-]+\s+)?(?<value>${VALUE}{6,})`,
      'gi',
    ),
    accepts: (value) => isSecretValue(value) && !HEADER_LIKE.test(value),
  },
  {
    kind: 'secret field',
    pattern: new RegExp(
      String.raw`(?<![cx]srf[-_])\b(?:api[\s_-]?key|app[\s_-]?id|access token|token|secret|password|passwort|schl[üu]ssel|api-schl[üu]ssel|clave|contrase[ñn]a|chave|senha|cl[ée]|mot de passe|密钥|キー|トークン)\b[^.;\n:='"]{0,40}?(?:\bis\b|\bist\b|\blautet\b|\bes\b|\best\b|\bé\b|:|=|是|は)\s*["'\x60]?(?<value>${VALUE}{8,})`,
      'giu',
    ),
    accepts: (value) => isDenseValue(trimmed(value)),
  },
];

const WEBHOOK_RULES = RULES.filter(({ kind }) => kind === 'webhook address');

function isAssignedSecret(value: string, match: RegExpExecArray): boolean {
  const name = (match.groups?.['name'] ?? '').toLowerCase();
  if (
    !isSecretValue(value) ||
    /^(?:string|str|true|false|null|none|number|boolean|text|required|optional|bearer|basic)$/i.test(value)
  )
    return false;
  // What has a value of its own is a name: the one before it ends a list or a text.
  if (/^["'\x60]\s*(?::|=>)/.test(restAfter(match))) return false;
  // The name of an application opens nothing; some services call their key so, which is as long as one.
  if (/^app_?id$/.test(name) && (value.length < 16 || !looksRandom(value))) return false;
  // Letters of a random identifier may happen to spell such a name.
  if (looksRandom(name)) return false;
  // It proves where a form came from: only the long ones belong to one session.
  if (/csrf|xsrf/.test(name) && value.length < 20) return false;
  // A variable, a call or a member on the right-hand side is a reference, not a value.
  const quoted = /["'\x60]$/.test(match[0].slice(0, match[0].lastIndexOf(value)));
  if (!quoted && isReference(value)) return false;
  if (/^(?:include|same-origin|omit)$/.test(value)) return false;
  if (/passw|pwd|secret|credential/.test(name)) return quoted || /\d/.test(value) || value.length >= 12;
  return entropyOf(value) > 2.4 && (/\d/.test(value) || value.length >= 20);
}

/** A passphrase is a name too; but variables that long say what they hold. */
const isReference = (value: string): boolean =>
  /^[A-Za-z_$][\w$.]*$/.test(value) &&
  !/\d/.test(value) &&
  !isVendorKey(value) &&
  (value.length < 20 ||
    value.includes('.') ||
    /key|token|secret|pass|cred|auth|config|setting|env|value|param|user|client|session/i.test(value));

function withoutOverlaps(found: readonly FoundSecret[]): FoundSecret[] {
  const sorted = found.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const kept: FoundSecret[] = [];
  for (const secret of sorted) {
    const last = kept.at(-1);
    if (last && secret.start < last.end) {
      if (secret.end > last.end)
        kept[kept.length - 1] = {
          ...last,
          end: secret.end,
          value: last.value + secret.value.slice(last.end - secret.start),
        };
    } else kept.push(secret);
  }
  return kept;
}
