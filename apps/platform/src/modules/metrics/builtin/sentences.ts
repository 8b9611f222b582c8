import { z } from 'zod';
import { defineKind, doubtful, scored, span, within } from '../kind.ts';
import { sentencesIn, type Sentence } from '../text/words.ts';
import { bounds, boundsInWords } from './length.ts';

export const sentences = defineKind({
  kind: 'sentences',
  title: 'Number of sentences',
  page: 'Passes when the answer has as many sentences as you allow. A line break ends a sentence, so the items of a list count one each; common abbreviations and decimal points do not end one. Where it depends on what may be one more abbreviation or an ordinal ("z. B.", "U.S.", "3. Oktober"), it is unclear. An answer in which nothing is seen fails what asks for more, and is otherwise not evaluated.',
  needs: ['output'],
  args: z
    .strictObject(bounds)
    .refine(({ min, max }) => min !== undefined || max !== undefined, {
      message: 'A limit is needed: at least or at most.',
    })
    .refine(({ min, max }) => (min ?? 0) <= (max ?? Infinity), {
      message: 'The least is larger than the most.',
    }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    (limits) =>
    ({ output }) => {
      const { min = 0, max = Infinity } = limits;
      const text = output ?? '';
      const found = sentencesIn(text);
      const beyond = found[max];
      const scoreOf = (count: number): number => (count < min ? count / min : within(count, max));
      const ends = found.map((sentence, at) => endOf(text, sentence, found[at + 1]));
      const most = found.length - ends.filter((end) => end === 'none').length;
      const least = most - ends.filter((end) => end === 'perhaps').length;
      const reason = `The answer has ${most} sentences; ${boundsInWords(limits)} are asked for.`;
      const evidence = beyond && least > max ? [span('output', text, beyond.start, text.length)] : [];
      const [one, other] = [scoreOf(most), scoreOf(least)];
      return one === other
        ? scored(one, reason, evidence)
        : doubtful(
            { low: Math.min(one, other), high: Math.max(one, other) },
            `${reason} Some may end in an abbreviation or an ordinal: then there are ${least}.`,
            evidence,
          );
    },
});

/** Whether a sentence ends where the full stop stands: “9 a.m. to 5 p.m.”, “z. B.” and “3. Oktober” go on, as far as one can tell. */
function endOf(
  text: string,
  { text: body, end }: Sentence,
  next: Sentence | undefined,
): 'sure' | 'perhaps' | 'none' {
  if (!next || !body.endsWith('.') || text.slice(end, next.start).includes('\n')) return 'sure';
  const goesOn = /^[\p{Ll}\d]/u.test(next.text);
  if (/\p{L}\.\p{L}\.$|(?:^|[\s(])\p{L}\.$/u.test(body)) return goesOn ? 'none' : 'perhaps';
  return shortened.test(body) || /(?<!\p{L})\p{Lu}\p{L}\.$/u.test(body) || /(?:^|\s)\d{1,4}\.$/.test(body)
    ? 'perhaps'
    : 'sure';
}
const shortened =
  /(?<!\p{L})(?:nos|min|std|sek|tel|str|usw|ggf|inkl|exkl|evtl|max|fig|vol|dept|est|gov|col|gen|rev|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|okt|dez|bzw|vgl|abs|zzgl|geb|env|tél|pág|sra|dra)\.$/iu;
