import { z } from 'zod';
import { defineKind, doubtful, failed, scored, span, whole } from '../kind.ts';
import { quoted } from '../text/contained.ts';
import { asSeen, foldAsRead, isOfWords } from '../text/folding.ts';
import { namesHidden, onceHidden, withoutHidden } from '../text/hidden.ts';
import { shownReadings } from '../text/shown.ts';
import { patternWithTypedSigns, withTypedSigns } from '../text/typography.ts';
import {
  PatternError,
  compilePattern,
  findFirst,
  isLargePattern,
  isTooCostly,
  patternLengthMax,
} from '../text/patterns.ts';

const Args = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .max(patternLengthMax)
      .meta({ title: 'Pattern', description: 'A regular expression, such as \\d+ days' }),
    flags: z
      .string()
      .regex(/^[ims]{0,3}$/, 'Flags are i (case), m (lines) and s (dot matches line breaks).')
      .default('i')
      .meta({
        title: 'Flags',
        description:
          '`i`: capitals do not matter; `m`: each line has a start and an end; `s`: a dot stands for a line break too.',
      }),
  })
  .superRefine(({ pattern, flags }, context) => {
    try {
      compilePattern(pattern, flags);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      context.addIssue({ code: 'custom', path: ['pattern'], message: error.message });
    }
  });

export const regex = defineKind({
  kind: 'regex',
  title: 'Matches a pattern',
  page: 'Passes when the pattern, a text with signs that stand for others (a regular expression: `\\d+` is any number), is found anywhere in the answer; begin it with `^` and end it with `$` for the whole answer. It is read by RE2, a library that is quick whatever the pattern, and so knows no look-around such as `(?=…)` and no back-references such as `\\1`. Reversed, it passes when nothing matches, and decides nothing on an empty answer. What matches only as it is read, with characters that are invisible, marks around words, and typographic quotes, dashes and spaces taken for plain ones, is unclear, except where the pattern says what the whole answer must look like. What matches only where it is struck through or in a comment is unclear as well. Capitals do not matter unless the flags leave `i` out. Of a conversation the last answer is read; reversed, each answer is.',
  needs: ['output'],
  args: Args,
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  readsEachAnswer: (_args, isNegated) => isNegated,
  isHeavy: ({ pattern, flags }) => isLargePattern(pattern.normalize('NFC'), flags),
  open({ pattern, flags }, isNegated) {
    const given = pattern.normalize('NFC');
    const compiled = compilePattern(given, flags);
    const reading = readingFor(given, isNegated);
    const typed = patternWithTypedSigns(given);
    const compiledTyped = typed === given ? compiled : compilePattern(typed, flags);
    const isFoundElsewise = (text: string): boolean => {
      if (findFirst(compiled, asSeen(text))) return true;
      return (
        reading !== undefined && reading(text).some((read) => findFirst(compiledTyped, read) !== undefined)
      );
    };
    return ({ output }) => {
      const text = output ?? '';
      if (isTooCostly(compiled, text.length))
        return failed('too_costly', 'The pattern is too large for an answer of this length.');
      // Offsets of the text as it was given: it is composed only where that changes nothing.
      const composed = text.normalize('NFC');
      const isSame = composed.length === text.length;
      const found = findFirst(compiled, composed);
      if (!found && isFoundElsewise(text))
        return doubtful(
          { low: 0, high: 1 },
          `The answer matches the pattern ${quoted([pattern])} only as it is read: without characters that are invisible or only look like others, without marks and links, and with plain quotes, dashes and blanks.`,
          [whole('output', text)],
        );
      if (!found) return scored(0, `The answer does not match the pattern ${quoted([pattern])}.`);
      const shown = namesHidden(pattern) ? composed : withoutHidden(composed);
      if (shown !== composed && !findFirst(compiled, shown))
        return doubtful(
          { low: 0, high: 1 },
          `The answer matches the pattern ${quoted([pattern])} ${onceHidden}.`,
          [whole('output', text)],
        );
      const evidence = isSame
        ? span('output', text, found.start, found.end)
        : { ...span('output', composed, found.start, found.end), start: 0, end: text.length };
      return scored(1, 'The pattern matches the answer.', [evidence]);
    };
  },
});

/**
 * Words are looked for in the text as it is read, figures and classes sign by sign, and signs alone as they are: `—` is no hyphen. What
 * the whole answer must look like is a matter of its signs and lines as well; what it must not look like is read as words are.
 */
function readingFor(pattern: string, isNegated: boolean): ((text: string) => readonly string[]) | undefined {
  const bare = pattern.replaceAll(/\\[nrtsSbBAzQE]|\{[\d,]*\}/g, '');
  if (!isOfWords(bare) || (!isNegated && wholeForm.test(pattern))) return undefined;
  const literal = bare.replaceAll(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?[^:)]{0,20}[:)]/gsu, '');
  if (!isOfWords(literal)) return (text) => [withTypedSigns(asSeen(text))];
  return (text) => {
    const shown = [...new Set([text, ...shownReadings(text)])];
    const reads = shown.flatMap((one) =>
      [true, false].map((keepsBlanks) => foldAsRead(one, { caseSensitive: true, keepsBlanks }).text),
    );
    return [...new Set(reads)];
  };
}
const wholeForm = /^(?:\^|\\A)[^]*(?:\$|\\z)$/;
