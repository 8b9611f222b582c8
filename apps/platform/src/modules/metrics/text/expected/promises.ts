import { any, place, restraint, withoutMoment } from './phrases.ts';
import type { Matter } from './pointers.ts';

/**
 * Whether a run of words only promises what the company sends, shows or keeps ready: “we'll send you a confirmation by email”. What it
 * sends is of a list, and when it does so is no day and no case; “we'll send you a bill for the rest” has no such form.
 */
export function isPromise(given: string, matter: Matter): boolean {
  if (restraint.test(given)) return false;
  const words = withoutMoment(given);
  if (telling.test(words)) return true;
  if (matter.isDenied) return false;
  if (billing.test(words))
    return matter.isOfPrice || (matter.isOfValue && !matter.touches(words.replaceAll(nobody, ' ')));
  if (welcoming.test(words) || caring.test(words)) return true;
  if (!matter.isOfValue) return false;
  if (taking.test(words)) return matter.isOfPrice;
  if (handling.test(words)) return !matter.touches(words.replaceAll(/\b(?:it|your|you|we|our|the)\b/gu, ' '));
  return refunding.test(words) && !matter.isOfPrice;
}

/** They stand in any statement. */
const nobody = /(?<!\p{L})(?:you|your|we|us|our|it|the|get|receive)(?:'ll)?(?!\p{L})/gu;
const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');

const we = `(?:(?:and|then|of course) )?(?:we|i|our (?:team|staff|driver|system|colleagues))(?:'ll| will)(?: (?:then|also|gladly|of course|always|automatically))?`;
const you = `(?:(?:and|then) )?you(?:'ll| will)(?: (?:then|also|automatically))? (?:receive|get|find)`;
const by = `(?:by|via|with an?|in an?|to your) (?:(?:email|e-mail|confirmation|text|registered) )?(?:email|e-mail|email address|e-mail address|text|text message|sms|message|post|mail|phone|telephone|inbox|letter)`;
const way = `(?: ${by}(?: or (?:(?:by|via) )?(?:email|e-mail|text|text message|sms|post|phone))?| to you| in (?:our|the) app| in your (?:online |customer )?account)?`;
const notice = any('confirmation reminder notification message email e-mail text sms');
const paper = any(
  'confirmation reminder notification message email e-mail text sms link number code label ticket receipt letter details form documents summary copy directions instructions',
);
const kindOf = `(?:(?:${any('short written booking order shipping tracking pick-up collection appointment return prepaid qr digital online text confirmation email friendly pdf')}) ){0,2}`;
const sent = (what: string): string => `(?:an?|the|your|our|all|all the)? ?${kindOf}${what}`;
const about = `(?: with (?:all )?(?:the|your|a) ${kindOf}${paper})?`;

/** That somebody hears of it, whatever it is, is no statement of it. */
const telling = whole(
  [
    `${we} (?:send|email|e-mail|text|give) you ${sent(notice)}${way}`,
    `${you} ${sent(notice)}${way}`,
    `${we} (?:get back to you|be in touch|get in touch with you|contact you|call you back|reply)${way}(?: ${any('soon shortly')})?`,
    `${we} (?:be )?(?:happy|glad) to help(?: you)?`,
  ].join('|'),
);
/** What is got, where something is got at all. */
const billing = whole(
  [
    `${we} (?:send|email|e-mail|text|give|hand) you ${sent(paper)}${about}${way}`,
    `${you} ${sent(paper)}${about}${way}`,
    `${we} (?:send|email|e-mail) you (?:an|the|your) (?:invoice|receipt)${way}`,
    `(?:(?:an?|the|your) ${kindOf}${paper}) (?:will be|is) (?:sent|emailed|e-mailed) to you${way}`,
    `${we} (?:let you know|notify you|inform you|remind you|(?:text|call|email|message) you|confirm (?:your (?:order|booking|appointment|cancellation)))${way}`,
  ].join('|'),
);
const welcoming = whole(
  [
    `${we} (?:show you (?:around|how (?:it|everything) works|to your \\p{L}+|everything)|explain everything(?: to you)?|walk you through (?:it|everything|the \\p{L}+))`,
    `${we} (?:be )?(?:happy|glad|there|here) to (?:help|assist)(?: you)?(?: (?:on site|in person|there|${place}))?`,
    `our (?:team|staff) (?:will be|is|are) (?:always )?(?:happy|glad|there|here) to (?:help|assist)(?: you)?(?: (?:on site|in person|there|${place}))?`,
  ].join('|'),
);
const proof = `(?:(?:driving|driver's|photo|booking|order|identity|health|insurance) )?${any('id licence license passport ticket receipt documents papers confirmation card booking')}`;
const caring = whole(`${we} take care of (?:the rest|everything|everything else|it)(?: for you)?`);
const handling = whole(
  [
    `${we} (?:(?:just|simply|quickly|then) )?(?:check|scan|verify|have a look at) your ${proof}(?: and (?:your )?${proof})?`,
    `${we} (?:keep|have|get) (?:it|your (?:order|parcel|booking|item|items|key|keys|table|room)) ready(?: for you)?(?: ${place})?`,
    `${we} (?:reserve|hold|set aside|put aside|prepare|pack) (?:it|one|them) for you(?: ${place})?`,
    `${we} ask (?:you )?(?:for|to see) your ${proof}(?: and (?:your )?${proof})?(?: ${place})?`,
    `${we} (?:call|ring)(?: the bell| at the door| your bell)`,
    `${we} (?:process|handle|register|forward) (?:it|your (?:request|order|application|claim|cancellation|registration))`,
  ].join('|'),
);
/** How a price is paid, where it is one. */
const taking = whole(
  [
    `${we} (?:deduct|debit|collect|take|charge) (?:it|the amount|the fee|this) (?:automatically )?(?:from|to) (?:your|the) (?:account|card|bank account|payout|invoice|payment)(?: (?:together with|along with) the (?:amount|payment|invoice))?`,
    `(?:it's|(?:it|this|the (?:fee|amount|price)) (?:is|will be)) (?:automatically )?(?:charged|billed|debited|deducted|collected|taken|added)(?: automatically)? (?:from|to|with|on|via) (?:your|the) (?:(?:bank|monthly|hotel|room) )?(?:account|card|bank account|payout|invoice|bill|direct debit)`,
  ].join('|'),
);
/** Whoever sends something back gets the money for it; of a price that takes it back. */
const refunding = whole(
  `${we} (?:then )?(?:refund|return|credit) (?:you )?(?:the (?:full )?(?:purchase price|amount|payment|money)|your money|it) to (?:your|the) (?:original )?(?:payment method|account|bank account|card|credit card|method of payment)`,
);
