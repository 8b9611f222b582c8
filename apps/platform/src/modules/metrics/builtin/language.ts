import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import { defineKind, notEvaluated, scored, span } from '../kind.ts';
import { languageName, languageReader } from '../text/languages.ts';
import { smallWordsBy } from '../text/stop-words.ts';
import { sentencesIn, tokensOf } from '../text/words.ts';

const lettersMin = 20;

export const language = defineKind({
  kind: 'language',
  title: 'Language of the answer',
  page: 'Tells the language of each paragraph of the answer; passes when enough of its letters stand in paragraphs of the language you name. Code blocks and links are left out. Nothing is decided on fewer than 20 letters, where the language is not sure, or where the answer is in two languages and neither has the share you set. Russian, Ukrainian, Belarusian and Bulgarian, and Czech and Slovak, are told apart by letters that one has and the other has not; where a text has none of them and both are likely, nothing is decided. Norwegian and Danish, Serbian and Croatian are hard to tell apart.',
  needs: ['output'],
  args: z.strictObject({
    language: z
      .string()
      .trim()
      .toLowerCase()
      .regex(
        /^[a-z]{2}$/,
        'A language is named by the two letters that stand for it, such as de for German (ISO 639-1).',
      )
      .meta({
        title: 'Language',
        description: 'Two letters, such as de for German or en for English (ISO 639-1).',
      }),
    min_share: z
      .number()
      .gt(0)
      .max(1)
      .default(0.8)
      .meta({ title: 'Share of the answer at least', description: '0.8 is 80 %.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 200_000,
  // What tells languages apart weighs 90 MB: it is loaded beside the thread that answers, and only when asked for.
  isHeavy: true,
  async open({ language: wanted, min_share }) {
    const read = await languageReader();
    return ({ output }) => {
      const text = output ?? '';
      let letters = 0;
      let right = 0;
      let unsure = 0;
      const other: { start: number; end: number; language: string }[] = [];
      for (const part of paragraphs(text)) {
        const found = read(part.text, wanted);
        const count = lettersOf(part.text);
        letters += count;
        if (found === undefined) unsure += count;
        else if (found !== wanted) other.push({ start: part.start, end: part.end, language: found });
        else {
          // One paragraph may say the same in two languages, one sentence after the other.
          const foreign = foreignIn(part.text, wanted);
          right += count - foreign.letters;
          if (foreign.language !== undefined)
            other.push({ start: part.start, end: part.end, language: foreign.language });
        }
      }
      if (letters < lettersMin)
        return notEvaluated('unclear', `The answer has ${letters} letters: too few to tell its language.`);
      const [first] = other;
      const otherName = first && languageName(first.language);
      const evidence = other.map(({ start, end }) => span('output', text, start, end));
      const decided = letters - unsure;
      const least = right / letters;
      const most = (right + unsure) / letters;
      if (
        decided === 0 ||
        (least < min_share && most >= min_share && unsure > 0 && right / decided < min_share)
      )
        return notEvaluated('unclear', 'The language of the answer is not clear.', evidence);
      const share = right / decided;
      // Said in both: whoever reads one of them has an answer, and whether the other may stand there is not for a rule.
      if (share < min_share && share > 1 - min_share)
        return notEvaluated(
          'unclear',
          `${shareWords(share)} of the answer is ${languageName(wanted)}, the rest is ${otherName ?? 'another language'}: it is in two languages.`,
          evidence,
        );
      return scored(
        share >= min_share ? 1 : share / min_share,
        first
          ? `${shareWords(share)} of the answer is ${languageName(wanted)}; ${share === 0 ? 'it' : 'a part'} is ${otherName}.`
          : `The answer is ${languageName(wanted)}.`,
        evidence.length > 0 ? evidence : [span('output', text, 0, text.length)],
      );
    };
  },
});

const shareWords = (share: number): string => (share === 0 ? 'None' : percentWords(share * 100));

/** What of a paragraph is surely in another language: sentences with its small words, and hardly any of the wanted one's. */
function foreignIn(text: string, wanted: string): { letters: number; language: string | undefined } {
  let letters = 0;
  let language: string | undefined;
  for (const { text: sentence } of sentencesIn(text.slice(0, sentencesMax))) {
    const words = tokensOf(sentence);
    const [best] = smallWordsBy(words).toSorted(([, left], [, right]) => right - left);
    const own = smallWordsBy(words).find(([name]) => name === wanted)?.[1];
    if (!best || own === undefined || best[0] === wanted || best[1] < 2 || best[1] < 2 * own + 1) continue;
    letters += lettersOf(sentence);
    language = best[0];
  }
  return { letters, language };
}

const sentencesMax = 20_000;

interface Paragraph {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** Lines that belong together, without code and links; short ones go with what follows them. */
function paragraphs(text: string): Paragraph[] {
  const parts: Paragraph[] = [];
  let start = 0;
  let lines: string[] = [];
  let letters = 0;
  let inCode = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = at + line.length;
    if (line.trimStart().startsWith('```')) inCode = !inCode;
    else if (!inCode) {
      const prose = line.replaceAll(/https?:\/\/\S+|`[^`]*`/g, ' ');
      lines.push(prose);
      letters += lettersOf(prose);
    }
    if ((line.trim() === '' && letters >= 40) || end >= text.length) {
      if (letters > 0) parts.push({ text: lines.join('\n'), start, end });
      start = end + 1;
      lines = [];
      letters = 0;
    }
    at = end + 1;
  }
  return parts;
}
