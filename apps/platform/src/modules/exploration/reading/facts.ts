import { sentencesOf } from './words.ts';

/** A number with what it counts, as a sentence states it. */
export interface Quantity {
  readonly number: string;
  readonly unit: string;
  readonly sentence: string;
}

const units =
  'working days?|business days?|euros?|eur|€|dollars?|usd|\\$|pounds?|gbp|£|chf|francs?|minutes?|hours?|days?|weeks?|months?|years?|percent|%|kg|kilos?|kilograms?|km|kilometres?|miles?|items?|people|guests|persons?|points?|credits?|nights?|pages?|seats?|litres?|tage?n?|stunden?|wochen?|monate?n?|jahre?n?|jours?|heures?|semaines?|mois|ans|días?|horas?|semanas?|meses|años?';
const numberWords: Readonly<Record<string, string>> = {
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  twelve: '12',
  fourteen: '14',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  sixty: '60',
  ninety: '90',
};
const stated = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:([€$£]) ?)?(\\d+(?:[.,]\\d+)?|${Object.keys(numberWords).join('|')})[ -]?(${units})?(?![\\p{L}\\p{N}])`,
  'giu',
);
const symbols: Readonly<Record<string, string>> = {
  '€': 'euro',
  $: 'dollar',
  '£': 'pound',
  eur: 'euro',
  usd: 'dollar',
  gbp: 'pound',
  '%': 'percent',
};

/** Numbers with units, each with the sentence it stands in. */
export function quantitiesIn(text: string): Quantity[] {
  return sentencesOf(text).flatMap((sentence) =>
    [...sentence.matchAll(stated)].flatMap(([, symbol, number = '', unit]) => {
      const named = (unit ?? symbol)?.toLowerCase();
      if (named === undefined) return [];
      return [
        {
          number: numberWords[number.toLowerCase()] ?? number.replace(',', '.').replace(/\.0+$/, ''),
          unit: symbols[named] ?? named.replace(/s$/, ''),
          sentence,
        },
      ];
    }),
  );
}

const idLike = /\b(?=[A-Z0-9#-]*\d)(?:[A-Z]{1,5}[-#]?\d{2,}(?:-\d{2,})*|#\d{3,}|\d{5,10})\b/g;

/** What looks like the number of an order, a parcel, a ticket: capitals and digits, or five digits and more. */
export const idsIn = (text: string): string[] => [...new Set(text.match(idLike) ?? [])];

/** An id of the shape of another, that nobody was ever given. */
export function madeUp(shape: string, place = 0): string {
  const hole = shape.includes('#') ? /#/g : /\d/g;
  const digits = ['482135', '739164', '615928', '847261', '293857'][place % 5] ?? '482135';
  let at = 0;
  return shape.replaceAll(hole, () => digits[at++ % digits.length] ?? '4');
}

/** The shape of the ids a target speaks of: the one it gives as an example first. */
export function idShapeIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [, example = ''] =
      /\b(?:such as|like|e\.g\.|for example|example:|format|looks like|wie|par exemple|como)[: ]+["“']?([A-Z0-9#-]{4,20})/.exec(
        text,
      ) ?? [];
    if (/\d|X{3}/.test(example) && !/^\d{1,4}$/.test(example))
      return example.replaceAll(/X(?=X)|(?<=X)X/g, '0').replace(/[.-]+$/, '');
  }
  const told = texts.map(shapeTold).filter((shape) => shape !== undefined);
  // The one that says most of it.
  const [most] = told.toSorted((a, b) => Number(/^[^#]/.test(b)) - Number(/^[^#]/.test(a)));
  return most ?? texts.flatMap(idsIn).find((id) => /[A-Z]+[-#]\d|[A-Z]\d{4}/.test(id));
}

const words = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** "Six digits", "a 7-digit number that begins with 70", "two letters and four digits"; # stands for any digit. */
function shapeTold(text: string): string | undefined {
  const [, letters, digits = ''] =
    /\b(?:([1-4]|one|two|three|four) letters (?:and|followed by|then) )?(\d{1,2}|three|four|five|six|seven|eight|nine|ten)[- ]digits?\b/i.exec(
      text,
    ) ?? [];
  if (digits === '') return undefined;
  const count = (word: string): number => Number(word) || words.indexOf(word.toLowerCase());
  const [, start = ''] =
    /\b(?:starts?|starting|beginning|begins?) with (?:the (?:letters?|digits?) )?["“']?([A-Z]{1,4}-?|\d{1,4})\b/.exec(
      text,
    ) ?? [];
  const before = start || 'ABCD'.slice(0, letters === undefined ? 0 : count(letters));
  const rest = Math.min(count(digits), 12) - (/^\d/.test(before) ? before.length : 0);
  return `${before}${'#'.repeat(Math.max(1, rest))}`;
}

/** Ways to reach people: a telephone, an address, a page, or being put through. */
export const contactsIn = (text: string): string[] =>
  [...text.matchAll(/(?:\+?\d[\d ()/-]{5,}\d)|[\w.+-]+@[\w-]+\.[\w.]+|https?:\/\/\S+|\bwww\.\S+/g)].map(
    ([found]) => found.trim(),
  );

/** Content words two statements have in common, whatever their numbers are. */
export function sharedWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of left) if (right.has(word) && !/^\d/.test(word)) shared += 1;
  return shared;
}
