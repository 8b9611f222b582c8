import { datesFound } from '#kernel/dates-in-text';
import { amountsIn, isSpan, type Amount } from '../amounts.ts';
import { multiplied, sumOf, type Decimal } from '../decimals.ts';
import { saysOrdinal } from './ordinals.ts';

/** Whether an answer may say a quantity in another form: as one amount or as two, by a word for it, or by its place in a row. */
export const isSaidInOtherForm = (expected: string, output: string, meant: readonly Amount[]): boolean =>
  isSumOf(expected, output) ||
  isSumOf(output, expected) ||
  (meant.some(({ value }) => value === 2) && two.test(output)) ||
  meant.some(({ value }) => many[value]?.test(output) === true) ||
  (meant.some(({ value }) => value >= 100) && inWords.test(output)) ||
  (meant.some(({ value, unit }) => unit === undefined && value > 1900 && value < 2100) &&
    ofYear.test(output)) ||
  meant.some((one) => saysPeriod(output, one)) ||
  (datesFound(expected).length > 0 &&
    saysOrdinal(
      output,
      datesFound(expected).map(({ day }) => ({ value: day })),
    ));

const two =
  /(?<!\p{L})(?:both|pairs?|couple|twice|twins?|beide[nrsm]?|paar|zweimal|doppel\p{L}*|les deux|paire|amb[oa]s|par(?:eja)?)(?!\p{L})/iu;
const many: Readonly<Record<number, RegExp>> = {
  3: /(?<!\p{L})(?:trios?|triple\p{L}*|triplets?|thrice|dreimal|dreifach\p{L}*)(?!\p{L})/iu,
  4: /(?<!\p{L})(?:quartets?|quadruple\p{L}*|viermal|vierfach\p{L}*)(?!\p{L})/iu,
  10: /(?<!\p{L})(?:decades?|jahrzehnte?|dizaine|decena)(?!\p{L})/iu,
  20: /(?<!\p{L})(?:a score|vingtaine|veintena)(?!\p{L})/iu,
  100: /(?<!\p{L})(?:century|centuries|jahrhunderte?|siècles?|siglos?)(?!\p{L})/iu,
};
const inWords =
  /(?<!\p{L})(?:\p{L}{2,30}(?:hundert|tausend)\p{L}{0,40}|(?:hundert|tausend)\p{L}{1,40}|\p{L}{1,12}cient[oa]s|quinient[oa]s|(?:deux|trois|quatre|cinq|six|sept|huit|neuf) cents?|\p{L}{2,8} mille?)(?!\p{L})/iu;
const ofYear =
  /(?<!\p{L})(?:(?:this|last|next) year|(?:dieses|letztes|nächstes|kommendes) jahr|cette année|l['’]année (?:dernière|prochaine)|este año|el (?:próximo|pasado) año)(?!\p{L})/iu;

const day = 1440;
/** How often something is done, by what stands between two times. */
const periods: readonly (readonly [string, Amount['unit'], number])[] = [
  ['daily|every day|täglich|quotidien\\p{L}*|diari[oa]\\p{L}*', 'minute', day],
  ['every (?:other|second) day|alternate days|jeden zweiten tag', 'minute', 2 * day],
  ['weekly|every week|wöchentlich|hebdomadaire\\p{L}*|semanal\\p{L}*', 'minute', 7 * day],
  [
    'fortnight(?:s|ly)?|bi-?weekly|every (?:other|second) week|zweiwöch\\p{L}*|vierzehntäg\\p{L}*|14-?tägig\\p{L}*|jede zweite woche|quinz(?:aine|e jours)|quincen\\p{L}*',
    'minute',
    14 * day,
  ],
  ['monthly|every month|monatlich|mensuel\\p{L}*|mensual\\p{L}*', 'month', 1],
  ['bi-?monthly|every (?:other|second) month|zweimonatlich|jeden zweiten monat', 'month', 2],
  ['quarterly|every quarter|vierteljähr\\p{L}*|quartals\\p{L}*|trimestr\\p{L}*', 'month', 3],
  ['half-?yearly|semi-?annual\\p{L}*|bi-?annual\\p{L}*|halbjähr\\p{L}*|semestr\\p{L}*', 'month', 6],
  ['yearly|annual\\p{L}*|every year|jährlich|annuel\\p{L}*|anual\\p{L}*', 'month', 12],
  ['every (?:other|second) year|biennial\\p{L}*|zweijährlich|alle zwei jahre', 'month', 24],
];
const readPeriods = periods.map(
  ([words, unit, value]) =>
    [new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu'), unit, value] as const,
);
const saysPeriod = (output: string, one: Amount): boolean =>
  one.unit !== undefined &&
  isSpan(one.unit) &&
  readPeriods.some(([words, unit, value]) => unit === one.unit && value === one.value && words.test(output));

interface Sum {
  readonly unit: string;
  readonly exact: Decimal;
}

/** Parts that are written beside the whole: cents beside euros, and grams beside kilograms. */
const parts: Readonly<Record<string, readonly [readonly string[], Decimal]>> = {
  cent: [['eur', 'usd'], '0.01'],
  cm: [['m'], '0.01'],
  mm: [['cm'], '0.1'],
  m: [['km'], '0.001'],
  g: [['kg'], '0.001'],
  ml: [['l'], '0.001'],
};
const amountsMost = 200;

/** Two amounts that are one: “1 hour 30 minutes”, “5 euros and 50 cents”; and cents that are euros. */
function sumsIn(text: string): Sum[] {
  const all = amountsIn(text).slice(0, amountsMost);
  return all.flatMap((one, at): Sum[] => {
    const next = all[at + 1];
    const small = one.unit === 'cent' ? parts['cent'] : undefined;
    const alone = (small?.[0] ?? []).map((unit) => ({
      unit,
      exact: multiplied(one.exact, small?.[1] ?? '1'),
    }));
    if (!next || one.unit === undefined || next.unit === undefined) return alone;
    if (!/^[\s,]*(?:and|und|et|y)?\s*$/i.test(text.slice(one.end, Math.max(one.end, next.start))))
      return alone;
    if (one.unit === next.unit && isSpan(one.unit))
      return [...alone, { unit: one.unit, exact: sumOf(one.exact, next.exact) }];
    const part = parts[next.unit];
    return part?.[0].includes(one.unit)
      ? [...alone, { unit: one.unit, exact: sumOf(one.exact, multiplied(next.exact, part[1])) }]
      : alone;
  });
}

/** Whether two amounts of a text come to one of the other, or to two that come to the same. */
function isSumOf(text: string, other: string): boolean {
  const sums = sumsIn(text);
  if (sums.length === 0) return false;
  const told: readonly (Sum | Amount)[] = [...amountsIn(other).slice(0, amountsMost), ...sumsIn(other)];
  return sums.some((sum) => told.some(({ unit, exact }) => unit === sum.unit && exact === sum.exact));
}
