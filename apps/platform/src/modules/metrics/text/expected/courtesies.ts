import { adviser, any, contact, purpose, thing, place } from './phrases.ts';
import type { Matter } from './pointers.ts';

/**
 * Whether a run of words is courteous, and nothing else: it greets, thanks, wishes, offers help or asks whether there is more to do. Each
 * word of it must belong to such a form; “here is what not to believe” is none.
 */
export function isCourtesy(words: string): boolean {
  let rest = words;
  while (rest !== '') {
    const found = unit.exec(rest)?.[0];
    if (found === undefined) return false;
    rest = rest.slice(found.length).trimStart();
  }
  return words !== '';
}

const fine = any('lovely nice great good wonderful pleasant fantastic safe relaxing beautiful');
const help = any('help assist');
const you = `(?: you)?`;
const more = `(?:(?:any|more|further|other|some|additional|a|another) )*(?:questions?|help|information|info|details?|assistance|support)|anything(?: else| more)?|something else|one|it|more`;
const need = `(?:if|should|in case) you(?:'d| would| still| ever)* (?:have|need|want|require|like) (?:to (?:know|hear|order|book|buy|get|reserve) )?(?:${more})(?: (?:with|about) (?:that|this|it|anything(?: else)?))?`;
const helped = `if (?:i|we) can ${help}${you}(?: with)?(?: anything(?: else)?| something else| further| more)?`;
const asked = `(?:let (?:me|us) know|(?:feel free|(?:don't|do not) hesitate) to ${contact}(?: ${adviser})?|${contact}(?: ${adviser})?)(?: (?:${need}|${helped}|any ?time|at any time|${place}|${purpose}))*`;

/** What somebody is asked to tell, to call or to write for: none of it is a case in which something else is so. */
const situation = `(?:you (?:have|need|require) (?:any )?(?:(?:special|food|dietary|specific|particular) )?${any('requests allergies requirements intolerances concerns trouble problems difficulties issues directions')}(?: or ${any('requests allergies requirements intolerances concerns trouble problems difficulties issues questions')})?|you (?:need|want|would like|'d like) (?:any |some )?(?:help|assistance|support|advice)(?: (?:with|planning|finding|booking|ordering|choosing|filling in|setting up) (?:it|this|that|the \\p{L}+|your \\p{L}+))?|you(?:'d| would) like (?:me|us) to (?:check|help|book|look)(?: (?:it|that|this|availability|for you|one)){0,2}|you (?:can't|cannot|are unable to) make it|you need to (?:reschedule|cancel|change|move|postpone)(?: (?:it|your (?:appointment|visit|booking|reservation)))?|you(?:'re| are) (?:running late|unsure|not sure|in doubt)|(?:anything|something) is (?:unclear|not clear)|you (?:get stuck|run into (?:any )?(?:problems|trouble|issues|difficulties))|(?:something|anything) (?:goes wrong|breaks|does not work|doesn't work)|you(?:'d| would) like to (?:book|reserve|order|make|schedule|arrange|place|get|buy|visit|join)(?: (?:${thing}|an? (?:reservation|order|visit|appointment)|us))?|you (?:need|want) an? (?:appointment|table|reservation|slot)|the (?:date|day|time|appointment) (?:doesn't|does not) (?:suit|work for) you)`;
const early = `(?: (?:in advance|early|beforehand|as (?:early|soon) as possible|right away|in good time))?`;
const situations = new RegExp(
  `^(?:(?:please|just|simply|and) )*(?:let (?:me|us|our team|our staff) know|tell (?:me|us|our staff|our team)|${contact}(?: ${adviser})?(?: ${place})?|give us a call|send us an? (?:email|e-mail|message))${early} if (?<situation>${situation})(?: ${early.trim()})?$`,
  'u',
);

const situationsFirst = new RegExp(
  `^if (?<situation>${situation}) (?:(?:please|just|simply|kindly) )*(?:let (?:me|us|our team|our staff) know|${contact}(?: ${adviser})?(?: ${place})?|give us a (?:quick )?call|send us an? (?:email|e-mail|message))${early}$`,
  'u',
);

/** “Please call us if you need to reschedule.” Of what cannot be, or is so, no case is named that touches it. */
export function isSituation(words: string, matter: Matter): boolean {
  const found = (situations.exec(words) ?? situationsFirst.exec(words))?.groups;
  const { situation: told = '' } = found ?? {};
  if (found === undefined || (matter.isDenied && moving.test(told))) return false;
  return (
    (matter.isOfValue && !matter.isDenied) ||
    !matter.touches(told.replaceAll(/\b(?:you|your|can|need|have)\b/gu, ' '))
  );
}
const moving =
  /\b(?:like to|need an?|want an?|reschedule|cancel|change|move|postpone|make it|trouble|problems|difficulties|issues|requests)\b/u;

const forms: readonly string[] = [
  // The longer form stands before one that begins like it.
  `(?:let (?:me|us) know|(?:just )?tell (?:me|us)) if there(?:'s| is) anything else(?: (?:i|we) can (?:help|do|assist)(?: you)?(?: with| for you)?| you(?:'d| would)? (?:need|like|want)(?: to know)?)?`,
  `(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome)(?: there| again)?`,
  `(?:many )?(?:thanks|thank you)(?: so much| very much| a lot| again)?(?: for (?:asking|checking|waiting|contacting us|reaching out(?: to us)?|getting in touch|choosing us|visiting us|your (?:question|message|enquiry|inquiry|interest|patience|understanding|request|email|call|visit)))?`,
  `(?:that(?:'s| is) a )?(?:great|good|excellent|nice) question`,
  `(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|please|okay|ok|alright|all right|great|perfect|understood|you're welcome|with pleasure|my pleasure|no worries|unfortunately|i'm afraid|i am afraid)`,
  `(?:(?:i'm|i am|we're|we are) (?:very |so )?)?sorry(?: to hear (?:about )?(?:that|this)| for (?:the|any) (?:inconvenience|trouble|wait|delay))?`,
  `(?:(?:i'm|i am|i'd be|i would be|we're|we are|we'd be|we would be)(?: always)? )?(?:happy|glad|pleased|delighted|here) to ${help}${you}(?: with (?:that|this|your question|anything else)| any ?time| further)?`,
  `(?:(?:i'm|i am|i'd be|we're|we are|we'd be) )?(?:happy|glad|pleased|delighted) to (?:answer|clarify|explain|share) (?:that|this|it|your question|that question)(?: for you)?`,
  `we wish you (?:an? )?(?:(?:very )?${fine} )?${any('day stay evening weekend week trip journey flight holiday ride visit time meal success fun')}`,
  `we hope you enjoyed (?:your|the) ${any('stay visit trip meal ride show class session journey')}`,
  `we(?: really)? appreciate your (?:understanding|patience|interest|business|cooperation|feedback)`,
  `i hope (?:that|this|it) (?:answers|answered) your question`,
  `i can (?:certainly |definitely |gladly )?${help}${you} with (?:that|this)`,
  `(?:here you go|as (?:i )?(?:said|mentioned) before)`,
  `here(?:'s| is| are) (?:the|your) (?:information|info|answer|details?)(?: you (?:asked for|requested|need|wanted|were looking for))?`,
  `here(?:'s| is| are) (?:(?:what|how|all) you need(?: to (?:know|bring|have|do))?|(?:everything|all) you need(?: to (?:know|bring))?|(?:our|the|your) (?:(?:current|quick|short) )?(?:answer|information|info|details|prices|fees|list|overview|summary|requirements))`,
  `(?:(?:have|enjoy)(?: a| an| the| your)?(?: ${fine})? (?:rest of (?:the|your) )?${any('day stay evening weekend week morning afternoon time visit trip ride meal show journey flight swim workout holiday film concert performance game match book reading fun')}(?: ahead| with us)?|enjoy)`,
  `(?:(?:we'll|we will) )?see you (?:soon|there|then|next time|at your (?:next )?(?:visit|appointment|stay|flight|session|class)|at the (?:movies|pool|gym|shop|library|museum|cinema|theatre|office|market|counter|event))`,
  `good luck with your (?:studies|exams?|project|move|application|search|training|course|interview|test|presentation|first \\p{L}+)`,
  `(?:we|i)(?:'re| are|'m| am)? look(?:ing)? forward to (?:your (?:visit|stay|call|message|order|booking|arrival|parcel)|having you(?: (?:here|with us|as our guest))?)`,
  `(?:we|i) hope (?:you (?:enjoy|like|love) your (?:new )?(?:purchase|order|items?|products?|bike|books?|tickets?)|to (?:see|welcome) you on another day)`,
  `(?:(?:we|i)(?: are|'re| am|'m)? )?look(?:ing)? forward to (?:seeing|welcoming|meeting|hearing from|serving|helping|having) (?:you|yours)(?: (?:soon|again|here|there))?`,
  `(?:(?:we|i) )?(?:hope|'d love|would love|would be (?:happy|delighted|glad|pleased)|can't wait|cannot wait|'d be (?:happy|delighted|glad|pleased)) to (?:see|welcome|meet|help|serve) you(?: (?:soon|again|here|there))?`,
  `(?:(?:we'd|i'd) (?:love|be (?:happy|delighted|glad|pleased))) to (?:see|welcome|meet|help|serve) you(?: (?:soon|again|here|there))?`,
  `(?:(?:i|we) )?hope (?:this|that|it)(?: information| answer)? helps${you}(?: out)?`,
  `(?:we|i) hope you (?:enjoy|have) (?:it|the|your|a)(?: ${fine})? ?${any('day stay evening weekend time visit trip ride meal show journey flight swim workout holiday film concert performance game')}?`,
  `(?:happy (?:reading|shopping|cycling|riding|swimming|travels|climbing|holidays)|(?:drive|travel|ride) safely|stay safe|safe travels|take care|get well soon|good luck|all the best|(?:best|kind|warm) (?:wishes|regards)|regards|cheers|goodbye|bye|speak soon)`,
  `(?:${need} |${helped} )?(?:(?:just|simply|please|and|so|you can|you can always|you're welcome to) )*${asked}`,
  `is there anything else(?: (?:i|we) can (?:help|assist|do)(?: you)?(?: with| for you)?| you(?:'d| would)? (?:need|like|like to know|want to know))?(?: today)?`,
  `(?:can|may|could) (?:i|we) ${help}${you}(?: (?:with )?(?:anything else|something else|that|further))?(?: today)?`,
  `do you (?:have|need) (?:${more})`,
  `(?:would you like|do you want|shall i|shall we|should i|should we|would you like me|do you want me)(?: to)? (?:book|order|reserve|arrange|know|hear|get|buy|send|help)(?: you)?(?: with)? (?:${thing}|more|that|this|anything else)(?: for you)?(?: now| today)?`,
  `how (?:else )?(?:can|may) (?:i|we) ${help}${you}(?: today| further)?|what (?:else )?can (?:i|we) do for you(?: today)?|anything else|any (?:other |more |further )questions`,
  // German, French and Spanish
  `(?:guten (?:tag|morgen|abend)|hallo|gerne?|(?:vielen dank|danke)(?: für ihre (?:frage|nachricht|anfrage))?|viel (?:spaß|freude|erfolg)|bis bald|mit freundlichen grüßen|schönen tag noch)`,
  `(?:haben sie (?:noch )?(?:weitere )?fragen|kann ich (?:ihnen )?(?:sonst )?noch (?:weiter)?helfen|(?:bei (?:weiteren )?fragen )?(?:melden sie sich|helfe ich ihnen)(?: (?:gerne?|jederzeit|einfach|weiter))*)`,
  `(?:bonjour|bonsoir|merci(?: (?:pour|de) votre (?:question|message))?|avec plaisir|volontiers|bonne journée|à bientôt|n'hésitez pas(?: à (?:me|nous) contacter)?(?: si vous avez (?:d'autres|des) questions)?)`,
  `(?:hola|buenos días|gracias(?: por su (?:pregunta|mensaje))?|con gusto|que tenga un buen día|(?:hay|desea|necesita) algo más)`,
];

const unit = new RegExp(`^(?:${forms.map((form) => `(?:${form})(?= |$)`).join('|')})`, 'u');
