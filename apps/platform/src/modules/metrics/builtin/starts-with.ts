import { z } from 'zod';
import { case_sensitive, defineKind, doubtful, scored, span, whole } from '../kind.ts';
import { quoted } from '../text/contained.ts';
import { fold, foldAsSeen, plain } from '../text/folding.ts';

export const startsWith = defineKind({
  kind: 'starts_with',
  title: 'Begins with a text',
  page: 'Passes when the answer, without surrounding blanks, begins with the value. A polite word before it fails the test: the evidence shows what stands there instead.',
  needs: ['output'],
  args: z.strictObject({
    value: z.string().trim().min(1).max(10_000).meta({ title: 'Value' }),
    case_sensitive,
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    ({ value, case_sensitive }) =>
    ({ output }) => {
      const text = output ?? '';
      const lead = text.length - text.trimStart().length;
      const folded = fold(text.trim(), { caseSensitive: case_sensitive });
      const wanted = plain(value, case_sensitive);
      const holds = folded.text.startsWith(wanted);
      const asSeen = (given: string): string =>
        foldAsSeen(given, { caseSensitive: case_sensitive }).text.trim();
      if (!holds && asSeen(value) !== '' && asSeen(text).startsWith(asSeen(value)))
        return doubtful(
          { low: 0, high: 1 },
          `The answer begins with ${quoted([value])} only as it is seen: it holds characters that are invisible or only look like others.`,
          [whole('output', text)],
        );
      const evidence = span('output', text, lead, lead + folded.at(wanted.length));
      return scored(
        holds ? 1 : 0,
        `The answer ${holds ? 'begins' : 'does not begin'} with ${quoted([value])}.`,
        [evidence],
      );
    },
});
