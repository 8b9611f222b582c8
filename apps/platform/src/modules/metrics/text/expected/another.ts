import type { Asked, Claim } from './claims.ts';
import { isAskedFor } from './claims.ts';
import { neutral, turning } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { isSame } from './weighed.ts';

/**
 * Whether a clause says of another thing, which it names, what that costs or how long it takes, and nothing else: “a suit costs 14
 * euros”. It shares no word of the matter, and its name is none that may mean the matter, or a part of its price.
 */
export function isOfAnother(
  { text, words, isAsking }: Piece,
  claims: readonly Claim[],
  asked: Asked,
): boolean {
  const values = words.filter(({ amounts }) => amounts);
  const [value] = values;
  if (isAsking || values.length !== 1 || !value || value.bound !== undefined) return false;
  if (!claims.some((claim) => claim.words.some(({ amounts }) => amounts))) return false;
  if (value.amounts?.every(({ unit }) => unit === undefined || unit === 'clock')) return false;
  const { subject, article, verb } = ahead.exec(text.slice(0, value.start))?.groups ?? {};
  // “Add £3” has neither; “films only 7 days” needs none.
  if (!article && !verb && !(/^(?:only|just) /iu.test(text.slice(value.start)) && /s$/iu.test(subject ?? '')))
    return false;
  if (subject === undefined || general.test(subject) || !behind.test(text.slice(value.end))) return false;
  const named = words.filter(
    ({ key, start }) => start < value.start && key !== 'cost' && key !== 'only' && key !== 'nur',
  );
  return (
    named.length > 0 &&
    !named.some(
      (word) =>
        word.date !== undefined ||
        neutral.has(word.key) ||
        turning.has(word.key) ||
        word.key.startsWith('per ') ||
        isAskedFor(asked, word) ||
        claims.some((claim) => claim.words.some((one) => isSame(one, word))),
    )
  );
}

const ahead =
  /^(?:[\W_]|and |while )*(?:(?<article>an?|the|our|each|every) )?(?<subject>\p{L}+(?:[ -]\p{L}+){0,2}?(?: for (?:the|an?|our) \p{L}+)?) (?<verb>(?:costs?|is|are|takes?|lasts?) )?$/iu;
const behind = /^(?:\s(?:an?|per|each) (?:minute|hour|day|night|week|month|year|person|piece))?\W*$/iu;
/** Whatever is sold or charged, what is charged beside it, and when. */
const general =
  /(?<!\p{L})(?:it|that|this|one|ones|they|we|you|i|he|she|all|both|each|every|everything|anything|nothing|rest|others?|same|items?|things?|products?|articles?|services?|orders?|purchases?|goods|total|sum|amount|figure|costs?|prices?|rates?|tariffs?|fees?|fines?|penalt(?:y|ies)|charges?|surcharges?|supplements?|tax(?:es)?|vat|deposits?|minimum|maximum|limits?|discounts?|real|true|actual|actually|really|final|current|new|now|today|tomorrow|\p{L}+days?|weekends?|weeks?|months?|years?|seasons?|summer|winter|holidays?|january|february|march|april|may|june|july|august|september|october|november|december|periods?|deadlines?|terms?|notice|grace|extensions?|truth|value|bill|invoice|list|leaflet|website|members?|students?|children|adults?|seniors?|guests?|customers?|tenants?|residents?|groups?|families|people|persons?|everyone|everybody|staff)(?!\p{L})/iu;
