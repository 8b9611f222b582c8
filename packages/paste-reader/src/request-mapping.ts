import { isMessageLoop } from './decisions/decide-body.ts';
import type { Hypothesis } from './hypothesis.ts';
import { isObject, leavesOf, type JsonObject } from './json-value.ts';

/** The request template as an endpoint stores it: an object where it is one, else text that renders to the body. */
export function requestMappingOf({ template, bodyKind }: Hypothesis): string | JsonObject {
  if (template === undefined) return {};
  if (bodyKind === 'text') return typeof template === 'string' ? template : JSON.stringify(template);
  const hasLoop =
    typeof template === 'object' && leavesOf(template).some(({ value }) => isMessageLoop(value));
  if (!hasLoop) return isObject(template) ? template : JSON.stringify(template);
  // The loop is text of the template, not a text in it.
  return JSON.stringify(template, null, 2).replace(
    /"\[\{% for message in messages %\}(?:[^"\\]|\\.)*"/g,
    (loop) => JSON.parse(loop) as string,
  );
}
