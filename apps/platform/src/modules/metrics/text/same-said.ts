import { isCourtesy } from './expected/courtesies.ts';
import { canonical } from './expected/lexicon.ts';
import { numbersIn } from './numbers.ts';
import { stemOf } from './stop-words.ts';
import { emphasisIn, withTypedSigns } from './typography.ts';
import { countedAt, unitAt } from './units.ts';
import { sentencesIn, tokensOf } from './words.ts';

/**
 * A text as it is read, word by word and sign by sign: without what only sets, parts or ends its words. Two such are equal only where
 * their signs are: `€5` is no `$5`, `C#` no `C`, `<` no `>`, and what is asked (“5?”) is not said.
 */
export function asWritten(text: string): string {
  const typed = withTypedSigns(text.normalize('NFC'));
  let bare = '';
  let from = 0;
  for (const { start, end, instead } of emphasisIn(typed)) {
    // What is struck through is not said.
    const isStruck = /^(?:~|<\/?(?:s|del)[\s>])/i.test(typed.slice(start, end));
    bare += typed.slice(from, start) + (isStruck ? '~' : instead);
    from = end;
  }
  return (bare + typed.slice(from))
    .toLowerCase()
    .replaceAll(/[😀😃😄😁😊🙂☺👋🙏🎉✨]\u{fe0f}?/gu, ' ')
    .replaceAll(/(?:^|\n)[ \t]*(?:#{1,6}|[-*•])[ \t]+(?!\d)/g, '\n')
    .replaceAll(/(?<!\d)[.,:]|[.,:](?!\d)|[;"'()]|!(?!=)|…/g, ' ')
    .replaceAll(/(?<=\p{L}{2})-(?=\p{L}{2})/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a text says beside its courtesies: its words in their order, signs among them, and one mark for each number. */
export interface Substance {
  readonly words: readonly string[];
  /** The same without what it is said of: “delivery takes 3 days” as “it takes 3 days”. */
  readonly unnamed: readonly string[];
  readonly numbers: readonly number[];
}

export function substanceOf(text: string): Substance {
  const kept = sentencesIn(text)
    .map((sentence) => sentence.text)
    .filter((one) => one.length > courtesyMax || !isCourtesy(tokensOf(one).join(' ')))
    .join(' ');
  const said = kept === '' ? text : kept;
  const written = asWritten(withMarks(said));
  return {
    words: wordsOf(written),
    unnamed: wordsOf(written.replace(subject, '')),
    numbers: numbersIn(said).map(({ value }) => value),
  };
}
const courtesyMax = 200;
const subject =
  /^(?:(?:the|an?|your|our|der|die|das|le|la|el)\s)?\p{L}+\s(?=(?:takes|costs|lasts|is|holds|dauert|kostet|beträgt|dure|coûte|dura|cuesta)\s\u0001)/u;

/** With a mark for each number and its unit: what these are is held against each other apart. */
function withMarks(text: string): string {
  let rest = '';
  let from = 0;
  for (const found of numbersIn(text)) {
    const isMoney = countedAt(text, found)?.kinds.includes('money') ?? false;
    const ahead = text.slice(from, found.start);
    rest += `${isMoney ? ahead.replace(/(?:[A-Za-z]{1,3}\$|\p{Sc}|[A-Z]{3})\s?$/u, '') : ahead} \u0001 `;
    from = found.end + (countedAt(text, found)?.kinds.length ? unitAt(text, found).length : 0);
  }
  return rest + text.slice(from);
}

function wordsOf(written: string): readonly string[] {
  return (written.match(piece) ?? []).flatMap((one) => {
    if (!/\p{L}/u.test(one)) return [one];
    if (one.endsWith("n't")) return ['not'];
    const form = canonical(one) ?? one;
    return form === '' || carriers.has(one) || carriers.has(form) ? [] : [stemOf(sames.get(one) ?? form)];
  });
}

const piece = /\u0001|\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*[+#]{0,2}|[^\s\p{L}\p{M}\u0001]/gu;

/** They carry what is said, and turn nothing. Of small words only these do: “before”, “after”, “over” and “for” say something. */
const carriers: ReadonlySet<string> = new Set(
  `it is are be been the a an this that there here you to of have has had take takes last lasts cost amount amounts total come comes hold
   answer result will shall about around approximately circa roughly exactly usually always certainly definitely sure indeed please and do does
   so then within in at your our its hello hi thanks thank
   es ist sind das der die ein eine einen sie dauert kostet beträgt hat haben dauer etwa genau bitte hallo
   il elle est les le la un une vous avez coûte dure el cuesta dura tiene`
    .split(/\s+/)
    .filter(Boolean),
);
const sames: ReadonlyMap<string, string> = new Map([['send', 'return']]);

/**
 * What one of two answers says beside their facts and the other does not, or in another order; undefined where nothing is, so that
 * nothing can deny what the other says.
 */
export function differenceOf(left: Substance, right: Substance): string | undefined {
  if (left.numbers.join(' ') !== right.numbers.join(' ')) return 'the order of the numbers';
  if (
    isSame(left.words, right.words) ||
    isSame(left.unnamed, right.words) ||
    isSame(left.words, right.unnamed)
  )
    return undefined;
  const [fewer, more] =
    left.words.length <= right.words.length ? [left.words, right.words] : [right.words, left.words];
  const found = more.find((one, at) => one !== fewer[at]) ?? '';
  return found === '\u0001' ? 'the order' : found;
}

/** The same words and signs in the same order; where there is one number alone, it may stand first or last. */
function isSame(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  const isOne = left.filter((one) => one === '\u0001').length < 2;
  const [one, other] = [left, right].map((words) =>
    (isOne ? words.filter((word) => word !== '\u0001') : words).join(' '),
  );
  return one === other;
}
