import { personsIn } from './personal-record.ts';
import { textOf } from './text-of-turn.ts';
import { contentWords } from './words.ts';
import { hasText, type Turn } from '../turns.ts';

/** “I am Wanda”, “Wanda here”, “Wanda is the assistant of …”: by what name it goes. */
const ofItself: readonly RegExp[] = [
  /\b(?:I(?:['’]m| am)|[Mm]y name is|[Cc]all me|[Tt]his is|(?:talking|speaking|chatting) (?:to|with)) (\p{Lu}[\p{L}-]+)/gu,
  /(?<![\p{L}-])(\p{Lu}[\p{L}-]+),? (?:here(?!\p{L})|(?:is |your |the |an? |our )(?:\p{L}+ ){0,3}(?:assistant|bot|chatbot|helper|agent)(?!\p{L}))/gu,
];

/** By what name the target goes. */
export const namesOfItself = (turns: readonly Turn[]): ReadonlySet<string> =>
  new Set(turns.filter(hasText).map(textOf).flatMap(namedItself));
const namedItself = (text: string): string[] =>
  ofItself.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name));

/** The words of names of people and of the target itself: who somebody is, is no matter that anything is about. */
export function namesSaid(turns: readonly Turn[]): ReadonlySet<string> {
  const answers = turns.filter(hasText).map(textOf);
  const texts = [...answers, ...turns.map(({ sent }) => sent)];
  const names = [...texts.flatMap(personsIn), ...answers.flatMap(namedItself)];
  if (names.length === 0) return new Set();
  // “Premium Wash” is a wash: what is written small elsewhere is no name.
  const small = new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{L}-]+/gu) ?? []));
  return new Set(
    names.flatMap((name) => {
      const words = name.split(/[ .]+/).filter((word) => word.length > 1);
      return words.some((word) => small.has(word.toLowerCase())) ? [] : words.flatMap(contentWords);
    }),
  );
}
