import type { Credential, FieldNote, Pair, RequestSketch } from '../finding.ts';
import { isConversationByWords } from '../conversation.ts';
import { hole } from '../holes.ts';
import { inputNameScore, isConversationName, outputNameScore } from '../names.ts';
import type { Json, JsonObject, Path } from '../json-value.ts';

import { headerLines, joined, mentionedPath, methodIn, urlsIn, withoutAddresses } from './addresses.ts';
import { columnFields } from './column-fields.ts';
import { credentialIn } from './credential.ts';
import { listFields, spacedFields, tableFields, type ProseField } from './fields.ts';
import { sentenceFields } from './sentence-fields.ts';

export type ProseFindings = {
  readonly requests: RequestSketch[];
  readonly requestNotes: FieldNote[];
  readonly answerNotes: FieldNote[];
  readonly outputPaths: Path[];
  readonly credential: Credential | undefined;
  readonly method: string | undefined;
  readonly urls: string[];
};

/** What tables, lists and sentences say: address, method, fields of both sides, how to sign in. */
export function readProse(text: string, original: string, hasBody: boolean): ProseFindings {
  // Tables copied from a page keep their columns apart by tabs.
  const words = withoutAddresses(text.replace(/(?<=\S)\t(?=\S)/g, '|'));
  const columns = columnFields(words);
  const fields = [
    ...columns,
    ...tableFields(words),
    ...listFields(words),
    ...spacedFields(words),
    ...sentenceFields(words).filter(
      ({ side }) =>
        columns.length < 2 || (side === 'answer' && columns.every((field) => field.side !== 'answer')),
    ),
  ];
  // A list of headers may say what each of them always is.
  const listed = fields.flatMap(({ name, side, value }): Pair[] =>
    side === 'elsewhere' && /^[xX]-[\w-]+$/.test(name) && value !== undefined
      ? [[name, String(value as string | number)]]
      : [],
  );
  const headers = [...headerLines(text), ...listed];
  const method = methodIn(text) ?? methodIn(original);
  const urls = urlsIn(text);
  const credential = credentialIn(original);
  const elsewhere = new Set(fields.filter(({ side }) => side === 'elsewhere').map(({ name }) => name));
  const requestFields = withOptional(
    unique(
      fields.filter(({ side, name }) => (side === 'request' || side === 'query') && !elsewhere.has(name)),
    ),
  );
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
      .filter((field) => outputScore(field) > 30 || answerFields.length === 1)
      .toSorted((left, right) => outputScore(right) - outputScore(left))
      .map(({ name }) => pathOfName(name)),
  };
}

/** Without an address or a method, names in quotes are fields only where the words are about an interface. */
const SPEAKS_OF_AN_API =
  /\b(?:api|endpoint|json|request|payload|body|parameters?|fields?|http|rest|post|webhook|schnittstelle|anfrage|felder?|campos?|champs?|requ[eê]te|petici[oó]n|requisi[cç][aã]o|richiesta|required|optional)\b|接口|参数|字段|请求|リクエスト|パラメータ|送信|요청|запрос/iu;

const ANSWER_WORDS =
  /\b(?:the |its |bot'?s? |assistant'?s? |generated |model'?s? )?(?:answer|reply|response|generated|completion)\b.{0,30}\b(?:text|of|from|by|that)\b|\btext of the (?:answer|reply)|\bwhat the (?:bot|assistant|model|agent) (?:says?|said|answers?)|\b(?:answer|reply|response) (?:text|message)|\b(?:should|to|will) (?:say|speak|show)|antworttext|die antwort|respuesta|resposta|r[eé]ponse|risposta|回答|答复|回复|応答|返答|답변/iu;

/** Where a list says of some fields that they are required, the others are not. */
const withOptional = (fields: readonly ProseField[]): ProseField[] =>
  fields.some(({ isRequired }) => isRequired === true)
    ? fields.map((field) => ({ ...field, isRequired: field.isRequired ?? false }))
    : [...fields];

const outputScore = ({ name, description, type }: ProseField): number =>
  outputNameScore(name.split('.').at(-1) ?? '') +
  (ANSWER_WORDS.test(description) ? 40 : 0) -
  (/int|number|bool|float|array|list|object/i.test(type ?? '') ? 60 : 0);

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
  if (url === undefined && method === undefined && !SPEAKS_OF_AN_API.test(text)) return [];
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
      isConversationByWords(field.name, field.description) ||
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
