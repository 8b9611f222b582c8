/** A day that a text names, by a name of its month or in digits. */
export interface DateFound {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
  /** “04/05/2024” is a day in May or in April. */
  readonly isTurnable: boolean;
  readonly start: number;
  readonly end: number;
}

const names: readonly string[] = [
  'january|jan|januar|jänner|janvier|enero',
  'february|feb|februar|février|febrero',
  'march|mar|märz|mars|marzo',
  'april|apr|avril|abril',
  'may|mai|mayo',
  'june|jun|juni|juin|junio',
  'july|jul|juli|juillet|julio',
  'august|aug|août|agosto',
  'september|sept|sep|septembre|septiembre',
  'october|oct|oktober|okt|octobre|octubre',
  'november|nov|novembre|noviembre',
  'december|dec|dezember|dez|décembre|diciembre',
];
const months = new Map(
  names.flatMap((all, at) => all.split('|').map((name): [string, number] => [name, at + 1])),
);
const month = [...months.keys()].toSorted((one, other) => other.length - one.length).join('|');
const pattern = new RegExp(
  [
    String.raw`(?<![\p{L}\d.,/-])(\d{1,2})(?:st|nd|rd|th|er)?\.? (?:of |de )?(${month})(?!\p{L})\.?,?(?: (?:de )?(\d{4})(?!\d))?`,
    String.raw`(?<!\p{L})(${month})\.? (\d{1,2})(?:st|nd|rd|th)?(?![\d:%]|[.,]\d)(?:,? (\d{4})(?!\d))?`,
    String.raw`(?<![\d.,/-])(\d{4})-(\d{2})-(\d{2})(?!\d)`,
    String.raw`(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\11(\d{4}|\d{2})(?!\d)`,
  ].join('|'),
  'giu',
);

/** The days of a text in their order, in English, German, French and Spanish. */
export function datesFound(text: string): DateFound[] {
  return [...text.matchAll(pattern)].flatMap((match): DateFound[] => {
    const [all, day, name, year, first, dayAfter, yearAfter] = match;
    const place = { start: match.index, end: match.index + all.replace(/[.,]+$/, '').length };
    const given = (written: string | undefined): number | undefined =>
      written === undefined ? undefined : Number(written.length === 2 ? `20${written}` : written);
    // “You may 3 times” names no day in May.
    if (first !== undefined && !/^\p{Lu}/u.test(first)) return [];
    const named = months.get((name ?? first ?? '').toLowerCase());
    if (named !== undefined)
      return [
        {
          year: given(year ?? yearAfter),
          month: named,
          day: Number(day ?? dayAfter),
          isTurnable: false,
          ...place,
        },
      ];
    return ofDigits(match, given).map((date) => ({ ...date, ...place }));
  });
}

function ofDigits(
  match: RegExpExecArray,
  given: (written: string | undefined) => number | undefined,
): Omit<DateFound, 'start' | 'end'>[] {
  const [isoYear, isoMonth, isoDay, one, , other, year] = match.slice(7);
  if (isoYear !== undefined)
    return [{ year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay), isTurnable: false }];
  const [left, right] = [Number(one), Number(other)];
  if (left > 31 || right > 31 || (left > 12 && right > 12)) return [];
  const [day, monthOf] = right > 12 ? [right, left] : [left, right];
  return [
    { year: given(year), month: monthOf, day, isTurnable: left <= 12 && right <= 12 && left !== right },
  ];
}

/** Days of a text, each once, as year, month and day; without a year they are of the given one. */
export function datesIn(text: string, year: number): string[] {
  const found = datesFound(text)
    .filter(({ isTurnable }) => !isTurnable)
    .map((date) =>
      [date.year ?? year, date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-'),
    );
  return [...new Set(found)];
}
