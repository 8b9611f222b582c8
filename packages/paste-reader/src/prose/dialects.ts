import { hole } from '../holes.ts';
import { inputNameScore } from '../names.ts';
import type { Json, JsonObject } from '../json-value.ts';
import type { ProseField } from './fields.ts';

const SPEAKS_OPENAI =
  /open-?ai(?:['’]s)?[- ](?:compatible|kompatib|compat|style|api|format|like|dialect|schema)|compat[ií]\w* (?:with|com|con|avec|mit) (?:the )?open-?ai|\bchat[- ]completions?\b|open-?ai互換|兼容\s*open-?ai|open-?ai\s*兼容/iu;

const MODEL =
  /(?<!\p{L})mod[eè]l(?:l|lo|o|e|ul|let|len)?(?:[- ](?:name|id))?(?!\p{L})[^.\n]{0,16}?(?:(?<!\p{L})(?:(?:is|ist|est|es) (?:called|named|genannt)|is|called|named|hei(?:ß|ss)t|ist|s['’]appelle|se llama|chama-se|si chiama|heter|heet|hedder)(?!\p{L})|[:=])\s*[`"']?(?<said>[A-Za-z][\w./:-]+)|(?<!\p{L})model(?:[- ](?:name|id))?\s+[`"']?(?<beside>\w+(?:[-.:/]\w+)+)/iu;

const NO_MODEL = /\b(?:not|no|never|without|leave out|don['’]t)\b[^.;\n]{0,16}(?<!\p{L})model(?!\p{L})/iu;

/** Whoever says that a server speaks the dialect of OpenAI has said what is sent to it. */
export function openaiRequest({
  text,
  url,
  fields,
}: {
  text: string;
  url: string | undefined;
  fields: readonly ProseField[];
}): { url: string; body: JsonObject } | undefined {
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
  const said = MODEL.exec(text)?.groups;
  const model: Json = (said?.['said'] ?? said?.['beside'] ?? hole('model')).replace(/[.,;:]+$/, '');
  return {
    url: wholeUrl,
    body: { model, messages },
  };
}
