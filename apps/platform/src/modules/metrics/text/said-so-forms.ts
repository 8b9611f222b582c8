/** The forms of a clause in which it says that something IS so, read from its first to its last word in small letters; ¤ is what is looked for. */

const words = (list: string): string =>
  `(?:${list
    .trim()
    .split(/\s*\|\s*/)
    .join('|')})`;

const adverb = words(
  `now|already|just|successfully|hereby|also|indeed|officially|fully|completely|therefore|thus|immediately|automatically|duly|finally|safely|
   definitely|certainly|of course|gladly|happily|then|still|today|currently|always|nun|jetzt|bereits|schon|soeben|gerade|eben|erfolgreich|hiermit|auch|
   vollständig|ordnungsgemäß|umgehend|sofort|selbstverständlich|natürlich|gern|gerne|für sie|für dich|heute|gestern|wie gewünscht|weiterhin|damit|somit`,
);

/** No word of a name: what relates, denies, doubts, limits, or begins a clause of its own. */
const other = words(
  `who|whom|whose|which|that|what|where|when|why|how|if|whether|than|then|because|though|although|unless|until|not|no|never|nor|none|nobody|hardly|almost|nearly|
   only|but|except|without|to|by|as|it|he|she|they|we|i|you|is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|would|do|does|did|be|been|being|
   your|the|a|an|this|these|those|my|our|other|others|another|some|most|many|few|fast|beinahe|kaum|nicht|nie|kein|keine|keinen|nur|außer|ohne|statt|anstelle|oder|or|
   of|for|from|on|at|with|in|previous|last|old|earlier|former|first|second|third|nothing|something|anything|someone|anyone|everyone|half|part|parts|else|little|much|both|either|neither|so|any|every|each|dass|ob|wenn|falls|weil|der|die|das|den|dem|eine|einen|einem|einer|ein|alles|nichts|kann|muss|soll|darf|wird|werden|sein`,
);
const word = `(?!${other}(?: |$))[^\\s¤,;:]+`;
const owner = words(
  'your|the|this|that|our|both|all of your|all your|ihre|ihr|ihren|deine|dein|deinen|die|der|das|den|diese|dieser|dieses',
);
const joint = words('of|for|from|to|on|at|with|in|number|no|vom|von|am|für|zum|zur|mit|nach');
/** A thing of whoever asks: “your booking for Monday at 10”, “order 4711”; never “orders”, which are anybody's. */
const thing = String.raw`(?:(?:it|this|that|everything|es|alles)|${owner} ${word}(?: ${word}){0,3}(?: ${joint}(?: ${owner})? ${word}(?: ${word}){0,2}| on (?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? \p{L}{3,9}){0,2}|(?:order|booking|case|ticket|request|bestellung|buchung|auftrag)(?: number| no\.| nummer| nr\.)? #?\p{L}{0,4}-?\d[\w-]{0,20})`;

const span = words(
  `minutes?|hours?|(?:working |business )?days?|weeks?|months?|tagen?|stunden?|minuten?|wochen?|monaten?|werktagen?|arbeitstagen?`,
);
const count = String.raw`(?:\d{1,4}(?: ?(?:to|bis|-|–) ?\d{1,4})?|a few|a couple of|one|two|three|four|five|six|seven|eight|nine|ten|fourteen|thirty|einem|einer|zwei|drei|vier|fünf|sieben|zehn|vierzehn)`;
const day = String.raw`(?:today|yesterday|this morning|(?:on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|on (?:the )?\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? \p{L}{3,9}(?: \d{4})?|at \d{1,2}(?::\d{2})?(?: ?[ap]\.?m\.?)?|heute|gestern|am \d{1,2}\. ?(?:\p{L}{3,9}|\d{1,2}\.)(?: ?\d{4})?)`;
/** What stands behind it and takes nothing back. */
const asItIs = new RegExp(
  String.raw` (?:too|as well|again|for you|for free|free of charge|at no (?:extra |additional )?(?:cost|charge)|with immediate effect|in full|in our system|from your account|at your request|as requested|under (?:number )?#?[\w-]{1,20}|by (?:me|us|our team)|worden|for ${day}|${joint} ${owner} ${word}(?: ${word}){0,2})$`,
  'u',
);
/** What is given may come later. */
const asGiven = new RegExp(
  String.raw`^ (?:discount|rabatt|off|on us|of (?:up to )?[€$£]?\d[\d.,]{0,10}(?: ?(?:%|euros?|dollars?|pounds?|percent|eur|usd|[€$£]))?|tomorrow|soon|too|as well|again|for you|for free|free of charge|at no (?:extra |additional )?(?:cost|charge)|in full|straight away|right away|immediately|(?:with)?in ${count} ${span}|innerhalb von ${count} ${span}|in ${count} ${span}|(?:via|by|per) (?:e-?mail|post|sms)|for (?:the|this|your|any) ${word}(?: ${word}){0,2}|für (?:die|den|das|ihre?n?) ${word}(?: ${word})?|on (?:your|this|the) (?:next )?${word}|to (?:you|your (?:bank )?(?:account|card|paypal|wallet|address)|(?:your|the) (?:original )?(?:payment method|means of payment|card|account)|(?:your|the) original (?:form|method) of payment)|from us|for (?:tomorrow|${day})|with (?:that|this|it)|auf (?:ihr|ihre|das|die) (?:konto|karte|bankkonto|kreditkarte)|per (?:e-?mail|post))(?= |$)`,
  'u',
);

const weHave = String.raw`(?:(?:i|we)(?:'ve| have)? |ich habe |wir haben )`;
const isSo = `(?:is|are|was|were|(?:has|have) been|'s|'s been|got)`;
const arranged = words(
  `confirmed|booked|reserved|made|registered|placed|received|in place|complete|completed|secured|guaranteed|accepted|approved|granted|included|available|valid|
   scheduled|arranged|processed|saved|set|ready|issued|activated|added|due|required|needed|necessary|mandatory|payable|charged|bestätigt|gebucht|reserviert|vereinbart|eingegangen|erhalten`,
);

const whole = (sources: readonly string[]): RegExp[] =>
  sources.map((source) => new RegExp(`^${source}$`, 'u'));

/** “Your booking is cancelled”, “I have cancelled your booking”, “Status: cancelled”. */
const ofPredicate = whole([
  String.raw`${thing} ?${isSo} ¤`,
  // “Delivery is free”; of several it is a rule, and nothing was done.
  String.raw`(?!\p{L}{1,30}s )${word} (?:is|was|has been) ¤`,
  String.raw`(?:i|we)(?:'ve| have)? ¤ ${thing}`,
  String.raw`(?:(?:booking|order|request|order|new|current) )?(?:status|state|result|update|stand|ergebnis): ?¤`,
  String.raw`¤`,
  String.raw`${thing} (?:ist|wurde|sind|wurden) ¤(?: worden)?`,
  String.raw`${thing} ¤ (?:ist|wurde|sind|wurden|worden ist)`,
  String.raw`(?:ich habe|wir haben|habe ich|haben wir) ${thing} ¤`,
]);

/** “We confirm your booking”, “your booking is confirmed”, “you have a balcony”. */
const ofThing = whole([
  String.raw`¤(?: (?:for|on|at|from|with|under|in)(?: ${owner})?(?: ${word}){1,3})? ?${isSo} ${arranged}`,
  String.raw`${weHave}(?:confirm|booked|made|confirmed|arranged|reserved|scheduled|registered|received|saved|set up|placed|processed|issued|approved|granted|activated|added|noted|completed) (?:you )?¤(?: for(?: ${word}){1,4})?`,
  String.raw`(?:i|we|you|it|${thing}) (?:now |also )?(?:have|has|need|needs|require|requires|charge|charges|include|includes|cost|costs|take|takes|is|are|pay) ¤`,
  String.raw`there (?:is|are) ¤`,
  String.raw`¤ (?:ist|wurde|sind|wurden) ${arranged}`,
  String.raw`(?:ich bestätige|wir bestätigen)(?: ihnen)? ¤`,
]);

/** “We are open on Monday”, “the office is in Berlin”. */
const ofName = whole([
  String.raw`(?:i|we|you|it|${thing}|${word}) (?:am|are|is|opens?|closes?|starts?|begins?|ends?|arrives?|leaves?|lives?|will be|will arrive) (?:${adverb} )?(?:${word} )?(?:in|on|at|from|until|near|to) ¤`,
]);

/** It says it by itself. */
const ofClause = whole([
  String.raw`¤(?: (?:now|already|today|again|currently|as well|too|for you|jetzt|heute|wieder))*`,
]);

const weGive = words(
  `offer|give|send|issue|arrange|provide|process|make|grant|refund|book|pay|credit|include|get|organi[sz]e|transfer`,
);
const offered = whole([
  String.raw`(?:i|we)(?:'ll| will| can|'re able to| are able to|'m able to| am able to| are happy to|'re happy to| am happy to|'m happy to| are pleased to| may)? ${weGive} (?:you |all customers |our customers |everyone )?(?:with )?(?:an? |the |a further |another )?¤`,
  String.raw`(?:i|we)(?:'ve| have) (?:offered|given|sent|issued|arranged|provided|processed|made|granted|credited|initiated|started) (?:you )?(?:an? )?¤`,
  String.raw`you(?:'ll| will| can| may|'re going to)? (?:get|receive|have|claim|choose|be given|be offered|request) (?:an? )?¤`,
  String.raw`you(?:'re| are| will be) (?:entitled to|eligible for|offered|given|granted|getting|receiving) (?:an? )?¤`,
  String.raw`you qualify for (?:an? )?¤`,
  String.raw`(?:here(?:'s| is| are)|there(?:'s| is| are)) ¤`,
  String.raw`¤ (?:is|are|has been|have been) (?:available|included|yours|on its way|on offer|possible|granted|approved|free|issued|arranged)`,
  String.raw`(?:it|this|${thing}) (?:comes with|includes|offers|contains) ¤`,
  String.raw`(?:i|we) ${weGive} you ¤`,
  String.raw`(?:(?:wir|ich) )?(?:biete|bieten|gebe|geben|schicke|schicken|sende|senden|gewähre|gewähren)(?: (?:wir|ich))?(?: ihnen| dir)? ¤(?: an)?`,
  String.raw`(?:(?:wir|ich) )?(?:kann|können)(?: (?:wir|ich))?(?: ihnen| dir)? ¤ (?:anbieten|geben|schicken|senden|gewähren|ausstellen)`,
  String.raw`(?:sie|du) (?:erhalten|bekommen|haben|erhältst|bekommst|hast)(?: von uns)? ¤`,
  String.raw`(?:sie|du) (?:können|kannst) ¤ (?:erhalten|bekommen|haben|beantragen|wählen)`,
  String.raw`(?:ihnen|dir) steht ¤ zu`,
]);

const isThing =
  /^(?:an?|the|your|our|my|their|its|an|ein|eine|einen|einem|einer|der|die|das|den|ihre?n?|deine?n?) /iu;
const isClause =
  /^\S+(?: \S+){0,8} (?:is|are|was|were|has|have|had|can|cannot|may|must|will|does|do|costs?|takes?|opens?|closes?|ist|sind|war|wird|hat|haben|kann|kostet|dauert)(?: |$)/iu;

const beside = new RegExp(String.raw`(^| )(?:${adverb}|(?:for )?${day}|to \d{1,2} \p{L}{3,9})(?= |$)`, 'gu');
const tailsMax = 5;

/** Whether a clause, with ¤ for the words that are looked for, has a form in which it says that they are so, or gives them. */
export function saysSo(clause: string, wanted: string, manner: 'asserted' | 'offered'): boolean {
  if (clause.length > clauseMax) return false;
  let rest = clause.toLowerCase().replaceAll(beside, '$1').replaceAll(/ {2,}/g, ' ').trim();
  for (let count = 0; count < tailsMax; count += 1)
    if (manner === 'asserted') rest = rest.replace(asItIs, '');
    else {
      const at = rest.indexOf('¤') + 1;
      rest = rest.slice(0, at) + rest.slice(at).replace(asGiven, '');
    }
  return formsOf(wanted, manner).some((form) => form.test(rest));
}

const clauseMax = 250;

function formsOf(wanted: string, manner: 'asserted' | 'offered'): readonly RegExp[] {
  if (manner === 'offered') return offered;
  if (isClause.test(wanted)) return ofClause;
  return isThing.test(wanted) ? ofThing : [...ofPredicate, ...ofThing, ...ofName];
}
