import type { Credential, FieldNote, Pair, RequestSketch } from '../finding.ts';
import { isConversationByWords } from '../decisions/conversation.ts';
import { hole } from '../holes.ts';
import { parametersOf, requestSketch } from '../http-parts.ts';
import {
  dottedPath,
  isObject,
  namesOf,
  valueAt,
  withValueAt,
  type Json,
  type JsonObject,
  type Path,
} from '../json-value.ts';
import { inputNameScore, isConversationName } from '../names.ts';
import { joined, writtenParameters } from './addresses.ts';
import { firstChoice, proseField, type ProseField } from './fields.ts';

/** Without an address or a method, names in quotes are fields only where the words are about an interface. */
const SPEAKS_OF_AN_API =
  /\b(?:api|endpoint|json|request|payload|body|parameters?|fields?|http|post|webhook|schnittstelle|anfrage|felder?|campos?|champs?|requ[eê]te|petici[oó]n|requisi[cç][aã]o|richiesta|required|optional)\b|接口|参数|字段|请求|リクエスト|パラメータ|送信|요청|запрос/iu;

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

/** The request that fields, an address and the words around them come to. */
export function proseRequests({
  requestFields,
  urls,
  path,
  method,
  text,
  credential,
  hasBody,
  headers,
}: ProseRequestInput): RequestSketch[] {
  const told = joined(urls, path);
  const known = hasBody ? undefined : openaiRequest(text, told, requestFields);
  const url = known?.url ?? told;
  const fields = requestFields.filter(({ name }) => name.toLowerCase() !== credential?.name.toLowerCase());
  if (url === undefined && fields.length === 0) return [];
  if (url === undefined && method === undefined && !SPEAKS_OF_AN_API.test(text)) return [];
  const inQuery =
    method === 'GET' ||
    /query.?(?:parameter|string)s?|url.?parameter|abfrageparameter|par[aâ]metros? de (?:consulta|query)/i.test(
      text,
    );
  const isGet = method === 'GET' || (method === undefined && inQuery && !/\bPOST\b/.test(text));
  const written = isGet ? writtenParameters(text) : [];
  const wanted = fields.filter(
    (field) =>
      // An address that is written with its parameters has no others.
      (written.length === 0 || written.some(([name]) => name === field.name) || field.isRequired === true) &&
      (field.isRequired !== false ||
        field.value !== undefined ||
        isConversationName(field.name) ||
        isConversationByWords(field.name, field.description) ||
        inputNameScore(field.name) > 60),
  );
  const isForm =
    /x-www-form-urlencoded|(?<!not (?:a )?|no )\bform[- ]?(?:data|encod(?:ed|ing)|urlencoded|fields?|parameters?|post)|url-?encoded|formular/i.test(
      text,
    );
  const isMultipart = /multipart/i.test(text);
  const isText =
    /plain text (?:body|request)|body is (?:the )?(?:plain|raw) text|text\/plain body|raw text in the body/i.test(
      text,
    );
  const body =
    known?.body ??
    bodyOf([
      ...wanted,
      ...written
        .filter(([name]) => name !== credential?.name && !wanted.some((field) => field.name === name))
        .map(([name, value]) => writtenField(name, value)),
    ]);
  const hasFields = Object.keys(body).length > 0;
  if (hasBody && url === undefined && headers.length === 0) return [];
  return [
    requestSketch('prose', 0, {
      method: isGet ? 'GET' : method,
      url,
      headers,
      query: isGet ? parametersOf(body) : [],
      ...(isGet || hasBody
        ? {}
        : isText
          ? { bodyKind: 'text', body: hole('message') }
          : {
              bodyKind: isMultipart ? 'multipart' : isForm ? 'form' : hasFields ? 'json' : 'none',
              body: hasFields ? body : undefined,
            }),
      notes: requestFields.map(noteOf),
    }),
  ];
}

const writtenField = (name: string, value: string): ProseField =>
  proseField(name, 'query', 0, '', { value: /^[\w.-]+$/.test(value) ? value : undefined });

/** Nobody names more fields of one body in sentences. */
const MOST_FIELDS = 400;

/** What is said of a field by itself fills the fields within it that nobody names. */
function bodyOf(fields: readonly ProseField[]): JsonObject {
  let body: Json = {};
  for (const field of fields.slice(0, MOST_FIELDS)) {
    const path = pathOfName(field.name);
    if (valueAt(body, path) === undefined)
      body = withValueAt(body, path, field.value ?? choiceIn(field) ?? valueOf(field));
  }
  return isObject(body) ? body : {};
}

/** `user` or `bot`; GAS oder STROM; one of low, high: what is not the message takes one of the values it may have. */
const choiceIn = ({ name, description }: ProseField): string | undefined =>
  inputNameScore(name.split('.').at(-1) ?? '') > 40 ? undefined : firstChoice(description);

function valueOf(field: ProseField): Json {
  const type = (field.type ?? '').toLowerCase();
  if (/int|number|float/.test(type)) return 1;
  if (/bool/.test(type)) return false;
  if (/array|list|\[\]/.test(type))
    return /message/i.test(field.name) ? [{ role: 'user', content: hole('message') }] : [];
  return hole(field.name);
}

export const pathOfName = (name: string): Path =>
  // `messages[].role`: of a list, its first entry.
  dottedPath(name.replace(/^\$\.?/, '').replaceAll(/\[\](?=\.|$)/g, '[0]'));

export const noteOf = (field: ProseField): FieldNote => ({
  path: namesOf(pathOfName(field.name)),
  description: field.description,
  type: /^(?:string|integer|int|number|float|boolean|bool|object|array|text|str)/i.test(field.type ?? '')
    ? field.type
    : undefined,
  isRequired: field.isRequired,
});

const SPEAKS_OPENAI =
  /open-?ai(?:['’]s)?[- ](?:compatible|kompatib|compat|style|api|format|like|dialect|schema)|compat[ií]\w* (?:with|com|con|avec|mit) (?:the )?open-?ai|\bchat[- ]completions?\b|open-?ai互換|兼容\s*open-?ai|open-?ai\s*兼容/iu;

const MODEL =
  /(?<!\p{L})mod[eè]l(?:l|lo|o|e|ul|let|len)?(?:[- ](?:name|id))?(?!\p{L})[^.\n]{0,16}?(?:(?<!\p{L})(?:(?:is|ist|est|es) (?:called|named|genannt)|is|called|named|hei(?:ß|ss)t|ist|s['’]appelle|se llama|chama-se|si chiama|heter|heet|hedder)(?!\p{L})|[:=])\s*[`"']?(?<said>[A-Za-z][\w./:-]+)|(?<!\p{L})model(?:[- ](?:name|id))?\s+[`"']?(?<beside>\w+(?:[-.:/]\w+)+)/iu;

const NO_MODEL = /\b(?:not|no|never|without|leave out|don['’]t)\b[^.;\n]{0,16}(?<!\p{L})model(?!\p{L})/iu;

/** Whoever says that a server speaks the dialect of OpenAI has said what is sent to it. */
function openaiRequest(
  text: string,
  url: string | undefined,
  fields: readonly ProseField[],
): { url: string; body: JsonObject } | undefined {
  if (url === undefined || !/^https?:/.test(url)) return undefined;
  const speaks = SPEAKS_OPENAI.test(text);
  // An address that ends in what is called, and not in a version, is the whole of it.
  const isThere =
    /\/chat\/completions\/?$/.test(url) ||
    (speaks && /\/(?:chat|messages|generate|completions?|ask|respond)\/?$/.test(url));
  if (!isThere && !(speaks && /^https?:\/\/[^/]+(?:\/[\w-]+)*\/v\d+\/?$|^https?:\/\/[^/]+\/?$/.test(url)))
    return undefined;
  if (fields.some(({ name }) => name.startsWith('messages') || inputNameScore(name) > 80)) return undefined;
  const base = url.replace(/\/$/, '');
  const wholeUrl = isThere ? url : `${base}${/\/v\d+$/.test(base) ? '' : '/v1'}/chat/completions`;
  const messages: Json = [{ role: 'user', content: hole('message') }];
  if (NO_MODEL.test(text)) return { url: wholeUrl, body: { messages } };
  const { said, beside } = MODEL.exec(text)?.groups ?? {};
  const model = (said ?? beside ?? hole('model')).replace(/[.,;:]+$/, '');
  return { url: wholeUrl, body: { model, messages } };
}
