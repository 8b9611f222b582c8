/** An amount as people mean it, however they write it: `€48`, `48 euros` and `48.00` are one, and so are `08:00` and `8 am`. */
export interface Amount {
  readonly value: number;
  /** What it counts; without one it may be anything: a price is often told without its currency. */
  readonly unit: string | undefined;
}

export interface AmountFound extends Amount {
  readonly start: number;
  readonly end: number;
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const currencies: Readonly<Record<string, string>> = {
  '€': 'eur',
  euro: 'eur',
  eur: 'eur',
  $: 'usd',
  dollar: 'usd',
  usd: 'usd',
  '£': 'gbp',
  pound: 'gbp',
  gbp: 'gbp',
  franc: 'chf',
  chf: 'chf',
  cent: 'cent',
};
/** Units of time in minutes, and of the calendar in months: two weeks are 14 days, and a year is 12 months. */
const spans: Readonly<Record<string, readonly [string, number]>> = {
  second: ['minute', 1 / 60],
  minute: ['minute', 1],
  min: ['minute', 1],
  hour: ['minute', 60],
  h: ['minute', 60],
  hr: ['minute', 60],
  day: ['minute', 1440],
  week: ['minute', 10_080],
  month: ['month', 1],
  year: ['month', 12],
};
const others = new Set(
  `% percent person people member guest child adult time item book page word character room seat place ticket point
  km kilometre kilometer metre meter m cm mm kg kilo kilogram g gram tonne litre liter l ml mb gb tb kb degree watt kwh
  night attempt copy stop floor`.split(/\s+/),
);

const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:([01]?\d|2[0-4])[:.]([0-5]\d)(?!\d)\s?(a\.?m\b\.?|p\.?m\b\.?)?|(1[0-2]|[1-9])\s?(a\.?m\b\.?|p\.?m\b\.?)|([€$£])?\s?(${number}|\b(?:${words.join('|')})\b)(?:[\s-]?(?:(?:working|business|calendar)\s)?(%|[€$£]|°c|\p{L}+))?)`,
  'giu',
);

/** Every amount of a text. `8.30` may be a time or a price, so it is found as both. */
export function amountsIn(text: string): AmountFound[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [all, hours, minutes, half, hour, halfOfHour] = match;
    const place = { start: match.index, end: match.index + all.length };
    const clock = hours ?? hour;
    if (clock !== undefined) {
      const time = {
        value: timeOf(clock, minutes ?? '00', half ?? halfOfHour ?? ''),
        unit: 'clock',
        ...place,
      };
      const isDotted = all.includes('.') && half === undefined && hour === undefined;
      const following = /^\s?(€|\$|£|%|\p{L}+)/u.exec(text.slice(place.end))?.[1];
      return isDotted ? [time, { ...counted(`${hours}.${minutes}`, following), ...place }] : [time];
    }
    const unit = match[6] ?? match[8];
    const amount = counted(match[7] ?? '', unit);
    // A word that is no unit is a word of the sentence: “from 9 to 13”.
    const isWord = amount.unit === undefined && match[6] === undefined && match[8] !== undefined;
    const end = isWord ? match.index + all.lastIndexOf(match[8] ?? '') : place.end;
    return [{ ...amount, start: place.start, end: isWord ? endWithoutBlank(text, end) : end }];
  });
}

const endWithoutBlank = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

function timeOf(hours: string, minutes: string, half: string): number {
  const isLate = /^p/i.test(half);
  const isEarly = /^a/i.test(half);
  const hour = Number(hours) % (isLate || isEarly ? 12 : 24);
  return (hour + (isLate ? 12 : 0)) * 60 + Number(minutes);
}

function counted(digits: string, unit: string | undefined): Amount {
  const place = words.indexOf(digits.toLowerCase());
  const value = place === -1 ? numberOf(digits) : place;
  const name = unit?.toLowerCase() ?? '';
  const single = [name, name.replace(/ies$/, 'y'), name.replace(/s$/, '')].find(
    (one) => one in currencies || one in spans || others.has(one),
  );
  if (single === undefined) return { value, unit: undefined };
  const span = spans[single];
  if (span) return { value: value * span[1], unit: span[0] };
  return { value, unit: currencies[single] ?? single };
}

const numberOf = (digits: string): number =>
  Number(
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'),
  );

/** What a text means that is an amount and nothing else; `9.00` may be a time or a price. */
export function amountsOf(text: string): Amount[] {
  const trimmed = text.trim();
  return amountsIn(trimmed).filter(({ start, end }) => start === 0 && end === trimmed.length);
}

/** Where the same amount stands in a text. A whole hour is told without its minutes as well: “from 9 to 17”. */
export function placeOfAmount(
  text: string,
  wanted: Amount,
  heard: readonly AmountFound[] = amountsIn(text),
): AmountFound | undefined {
  return heard.find((found) => {
    if (wanted.unit === 'clock')
      return found.unit === 'clock'
        ? found.value === wanted.value
        : found.unit === undefined &&
            found.value * 60 === wanted.value &&
            (/(?:\b(?:from|until|till|to|at|by|between|and|after|before)\s|[–-]\s?)$/i.test(
              text.slice(0, found.start),
            ) ||
              /^\s?(?:to|until|till|–|-)\s?\d/.test(text.slice(found.end)));
    const isSameKind =
      found.unit === wanted.unit ||
      (found.unit === undefined && (wanted.unit === undefined || !isSpan(wanted.unit))) ||
      (wanted.unit === undefined && found.unit !== 'clock');
    return isSameKind && Math.abs(found.value - wanted.value) <= Math.abs(wanted.value) * 1e-9;
  });
}

/** “14” alone is not fourteen days; a price or a count is understood without its unit. */
const isSpan = (unit: string): boolean => unit === 'minute' || unit === 'month';
