import { z } from 'zod';
import { case_sensitive, defineKind, doubtful, scored, span, whole } from '../kind.ts';
import { quoted } from '../text/contained.ts';
import { edgeOf } from '../text/folding.ts';
import { namesHidden, onceHidden, withoutHidden } from '../text/hidden.ts';
import { mayStandAt, onceShown } from '../text/shown.ts';

export const startsWith = defineKind({
  kind: 'starts_with',
  title: 'Begins with a text',
  page: 'Passes when the answer, without spaces around it, begins with the value. A polite word before it fails the test: the evidence shows what stands there instead. Marks around words (bold, italics), the shape of quotes and dashes, and the kind of a space make no difference. What is struck through or a comment is unclear.',
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
      const { stands, start, end } = edgeOf('start', text, value, { caseSensitive: case_sensitive });
      if (stands === 'as it is seen')
        return doubtful(
          { low: 0, high: 1 },
          `The answer begins with ${quoted([value])} only as it is seen: it holds characters that are invisible or only look like others.`,
          [whole('output', text)],
        );
      if (stands === 'not' && mayStandAt('start', text, value, { caseSensitive: case_sensitive }))
        return doubtful({ low: 0, high: 1 }, `The answer begins with ${quoted([value])} ${onceShown}.`, [
          whole('output', text),
        ]);
      if (
        stands === 'surely' &&
        !namesHidden(value) &&
        edgeOf('start', withoutHidden(text), value, { caseSensitive: case_sensitive }).stands !== 'surely'
      )
        return doubtful({ low: 0, high: 1 }, `The answer begins with ${quoted([value])} ${onceHidden}.`, [
          span('output', text, start, end),
        ]);
      return scored(
        stands === 'surely' ? 1 : 0,
        `The answer ${stands === 'surely' ? 'begins with' : 'does not begin with'} ${quoted([value])}.`,
        [span('output', text, start, end)],
      );
    },
});
