import { z } from 'zod';
import { case_sensitive, defineKind, scored, span } from '../kind.ts';
import { quoted } from '../text/contained.ts';
import { fold, plain } from '../text/folding.ts';

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
      const evidence = span('output', text, lead, lead + folded.at(wanted.length));
      return scored(
        holds ? 1 : 0,
        `The answer ${holds ? 'begins' : 'does not begin'} with ${quoted([value])}.`,
        [evidence],
      );
    },
});
