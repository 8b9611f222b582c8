import { hasText, type Turn } from '../turns.ts';
import { textOf } from './text-of-turn.ts';

const readMost = 200;

/** Where the first word is written large whatever it is. */
const beginsSentence = /(?:^|[.!?:\n“"(•*-])\s*$/;

/**
 * A subject as the target's answers spell it: the capitals of “Willow Vet Clinic” are part of the name. What is written small
 * anywhere is no name, and a large letter that only begins a sentence shows none.
 */
export function asWritten(subject: string, turns: readonly Turn[]): string {
  const spelled = new Set<string>();
  for (const text of turns.filter(hasText).map(textOf)) {
    const low = text.toLowerCase();
    // A letter may be longer when it is small, and nothing would be found at its place.
    if (low.length !== text.length) continue;
    for (
      let at = low.indexOf(subject.toLowerCase()), read = 0;
      at >= 0 && read < readMost;
      at = low.indexOf(subject.toLowerCase(), at + subject.length), read += 1
    ) {
      const found = text.slice(at, at + subject.length);
      const isWhole =
        !/[\p{L}\p{N}]$/u.test(text.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(text.slice(at + subject.length));
      const showsItself = !beginsSentence.test(text.slice(Math.max(0, at - 3), at)) || / \p{Lu}/u.test(found);
      if (isWhole && showsItself) spelled.add(found);
    }
  }
  const [only, ...more] = spelled;
  return only !== undefined && more.length === 0 && /^\p{Lu}/u.test(only) ? only : subject;
}
