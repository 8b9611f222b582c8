import { restraint } from './phrases.ts';
import type { Matter } from './pointers.ts';
import { withThings } from './things.ts';

/**
 * Whether a run of words, beside a value, only says what somebody does with things of every day: “our technician will contact you to arrange
 * an appointment”, “please leave your key card at the reception desk”. Its verbs and the words between are of a list.
 */
export function isOfThings(given: string, matter: Matter): boolean {
  if (!matter.isOfValue || matter.isDenied) return false;
  const words = withThings(given);
  if (early.test(words) || (needless.test(words) && !matter.touches(given))) return true;
  if (restraint.test(words.replace(/^if /, '')) || !words.includes('a-')) return false;
  if (doing.test(words) || offering.test(words)) return true;
  if (handling.test(words)) return !matter.isOfNeeds;
  return matter.isOfPrice && included.test(words);
}

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');

const by = `(?: (?:by|via|with|in) (?:email|e-mail|text|post|mail|phone|sms|a-thing))?`;
const when = `(?:(?:once|as soon as|when|after|before) (?:a-thing (?:is|has|has been|have been|ships|arrives|leaves)(?: (?:ready(?: for (?:collection|pick-up))?|shipped|sent|confirmed|complete|on its way|on the way|received|packed))?|you(?:'ve| have)? (?:arrive|leave|left|check in|check out|book|booked|order|ordered|start|finish|come in|pick up|collect|receive|visit)(?: a-thing)?|it(?:'s| is) (?:ready(?: for (?:collection|pick-up))?|time|on its way))|in advance|beforehand|afterwards|upon arrival|on arrival|at check-in|on time|before (?:arriving|boarding|leaving|departure|arrival|use)|during a-thing)`;
const where = `(?:(?:at|in|on|to|from|with|via|through|under|inside|by) (?:a-thing|us|our a-thing)|at (?:checkout|reception)|online|here|there|on site|in person)`;
const tail = `${by}(?: ${where})?(?: ${where})?(?: ${when})?`;

const we = `(?:(?:and|so|then) )?(?:we|i|a-staff)(?:'ll| will| can|'d be (?:happy|glad) to| would be (?:happy|glad) to|'re (?:happy|glad) to|'m (?:happy|glad) to| (?:are|is|am) (?:happy|glad) to|'d love to)(?: (?:also|gladly|then|always|automatically|personally|certainly|happily|be happy to|be glad to))?`;
const asks = `(?:send|email|text|give|hand|show)(?: you)? a-thing|provide(?: you with)? a-thing|(?:help|assist|support|guide|walk|accompany|advise)(?: you)?(?: (?:with|through|to|to find|find|fill in|complete|set up|choose) a-thing| there| on site| personally| further)?|(?:contact|call|text|email|remind|notify)(?: you)?(?: (?:to (?:arrange|schedule|book|agree on) a-thing|when it(?:'s| is) time))?|(?:check|arrange|prepare|organi[sz]e|set up|book|schedule|make|pack|process|answer|look up)(?: you)? a-thing(?: for you)?`;
const doing = whole(
  [
    `(?:if you (?:have|tell (?:me|us)|send (?:me|us)|give (?:me|us)|share) a-thing(?: (?:at hand|ready|handy))? )?${we} (?:${asks})${tail}`,
    `(?:and |then )?you(?:'ll| will) (?:get|receive|find) a-thing${tail}`,
    `we provide a-thing${tail}`,
    `(?:shall|should|can|may) (?:i|we) (?:${asks})${tail}|would you like (?:me|us) to (?:${asks})${tail}`,
  ].join('|'),
);
const offering = whole(
  [
    `(?:(?:please|just) )?feel free to (?:contact|call|ask|email|message|reach out to) a-(?:staff|thing)(?: (?:with|for) (?:any )?(?:a-thing|questions|(?:further |other )?questions))?`,
    `is there anything else (?:you(?:'d| would) like to know about|(?:i|we) can help you with regarding) a-thing`,
  ].join('|'),
);

const please = `(?:(?:and|also|then) )?(?:(?:please|just|simply|kindly) )*(?:(?:make sure|be sure|remember|don't forget|feel free) to |you can (?:also |simply |just |easily |always )?|you're welcome to |you just need to |all you need to do is (?:to )?|we (?:kindly )?ask you to )?`;
const verbs = `(?:bring|show|present|carry|wear|keep|have|prepare|fill in|fill out|complete|sign|print|upload|download|submit|send|email|attach|scan|choose|select|open|enter|provide|leave|drop off|drop|place|put|hand in|hand|give|tell|track|view|find|see|read|make|book|reserve|arrange|return|store|label|pack|lock|restart)`;
const handling = whole(
  [
    `${please}${verbs}(?: (?:us|me|a-staff))? (?:a-thing|it|them)(?: (?:with you|off|in|back|ready|at hand|along|handy))?${tail}`,
    `(?:we|i)(?:'d| would)? (?:recommend|suggest) (?:bringing|wearing|submitting|booking|sending|reserving|printing|keeping|arranging|making) a-thing(?: (?:early|in advance|ahead|beforehand|with you))?${tail}`,
  ].join('|'),
);
const early = whole(
  `(?:so )?(?:please|we recommend (?:that )?you|make sure to) (?:book|order|apply|register|reserve)(?: a-thing)? (?:early|in advance|ahead of time|in good time)`,
);
/** “No appointment is needed.” */
const needless = whole(
  `no (?:appointment|booking|reservation|registration|pre-registration) (?:is )?(?:needed|required|necessary)`,
);
const included = whole(
  `a-thing is (?:also )?(?:included|available)(?: ${where})?|(?:it|this|that|the (?:price|fee|rate)) includes a-thing`,
);
