import { isMessageLoop } from './decisions/decide-body.ts';
import type { ConversationMode, Hypothesis } from './hypothesis.ts';
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

/** How a conversation is carried on, as the request itself says it: nobody can claim one that is not sent. */
export function modeOf({
  template,
  url,
  headers,
}: Pick<Hypothesis, 'template' | 'url' | 'headers'>): ConversationMode {
  const body = JSON.stringify(template ?? '');
  if (/\{\{-?\s*messages\b|\bin messages\s*-?%\}/.test(body)) return 'stateless';
  const sent = [body, url ?? '', ...Object.values(headers)];
  return sent.some((part) => /\{\{[^}]*\bconversation_id\b/.test(part)) ? 'stateful' : 'single_turn';
}
