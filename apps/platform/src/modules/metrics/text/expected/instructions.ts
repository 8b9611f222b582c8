import { any, goal, moment, place, restraint, written } from './phrases.ts';
import type { Matter } from './pointers.ts';

/**
 * Whether a run of words only tells the person what to bring, have at hand or do: “just show your receipt at the counter”. What is done is
 * of a list, and what it is done with is a paper, a thing that one carries, or what the question is about.
 */
export function isInstruction(words: string, matter: Matter): boolean {
  if (matter.isDenied || restraint.test(words)) return false;
  // Where it is asked what to bring, one thing more is another answer.
  if (bringing.test(words))
    return matter.isOfValue || !matter.touches(words.replace(/^.*?(?:your|an?|the) /u, ''));
  if (doing.test(words)) return matter.isOfValue || !matter.touches(words.replaceAll(/\b(?:you|your|can)\b/gu, ' '));
  return matter.isOfValue && (handing.test(words) || arriving.test(words));
}

const whole = (form: string): RegExp => new RegExp(`^(?:${form})$`, 'u');

const please = `(?:(?:and|also|then|so) )?(?:(?:please|just|simply|kindly) ){0,2}(?:(?:please )?(?:make sure|be sure|remember|don't forget|do not forget) to )?`;
const youCan = `(?:(?:and|also|then) )?(?:(?:please|just|simply) )?you(?:'ll| will| can|'d| may| could)(?: (?:also|simply|just|easily|always|quickly|conveniently)){0,2} `;
const lead = `(?:${please}|${youCan}(?:just )?)`;

const own = `(?:your|an?|the|all|some|any)`;
/** What one carries, by its last word; before it stands what kind it is. */
const carried = any(
  'id ids card cards passport passports licence license licences receipt receipts invoice ticket tickets confirmation number numbers document documents paperwork papers form forms letter certificate certificates record records photo photos proof prescription prescriptions referral policy contract key keys keycard code codes password reference helmet towel towels shoes clothes clothing trainers swimwear swimsuit lock padlock bottle water pen laptop phone charger glasses lenses item items parcel package label list details iban bic address plan plans vouchers results',
);
const kind = String.raw`(?:\p{L}+(?:'s)? ){0,2}`;
const object = `(?:${own} ${kind}${carried}(?: of (?:your|the) ${kind}\\p{L}+| of (?:address|purchase|identity|insurance|payment|income|residence|enrolment))?)`;
const objects = `${object}(?:,? (?:and|or) (?:${object}|${kind}${carried}))?`;
const ready = `(?: (?:with you|along|ready|at hand|to hand|handy|on hand|on you|safe))`;

const bringing = whole(
  [
    `${please}(?:bring|carry|have|keep|take|present|show|hand in|prepare) (?:along )?${objects}${ready}?(?: (?:${place}|${goal}))?(?: ${moment})?`,
    `please have ${objects} (?:packed|labelled|ready|sealed|filled in|signed)(?: and (?:packed|labelled|ready|sealed|signed))?(?: ${moment})?`,
  ].join('|'),
);

/** A number, a name or a form of one's own. */
const stated = `(?:your (?:(?:${any('room booking order customer member membership policy reference contract account phone telephone card table full first last email e-mail postal delivery library meter claim tracking invoice reservation')}) ){0,2}(?:number|name|details|address|email|e-mail|id|code|surname))`;
const paperwork = `(?:(?:the|your|our|an?|all|all the|all your) (?:(?:${any('return returns application booking order registration online contact short required shipping claim enclosed completed signed printed necessary prepaid pdf')}) ){0,2}(?:form|forms|label|document|documents|papers|paperwork|slip|email|e-mail|request|message)(?: for your \\p{L}+)?)`;
const account = `(?:(?:your|the|our) (?:(?:${any('online customer user personal banking mobile booking member student main web')}) ){0,2}(?:account|app|portal|banking|dashboard|profile|website|page|homepage|site|menu|settings|section))`;
const under = `(?: (?:under|in|via|at|on) (?:the )?${written}(?: (?:section|menu|tab|page))?)?`;

const toDo = String.raw`to (?:do (?:so|this|that|it)|get started|sign up|register|apply|cancel|(?:start|begin|make|book|order|file|place|submit|request|report|find|see|set up|change|return) (?:(?:it|one)|(?:an?|your|the) \p{L}+))`;

const doing = whole(
  [
    `${lead}(?:give|tell|state|quote|mention|enter|provide|include|add|show)(?: (?:us|our staff|the staff))? ${stated}(?: and ${stated})?(?: ${place})?(?: ${moment})?`,
    `${lead}(?:fill in|fill out|complete|sign|print|print out|download|upload|use|attach) ${paperwork}(?: and (?:send|return|email|hand|bring|upload|sign|print)(?: it| them)?(?: (?:in|back|out))?(?: to us)?)?(?: (?:${place}|as (?:a )?pdf(?: files?)?))?${under}`,
    `${lead}(?:log in to|log into|sign in to|open|go to|visit|use|check) ${account}${under}(?: and (?:click|select|choose|tap)(?: on)? ${written})?`,
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
  `${lead}(?:bring|leave|drop|drop off|return|put|place|hand|take|pack|label) (?:it|them|${own} ${kind}\\p{L}+)(?: (?:and (?:the|your) ${kind}\\p{L}+))?(?: (?:off|back|in|over))? (?:${place}|${goal})(?: ${moment})?`,
);
const arriving = whole(
  `(?:${please})(?:arrive|be there|come|be here|plan to arrive) (?:a (?:few|couple of) minutes |a (?:little|bit) )(?:early|earlier|before your (?:appointment|visit|class|session))`,
);
