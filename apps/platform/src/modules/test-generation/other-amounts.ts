const typical: readonly (readonly [RegExp, readonly number[]])[] = [
  [/seconds?|secs?\b/i, [2, 3, 5, 6, 10, 15, 20, 30, 45, 60, 90, 120]],
  [/minutes?|mins?\b/i, [2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180]],
  [/hours?|hrs?\b/i, [2, 3, 4, 6, 8, 12, 24, 48, 72, 96]],
  [/weekdays|working days|business days/i, [1, 2, 3, 5, 7, 10, 15, 20, 30]],
  [/days?|nights?/i, [2, 3, 5, 7, 10, 14, 21, 28, 30, 45, 60, 90, 120, 180, 365]],
  [/weeks?/i, [2, 3, 4, 6, 8, 10, 12, 16]],
  [/months?/i, [2, 3, 6, 9, 12, 18, 24, 36, 48, 60]],
  [/years?/i, [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 21, 25, 30]],
  [/%|percent/i, [5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 90]],
];

/**
 * Another amount that somebody could take for it, on the side where the statement becomes false: “above 15 needs a
 * receipt” still holds where 10 is the limit. Dates, times of day, halves of ranges, rough figures and numbers that are
 * names have none.
 */
export function otherAmount(value: string, before: string, after: string): string | undefined {
  if (
    /:|\d(?:st|nd|rd|th)?(?: of)? \p{Lu}/u.test(value) ||
    /\b(?:between|(?<!\bfree )from|about|around|approximately|roughly|some|nearly|almost|circa|ca\.?|every)\s+\D?$|\bbetween\b|(?<!\bfree )\bfrom\b/i.test(
      before,
    ) ||
    /^ ?(?:to|–|-|and|or) ?\d/.test(after) ||
    // Of coins and notes there are only so many.
    /^[ -]?(?:coins?|notes?|bills?|stamps?)\b/i.test(after) ||
    /\b(?:coins?|notes?|bills?) (?:of|up to)\s\D?$/i.test(before)
  )
    return undefined;
  const [number = ''] = /\d+(?:[.,]\d+)*/.exec(value) ?? [];
  if (!/^(?:\d{1,4}|\d{1,2},\d{3})(?:\.\d{1,2})?$/.test(number)) return undefined;
  const amount = Number(number.replace(',', ''));
  // There is no 13 am.
  if (/^\d{1,2} ?[ap]\.?m\b/i.test(value))
    return Number.isInteger(amount) && amount >= 1 && amount <= 12
      ? value.replace(number, String(amount < 11 ? amount + 1 : amount - 1))
      : undefined;
  // A year is told wrongly by ten of them, and not as one that nobody has seen.
  // “Made before 2006” holds of all that must not be from before 2016.
  if (/^(?:19|20)\d{2}$/.test(number) && value === number && /\b(?:until|before|after|by)\s$/i.test(before))
    return undefined;
  if (/^(?:19|20)\d{2}$/.test(number) && value === number && /\b(?:in|since|of|from)\s$/i.test(before))
    return String(amount > 2015 ? amount - 10 : amount + 10);
  const isMoney = /[€$£]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|cents?|francs?)\b/i.test(value);
  const isFloor =
    /(?<!\bno )\b(?:above|(?:longer|more|later|older|higher) than|over|aged|exceeds?|exceeding|at least|free from)\s+\D?$/i.test(
      before,
    );
  const found = isMoney ? price(amount, isFloor) : counted(amount, value, isFloor);
  if (found === undefined || found <= 0) return undefined;
  const other = value.replace(number, spelt(found, number));
  return amount === 1
    ? other.replace(/ (?:euro|dollar|pound|cent|franc|minute|hour|day|night|week|month|year)$/i, '$&s')
    : other;
}

/** With as many decimals as the true one, and its thousands set apart where that one's are. */
const spelt = (found: number, as: string): string => {
  const said = found.toFixed(as.split('.')[1]?.length ?? 0);
  return as.includes(',') ? said.replace(/\B(?=\d{3}(?:\.|$))/, ',') : said;
};

function counted(amount: number, value: string, isFloor: boolean): number | undefined {
  if (!Number.isInteger(amount) || amount === 0) return undefined;
  const steps = typical.find(([unit]) => unit.test(value))?.[1];
  if (steps !== undefined)
    // One is written in the singular, and more in the plural.
    return amount === 1
      ? undefined
      : isFloor
        ? steps.findLast((one) => one > 1 && one <= amount * 0.85)
        : steps.find((one) => one >= amount * 1.2);
  if (amount === 1) return undefined;
  const step =
    amount < 5 ? 1 : amount < 20 ? 2 : amount < 50 ? 5 : amount < 100 ? 10 : amount < 1000 ? 50 : 500;
  const other = amount + (isFloor ? -step : step);
  return other > 1 ? other : undefined;
}

function price(amount: number, isFloor: boolean): number {
  const step =
    amount < 1 ? 0.2 : amount < 10 ? 2 : amount < 50 ? 5 : amount < 100 ? 10 : amount < 1000 ? 50 : 500;
  return amount + (isFloor ? -step : step);
}
