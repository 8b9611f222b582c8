import type { SampleAnswer } from '../../finding.ts';
import { isObject, type Json, type JsonObject } from '../../json-value.ts';
import { parseRelaxedJson } from '../../formats/relaxed-json.ts';
import { sampleOfSchema } from '../../formats/schema-sample.ts';
import { enclosed } from '../../scanning.ts';
import { typedAnswer } from './returns.ts';
import { type DeclaredField, typescriptFields, validatorFields } from '../types/field-readers.ts';

/** JSON Schemas that a route is registered with: `schema: { body: {…}, response: { 200: {…} } }`. */
export function schemasIn(part: string): { body: JsonObject | undefined; answer: SampleAnswer | undefined } {
  const body = sampleAt(part, /\bbody\s*:\s*(?=\{\s*["']?(?:type|properties|required)["']?\s*:)/, false);
  const answer = sampleAt(
    part,
    /\bresponse\s*:\s*\{\s*["']?(?:200|201|2xx)["']?\s*:\s*(?=\{\s*["']?(?:type|properties)["']?\s*:)/,
    true,
  );
  return {
    body: isObject(body) ? body : undefined,
    answer: answer === undefined ? undefined : typedAnswer(answer),
  };
}

function sampleAt(part: string, pattern: RegExp, everything: boolean): Json | undefined {
  const match = pattern.exec(part);
  const schema = match ? parseRelaxedJson(part, match.index + match[0].length)?.value : undefined;
  return isObject(schema) && isObject(schema['properties'])
    ? sampleOfSchema(schema, schema, { everything }).value
    : undefined;
}

/** A validator written where it is used: `zValidator('json', z.object({…}))`, `validate(Joi.object({…}))`, `payload: Joi.object({…})`. */
export function inlineFields(part: string): DeclaredField[] | undefined {
  const match =
    /(?:[vV]alidat\w*|body|payload|schema|input)\s*[:(]\s*(?:["'](?:json|body|form)["']\s*,\s*)?(?:z|Joi|joi|yup|v|t)\.(?:object|Object)\(\s*\{/.exec(
      part,
    );
  const isOwn = match !== null && !isForModel(part.slice(0, match.index));
  const inner = isOwn ? enclosed(part, match.index + match[0].length - 1)?.inner : undefined;
  const fields = inner === undefined ? typedInPlace(part) : validatorFields(inner);
  return fields.length === 0 ? undefined : fields;
}

/** `generateObject({ …, schema: … })` says what a model shall give; nobody sends it. */
const isForModel = (before: string): boolean => {
  const calls: string[] = [];
  for (const [, name = '', bracket = ''] of before.matchAll(/(\w*)\s*([()])/g))
    if (bracket === '(') calls.push(name);
    else calls.pop();
  return calls.some((name) => /generate|complet|stream(?:Object|Text)|invoke|tool/i.test(name));
};

/** `c.req.json<{ article: string }>()`, `const { article }: { article: string } = await req.json()`. */
function typedInPlace(part: string): DeclaredField[] {
  const match =
    /(?:req|request|body|Body)\w*\.?(?:json|body|valid)?<\s*\{/.exec(part) ??
    /\}\s*:\s*\{(?=[^{}]*\}\s*=\s*(?:await\s+)?(?:req|request|ctx|c)\b)/.exec(part);
  const inner = match ? enclosed(part, match.index + match[0].length - 1)?.inner : undefined;
  return inner === undefined ? [] : typescriptFields(inner);
}
