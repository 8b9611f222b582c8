import { captured } from '../scanning.ts';
import { isSecretName } from '@sonde/secrets';
import type { Credential } from '../finding.ts';
import { BEARER, inHeader, inQuery } from '../http-parts.ts';
import { tellsApart } from '../names.ts';
import type { ProseField } from './fields.ts';

/** What people call a credential, as a word of its own. */
const CREDENTIAL_WORD = String.raw`(?<![\p{L}\d])(?:(?:api|access|auth|security)?[ _-]?(?:keys?|token|secret|passw(?:ord|ort)|credentials?)|[\p{L}-]*schl[üu]ssel|zugangscode|nyckeln?|n[øo]gle[nr]?|n[øo]kkele?n?|klucz\p{L}*|sleutel|cl[ée]|clave|llave|chave|chiave|anahtar\p{L}*|avain|klíč|kulcs|ключ\p{L}*|токен\p{L}*|jeton)(?![\p{L}\d])|密钥|令牌|キー|トークン|키|토큰`;

/** What people call the header of a request. */
const HEADER_WORD = String.raw`(?:http[- ]?)?(?:headern?|headere?n?|header-?feld|kopfzeile|en-t[êe]te|cabecera|encabezado|cabeçalho|intestazione|nag[łl][óo]w(?:ku|ek|kiem)|koptekst|заголов\p{L}+|请求头|ヘッダー?|헤더)`;

/** Header names are words joined by hyphens; as code they may be a single word. */
const HEADER_NAME = String.raw`(?:[\x60"'«„“]?(?<name>[A-Za-z][A-Za-z\d]*(?:-[A-Za-z\d]+)+)|[\x60"'«„“](?<code>[A-Za-z][\w-]{2,40})[\x60"'»“”]|(?<word>[A-Za-z][A-Za-z\d]{3,30})(?![\p{L}\d-]))`;

/** A single word without quotes is a name where it is written as one. */
const NO_HEADER_WORD =
  /^(?:[a-z]|(?:Name|Named|Field|Feld|Value|Wert|Must|Should|Contains|With|From|Parameter|Authorization|Auth|Based|Only|Request|Required)$)/;

const SAID_OF_HEADER = new RegExp(
  String.raw`(?<![\p{L}])${HEADER_WORD}\s*(?:named |called |namens |chamado |llamada? )?[:：]?\s*${HEADER_NAME}`,
  'giu',
);
const PUT_INTO = new RegExp(
  String.raw`(?:${CREDENTIAL_WORD})[^.;\n]{0,40}?\b(?:in|into|as|via|through|with|goes to|is|im|als|dans|en|em|nell['’]|i|w|naar)\s+(?:the |our |der |dem |de |la |le |el |o |il )?(?<name>x-[a-z\d-]+|(?<=[\x60"'«„“]?)[\x60"'«„“](?:[A-Za-z]+-[A-Za-z\d-]+)(?=[\x60"'»“”]))`,
  'giu',
);
const REFUSED =
  /\b(?:do not|don['’]t|never|no longer|nicht mehr)\b[^.;]{0,40}$|\b(?:not|instead of|rather than|nicht|statt|pas|no|não|non|nie|inte)\s*(?:in |the |de |im )*$/iu;
const NO_CREDENTIAL =
  /^(?:content-type|accept|accept-\w+|user-agent|idempotency-key|x-request-id|x-trace-id)$/i;

/** A list of headers names the one that tells who is calling. */
export function credentialOfFields(fields: readonly ProseField[]): Credential | undefined {
  const field = fields.find(
    ({ side, name, description }) =>
      side === 'header' &&
      !NO_CREDENTIAL.test(name) &&
      (isSecretName(name.replace(/^x-/i, '')) || new RegExp(CREDENTIAL_WORD, 'iu').test(description)),
  );
  if (!field) return undefined;
  const scheme = /\b(Bearer|Basic|Token|Key)\s+[<{$[]/.exec(field.description)?.[1];
  return inHeader(field.name, scheme === undefined ? '' : `${scheme} `);
}

/** A sentence that speaks of a key and of the header it goes into, in whatever language. */
function saidInSentence(text: string): Credential | undefined {
  for (const sentence of text.matchAll(/[^\n。！]{1,1500}/g)) {
    const words = sentence[0];
    const found = [
      ...(new RegExp(CREDENTIAL_WORD, 'iu').test(words) ? words.matchAll(SAID_OF_HEADER) : []),
      ...words.matchAll(PUT_INTO),
    ];
    for (const match of found) {
      const name = (match.groups?.['name'] ?? match.groups?.['code'] ?? match.groups?.['word'] ?? '').replace(
        /^[`"'«„“]/,
        '',
      );
      const at = match.index + match[0].lastIndexOf(name);
      if (NO_HEADER_WORD.test(match.groups?.['word'] ?? 'X')) continue;
      if (NO_CREDENTIAL.test(name) || /^authorization$/i.test(name)) continue;
      if (REFUSED.test(words.slice(0, at).replace(/[`"'«„“]$/, ''))) continue;
      const scheme = /^[`"'»“”]?\s*[:=]\s*(Bearer|Basic|Token|Key)\s/.exec(
        words.slice(at + name.length),
      )?.[1];
      return inHeader(name, scheme === undefined ? '' : `${scheme} `);
    }
  }
  return undefined;
}

/** A parameter of a written address of which the words say that it is the key: `/find?q=…&k=…`, `k` is your `MY_TOKEN`. */
function saidOfParameter(text: string): Credential | undefined {
  const open = /[?&]([A-Za-z][\w-]*)=[<{[]{1,2}[^>}\]\n]{0,24}(?:key|token|secret)\b/i.exec(text)?.[1];
  if (open !== undefined) return inQuery(open);
  const names = new Set(captured(text, /[?&]([A-Za-z]\w*)=/g));
  for (const name of [...names].slice(0, 20)) {
    const told = new RegExp(
      String.raw`[\x60"'](?:${name})[\x60"']\s*(?:is|=|:|-|–|—|the|ist|der|dein|est|es|é)?[^.,;\n\x60]{0,16}[\x60"']?(?:\w*_(?:KEY|TOKEN|SECRET)\b|${CREDENTIAL_WORD})`,
      'iu',
    );
    if (told.test(text)) return inQuery(name);
  }
  return undefined;
}

/** How to sign in, as sentences say it. */
export function credentialIn(text: string): Credential | undefined {
  const header =
    /\b(x-[\w-]{0,64}(?:key|token|auth|secret)[\w-]*|api-key|apikey|ocp-apim-subscription-key|[\w-]{0,64}api[_-]?key)\b[`"']?\s*(?:-?\s*(?:http\s*)?header|\s*im header|:|\s[`"']?(?=[\w.-]{0,40}\d[\w.-]{12}|[<$[{]))|header[^.\n]{0,30}?[`"'\s](x-[\w-]*(?:key|token|auth)[\w-]*|api-key|apikey)\b/i.exec(
      text,
    );
  const headerName = header?.[1] ?? header?.[2];
  if (headerName) return inHeader(headerName);
  const said = saidOfParameter(text) ?? saidInSentence(text);
  if (said) return said;
  const scheme = /authorization["'`]?\s*[:=]\s*["'`]?(?:\$?\{)?([A-Z][\w-]*)\s+[<${[A-Za-z]/i.exec(text)?.[1];
  if (scheme && /^(?:bearer|basic|token|key|api-?key|apikey|bot)$/i.test(scheme))
    return inHeader('Authorization', `${scheme} `);
  const query =
    /(?:query|url|parameter)[^.\n]{0,80}?\b(appid|app_id|api_?key|apikey|access_token|token|key)\b|\b(appid|api_?key|apikey|access_token|key)\b[^.\n]{0,30}(?:query|url)[- ]?(?:parameter|string)/i.exec(
      text,
    );
  if (query) return inQuery(query[1] ?? query[2] ?? 'key');
  const listed =
    /\bheaders?\b[^\n]*\n(?:[^\n]*\n){0,3}?[ \t]*[-*`•]*[ \t]*([A-Za-z][\w-]*(?:key|token|auth|secret))\b/i.exec(
      text,
    )?.[1];
  if (listed !== undefined && !/^authorization$/i.test(listed)) return inHeader(listed);
  const own = new Set(
    [...text.matchAll(/(?<![\w-])X-[A-Za-z][\w-]*/g)]
      .map((match) => match[0])
      .filter((name) => !tellsApart(name)),
  );
  // One header of the target's own, named in words and without a value: that is how it knows its callers.
  const keys = [...own].filter((name) => /key|token|auth|secret/i.test(name));
  const [only] = keys.length === 1 ? keys : own;
  if (
    only !== undefined &&
    (own.size === 1 || keys.length === 1) &&
    !/\bbearer\b/i.test(text) &&
    !new RegExp(String.raw`${only}[\x60"']?\s*[:=]`, 'i').test(text)
  )
    return inHeader(only);
  if (/\bbearer\b/i.test(text)) return BEARER;
  const gateway = GATEWAYS.find(({ place, says }) => place.test(text) && says.test(text));
  if (gateway) return inHeader(gateway.header);
  if (/\bbasic auth|\b(?:auth\w*|security|sign-?in)\b[ \t:|=-]{1,20}basic\b/i.test(text))
    return inHeader('Authorization', 'Basic ');
  return undefined;
}

/** Gateways whose own keys travel in a header that nobody names, because it is always the same. */
const GATEWAYS: readonly { place: RegExp; says: RegExp; header: string }[] = [
  {
    place: /\bexecute-api\b|\bAPI Gateway\b/i,
    says: /\bAPI[- ]key\b|\busage plan\b/i,
    header: 'x-api-key',
  },
  {
    place: /\bazure-api\.net\b|\bAPI Management\b/i,
    says: /\bsubscription\b/i,
    header: 'Ocp-Apim-Subscription-Key',
  },
  { place: /\bazurewebsites\.net\b/i, says: /\bfunction key\b|authLevel/i, header: 'x-functions-key' },
];
