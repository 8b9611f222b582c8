import { z } from 'zod';
import { isRecord } from '../item.ts';
import { case_sensitive, defineKind, notEvaluated, scored, span, unread, whole } from '../kind.ts';
import { exactly, jsonEqual, numberOf, readJson } from '../text/json.ts';
import { decimalFrom, isWithin } from '../text/decimals.ts';
import { quoted } from '../text/contained.ts';

const Field = z.string().min(1).max(200);

export const fieldEquality = defineKind({
  kind: 'field_equality',
  title: 'Equal fields',
  page: 'Reads answer and expected answer as JSON and compares the fields you name (`total`, `customer.name`, `items.0.price`). As an object, `{"total": 0.01}` gives each number its tolerance. Where you name none, all fields of the expected answer are compared. Capitals of a text make no difference unless they matter; names of fields are taken as they are. The score is the share of equal fields; one critical field among many deserves a metric of its own. Reversed, an answer that is no JSON is unclear.',
  needs: ['output', 'expected'],
  args: z.strictObject({
    fields: z
      .union([
        z.array(Field).min(1).max(200),
        z
          .record(Field, z.number().min(0))
          .refine(
            (fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= 200,
            'Name 1 to 200 fields.',
          ),
      ])
      .optional()
      .meta({
        title: 'Fields',
        description: 'Written as JSON: a list of fields, or an object that gives each number its tolerance.',
      }),
    case_sensitive,
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 1_000_000,
  open:
    ({ fields, case_sensitive: caseSensitive }, isNegated) =>
    ({ output, expected }) => {
      const wanted = readJson(expected ?? '');
      if (!wanted.ok || typeof wanted.value !== 'object' || wanted.value === null)
        return notEvaluated('expected_not_json', 'The expected answer is no JSON object or list.');
      const text = output ?? '';
      const read = readJson(text);
      if (!read.ok) return unread(isNegated, read.reason, [whole('output', text)]);
      const tolerances = new Map(
        fields === undefined
          ? Object.keys(wanted.value).map((name) => [name, 0] as const)
          : Array.isArray(fields)
            ? fields.map((name) => [name, 0] as const)
            : Object.entries(fields),
      );
      const absent = [...tolerances.keys()].filter((name) => valueAt(wanted.value, name) === undefined);
      if (absent.length > 0 || tolerances.size === 0)
        return notEvaluated(
          'expected_lacks_field',
          `The expected answer has no ${quoted(absent) || 'field'}.`,
        );
      const [given, asked] = [exactly(text, read), exactly(expected ?? '', wanted)];
      const different = [...tolerances].filter(
        ([name, tolerance]) =>
          !agrees(valueAt(given, name), valueAt(asked, name), { tolerance, caseSensitive }),
      );
      const names = different.map(([name]) => name);
      return scored(
        1 - different.length / tolerances.size,
        different.length === 0 ? 'All fields are equal.' : `Different: ${quoted(names)}.`,
        [span('output', text, read.start, read.end)],
      );
    },
});

/** A key that itself holds a dot wins over a path of that name. */
function valueAt(value: unknown, path: string): unknown {
  if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
  let current = value;
  for (const part of path.replace(/^\$?\./, '').split('.')) {
    if (Array.isArray(current)) current = /^\d+$/.test(part) ? current[Number(part)] : undefined;
    else if (isRecord(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

interface Manner {
  readonly tolerance: number;
  readonly caseSensitive: boolean;
}

function agrees(given: unknown, wanted: unknown, { tolerance, caseSensitive }: Manner): boolean {
  const right = typeof wanted === 'string' ? undefined : numberOf(wanted);
  if (tolerance > 0 && right !== undefined) {
    const value = numberOf(given);
    return value !== undefined && isWithin(value, right, decimalFrom(tolerance));
  }
  return jsonEqual(given, wanted, caseSensitive);
}
