import { adviser, any, contact, moment, place, thing } from './phrases.ts';

/** What a statement is about, so far as it decides which details can take nothing of it back. */
export interface Matter {
  /** It says how much, how long or when. What is so at all stands in the question, and is taken for granted. */
  readonly isOfValue: boolean;
  /** It says what something costs, and no time of day, day or span. */
  readonly isOfPrice: boolean;
  /** It says where or how something is done. */
  readonly isOfWay: boolean;
  /** It says what is needed: one thing more is another answer. */
  readonly isOfNeeds: boolean;
  /** It denies or forbids. */
  readonly isDenied: boolean;
  /** Whether each word of a text is one of the question or of the expected answer. */
  readonly names: (text: string) => boolean;
  /** Whether one of them is. */
  readonly touches: (text: string) => boolean;
}

/**
 * Whether a run of words only says where to ask, to read more, to get or pay for what is spoken of, or what to bring. Such a form names a
 * place of a list and says nothing else: “for less online” has none.
 */
export function isPointer(words: string, matter: Matter): boolean {
  if (asking.test(words)) return true;
  if (matter.isDenied) return false;
  const found = finding.exec(words)?.groups;
  if (found) return found['thing'] === undefined || isNamed(found['thing'], matter);
  if (bringing.test(words))
    return !matter.isOfNeeds && !matter.touches(words.replace(/^.*? (?:your|an?|the) /u, ''));
  if (!matter.isOfValue) return false;
  if (visiting.test(words)) return true;
  if (matter.isOfPrice && calling.test(words)) return true;
  if (paying.test(words)) return !matter.touches(words.replaceAll(/\b(?:you|can|it|them)\b/gu, ' '));
  const got = getting.exec(words)?.groups;
  return (
    got !== undefined &&
    !(matter.isOfWay && matter.touches(got['verb'] ?? words)) &&
    (got['thing'] === undefined || matter.names(got['thing']))
  );
}

/** A thing of the matter, or one that has its place whatever the matter is. */
const isNamed = (thing: string, matter: Matter): boolean =>
  matter.names(thing) ||
  (matter.isOfValue &&
    !matter.isOfWay &&
    thing.split(' ').every((word) => ofHouse.has(word) || matter.names(word)));
const ofHouse: ReadonlySet<string> = new Set(
  'room rooms desk counter form map lockers lift stairs shelf shelves button stations directions'.split(' '),
);

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');
const lead =
  '(?:(?:and|also|so|then|simply|just|please) )*(?:you (?:can|may|could|will be able to)(?: (?:also|simply|just|easily|always|either))* )?(?:please |simply |just )?';
/** What of the matter is got or found: which word it is, is looked at apart. */
const named = String.raw`(?:${thing}|(?:(?:a|an|the|our|your|all|all the|all our) )?(?<thing>\p{L}+(?: \p{L}+){0,2}))`;

const news = '(?:more|further|all|all the|the|other) (?:information|info|details|questions)';
const asking = whole(
  [
    `${lead}${contact}(?: ${adviser})?(?: ${place})*(?: (?:for|with) ${news}| if you have (?:any )?(?:more |further |other )?questions)?`,
    `(?:for|with) ${news} (?:please |just |simply )?(?:${contact}|see|check)(?: ${adviser})?(?: ${place})*`,
    `(?:to (?:find out|learn|know) more|if you have (?:any )?(?:more |further |other )?questions) (?:please |just |simply )?(?:${contact}|see|check)(?: ${adviser})?(?: ${place})*`,
    `${lead}(?:find|see|read|get) (?:more|further) (?:information|info|details) ${place}`,
    `you'll find (?:more|further) (?:information|info|details) ${place}`,
    `(?:more|further) (?:information|info|details) (?:is|are|can be found)(?: available)? ${place}`,
    `our (?:website|app|team|staff) (?:has|have) (?:more|further) (?:information|info|details)`,
    `our (?:team|staff) (?:is|are|will be)(?: always)? (?:happy|glad|here) to help(?: you)?`,
  ].join('|'),
);
/** Who comes by finds it open; that says something where days or hours are spoken of. */
const visiting = whole(
  `(?:${lead}|(?:so )?(?:please )?feel free to )(?:visit|drop by|stop by|come by)(?: ${adviser}| our ${any('shop office store branch')})?`,
);
const calling = whole(
  `${lead}${contact}(?: ${adviser})? (?:on weekdays|during (?:our )?(?:opening|office|business) hours)`,
);
const finding = whole(`(?:${lead}(?:find|see)|you'll find|you will find) ${named} ${place}`);
const getting = whole(
  `(?:${lead}|which you can )(?<verb>order|buy|purchase|get|collect|pick up|pick|book|reserve|request|pay for|pay|apply for|apply|sign up|register|send|submit|hand in|hand|cancel|return|exchange|renew|track|borrow|rent|hire)(?: ${named}(?: up| in)?)?? ${place}(?: ${place})?(?: to ${adviser})?|(?:it|they) (?:is|are) (?:served|available|sold|issued) ${place}|(?:bookings|orders|reservations|applications|payments) can be made ${place}`,
);
const means = '(?:card|cash|invoice|paypal|bank transfer|direct debit)';
const paying = whole(
  `${lead}pay(?: for (?:it|them))? ${moment}|${lead}pay(?: for)?(?: it| them)? (?:by|with|in|via) (?:credit |debit )?${means}(?: (?:or|and) (?:(?:by|with|in|via) )?(?:credit |debit )?${means})*(?: ${place})?|payment is(?: possible)? by ${means}(?: (?:or|and) ${means})*(?: ${place})?`,
);
const papers = any(
  'id photo-id receipt invoice ticket passport confirmation card towel swimwear lock number licence license',
);
const bringing = whole(
  `(?:and )?(?:please|just|please just|please remember to|please don't forget to|don't forget to|remember to) (?:bring|keep|have|show|carry) (?:your|an?|the) (?:(?:valid|photo|library|insurance|booking|order|id|driving) )*${papers}(?: with you| along| ready| at hand| safe)?|please (?:be|arrive) on time`,
);
