import {
  isConversationName,
  isIdentifier,
  keyOf,
  leavesOf,
  plain,
  type Json,
  type Leaf,
} from '@sonde/paste-reader';
import { isOfAnAnswer } from '@sonde/paste-reader/no-conversation';

/** The identifiers of an answer that no request sends back, under names that do not say what they are of. */
export function identifiersGivenOut(
  sent: readonly Leaf[],
  answer: Json | undefined,
): { readonly path: Leaf['path']; readonly value: string }[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const names = new Set(sent.map(({ path }) => plain(keyOf(path))));
  return leavesOf(answer).flatMap(({ path, value }) =>
    path.length <= 2 &&
    typeof path.at(-1) === 'string' &&
    isIdentifier(value) &&
    !/^\d{4}-\d{2}-\d{2}|^[\d.,-]{1,6}$|^v?\d+(?:[.-]\d+)*$/.test(value) &&
    !names.has(plain(keyOf(path))) &&
    !isOfAnAnswer(keyOf(path)) &&
    // Names of conversations have been tried and refused by then.
    !isConversationName(keyOf(path))
      ? [{ path, value }]
      : [],
  );
}
