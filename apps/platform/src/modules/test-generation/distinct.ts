import { amountIn } from './sentence-tests.ts';

/** Texts that say nearly the same are one test; what differs in a number or a negation never is. */
export function createDistinct(threshold = 0.9) {
  const kept: { readonly grams: ReadonlySet<string>; readonly marks: string }[] = [];
  return {
    /** False for what is as good as there already. */
    take(text: string): boolean {
      const folded = text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
      const grams = gramsOf(folded);
      const marks = marksOf(folded);
      if (kept.some((one) => one.marks === marks && jaccard(one.grams, grams) >= threshold)) return false;
      kept.push({ grams, marks });
      return true;
    },
  };
}

/** The same value in sentences that share two words of content is the same fact, told twice. */
export function createFacts() {
  const kept: {
    readonly value: string;
    readonly unit: string;
    readonly way: string;
    readonly from: string;
    readonly words: ReadonlySet<string>;
  }[] = [];
  return {
    take({
      prompt,
      values,
      expected,
      category,
    }: {
      readonly prompt: string;
      readonly expected: string;
      /** One way to ask: asked for plainly and told wrongly, the same fact is two tests. */
      readonly category: string;
      readonly values?: readonly string[];
    }): boolean {
      // Beside another, the value decides nothing, and is the same fact.
      const value = values?.join(' ') ?? (category === 'Choice' ? amountIn(expected) : undefined);
      if (value === undefined || !/\d/.test(value)) return true;
      const said = /“(.*)”/s.exec(prompt)?.[1] ?? prompt;
      const from = expected.replace(/^No\. /, '');
      const words = new Set(said.toLowerCase().match(/\p{L}{3,}/gu));
      const sentence = prompt.includes('…') ? said.replace('…', value) : expected;
      // A bare number with its unit behind it, such as 2.4 GHz, is hardly ever two facts.
      const unit =
        sentence.slice(sentence.indexOf(value) + value.length).match(/^ (\p{Lu}\p{L}+)/u)?.[1] ?? '';
      const isKnown = kept.some(
        (one) =>
          one.value === value &&
          // In another way it is asked once more, but not of another sentence.
          (one.way === category || one.from !== from) &&
          ((unit !== '' && one.unit === unit) ||
            [...words].filter((word) => one.words.has(word)).length >= 2),
      );
      if (!isKnown) kept.push({ value, unit, way: category, from, words });
      return !isKnown;
    },
  };
}

const gramLength = 5;

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at <= Math.max(0, text.length - gramLength); at += 1)
    grams.add(text.slice(at, at + gramLength));
  return grams;
}

function jaccard(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  if (small.size < large.size * 0.5) return 0;
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
}

const marksOf = (text: string): string =>
  [...text.matchAll(/\d+(?:[.,]\d+)*|\b(?:no|not|never|none|without|cannot|\w+n't)\b/g)]
    .map(([mark]) => mark)
    .toSorted()
    .join(' ');
