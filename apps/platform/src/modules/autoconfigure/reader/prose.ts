import type { Credential, FieldNote, Pair, RequestSketch } from './finding.ts';
import { hole } from './holes.ts';
import { inputNameScore, isConversationName, outputNameScore } from './names.ts';
import type { Json, JsonObject, Path } from './json-value.ts';

export type ProseFindings = {
  readonly requests: RequestSketch[];
  readonly requestNotes: FieldNote[];
  readonly answerNotes: FieldNote[];
  readonly outputPaths: Path[];
  readonly credential: Credential | undefined;
  readonly method: string | undefined;
  readonly urls: string[];
};

type Side = 'request' | 'answer';
type ProseField = {
  name: string;
  side: Side;
  description: string;
  type: string | undefined;
  isRequired: boolean | undefined;
  value: Json | undefined;
  at: number;
};

/** What tables, lists and sentences say: address, method, fields of both sides, how to sign in. */
export function readProse(text: string, original: string, hasBody: boolean): ProseFindings {
  const words = withoutAddresses(text);
  const fields = [...tableFields(words), ...listFields(words), ...sentenceFields(words)];
  const headers = headerLines(text);
  const method = methodIn(text) ?? methodIn(original);
  const urls = urlsIn(text);
  const credential = credentialIn(original);
  const requestFields = unique(fields.filter(({ side }) => side === 'request'));
  const answerFields = unique(fields.filter(({ side }) => side === 'answer'));
  const path = mentionedPath(text);
  const base = {
    requestNotes: requestFields.map(noteOf),
    answerNotes: answerFields.map(noteOf),
    credential,
    method,
    urls,
  };
  return {
    ...base,
    requests: proseRequests({ requestFields, urls, path, method, text, credential, hasBody, headers }),
    outputPaths: answerFields
      .filter(({ name }) => outputNameScore(name.split('.').at(-1) ?? '') > 30 || answerFields.length === 1)
      .toSorted((left, right) => outputNameScore(right.name) - outputNameScore(left.name))
      .map(({ name }) => pathOfName(name)),
  };
}

type ProseRequestInput = {
  requestFields: readonly ProseField[];
  urls: readonly string[];
  path: string | undefined;
  method: string | undefined;
  text: string;
  credential: Credential | undefined;
  hasBody: boolean;
  headers: Pair[];
};

function proseRequests({
  requestFields,
  urls,
  path,
  method,
  text,
  credential,
  hasBody,
  headers,
}: ProseRequestInput): RequestSketch[] {
  const url = joined(urls, path);
  const fields = requestFields.filter(({ name }) => name.toLowerCase() !== credential?.name.toLowerCase());
  if (url === undefined && fields.length === 0) return [];
  const inQuery =
    method === 'GET' ||
    /query.?(?:parameter|string)s?|url.?parameter|abfrageparameter|par[aâ]metros? de (?:consulta|query)/i.test(
      text,
    );
  const isGet = method === 'GET' || (method === undefined && inQuery && !/\bPOST\b/.test(text));
  const wanted = fields.filter(
    (field) =>
      field.isRequired !== false ||
      field.value !== undefined ||
      isConversationName(field.name) ||
      inputNameScore(field.name) > 60,
  );
  const isForm =
    /x-www-form-urlencoded|form[- ]?(?:data|encoded|urlencoded|fields?|parameters?)|formular/i.test(text);
  const isMultipart = /multipart/i.test(text);
  const isText =
    /plain text (?:body|request)|body is (?:the )?(?:plain|raw) text|text\/plain body|raw text in the body/i.test(
      text,
    );
  const body: JsonObject = {};
  for (const field of wanted) putValue(body, pathOfName(field.name), field.value ?? valueOf(field));
  const pairs = Object.entries(body).map(([name, value]): Pair => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  if (hasBody && url === undefined && headers.length === 0) return [];
  return [
    {
      kind: 'prose',
      at: 0,
      method: isGet ? 'GET' : method,
      url,
      headers,
      query: isGet ? pairs : [],
      bodyKind:
        isGet || hasBody
          ? 'none'
          : isText
            ? 'text'
            : isMultipart
              ? 'multipart'
              : isForm
                ? 'form'
                : wanted.length > 0
                  ? 'json'
                  : 'none',
      body: isGet || hasBody ? undefined : isText ? hole('message') : wanted.length > 0 ? body : undefined,
      notes: requestFields.map(noteOf),
      answers: [],
    },
  ];
}

/** Addresses are full of words that look like names of fields. */
const withoutAddresses = (text: string): string =>
  text.replace(
    /(?:https?|wss?):\/\/[^\s"'`<>)|]+|\b(?:POST|GET|PUT|PATCH)\s+`?\/[^\s`]*|(?<=[\s`(])\/[\w\-./{}:]+/g,
    (address) => ' '.repeat(address.length),
  );

/** `X-Api-Key: abc` on a line of its own, apart from any request line. */
function headerLines(text: string): Pair[] {
  return [
    ...text.matchAll(
      /^[ \t]*(?:[-*][ \t]+)?[`*]*((?:X-[\w-]+|Authorization|Ocp-Apim-Subscription-Key|api-key|x-[\w-]+|[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+|anthropic-version))[`*]*:[ \t]*`?([^\n`]+?)`?[ \t]*$/gm,
    ),
  ].map(([, name = '', value = '']): Pair => [name, value]);
}

function valueOf(field: ProseField): Json {
  const type = (field.type ?? '').toLowerCase();
  if (/int|number|float/.test(type)) return 1;
  if (/bool/.test(type)) return false;
  if (/array|list|\[\]/.test(type))
    return /message/i.test(field.name) ? [{ role: 'user', content: hole('message') }] : [];
  return hole(field.name);
}

function putValue(body: JsonObject, path: Path, value: Json): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (rest.length === 0) {
    body[String(step)] ??= value;
    return;
  }
  const inner = body[String(step)];
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  body[String(step)] = next;
  putValue(next, rest, value);
}

const pathOfName = (name: string): Path =>
  name
    .replace(/^\$\.?/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((part) => part !== '' && part !== '[]')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replace(/\[\]$/, '')));

const noteOf = (field: ProseField): FieldNote => ({
  path: pathOfName(field.name).filter((step) => typeof step === 'string'),
  description: field.description,
  type: /^(?:string|integer|int|number|float|boolean|bool|object|array|text|str)/i.test(field.type ?? '')
    ? field.type
    : undefined,
  isRequired: field.isRequired,
});

function unique(fields: readonly ProseField[]): ProseField[] {
  const seen = new Map<string, ProseField>();
  for (const field of fields) if (!seen.has(field.name)) seen.set(field.name, field);
  return [...seen.values()];
}

const ANSWER_SIDE =
  /respon[sd]|return|answer|output|result|reply|antwort|r[uü]ckgabe|liefert|zur[uü]ck|respuesta|devuelve|resposta|retorn|r[eé]ponse|renvoi|retour|risposta|响应|返回|回复|レスポンス|応答|返/iu;
const REQUEST_SIDE =
  /request|body|parameter|param|payload|input|send|field|argument|post\b|get\b|query|anfrage|sende|eingabe|feld|requisi|corpo|envi|campo|solicitud|petici|cuerpo|requ[eê]te|corps|champ|richiesta|请求|参数|リクエスト|パラメータ|送信/iu;

/** Inside a sentence only words of sending tell; a field may stand on either side. */
const SENDING =
  /request|payload|input|sends?\b|sent\b|post\b|takes|accepts|expects|query|anfrage|schick|sende|eingabe|requisi|envi|solicitud|petici|requ[eê]te|envoy|richiesta|请求|发送|参数|リクエスト|送/iu;

/** The last heading or sentence that says whether fields are sent or received. */
function sideAt(text: string, at: number, fallback: Side): Side {
  const before = text
    .slice(Math.max(0, at - 700), at)
    .split('\n')
    .toReversed();
  for (const line of before) {
    if (/^\s*[|\-*•]/.test(line) && !/^\s*[-*•]?\s*\*\*/.test(line)) continue;
    const answer = line.search(ANSWER_SIDE);
    const request = line.search(REQUEST_SIDE);
    if (answer !== -1 && (request === -1 || lastIndex(line, ANSWER_SIDE) > lastIndex(line, REQUEST_SIDE)))
      return 'answer';
    if (request !== -1) return 'request';
  }
  return fallback;
}

const lastIndex = (text: string, pattern: RegExp): number => {
  let last = -1;
  for (const match of text.matchAll(new RegExp(pattern.source, 'giu'))) last = match.index;
  return last;
};

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$.\-\[\]]*`;

/** Markdown and plain tables: | name | type | required | description |. */
function tableFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  for (const match of text.matchAll(/^[ \t]*\|?([^\n|]+\|[^\n]+)$/gm)) {
    const cells = (match[1] ?? '').split('|').map((cell) => cell.trim().replace(/^[`*_"]+|[`*_":]+$/g, ''));
    const [name = '', ...rest] = cells.filter((cell, index) => cell !== '' || index === 0);
    if (!new RegExp(`^${NAME}$`, 'u').test(name) || rest.length === 0) continue;
    if (
      /^(?:name|field|parameter|param|key|feld|campo|champ|nombre|nome|参数|名称|字段|項目|parámetro|parâmetro|header|attribute|property)$/i.test(
        name,
      )
    )
      continue;
    if (/^(?:authorization|content-type|accept)$/i.test(name)) continue;
    fields.push({
      name,
      side: sideAt(text, match.index, 'request'),
      description: rest.join(' '),
      type: typeIn(rest),
      isRequired: requiredIn(rest.join(' ')),
      value: undefined,
      at: match.index,
    });
  }
  return fields;
}

/** - `name` (string, required): what it is. */
function listFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  const pattern = new RegExp(
    String.raw`^[ \t]*(?:[-*•+]|\d+[.)])[ \t]+(?:\*\*)?[\x60"']?(${NAME})[\x60"']?(?:\*\*)?[ \t]*(?:[(\[（]([^)\]）\n]*)[)\]）])?[ \t]*(?:[:：—–-]|=|→)+[ \t]*([^\n]+)$`,
    'gmu',
  );
  for (const match of text.matchAll(pattern)) {
    const [, name = '', info = '', description = ''] = match;
    if (
      /^(?:https?|note|example|url|endpoint|method|auth|authorization|authentication|content-type|header|headers|base|post|get|host|address)$/i.test(
        name,
      )
    )
      continue;
    fields.push({
      name,
      side: sideAt(text, match.index, 'request'),
      description: `${info} ${description}`,
      type: typeIn([info, description]),
      isRequired: requiredIn(`${info} ${description}`),
      value: undefined,
      at: match.index,
    });
  }
  const bare = new RegExp(
    String.raw`^[ \t]*[\x60"']?(${NAME})[\x60"']?[ \t]*[(（]((?:string|str|text|integer|int|number|boolean|bool|array|object|required|optional|pflicht|cadena|texto|cha[iî]ne)[^)）\n]*)[)）][ \t]*[:：—–-]?[ \t]*([^\n]*)$`,
    'gimu',
  );
  for (const match of text.matchAll(bare)) {
    const [, name = '', info = '', description = ''] = match;
    fields.push({
      name,
      side: sideAt(text, match.index, 'request'),
      description: `${info} ${description}`,
      type: typeIn([info]),
      isRequired: requiredIn(info),
      value: undefined,
      at: match.index,
    });
  }
  return fields;
}

const typeIn = (cells: readonly string[]): string | undefined =>
  /\b(string|str|text|integer|int|number|float|boolean|bool|object|array|list|uuid)\b(?:\[\])?/i.exec(
    cells.join(' '),
  )?.[0];

function requiredIn(text: string): boolean | undefined {
  if (
    /\b(?:optional|not required|opcional|facultatif|facoltativo)\b|可选|任意|^no$|\bno\b(?=[^\p{L}]*$)|\bnein\b|\bnon\b|✗|❌/iu.test(
      text,
    )
  )
    return false;
  return /\brequired\b|\bmandatory\b|pflicht|obligat|requerid|obrigat|requis|erforderlich|必填|必須|必需|\byes\b|\bja\b|\bs[ií]\b|\boui\b|✓|✔|✅/iu.test(
    text,
  )
    ? true
    : undefined;
}

/** Names in quotes, backticks or before a parenthesis, with the words of the sentence around them. */
function sentenceFields(text: string): ProseField[] {
  const fields: ProseField[] = [];
  for (const sentence of text.matchAll(/[^\n.。!！]+(?:\.(?=[\w[])[^\n.。!！]+)*/g)) {
    const words = sentence[0];
    if (/^\s*[|]/.test(words) || /^\s*(?:[-*•]|\d+[.)])\s/.test(words)) continue;
    const pattern = new RegExp(
      String.raw`(?:[\x60"“”„«'「]\s?(${NAME})\s?[\x60"”“»'」]|\b([a-z][A-Za-z0-9]*(?:[_.][A-Za-z0-9]+|\[\d\])+)\b|\b([a-z]\w{1,24})(?=\s*\())(?:\s*(?:[(（]([^)）]*)[)）]))?`,
      'gu',
    );
    for (const match of words.matchAll(pattern)) {
      const name = match[1] ?? match[2] ?? match[3] ?? '';
      if (!isFieldName(name)) continue;
      const around = words.slice(Math.max(0, match.index - 60), match.index + match[0].length + 60);
      fields.push({
        name: name.replace(/[.:]+$/, ''),
        side: sideInSentence(words, match.index, text, sentence.index),
        description: match[4] ? `${match[4]} ${around}` : around,
        type: typeIn([match[4] ?? '']),
        isRequired: /\boptional|可选|任意/i.test(
          match[4] ?? words.slice(Math.max(0, match.index - 14), match.index + match[0].length + 14),
        )
          ? false
          : undefined,
        value: givenValue(words.slice(match.index + match[0].length)),
        at: sentence.index + match.index,
      });
    }
  }
  return fields;
}

const NO_FIELD =
  /^(?:https?|post|get|put|json|true|false|null|bearer|authorization|content-type|application|api|x-api-key|curl|utf-8|e\.g|i\.e|z\.b|localhost|post\w*|string|the|a|an|is|and|or|not|ok|user|assistant|none|http)$/i;
const isFieldName = (name: string): boolean =>
  !NO_FIELD.test(name) &&
  name.length <= 40 &&
  !/^(?:www|[\w-]+\.(?:com|org|io|ai|net|dev|de|fr|json|py|js))/.test(name) &&
  !/^\d/.test(name) &&
  !/^x-/i.test(name) &&
  !/\.(?:com|io|ai|net|org)\b/.test(name);

function sideInSentence(sentence: string, at: number, text: string, from: number): Side {
  const before = sentence.slice(0, at);
  const answer = lastIndex(before, ANSWER_SIDE);
  const request = lastIndex(before, SENDING);
  if (answer !== -1 || request !== -1) return answer > request ? 'answer' : 'request';
  const after = sentence.slice(at, at + 50);
  if (ANSWER_SIDE.test(after) && !REQUEST_SIDE.test(after)) return 'answer';
  if (REQUEST_SIDE.test(after)) return 'request';
  return sideAt(text, from, 'request');
}

/** `maxchars limits the length, we send 500`, `lang = "en"`, `set to "x"`. */
function givenValue(after: string): Json | undefined {
  const match =
    /^[^,;.]{0,12}?(?:=|\bset to\b|\bmust be\b|\balways\b|\bist immer\b|\bauf\b|\bsiempre\b|\bsempre\b|\btoujours\b)\s*[`"“']?([\w.-]+)[`"”']?/i.exec(
      after,
    );
  if (!match) return undefined;
  const value = (match[1] ?? '').replace(/\.$/, '');
  if (/^(?:a|an|the|your|ein|eine|un|une|um)$/i.test(value)) return undefined;
  if (/^(?:true|false)$/.test(value)) return value === 'true';
  return /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

function methodIn(text: string): string | undefined {
  const match = /\b(POST|PUT|PATCH|GET)\b/.exec(text);
  if (match) return match[1];
  return /\bHTTP get\b|\bplain get\b/i.test(text) ? 'GET' : undefined;
}

function urlsIn(text: string): string[] {
  const found = [
    ...text.matchAll(/\b(?:https?|wss?):\/\/[^\s"'`<>)\]|，。、]+(?:<\w+>[^\s"'`<>)\]|]*)*/g),
  ].map((match) => match[0].replace(/[.,;:!?*]+$/, ''));
  return found.map((url) =>
    url.replace(
      /\{(\w+)\}|<(\w+)>|:(\w+)(?=\/|$)/g,
      (all, brace: string | undefined, angle: string | undefined) =>
        (brace ?? angle) === undefined ? all : hole(brace ?? angle ?? ''),
    ),
  );
}

function mentionedPath(text: string): string | undefined {
  const withMethod = /\b(?:POST|PUT|PATCH|GET)\b[`\s*:"']*(\/[\w\-./{}:<>]*)/.exec(text)?.[1];
  const alone = /[`"'\s(](\/(?:api|v\d|chat|ask|query|bot|agent|message|prompt|generate)[\w\-./{}]*)/.exec(
    text,
  )?.[1];
  return (withMethod ?? alone)
    ?.replace(/[.,;:]+$/, '')
    .replace(/\{(\w+)\}|<(\w+)>/g, (_all, brace: string | undefined, angle: string | undefined) =>
      hole(brace ?? angle ?? 'id'),
    );
}

/** The address of the endpoint: a full one, or the server of the text with the path that is named beside it. */
function joined(urls: readonly string[], path: string | undefined): string | undefined {
  const talking = urls.filter((url) => !/docs?\.|github\.com|\.(?:png|html|md)$|example\.com\/?$/.test(url));
  if (path === undefined)
    return talking.find((url) => /\/[\w-]+/.test(url.replace(/^\w+:\/\//, ''))) ?? talking[0];
  const full = talking.find((url) => url.split('?')[0]?.endsWith(path));
  if (full) return full;
  const base = talking.find((url) => /^\w+:\/\/[^/]+(?:\/(?:api|v\d)?[\w/]*)?\/?$/.test(url));
  return base === undefined ? path : base.replace(/\/+$/, '') + path;
}

/** How to sign in, as sentences say it. */
function credentialIn(text: string): Credential | undefined {
  const header =
    /\b(x-[\w-]*(?:key|token|auth|secret)[\w-]*|api-key|apikey|ocp-apim-subscription-key|[\w-]*api[_-]?key)\b[`"']?\s*(?:-?\s*(?:http\s*)?header|\s*im header|:)|header[^.\n]{0,30}?[`"'\s](x-[\w-]*(?:key|token|auth)[\w-]*|api-key|apikey)\b/i.exec(
      text,
    );
  const headerName = header?.[1] ?? header?.[2];
  if (headerName) return { in: 'header', name: headerName, prefix: '' };
  const scheme = /authorization["'`]?\s*[:=]\s*["'`]?(?:\$?\{)?([A-Z][\w-]*)\s+[<${[A-Za-z]/i.exec(text)?.[1];
  if (scheme && /^(?:bearer|basic|token|key|api-?key|apikey|bot)$/i.test(scheme))
    return { in: 'header', name: 'Authorization', prefix: `${scheme} ` };
  const query =
    /(?:query|url|parameter)[^.\n]{0,80}?\b(appid|app_id|api_?key|apikey|access_token|token|key)\b|\b(appid|api_?key|apikey|access_token|key)\b[^.\n]{0,30}(?:query|url)[- ]?(?:parameter|string)/i.exec(
      text,
    );
  if (query) return { in: 'query', name: query[1] ?? query[2] ?? 'key', prefix: '' };
  if (/\bbearer\b/i.test(text)) return { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  if (/\bbasic auth/i.test(text)) return { in: 'header', name: 'Authorization', prefix: 'Basic ' };
  return undefined;
}
