import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { case_sensitive, defineKind, notEvaluated, scored, whole, within } from '../kind.ts';
import { isEmptyAnswer, plain } from '../text/folding.ts';

export const editDistance = defineKind({
  kind: 'edit_distance',
  title: 'Letters to change (edit distance)',
  page: 'Counts the characters to insert, delete or replace until the answer is the expected answer (Levenshtein distance). Within the limit, a number of characters or a share of the longer text, the score is 1; beyond, the limit divided by what was counted. Where the limit allows that no character stays as it is, and none does, nothing is decided. One wrong digit is a distance of one: this says how alike two texts are, not whether an answer is right.',
  needs: ['output', 'expected'],
  args: z
    .strictObject({
      max_distance: z.number().int().min(0).optional().meta({ title: 'Characters at most' }),
      max_ratio: z
        .number()
        .min(0)
        .max(0.999)
        .optional()
        .meta({ title: 'Share of the longer text at most', description: 'From 0 to 1.' }),
      case_sensitive,
    })
    .refine((args) => args.max_distance !== undefined || args.max_ratio !== undefined, {
      message: 'A limit is needed: a number of characters, or a share of the longer text.',
    }),
  threshold: 1,
  operator: '>=',
  // The work is the product of both lengths.
  charactersMax: 10_000,
  open:
    ({ max_distance, max_ratio, case_sensitive }) =>
    ({ output, expected }) => {
      const text = output ?? '';
      const given = plain(text.trim(), case_sensitive);
      const wanted = plain((expected ?? '').trim(), case_sensitive);
      const { edits, longer } = codePointDistance(given, wanted);
      const ratio = longer === 0 ? 0 : edits / longer;
      const parts = [
        ...(max_distance === undefined ? [] : [within(edits, max_distance)]),
        ...(max_ratio === undefined ? [] : [within(ratio, max_ratio)]),
      ];
      const most = [
        ...(max_distance === undefined ? [] : [String(max_distance)]),
        ...(max_ratio === undefined ? [] : [`${Number((max_ratio * 100).toFixed(1))} %`]),
      ];
      if (edits === longer && !isEmptyAnswer(text) && edits > 0 && Math.min(...parts) === 1)
        return notEvaluated(
          'unclear',
          `No character stays as it is: all ${longer} differ, which the limit of ${most.join(' and ')} allows.`,
          [whole('output', text)],
        );
      return scored(
        Math.min(...parts),
        `${edits} of ${longer} characters differ (${(ratio * 100).toFixed(1)} %); at most ${most.join(' and ')} may.`,
        [whole('output', text)],
      );
    },
});

/** Code points become one unit each, so that a character beyond the basic plane counts once. */
export function codePointDistance(left: string, right: string): { edits: number; longer: number } {
  const units = new Map<string, string>();
  const shrink = (text: string): string => {
    let short = '';
    for (const point of text) {
      let unit = units.get(point);
      if (unit === undefined) units.set(point, (unit = String.fromCharCode(units.size)));
      short += unit;
    }
    return short;
  };
  const first = shrink(left);
  const second = shrink(right);
  return { edits: distance(first, second), longer: Math.max(first.length, second.length) };
}
