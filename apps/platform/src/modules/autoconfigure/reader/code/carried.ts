import type { Carried, RequestSketch } from '../finding.ts';
import { wholeHole } from '../holes.ts';
import { leavesOf } from '../json-value.ts';
import type { AnswerFlow } from './evaluation/answer-flow.ts';

/** Marks the fields that code fills from earlier answers: what goes on with a conversation, whatever it is called. */
export function withCarried(request: RequestSketch, flow: AnswerFlow): RequestSketch {
  if (request.body === undefined) return request;
  const carried = leavesOf(request.body).flatMap(({ path, value }): Carried[] => {
    const name = typeof value === 'string' ? wholeHole(value) : undefined;
    const answer = name === undefined ? undefined : flow.placeOfName(name);
    return answer === undefined || path.some((step) => typeof step === 'number')
      ? []
      : [{ request: path, answer }];
  });
  return carried.length === 0 ? request : { ...request, carried };
}
