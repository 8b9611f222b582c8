import type { Carried, RequestSketch } from '../finding.ts';
import { wholeHole } from '../holes.ts';
import { rankInputs } from '../decisions/input-field.ts';
import { keyOf, leavesOf, samePath, type Path } from '../json-value.ts';
import type { AnswerFlow } from './evaluation/answer-flow.ts';

export const SETTING =
  /^(?:id|name)$|user|lang|locale|model|mode|type|kind|role|agent|status|title|query|question|message|text|prompt|source|topic|product|order|customer|file|url|date|time|tag/i;

/** Marks the fields that code fills from earlier answers: what goes on with a conversation, whatever it is called. */
export function withCarried(request: RequestSketch, flow: AnswerFlow, places: readonly Path[]) {
  if (request.body === undefined) return request;
  const input = rankInputs(request.body, [])[0]?.path ?? [];
  const carried = leavesOf(request.body).flatMap(({ path, value }): Carried[] => {
    const name = wholeHole(value);
    const isOpen = name !== undefined || value === null || value === '';
    const answer =
      (name === undefined ? undefined : flow.placeOfName(name)) ??
      (isOpen && !samePath(path, input) && !SETTING.test(keyOf(path))
        ? places.find((place) => keyOf(place) === keyOf(path))
        : undefined);
    return answer === undefined || path.some((step) => typeof step === 'number')
      ? []
      : [{ request: path, answer }];
  });
  return carried.length === 0 ? request : { ...request, carried };
}
