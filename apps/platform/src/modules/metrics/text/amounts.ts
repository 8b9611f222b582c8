import { decimalFrom, decimalOf, multiplied, negated, sizeOf, type Decimal } from './decimals.ts';
import { numberWords } from './number-words.ts';

/** An amount as people mean it, however they write it: `€48`, `48 euros` and `48.00` are one, and so are `08:00` and `8 am`. */
export interface Amount {
  readonly value: number;
  /** The same as it is written, by which it is compared; of a span, its seconds or months. */
  readonly exact: Decimal;
  /** What it counts; without one it may be anything: a price is often told without its currency. */
  readonly unit: string | undefined;
  /** Before it stands what may be a minus or the mark of a list or a range; its value is told without it. */
  readonly isSignUnsure?: boolean;
}

export interface AmountFound extends Amount {
  readonly start: number;
  readonly end: number;
}

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
  // Fourteen working days are nearly three weeks. Of them, a week of Germany has six or five.
  werktag: ['werktag', 1],
  arbeitstag: ['working minute', 1440],
};
const others = new Set(
  `% percent person people member guest child adult time item book page word character room seat place ticket point
  km kilometre kilometer metre meter m cm mm kg kilo kilogram g gram tonne litre liter l ml mb gb tb kb degree watt kwh
  night attempt copy stop floor`.split(/\s+/),
);
/** The same units in other languages. */
const foreign: Readonly<Record<string, string>> = {
  sekunde: 'second',
  stunde: 'hour',
  heure: 'hour',
  hora: 'hour',
  minuto: 'minute',
  tag: 'day',
  tage: 'day',
  tagen: 'day',
  werktage: 'werktag',
  werktagen: 'werktag',
  arbeitstage: 'arbeitstag',
  arbeitstagen: 'arbeitstag',
  jour: 'day',
  día: 'day',
  dia: 'day',
  woche: 'week',
  semaine: 'week',
  semana: 'week',
  monat: 'month',
  monate: 'month',
  monaten: 'month',
  mois: 'month',
  mes: 'month',
  meses: 'month',
  jahr: 'year',
  jahre: 'year',
  jahren: 'year',
  ans: 'year',
  année: 'year',
  año: 'year',
  prozent: '%',
  centime: 'cent',
  céntimo: 'cent',
  seite: 'page',
  seiten: 'page',
  page: 'page',
  página: 'page',
  personen: 'person',
  people: 'person',
  personne: 'person',
  persona: 'person',
  kilo: 'kg',
  kilogram: 'kg',
  kilometre: 'km',
  kilometer: 'km',
  metre: 'm',
  meter: 'm',
  gram: 'g',
  litre: 'l',
  liter: 'l',
};

/** How often the number before it is meant: “5 million euros” are no five. Of a letter this is so beside a currency alone. */
const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millón: 1e6,
  millones: 1e6,
  mio: 1e6,
  billion: 1e9,
  billions: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  milliard: 1e9,
  milliards: 1e9,
  mrd: 1e9,
  trillion: 1e12,
  trillions: 1e12,
  billionen: 1e12,
  lakh: 1e5,
  crore: 1e7,
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  bn: 1e9,
};
const letters = 'k|mn|m|bn';
const scaleWords = Object.keys(scales)
  .filter((word) => !letters.split('|').includes(word))
  .toSorted((a, b) => b.length - a.length)
  .join('|');

/** What the scale behind a number comes to, and how many characters it has. */
export interface Scale {
  readonly factor: number;
  readonly length: number;
}

const scaleBehind = new RegExp(
  String.raw`^[\s-]?(${scaleWords})(?!\p{L})\.?(?:\s(?:de(?=\s)|of(?=\s)|d['’](?=\p{L})))?`,
  'iu',
);
/** Thousands, millions and billions in a letter: plainly so where it is attached, or beside a currency. */
const attachedLetter = /^(?:(k|K|M)|\s?(mn|bn))(?![\p{L}\p{N}])/u;
const letterOfPrice = /^\s?(k|mn|m|bn|b)(?![\p{L}\p{N}])/iu;

/** The scale of a number that ends at this place: “5 million euros”, “10k”, “€5bn”. */
export function scaleAt(text: string, end: number, isPrice: boolean): Scale | undefined {
  const behind = text.slice(end, end + 24);
  const found =
    scaleBehind.exec(behind) ?? attachedLetter.exec(behind) ?? (isPrice ? letterOfPrice.exec(behind) : null);
  const word = (found?.[1] ?? found?.[2] ?? '').toLowerCase();
  const factor = word === 'b' ? 1e9 : scales[word];
  return found && factor !== undefined ? { factor, length: found[0].length } : undefined;
}

/** A question for millions is answered with their number. */
export const namesScale = (text: string): boolean =>
  scaleWord.test(text.replaceAll(/(?<=\p{L}{3})s(?!\p{L})/gu, ''));

const scaleWord = new RegExp(`(?<!\\p{L})(?:${scaleWords})(?!\\p{L})`, 'iu');

const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:(?:\.\d{3}){1,5},\d{1,2}|(?:\.\d{3}){2,5})(?![.,]?\d)|[1-9]\d{0,2}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d+)?`;
const pattern = new RegExp(
  String.raw`(?<![\p{L}\d.,:])(?:([01]?\d|2[0-4])[:.]([0-5]\d)(?!\d)\s?(a\.?m\b\.?|p\.?m\b\.?)?|(1[0-2]|[1-9])\s?(a\.?m\b\.?|p\.?m\b\.?)|(?:([€$£])\s?)?(${number}|(?:${[...numberWords.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![\p{L}]))(?:[\s-]?(${scaleWords})(?!\p{L})\.?(?:\s(?:de(?=\s)|of(?=\s)|d['’](?=\p{L})))?|(?<=[€$£]\s?[\d.,]{1,20})\s?(${letters})(?!\p{L}))?(?:[\s-]?(?:(working|business)[\s-]|(?:calendar|full|whole|more|volle|jours?)\s)?(%|[€$£]|°c|\p{L}+))?)`,
  'giu',
);

/** Every amount of a text. `8.30` may be a time or a price, so it is found as both. */
export function amountsIn(text: string): AmountFound[] {
  const found = amountsAsWritten(text);
  // “28 or 30 days” says its unit once.
  return found.map((amount, at) => {
    const next = found[at + 1];
    return amount.unit === undefined &&
      next?.unit !== undefined &&
      next.unit !== 'clock' &&
      next.start - amount.end <= 5 &&
      /^\s?(?:or|to|and|–|-|bis|oder|und|à|ou|et|o|y|a)\s?$/i.test(text.slice(amount.end, next.start))
      ? { ...amount, ...times(amount, scaleOf(text.slice(next.start, next.end))), unit: next.unit }
      : amount;
  });
}

/** What one of a unit comes to: a week is so many minutes, and “2 to 3 million euros” are both so many. */
const scaleOf = (written: string): Measure => {
  const [unit = ''] = /\p{L}+$/u.exec(written.trim().toLowerCase()) ?? [];
  const scale = scaleWord.exec(written)?.[0];
  return scaled(counted('1', unit), scale);
};

type Measure = Pick<Amount, 'value' | 'exact'>;
const times = (one: Measure, other: Measure): Measure => ({
  value: one.value * other.value,
  exact: multiplied(one.exact, other.exact),
});

/** Amounts beyond it are not read: the work is bounded by it. */
const readMax = 200_000;

function amountsAsWritten(text: string): AmountFound[] {
  const isList = isListed(text);
  return [...text.slice(0, readMax).matchAll(pattern)].flatMap((match) => {
    const [all, hours, minutes, half, hour, halfOfHour] = match;
    const place = { start: match.index, end: match.index + all.trimEnd().length };
    const clock = hours ?? hour;
    if (clock !== undefined) {
      const time = {
        ...ofClock(timeOf(clock, minutes ?? '00', half ?? halfOfHour ?? '')),
        ...place,
      };
      const isDotted = all.includes('.') && half === undefined && hour === undefined;
      const following = /^\s?(€|\$|£|%|\p{L}+)/u.exec(text.slice(place.end))?.[1];
      return isDotted ? [time, { ...counted(`${hours}.${minutes}`, following), ...place }] : [time];
    }
    const [, , , , , , currency, digits = '', scaleWord, scaleLetter, working, word] = match;
    const counts = scaled(counted(digits, currency ?? word), scaleWord ?? scaleLetter);
    const isOfTime = counts.unit === 'minute' || counts.unit === 'month';
    const amount =
      working === undefined ? counts : { ...counts, unit: isOfTime ? `working ${counts.unit}` : undefined };
    // A word that is no unit is a word of the sentence: “from 9 to 13”, “a €4.50 ticket”, “5 business trips”.
    const isWord = word !== undefined && (currency !== undefined || amount.unit === undefined);
    const end = isWord ? endWithoutBlank(text, match.index + all.lastIndexOf(working ?? word)) : place.end;
    // “20 m²” are no 20 m.
    const power =
      isWord || amount.unit === undefined ? undefined : /^[²³]/.exec(text.slice(end, end + 1))?.[0];
    const measured = power === undefined ? amount : { ...amount, unit: `${amount.unit}${power}` };
    return [withSign({ ...measured, start: place.start, end: end + (power?.length ?? 0) }, text, isList)];
  });
}

/** Whether several lines begin with a mark: then it is no sign of what stands behind it. */
export const isListed = (text: string): boolean => (text.slice(0, readMax).match(listMark) ?? []).length > 1;
const listMark = /(?:^|\n)[ \t]{0,20}[-–−*•]/g;
/** So much before an amount tells whether a mark there is its sign. */
const leadRead = 24;

/** With its sign: “-€50” and “minus 18 °C” are below zero. “3-5”, “3 minus 5” and “pages 3 -5” have none, or perhaps one. */
export function withSign<Found extends Pick<AmountFound, 'value' | 'exact' | 'start' | 'end'>>(
  amount: Found,
  text: string,
  isList: boolean,
): Found & Pick<AmountFound, 'isSignUnsure'> {
  const lead = text.slice(Math.max(0, amount.start - 14), amount.start);
  const [mark] = /(?:(?<![\p{L}\p{N}])(?:minus|negative|moins|menos)\s[€$£]?|[-−–])$/iu.exec(lead) ?? [];
  if (mark === undefined)
    return belowZero.test(text.slice(amount.end, amount.end + 40))
      ? { ...amount, isSignUnsure: true }
      : amount;
  const start = amount.start - mark.length;
  const before = text.slice(Math.max(0, start - leadRead), start);
  if (mark.length === 1 && /[^\s([{"'“‘„*_:=<>~|€$£]$/u.test(before)) return amount;
  // Behind another number it is a sum or a range; a dash, or one at the start of several lines, may be the mark of a list.
  const isAfterNumber = /[\d%€$£)]\s+$/u.test(before);
  if (mark.length > 1 && isAfterNumber) return amount;
  const isOfList = isList && (start <= leadRead ? /(?:^|\n)[ \t]*$/ : /\n[ \t]*$/).test(before);
  return mark === '–' || isAfterNumber || (mark.length === 1 && isOfList)
    ? { ...amount, isSignUnsure: true }
    : { ...amount, value: -amount.value, exact: negated(amount.exact), start };
}
const belowZero =
  /^(?:\s?(?:°|degrees?|grad|degrés?|grados?)?\s?[cf]?)?\s?(?:below (?:zero|freezing)|unter (?:null|dem gefrierpunkt)|(?:au-dessous|en dessous) de zéro|sous zéro|bajo cero)/iu;

/** As it is written without the signs of its amounts. */
export function withoutSigns(text: string): string {
  let rest = '';
  let from = 0;
  for (const { value, start, isSignUnsure } of amountsIn(text)) {
    const [mark = ''] =
      (isSignUnsure
        ? /[-−–]$/.exec(text.slice(Math.max(0, start - 1), start))
        : value < 0
          ? /^(?:\p{L}+\s|[-−])/u.exec(text.slice(start, start + leadRead))
          : null) ?? [];
    const at = isSignUnsure ? start - mark.length : start;
    if (mark === '' || at < from) continue;
    rest += text.slice(from, at);
    from = at + mark.length;
  }
  return rest + text.slice(from);
}

const scaled = (amount: Amount, scale: string | undefined): Amount => {
  const factor = scales[scale?.toLowerCase() ?? ''] ?? 1;
  return { ...amount, ...times(amount, { value: factor, exact: decimalFrom(factor) }) };
};
const ofClock = (minutes: number): Amount => ({
  value: minutes,
  exact: decimalFrom(minutes),
  unit: 'clock',
});

const endWithoutBlank = (text: string, end: number): number => text.slice(0, end).trimEnd().length;

function timeOf(hours: string, minutes: string, half: string): number {
  const isLate = /^p/i.test(half);
  const isEarly = /^a/i.test(half);
  const hour = Number(hours) % (isLate || isEarly ? 12 : 24);
  return (hour + (isLate ? 12 : 0)) * 60 + Number(minutes);
}

function counted(digits: string, unit: string | undefined): Amount {
  const inWords = numberWords.get(digits.toLowerCase());
  const plain = inWords === undefined ? plainDigits(digits) : String(inWords);
  const [value, exact] = [Number(plain), decimalOf(plain) ?? plain];
  const name = unit?.toLowerCase() ?? '';
  if (name === 'uhr') return ofClock((value % 24) * 60);
  if (name === 'percent') return { value, exact, unit: '%' };
  const found = [name, name.replace(/ies$/, 'y'), name.replace(/s$/, ''), name.replace(/n$/, '')].find(
    (one) => one in currencies || one in spans || others.has(one) || Object.hasOwn(foreign, one),
  );
  if (found === undefined) return { value, exact, unit: undefined };
  const single = Object.hasOwn(foreign, found) ? (foreign[found] ?? found) : found;
  const span = spans[single];
  if (span) {
    // A second is no whole part of a minute in decimals.
    const whole = span[0].endsWith('minute') ? Math.round(span[1] * 60) : span[1];
    return { value: value * span[1], exact: multiplied(exact, decimalFrom(whole)), unit: span[0] };
  }
  return { value, exact, unit: currencies[single] ?? single };
}

function plainDigits(given: string): string {
  const digits = given.replace(/[ \u00a0\u202f'’](?=\d{3})/g, '');
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
    ? digits.replaceAll(',', '')
    : /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/.test(digits)
      ? digits.replaceAll('.', '').replace(',', '.')
      : digits.replace(',', '.');
}

/** What a text means that is an amount and nothing else; `9.00` may be a time or a price. */
export function amountsOf(text: string): Amount[] {
  const trimmed = text.trim();
  return amountsIn(trimmed).filter(({ start, end }) => start === 0 && end === trimmed.length);
}

/** Where the same amount stands in a text, first. A whole hour is told without its minutes as well: “from 9 to 17”. */
export const placeOfAmount = (
  text: string,
  wanted: Amount,
  heard: readonly AmountFound[] = amountsIn(text),
): AmountFound | undefined => heard.find((found) => isSameAmount(text, wanted, found));

export function isSameAmount(text: string, wanted: Amount, found: AmountFound): boolean {
  if ((wanted.isSignUnsure ?? false) !== (found.isSignUnsure ?? false)) return false;
  if (wanted.unit === 'clock')
    return found.unit === 'clock'
      ? found.value === wanted.value
      : found.unit === 'minute'
        ? found.value === wanted.value && /\dh?\s?h$/i.test(text.slice(found.start, found.end))
        : found.unit === undefined &&
          found.value * 60 === wanted.value &&
          (/(?:(?<!\p{L})(?:from|until|till|to|at|by|between|and|after|before|bis|ab|von|um|gegen|jusqu'à|de|à|hasta|las|desde)\s|[–-]\s?)$/iu.test(
            text.slice(Math.max(0, found.start - 12), found.start),
          ) ||
            /^\s?(?:to|until|till|bis|–|-|h\b|o['’]clock)\s?\d?/.test(text.slice(found.end, found.end + 12)));
  return isSameKind(wanted, found) && wanted.exact === found.exact;
}

/** Without its sign. */
export const sizeOfAmount = ({ value, exact }: Measure): Measure => ({
  value: Math.abs(value),
  exact: sizeOf(exact),
});

/** Whether both count the same; what says no unit may count anything that is not time. */
export const isSameKind = (wanted: Amount, found: Amount): boolean =>
  found.unit === wanted.unit ||
  (found.unit === undefined && (wanted.unit === undefined || !isSpan(wanted.unit))) ||
  (wanted.unit === undefined && found.unit !== 'clock');

/** “14” alone is not fourteen days; a price or a count is understood without its unit. */
export const isSpan = (unit: string): boolean => spanUnits.has(unit);
const spanUnits: ReadonlySet<string> = new Set(
  Object.values(spans).flatMap(([unit]) => [unit, `working ${unit}`]),
);
