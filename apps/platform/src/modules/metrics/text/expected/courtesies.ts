import { adviser, any, contact, purpose, thing, place } from './phrases.ts';

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

const forms: readonly string[] = [
  `(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome)(?: there| again)?`,
  `(?:many )?(?:thanks|thank you)(?: so much| very much| a lot| again)?(?: for (?:asking|checking|waiting|contacting us|reaching out(?: to us)?|getting in touch|choosing us|visiting us|your (?:question|message|enquiry|inquiry|interest|patience|understanding|request|email|call|visit)))?`,
  `(?:that(?:'s| is) a )?(?:great|good|excellent|nice) question`,
  `(?:sure(?: thing)?|certainly|of course|absolutely|definitely|gladly|please|okay|ok|alright|all right|great|perfect|understood|you're welcome|with pleasure|my pleasure|no worries|unfortunately|i'm afraid|i am afraid)`,
  `(?:(?:i'm|i am|we're|we are) (?:very |so )?)?sorry(?: to hear (?:about )?(?:that|this)| for (?:the|any) (?:inconvenience|trouble|wait|delay))?`,
  `(?:(?:i'm|i am|i'd be|i would be|we're|we are|we'd be|we would be)(?: always)? )?(?:happy|glad|pleased|delighted|here) to ${help}${you}(?: with (?:that|this|your question|anything else)| any ?time| further)?`,
  `i can (?:certainly |definitely |gladly )?${help}${you} with (?:that|this)`,
  `(?:here you go|as (?:i )?(?:said|mentioned) before)`,
  `here(?:'s| is| are) (?:the|your) (?:information|info|answer|details?)(?: you (?:asked for|requested|need|wanted|were looking for))?`,
  `(?:(?:have|enjoy)(?: a| an| the| your)?(?: ${fine})? (?:rest of (?:the|your) )?${any('day stay evening weekend week morning afternoon time visit trip ride meal show journey flight swim workout holiday film concert performance game match book reading fun')}(?: ahead| with us)?|enjoy)`,
  `see you (?:soon|there|then|next time)`,
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
