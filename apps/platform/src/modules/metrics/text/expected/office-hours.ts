/**
 * What is expected with its hours as people read them: “open from 9 to 5” is from 9 am to 5 pm. Undefined where it says no such span, where
 * it may be at night, or where nothing is said to be open.
 */
export function withHalvesOfDay(expected: string, input: string): string | undefined {
  const about = `${input} ${expected}`;
  if (!opening.test(about) || atNight.test(about)) return undefined;
  const found = [...expected.matchAll(span)];
  const [one] = found;
  if (one === undefined || found.length > 1) return undefined;
  const { from = '', to = '' } = one.groups ?? {};
  const [first, last] = [Number.parseInt(from, 10), Number.parseInt(to, 10)];
  // What begins later by the clock than it ends goes past noon.
  if (first < 5 || first > 12 || last >= first || last < 1) return undefined;
  return expected.replace(span, `from ${from} ${first === 12 ? 'pm' : 'am'} to ${to} pm`);
}

const hour = String.raw`\d{1,2}(?::[0-5]\d)?`;
/** Bare hours, behind which no unit, sign or half of the day stands. */
const span = new RegExp(
  String.raw`(?<![\d€$£.,:-])(?:from |between )?(?<from>${hour}) ?(?:to|until|till|and|–|-) ?(?<to>${hour})(?![\d:%€$£]|[.,]\d| ?(?:am|pm|a\.m|p\.m|o['’]clock|h|hours?|minutes?|days?|weeks?|months?|years?|euros?|pounds?|dollars?|people|persons?|uhr)(?!\p{L}))`,
  'giu',
);
const opening = /(?<!\p{L})(?:open|opening hours|office hours|business hours|staffed)(?!\p{L})/iu;
const atNight =
  /(?<!\p{L})(?:nights?|evenings?|overnight|late|midnight|bars?|pubs?|clubs?|disco|lounge|nightclub|party|morning|am|pm|closed)(?!\p{L})/iu;
