import { isIdentifier } from './conversation.ts';
import type { Carried, Findings, RequestSketch } from '../finding.ts';
import { isObject, keyOf, leavesOf, valueAt, type JsonObject } from '../json-value.ts';

/**
 * Of two calls to one address the later has a value that the earlier had not and that an answer gave out under the same
 * name: it goes on with the conversation, wherever it stands.
 */
export function carriedBetween(
  body: JsonObject,
  request: RequestSketch,
  findings: Findings,
): Carried | undefined {
  const calls = findings.requests.flatMap((other) =>
    isObject(other.body) && (other.url === undefined || other.url === request.url) ? [other.body] : [],
  );
  const answers = [...findings.answers, ...findings.requests.flatMap((other) => other.answers)].filter(
    ({ isError }) => !isError,
  );
  for (const later of calls)
    for (const { path, value } of leavesOf(later)) {
      if (!isIdentifier(value)) continue;
      const isAdded = [body, ...calls].some(
        (first) =>
          first !== later &&
          (valueAt(first, path) ?? '') === '' &&
          Object.keys(first).every((name) => Object.hasOwn(later, name)),
      );
      if (!isAdded) continue;
      for (const answer of answers) {
        const source = leavesOf(answer.value).find(
          (leaf) => leaf.value === value && keyOf(leaf.path) === keyOf(path),
        );
        if (source !== undefined) return { request: path, answer: source.path };
      }
    }
  return undefined;
}
