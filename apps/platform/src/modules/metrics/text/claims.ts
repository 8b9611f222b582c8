import { percentWords } from '@sonde/contract/decided';
import type { Decimal } from './decimals.ts';
import { denies, namesIn } from './facts.ts';
import { numbersIn } from './numbers.ts';
import { isSmallWord, stemOf } from './stop-words.ts';
import { sentencesIn, tokensOf, type Sentence } from './words.ts';

export interface Claim {
  readonly sentence: Sentence;
  readonly support: 'supported' | 'weak' | 'unsupported';
  readonly why: string;
}

interface Passage {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<Decimal>;
  readonly denies: boolean;
}

const small = /^(?:\d{1,2}[.)]|[-*•])\s*/;
const noClaim =
  /\?$|\b(?:let me know|feel free|happy to|glad to|hope (?:this|that)|here (?:is|are|'s)|thank you|you're welcome|please|i(?:'d| would) (?:recommend|suggest)|would you like|based on (?:the|your)|according to the (?:context|document|information|text)s?[,.:]?$|i (?:do not|don't) (?:have|know|see)|not (?:mentioned|specified|stated|provided|included) in|in summary|sure|certainly|of course)\b/i;

const claimsMax = 200;
const passagesMax = 4000;

/** Sentences of the answer that claim something, each held against the passages. */
export function claimsIn(output: string, context: readonly string[]): Claim[] {
  const passages = context
    .flatMap((text) => sentencesIn(text))
    .slice(0, passagesMax)
    .map(({ text }) => readPassage(text));
  const everything = new Set(passages.flatMap(({ numbers }) => [...numbers]));
  const stems = new Set(passages.flatMap((passage) => [...passage.stems]));
  const claims: Claim[] = [];
  for (const sentence of sentencesIn(output)) {
    const text = sentence.text.replace(small, '');
    const wanted = contentStems(text);
    if (wanted.length < 2 && numbersIn(text).length === 0) continue;
    if (noClaim.test(text) && numbersIn(text).length === 0) continue;
    claims.push({ sentence, ...judgeClaim({ text, wanted, passages, everything, stems }) });
    if (claims.length >= claimsMax) break;
  }
  return claims;
}

interface Held {
  readonly text: string;
  readonly wanted: readonly string[];
  readonly passages: readonly Passage[];
  readonly everything: ReadonlySet<Decimal>;
  readonly stems: ReadonlySet<string>;
}

/** Numbers and names must stand there; words must stand together, in one sentence and its neighbours. */
function judgeClaim({ text, wanted, passages, everything, stems }: Held): Omit<Claim, 'sentence'> {
  const numbers = numbersIn(text.replaceAll(/\[\d{1,3}\]/g, '')).map(({ exact }) => exact);
  const foreign = numbers.find((number) => !everything.has(number));
  if (foreign !== undefined) return { support: 'unsupported', why: `the context does not say ${foreign}` };
  const name = [...namesIn(text)].find((candidate) => !stems.has(stemOf(candidate)));
  const { share, at } = bestPassage(wanted, passages);
  const near = new Set(
    passages.slice(Math.max(0, at - 1), at + 2).flatMap((passage) => [...passage.numbers]),
  );
  if (numbers.some((number) => !near.has(number)))
    return share >= 0.5
      ? { support: 'unsupported', why: 'the context says its numbers of something else' }
      : { support: 'weak', why: 'its numbers stand elsewhere in the context' };
  if (name !== undefined)
    return { support: 'unsupported', why: `the context does not name "${name.slice(0, 60)}"` };
  const best = passages[at];
  if (best && share >= 0.6 && best.denies !== denies(text))
    return { support: 'unsupported', why: 'the context says the opposite' };
  if (share >= 0.6) return { support: 'supported', why: 'the context says so' };
  if (share >= 0.4)
    return { support: 'weak', why: `the context shares ${percentWords(share * 100)} of its words` };
  return { support: 'unsupported', why: `the context shares ${percentWords(share * 100)} of its words` };
}

function bestPassage(wanted: readonly string[], passages: readonly Passage[]): { share: number; at: number } {
  let best = { share: 0, at: 0 };
  for (const [at, passage] of passages.entries()) {
    const beside = [passages[at - 1], passages[at + 1]];
    let count = 0;
    for (const stem of wanted) {
      if (passage.stems.has(stem)) count += 1;
      else if (beside.some((other) => other?.stems.has(stem))) count += 0.75;
    }
    const share = wanted.length === 0 ? 1 : count / wanted.length;
    if (share > best.share) best = { share, at };
  }
  return best;
}

const readPassage = (text: string): Passage => ({
  stems: new Set(contentStems(text)),
  numbers: new Set(numbersIn(text).map(({ exact }) => exact)),
  denies: denies(text),
});

const contentStems = (text: string): string[] =>
  [...new Set(tokensOf(text))].filter((word) => !isSmallWord(word) && !/^\d+$/.test(word)).map(stemOf);
