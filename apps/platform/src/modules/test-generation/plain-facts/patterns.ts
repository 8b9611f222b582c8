export type Found = Readonly<Record<string, string | undefined>>;
export type Form = readonly [form: RegExp, ask: (found: Found) => string | undefined];

export const money = String.raw`(?:[€$£] ?\d+(?:[.,]\d+)*|(?:EUR|USD|GBP|CHF) ?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)* ?(?:[€$£%]|euros?\b|cents?\b|dollars?\b|pounds?\b|francs?\b|percent\b|per cent\b|EUR\b|USD\b|GBP\b|CHF\b))`;
export const per = String.raw`(?: (?<per>(?:per|an?|each|every) [\p{L}]+(?: [\p{L}]+)?))?`;
export const count = String.raw`(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)`;
export const span = String.raw`(?:(?:about|around|at least|at most|up to|only) )?(?:${count} (?:to|or|-|–) )?(?:${count})(?:[ -](?:(?:working|business|calendar|full) )?(?:minutes?|hours?|days?|nights?|weeks?|months?|years?))`;
export const clock = String.raw`(?:\d{1,2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?| o['’]clock)?|noon|midnight)`;
const day = String.raw`(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?: (?:mornings?|afternoons?|evenings?))?|weekdays|weekends|the weekend|(?:public |bank )?holidays)`;
export const days = String.raw`${day}(?:(?:,| and|, and| or| to) ${day}){0,4}`;
/** When something is, as a whole: days, hours, or both. */
export const times = String.raw`(?:at night|at the weekend|all year(?: round)?|in (?:spring|summer|autumn|winter)|(?:daily|every day|24/7|around the clock|(?:on |from )?${days})(?:,? (?:from|between|until|till) ${clock}(?: (?:to|and|until|till|-|–) ${clock})?)?|(?:from|between) ${clock}(?: (?:to|and|until|till|-|–) ${clock})(?:,? (?:daily|every day|on ${days}))?)`;
export const often = String.raw`(?:once|twice|(?:two|three|four|five|\d+) times)(?: (?:an?|per|every) (?:day|week|month|year))?|every (?:day|week|month|year|(?:two|three|four|\d+) (?:days|weeks|months|years))|every (?:second|other) (?:day|week|month)`;
export const weight = String.raw`\d+(?:[.,]\d+)? ?(?:kg|kilos?|kilograms?|g|grams?|pounds|tonnes?)`;
export const doing = String.raw`(?:borrowed|booked|paused|reserved|kept|extended|rented|hired|used|parked|stored|held)`;
export const act = String.raw`(?:[\p{L}]+(?:ed|en|pt|ght)|made|paid|sent|sent back|taken|brought back|handed in|picked up|filed|put out)(?: (?:back|in|up|online|free of charge|for free|in person))?`;

export const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'iu');
