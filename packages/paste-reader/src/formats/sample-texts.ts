import type { SampleAnswer } from '../finding.ts';

/** Samples in comments are read as what they show; every place keeps its number. */
export const withoutCommentMarks = (text: string): string =>
  text.replace(/(?:^[ \t]*(?:#|\/\/)[^\n]*(?:\n|$)){2,}/gm, (block) => {
    const bare = block.replace(MARK, (mark) => ' '.repeat(mark.length));
    const isSample = /^[ \t]*[{[]/m.test(bare) && /[}\]][ \t,;]*$/m.test(bare);
    return isSample ? bare : block;
  });

const MARK = /^[ \t]*(?:#|\/\/)/gm;

const NO_WORDS = /^[\s`~]*(?:json\w*)?[\s`~]*$/i;

/** A text in quotes on a line of its own, below a command or a heading of the answer, is the answer whole. */
export function answerText(
  text: string,
  below: number,
  isHeading: (line: string) => boolean,
): SampleAnswer[] {
  for (const { index, 0: line, 1: quoted = '' } of text.matchAll(
    /^[ \t]*("(?:[^"\\\n]|\\["\\/bfnrtu])*\s(?:[^"\\\n]|\\["\\/bfnrtu])*")[ \t]*$/gm,
  )) {
    if (index < below) continue;
    const between = text.slice(below, index).split('\n');
    const heading = between.findLast((before) => !NO_WORDS.test(before));
    if (heading !== undefined && !(/[:：]\s*$/.test(heading) && isHeading(heading))) continue;
    try {
      return [{ value: JSON.parse(quoted) as string, at: index + line.indexOf('"'), isError: false }];
    } catch {
      // Not JSON: words that somebody quotes.
    }
  }
  return [];
}
