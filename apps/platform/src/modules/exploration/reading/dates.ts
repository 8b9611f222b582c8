const months = 'january february march april may june july august september october november december'.split(
  ' ',
);
const month = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|');
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (?:of )?(${month})\\b,?(?: (\\d{4}))?`, 'gi');
const monthFirst = new RegExp(`\\b(${month})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, 'gi');

const iso = (year: number, name: string, day: string): string =>
  `${year}-${String(months.findIndex((one) => one.startsWith(name.slice(0, 3).toLowerCase())) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Dates that a text names, each once, as year, month and day; without a year they are of the given one. */
export function datesIn(text: string, year: number): string[] {
  const found = [
    ...[...text.matchAll(dayFirst)].map(([, day = '', name = '', own]) =>
      iso(Number(own ?? year), name, day),
    ),
    ...[...text.matchAll(monthFirst)].map(([, name = '', day = '', own]) =>
      iso(Number(own ?? year), name, day),
    ),
    ...[...text.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)].map(([date]) => date),
  ];
  return [...new Set(found)];
}
