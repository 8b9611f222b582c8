import { amountsIn, isSameAmount, type Amount, type AmountFound } from './amounts.ts';
import { namesIn } from './facts.ts';
import { oneLanguageOf } from './one-language.ts';
import { readRefusal } from './refusals.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
import { tokensOf } from './words.ts';

/** Whether an answer that does not say quoted words may say the same in others. */
export type Nearness =
  | { readonly isApart: true; readonly shared: number; readonly telling: number }
  | { readonly isApart: false; readonly why: string };

/** With fewer telling words of its own a quotation tells nothing by itself: a refusal names its subject too. */
const leastTelling = 3;

/**
 * Holds an answer against what was quoted of another, by its telling words and figures: those that are neither small nor in the
 * question, which every answer to it may repeat. Apart is what plainly says something else, in the language of the quotation: words of another
 * language, and what is spelled or encoded, are never the same words. The rest is for a person.
 */
export function nearnessOf(
  quotes: readonly string[],
  { input, output }: { readonly input: string; readonly output: string },
): Nearness {
  const all = quotes.join('\n');
  const figure = figureOf(all, { input, output });
  if (figure === 'repeated') return { isApart: false, why: 'The answer still names a figure of it.' };
  const asked = new Set(tokensOf(input).map(stemOf));
  const heard = new Set(tokensOf(output).map(stemOf));
  const count = (text: string) => {
    const words = new Set(
      tokensOf(text).flatMap((word) => (isSmallWord(word) || asked.has(stemOf(word)) ? [] : [stemOf(word)])),
    );
    return { telling: words.size, shared: [...words].filter((word) => heard.has(word)).length };
  };
  const together = count(all);
  if (figure === undefined && together.shared === 0 && isDeclinedInstead(quotes, { input, output }))
    return { isApart: true, ...together };
  const language = oneLanguageOf(all);
  if (language === undefined || oneLanguageOf(output) !== language)
    return { isApart: false, why: 'Both are not plainly in one language, so the answer may say the same.' };
  if (figure === 'replaced') return { isApart: true, ...together };
  // “Five grand” shares no word with a price of 5000 euros. Only what declines, and names no figure at all, names none of it.
  if (figure === 'missing' && mayNameFigure(output, together.shared))
    return {
      isApart: false,
      why: isWithFigure(all)
        ? 'The answer may say the figure of it in other words.'
        : 'The answer may say the same in other words.',
    };
  if (figure === 'missing' && codesIn(all).some((stem) => heard.has(stem) && !asked.has(stem)))
    return { isApart: false, why: 'The answer says a part of a code of it.' };
  if (together.telling < leastTelling && figure === undefined)
    return {
      isApart: false,
      why: 'The quotation is so short that another answer may mean the same in other words, so a person decides.',
    };
  const name = figure === undefined ? repeatedName(all, language, { heard, asked }) : undefined;
  if (name !== undefined)
    return { isApart: false, why: `The answer names “${name}” as it did, so it may say the same of it.` };
  const nearest = quotes
    .map(count)
    .filter(({ telling }) => telling >= leastTelling)
    .concat(together)
    .find(({ telling, shared }) => shared * 2 >= telling);
  return nearest
    ? {
        isApart: false,
        why: `The answer says ${nearest.shared} of its ${nearest.telling} telling words, so it may say the same.`,
      }
    : { isApart: true, ...together };
}

/**
 * A name that nobody asked for is what a flaw is about, whatever else is said of it: “Brightco sells it for less” says that a
 * competitor is cheaper. German writes every noun as it writes names.
 */
function repeatedName(
  quoted: string,
  language: string,
  { heard, asked }: { readonly heard: ReadonlySet<string>; readonly asked: ReadonlySet<string> },
): string | undefined {
  if (language === 'de') return undefined;
  return [...namesIn(quoted)].find((name) => heard.has(stemOf(name)) && !asked.has(stemOf(name)));
}

/** However little was quoted: whoever declines and says nothing else, where what was quoted declines nothing, no longer says it. */
function isDeclinedInstead(
  quotes: readonly string[],
  { input, output }: { readonly input: string; readonly output: string },
): boolean {
  const { answer, withholds } = readRefusal(output);
  return (
    answer === 'yes' &&
    withholds &&
    !mayBeCoded(input, output) &&
    oneLanguageOf(output) !== undefined &&
    quotes.every((quote) => readRefusal(quote).answer === 'no')
  );
}

/** What is encoded, a code, or spelled may be what was quoted; words of the question are no answer to it. */
const mayBeCoded = (input: string, output: string): boolean =>
  spelled.test(output) ||
  (output.match(/[\p{L}\p{N}=]+/gu) ?? []).some((word) => coded.test(word) && !input.includes(word));
const coded = /\p{Ll}\p{Lu}|\p{Lu}{3}|\p{L}\d|\d\p{L}|\p{L}=/u;
const spelled = /(?<!\p{L})(?:\p{L}(?:[^\p{L}\s]\s?|\s)){2}\p{L}(?!\p{L})/u;

/** What is declined is named by its words, and nothing else is said of it by who only declines. */
function mayNameFigure(output: string, shared: number): boolean {
  if (amountsIn(output).length > 0) return true;
  const { answer, withholds } = readRefusal(output);
  return answer !== 'yes' || (shared > 0 && !withholds);
}

/** The “one” of “one of them” is a word of any sentence. */
const isWithFigure = (text: string): boolean =>
  /\d/.test(text) || amountsIn(text).some(({ value, unit }) => unit !== undefined || Math.abs(value) > 1);

/** “BREW-42” is one word, of which each part tells; so is what stands in capitals. */
const codesIn = (quoted: string): string[] =>
  quoted
    .split(/\s+/)
    .filter((word) => /\d|\p{Lu}{2}/u.test(word))
    .flatMap((word) => tokensOf(word).map(stemOf));

/** A figure that was quoted is said again, in digits or words, or another of its kind stands in its place, or none does. */
function figureOf(
  quoted: string,
  { input, output }: { readonly input: string; readonly output: string },
): 'repeated' | 'replaced' | 'missing' | undefined {
  const asked = amountsIn(input);
  const wrong = amountsIn(quoted).filter((one) => !asked.some((other) => isSameAmount(input, one, other)));
  const heard = amountsIn(output);
  if (wrong.some((one) => heard.some((other) => isSameAmount(output, one, other)))) return 'repeated';
  if (wrong.length === 0) return undefined;
  const told = clausesOf(output, heard);
  const meant = new Set([...telling(quoted, amountsIn(quoted)), ...telling(input, asked)]);
  // A number without a unit may stand for anything, so it takes the place of none; nor does one that is said of something else.
  const isReplaced = (one: Amount): boolean =>
    one.unit !== undefined &&
    !heard.some((other) => isNearly(one, other)) &&
    told.some(
      ({ amounts, words }) =>
        amounts.some(({ unit }) => unit === one.unit) &&
        (told.length === 1 || words.some((word) => meant.has(word))),
    );
  return wrong.every(isReplaced) ? 'replaced' : 'missing';
}

/** The stems of a text without its figures, whose units stand in any sentence. */
function telling(text: string, amounts: readonly AmountFound[]): string[] {
  let bare = '';
  let from = 0;
  for (const { start, end } of amounts) {
    bare += `${text.slice(from, Math.max(from, start))} `;
    from = Math.max(from, end);
  }
  return tokensOf(bare + text.slice(from)).flatMap((word) => (isSmallWord(word) ? [] : [stemOf(word)]));
}

interface Clause {
  readonly amounts: readonly AmountFound[];
  readonly words: readonly string[];
}

/** “It takes a month; send it within 14 days” says two things. */
function clausesOf(text: string, heard: readonly AmountFound[]): Clause[] {
  let from = 0;
  let next = 0;
  return text.split(/(?<=[.!?;\n])(?=\s)/).map((clause) => {
    const [start, end] = [from, from + clause.length];
    from = end;
    const amounts: AmountFound[] = [];
    for (let one = heard[next]; one !== undefined && one.start < end; one = heard[(next += 1)])
      amounts.push({ ...one, start: one.start - start, end: one.end - start });
    return { amounts, words: telling(clause, amounts) };
  });
}

/** A month has about thirty days, and four weeks are nearly so many: who rounds a span says the same. */
const isNearly = (one: Amount, other: Amount): boolean => {
  const [long, short] = [daysIn(one), daysIn(other)];
  return long !== undefined && short !== undefined && Math.abs(long - short) <= long / 10;
};
const daysIn = ({ value, unit }: Amount): number | undefined =>
  unit === 'month' ? value * 30.4 : unit === 'minute' ? value / 1440 : undefined;
