import { adviser, any, contact, goal, place, restraint, withoutMoment, written } from './phrases.ts';
import type { Matter } from './pointers.ts';

/**
 * Whether a run of words only tells the person what to bring, have at hand or do: “just show your receipt at the counter”. What is done is
 * of a list, and what it is done with is a paper, a thing that one carries, or what the question is about.
 */
export function isInstruction(given: string, matter: Matter): boolean {
  if (matter.isDenied || restraint.test(given.replace(wishing, ''))) return false;
  const words = withoutMoment(given);
  // Where it is asked what to bring, one thing more is another answer.
  if (bringing.test(words))
    return (
      !matter.isOfNeeds && (matter.isOfValue || !matter.touches(words.replace(/^.*?(?:your|an?|the) /u, '')))
    );
  if (doing.test(words))
    return matter.isOfValue || !matter.touches(words.replaceAll(/\b(?:you|your|can)\b/gu, ' '));
  return (
    matter.isOfValue &&
    ((handing.test(words) && !ofMoney.test(words)) || (matter.isOfPrice && arriving.test(words)))
  );
}

/** Who would like to do something is in no other case. */
const wishing = /^if you(?:'d| would) like to |^if you want to |(?<=don't |^please do )not (?=forget to )/u;

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');

const please = `(?:(?:and|also|then|so) )?(?:(?:please|just|simply|kindly) ){0,2}(?:(?:please )?(?:make sure|be sure|remember|don't forget|do not forget) to )?`;
const youCan = `(?:(?:and|also|then) )?(?:(?:please|just|simply) )?you(?:'ll| will| can|'d| may| could)(?: (?:also|simply|just|easily|always|quickly|conveniently)){0,2} `;
const lead = `(?:${please}|${youCan}(?:just )?)`;

const own = `(?:your|an?|the|all|some|any)`;
/** What one carries, by its last word; before it stands what kind it is. */
const carried = any(
  'id ids card cards passport passports licence license licences receipt receipts invoice ticket tickets confirmation number numbers document documents paperwork papers form forms letter record records photo photos policy contract key keys keycard code codes password reference helmet towel towels shoes clothes clothing trainers swimwear swimsuit lock padlock bottle water pen laptop phone charger glasses lenses item items parcel package label list details iban bic address plan results',
);
/** No card is of those to whom alone something is so. */
const kind = `(?:${any("valid current photo identity driving driver's credit debit bank library insurance health customer vaccination room hotel order booking invoice shipping delivery return returns original policy contract account reference phone pick-up collection confirmation registration signed printed completed filled-in medical tax-free indoor outdoor sports swimming running warm clean comfortable water large small pet's dog's cat's child's bike car appointment parking train boarding contact personal power reading")} ){0,2}`;
const thingOfOne = String.raw`(?:\p{L}+(?:'s)? ){0,1}\p{L}+`;
const object = `(?:${own} ${kind}${carried}(?: of (?:your|the) (?:recipient|receipt|id|passport|licence|license|invoice|contract|policy|letter|form|booking|order)| of (?:address|purchase|identity|insurance|payment|income|residence|enrolment))?)`;
const objects = `${object}(?:,? (?:and|or) (?:${own} )?${kind}${carried})?`;
const ready = `(?: (?:with you|along|ready|at hand|to hand|handy|on hand|on you|safe))`;

const toDo = String.raw`to (?:do (?:so|this|that|it)|get started|sign up|register|apply|cancel|(?:start|begin|make|book|order|file|place|submit|request|set up) (?:(?:it|one)|(?:an?|your|the) \p{L}+))`;

const bringing = whole(
  `(?:${please}(?:bring|carry|have|keep|take|present|show|hand in|prepare) (?:along )?|you(?:'ll| will) need (?:to (?:bring|show|present) )?)${objects}${ready}?(?: (?:packed|labelled|sealed|filled in|signed)(?: and (?:packed|labelled|ready|sealed|signed))?)?(?: (?:${place}|${goal}))?(?: (?:${toDo}|as proof(?: of purchase)?|for (?:inspection|your records|reference|the return|check-in|verification)))?`,
);

/** A number, a name or a form of one's own. */
const stated = `(?:your (?:(?:${any('room booking order customer member membership policy reference contract account phone telephone card table full first last email e-mail postal delivery library meter claim tracking invoice reservation')}) ){0,2}(?:number|name|details|address|email|e-mail|id|surname))`;
const paperwork = `(?:(?:the|your|our|an?|all|all the|all your) (?:(?:${any('return returns application booking order registration online contact short required shipping claim enclosed completed signed printed necessary prepaid pdf')}) ){0,2}(?:form|forms|label|document|documents|papers|paperwork|slip|email|e-mail|request|message)(?: for your \\p{L}+)?)`;
const account = `(?:(?:your|the|our) (?:(?:${any('online customer user personal banking mobile booking member student main web')}) ){0,2}(?:account|app|portal|banking|dashboard|profile|website|page|homepage|site|menu|settings|section))`;
const under = `(?: (?:under|in|via|at|on) (?:the )?${written}(?: (?:section|menu|tab|page))?)?`;

const doing = whole(
  [
    `${toDo} (?:please |simply |just |you can )?(?:${contact}(?: ${adviser})?|give us a call|send us an? (?:email|e-mail|message))(?: ${place})?`,
    `${lead}follow the (?:(?:on-screen )?instructions|steps)(?: (?:in the (?:email|e-mail|app|link|letter)|on (?:the|your) screen|there))?`,
    `${lead}(?:send|submit|give|hand in) (?:it|(?:us )?(?:your|the) (?:notice|cancellation|request|application|order|claim|resignation|complaint)) in writing`,
    `${lead}let (?:us|reception|our staff|our team|the (?:reception|front desk|staff)) know(?: (?:${stated}|your (?:licence|license) plate(?: number)?))?(?: (?:in advance|beforehand|when you (?:book|arrive|order)))?(?: so(?: that)? we can (?:prepare|reserve|plan|help|assist|arrange)(?: (?:you|ahead|everything|it|your \\p{L}+))?)?`,
    `${lead}(?:give|tell|state|quote|mention|enter|provide|include|add|show)(?: (?:us|our staff|the staff))? ${stated}(?: and ${stated})?(?: ${place})?`,
    `${lead}(?:fill in|fill out|complete|sign|print|print out|download|upload|use|attach) ${paperwork}(?: and (?:send|return|email|hand|bring|upload|sign|print)(?: it| them)?(?: (?:in|back|out))?(?: to us)?)?(?: (?:${place}|as (?:a )?pdf(?: files?)?))?${under}`,
    `${lead}(?:log in to|log into|sign in to|open|go to|visit) ${account}${under}(?: and (?:click|select|choose|tap)(?: on)? ${written})?`,
    `(?:${toDo} )?(?:just |simply |please )?(?:go to|click(?: on)?|select|choose|tap) ${written}(?: (?:in|on) ${account})?(?: and (?:click|select|choose|tap)(?: on)? ${written})?`,
    `${lead}(?:send|drop|write|email) us (?:an? )?(?:short |quick )?(?:email|e-mail|message|text|note|line)(?: with ${stated}(?: and ${stated})?)?`,
    `${lead}give us a (?:quick )?(?:call|ring)(?: in advance| to (?:book|reserve|order|arrange)(?: (?:a|an|your) (?:table|appointment|slot|place|seat|room|visit))?)?`,
    `${lead}(?:book|reserve|make) (?:an?|your) (?:appointment|table|slot|place|seat|room|reservation|booking|visit)(?: ${place}| online)?(?: (?:in advance|ahead|ahead of time|beforehand))?`,
    `(?:we|i)(?:'d| would)? recommend (?:booking|reserving|making) (?:an?|your) (?:appointment|table|slot|place|seat|room|reservation|booking|ticket|tickets)(?: ${place}| online)?(?: (?:in advance|ahead|ahead of time|beforehand))?`,
    `${lead}(?:track|check|see|view|find|manage) (?:your|the|all|all the) (?:(?:${any('order due tracking delivery booking current loan')}) )?(?:order|orders|parcel|delivery|status|booking|bookings|dates|details|loans|shipment|reservation|reservations)(?: (?:${place}|in ${account}))?(?: at any time| any time)?`,
    `${lead}(?:tell|inform) (?:us|your waiter|your server|our staff|the staff|our team) (?:about|of) any (?:food )?(?:allergies|special requests|dietary requirements|intolerances)`,
    `(?:(?:${toDo}|if you(?:'d| would) like ${toDo}|if you want ${toDo}) )?${youCan}do (?:so|this|that|it)(?: (?:directly|easily))? (?:${place}|in ${account})${under}`,
    `${youCan}(?:set (?:one|it) up|cancel|book|order|register|sign up|apply|do this|start|change it|report it|renew|renew it|manage it|file (?:it|one))(?: (?:directly|easily))? (?:${place}|in ${account})${under}`,
  ].join('|'),
);

/** Where a thing of the question goes. */
const handing = whole(
  `${lead}(?:bring|leave|drop|drop off|return|put|place|hand|take|pack|label) (?:it|them|${own} ${thingOfOne})(?: (?:and (?:the|your) ${thingOfOne}))?(?: (?:off|back|in|over))? (?:${place}|${goal})`,
);
const ofMoney =
  /(?<!\p{L})(?:fees?|prices?|cash|money|payments?|charges?|rates?|amounts?|sums?|costs?|balance|rest|fines?|penalt(?:y|ies)|change)(?!\p{L})/u;
const arriving = whole(
  `(?:${please})(?:arrive|be there) (?:a (?:few|couple of) minutes |a (?:little|bit) )(?:early|earlier|before your (?:appointment|visit|class|session))`,
);
