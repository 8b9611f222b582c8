import { isDenied, isDoubted, isUnreal } from '../polarity.ts';
import { sharedWith } from './agreement.ts';
import type { Read } from './read.ts';
import { lapsed } from './rest.ts';
import { stemsOf } from './stems.ts';

/**
 * “The Mill Lane branch is open on Sunday”, where it is expected to be closed then. What the question asks of is named: another branch
 * may well be open.
 */
export function saysOtherState({ given, said }: Read, body: string): boolean {
  const [state, other] = states.find(([one]) => one.test(body)) ?? [];
  if (state === undefined || other === undefined || said.some(({ part }) => state.test(part.text)))
    return false;
  const turned = body.replace(state, other);
  const own = new Set(stemsOf(`${body} ${turned}`));
  const subject = stemsOf(given.input).filter((stem) => !own.has(stem));
  // Where the question names nothing, the statement itself has to.
  return (
    (subject.length > 0 || stemsOf(turned).length > 2) &&
    said.some(({ part: { text } }) => {
      const told = new Set(stemsOf(text));
      return (
        sharedWith(turned, text) === 1 &&
        subject.every((stem) => told.has(stem)) &&
        !isDenied(text) &&
        !isUnreal(text) &&
        !isDoubted(text) &&
        !lapsed.test(text) &&
        !/\b(?:if|when|whenever|unless|until|will|soon|only|used to|normally|usually)\b/i.test(text)
      );
    })
  );
}
/** What is the one is not the other. */
const states: readonly (readonly [RegExp, string])[] = [
  [/\bopen\b/i, 'closed'],
  [/\b(?:closed|shut)\b/i, 'open'],
];
