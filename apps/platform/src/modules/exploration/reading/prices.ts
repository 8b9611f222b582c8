import { singular } from './words.ts';

export interface Price {
  readonly thing: string;
  readonly each: number;
  /** " of 4 kg": what makes it this price, where there are several. */
  readonly size: string;
}

const costs =
  /\b(?:an?|one|the|each|every) ([a-z]+(?: [a-z]+)?) (?:costs?|is|starts at|for) (?:only |just |from )?([€$£]?) ?(\d+(?:[.,]\d{1,2})?) ?(?:euros?|eur|€|dollars?|usd|pounds?|gbp|chf)?\b/i;
const tier =
  /(\d+(?:[.,]\d{1,2})?)(?: ?(?:euros?|eur|€|dollars?|usd|pounds?))? up to (\d+) ?(kg|kilos?|people|persons|guests|gb|pages|nights|km)\b/gi;

/** What one of something costs, as a sentence says it: "A parcel costs 4.90 euros up to 2 kg, 6.90 up to 5 kg". */
export function priceIn(text: string): Price | undefined {
  const [, named = '', symbol = '', amount = ''] = costs.exec(text) ?? [];
  if (named === '' || !(symbol !== '' || /\b(?:euros?|eur|dollars?|usd|pounds?|gbp|chf)\b|€/i.test(text)))
    return undefined;
  const thing = singular(named.split(' ').at(-1) ?? named);
  const tiers = [...text.matchAll(tier)];
  const second = tiers[1];
  if (second === undefined)
    return tiers.length === 0 ? { thing, each: Number(amount.replace(',', '.')), size: '' } : undefined;
  const [, each = '', upTo = '', unit = ''] = second;
  return {
    thing,
    each: Number(each.replace(',', '.')),
    size: ` of ${Math.max(1, Number(upTo) - 1)} ${unit}`,
  };
}
