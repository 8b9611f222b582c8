import { runAt } from './phrases.ts';
import { stemOf } from './subject.ts';
import type { Tagged, Word } from './tagger.ts';

/**
 * Whether a sentence of a document speaks of what only its place tells: whoever reads the test has the question and the sentence,
 * and neither what stands before it nor the table beside it. `around` is what is said with it, its headings.
 */
export function needsContext(tagged: Tagged, around: string): boolean {
  const known = around.toLowerCase();
  return (
    leans.test(tagged.text.replaceAll(ownTime, ' ')) ||
    leftOpen.test(tagged.text) ||
    isPartOf(tagged, known) ||
    // What a definition names is made known by it.
    (!defines.test(tagged.text) && pointsAt(tagged, known))
  );
}
const defines = /^(?:an? |the )?[\p{L} -]{2,60}? (?:is|are) an? \p{L}/iu;

/** “Orders placed before noon are sent the same day”, “no later than” and “or earlier” say themselves what they go by. */
const ownTime =
  /(?<=\b(?:before|by|until|from|on|at) .{2,60})\b(?:on |at )?the same (?:day|evening|morning|week|month|year)\b|\bat the same time\b|\b(?:no |not |or |sooner or )?(?:later|earlier) than\b|\bor (?:later|earlier)\b/giu;

/** Words that go by what was said before. */
const leans =
  /\b(?:the|this|that) \d+(?!:)\b(?! (?:steps|spaces|cabins|seats|rooms|branches|days of|weeks of|hours of))|\bthe same\b|\b(?:later|earlier)\b(?! (?:arrival|departure|start|appointment|date))|\b(?:meanwhile|in the meantime|until then|by then|since then|from then|at that (?:time|point)|after that|accordingly|respectively|likewise|similarly|correspondingly|otherwise|in (?:such|these|those|both|either|all|any) cases?|in question|the (?:latter|former|remainder|rest|difference|relevant|respective|corresponding|aforementioned|above|necessary|usual)|from elsewhere|(?:everything|anything|all|everyone|anyone|somebody|someone|somewhere) else|as (?:mentioned|described|stated|usual|well)|no longer|once more|anyway|either of|neither|the one|\p{L}+ing one(?! of))\b/iu;

/** What is not said: whom we answer, what you get for it, from when a period runs, and more than what. */
const leftOpen = new RegExp(
  [
    // “We will confirm within two days”
    String.raw`\bwe (?:(?:will|shall|can|usually|normally|then|aim to|try to|always|also) )*(?:confirm|reply|answer|respond|decide|refund|acknowledge|call|ring|phone|write|contact|inform|notify|collect|deliver|repair|replace|check|approve|pay)(?: (?:you|back|to you|you back|it))*(?: (?:within|in|after|by|on|at|before|no later|as soon|from|up to|for|free|once|twice)\b|[.,])`,
    String.raw`^you (?:will |then |also |only |must |should |still )*(?:get|receive|pay|have|lose|be (?:told|informed|notified|asked|called|charged))\b(?! (?:\d+ \p{L}+ )?to\b)`,
    // “After 30 days we send an invoice”
    String.raw`^(?:after|within|for|during|in|over|from|at least|up to|once) (?:the |an? )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|few|further|last|final|first) (?:working |business |calendar )?(?:minutes?|hours?|days?|nights?|weeks?|months?|years?)\b(?! (?:of|after|before|from|to)\b)`,
    // “Higher vehicles pay a supplement”
    String.raw`^(?:an? |the |all |any )?(?:higher|lower|larger|smaller|longer|shorter|bigger|older|younger|heavier|lighter|cheaper|wider|taller|newer|faster|slower|earlier|more|fewer|less|further|additional|extra|others?)\b(?![^.]*\bthan\b)`,
    // “What is left is paid back”
    String.raw`^what (?:is|was|remains|you|we|they)\b`,
    // “Half a day costs €180”
    String.raw`^(?:half|an? (?:whole|full|half|quarter)|each|one|the (?:whole|full|half)) (?:an? )?(?:minute|day|night|week|weekend|month|quarter|year|term|season)s?\b`,
    // “Family members can join for £15 each”, “Payment is due within 14 days”: what, and from when.
    String.raw`\b(?:can|may|must|should|will|to) (?:join|apply|register|enrol|participate|attend|cancel|renew|upgrade|extend|withdraw|take part|re-?book|sign up|subscribe)(?: \p{L}+ly)? (?:for|within|until|up to|free|at|by|from|before|after|in|on|only|once|twice|without)\b`,
    String.raw`\b(?:due|payable) (?:within|in|after) (?:\d+|\p{L}+) (?:working |business |calendar )?(?:days|weeks|months)(?=[.,;]|$)`,
    // “Members get 10% off”: of what they are members, something before it says.
    String.raw`^(?:all |our |most )?(?:members|holders|participants|subscribers|recipients|attendees|beneficiaries|applicants|candidates) (?:get|receive|have|pay|are|may|can|must|save|need)\b`,
  ].join('|'),
  'iu',
);

/** Nouns of what belongs to something else: a deposit, an approval, a replacement is one of that. */
const part =
  /^(?:deposit|replacement|duplicate|spare|upgrade|approval|registration|application|extension|renewal|booking|reservation|confirmation|notice|appointment|member|number|ticket|claim|fee|charge|price|cost|balance|change|cancellation|delivery|introduction|visit|session|place|seat|copy|surcharge|refund|reply|answer|decision|result|payment|instalment|installment|invoice|bill|contract|trial|period|limit|discount|reduction|supplement|increase|collection|return|exchange|transfer|inspection|estimate|quote|receipt|permit|licence|license|certificate|form|statement|document|proof|signature|consent|permission|hour|kit|package|set|piece|unit|case|holder|applicant|candidate|request|review|check|test|report|list|date|time|term|code|key|card|pass|plan|rate|share|amount|sum|total|rest|option|kind|type|size|colour|version|access|entry|admission|attendance|participation|production|preparation|processing|assembly|installation|shipping|handling|storage|cover|excess|guarantee|warranty|protection|procedure|operation|recording|registration|correction|objection|appeal|complaint|notification|message|letter|reminder|entrance|exit|remainder|condition|exception|measure|requirement|restriction|rule|step|stage|phase|part|section|level|class|group|team|companion|guardian)$/;

/** Behind these a noun says whose or of what it is. */
const says =
  /^(?:of|for|to|from|in|on|at|with|without|by|between|against|over|under|above|below|per|after|before|during)$/;

/** “A deposit of 30 % is due”, “Approval takes three days”: of what, only the heading or a word beside it may say. */
function isPartOf(tagged: Tagged, known: string): boolean {
  const { words, shape } = tagged;
  const from = /^(?:an?|the|all|any|our|your|each|most)$/.test(words[0]?.low ?? '') ? 1 : 0;
  const at = anyKind.test(words[from]?.low ?? '') && words[from + 1]?.part === 'N' ? from + 1 : from;
  const noun = words[at];
  const next = words[at + 1];
  if (noun === undefined || next === undefined || !part.test(noun.lemma.toLowerCase())) return false;
  if (isSaid(noun, known)) return false;
  // “A deposit of €100” says how much.
  if (next.low === 'of' && (words[at + 2]?.part === 'M' || /^\p{Sc}/u.test(words[at + 2]?.text ?? '')))
    return true;
  // “Supplements already paid are not refunded” says which.
  const isToldApart = /^R?VX/.test(shape.slice(at + 1));
  return (
    !isToldApart &&
    !(says.test(next.low) && runAt(tagged, at + 2, 'D?(?:R?J)*(?:V(?=N))?N') !== undefined) &&
    (/[XVPRW]/.test(next.part) || isVerbHere.test(next.low))
  );
}

/** “An administration charge” says no more than “a charge”. */
const anyKind =
  /^(?:administration|administrative|admin|handling|service|processing|separate|small|one-off|fixed|flat|single|full|whole|usual|normal|standard|reduced|minimum|maximum|total|smallest|largest|lowest|highest|basic|monthly|annual|yearly|daily|weekly)$/;

/** Verbs that a tagger takes for nouns behind a noun: “A replacement costs €5”. */
const isVerbHere =
  /^(?:costs?|lasts?|takes?|starts?|ends?|runs?|pays?|opens?|closes?|begins?|applies|needs?|includes?|covers?)$/;

/** There is one of these, and everybody knows which. */
const unique =
  /^(?:desk|reception|counter|entrance|exit|lobby|hall|lounge|restaurant|bar|cafe|café|kitchen|pool|sauna|gym|garden|garage|park|terrace|roof|cellar|basement|building|house|site|premises|library|museum|office|shop|store|showroom|branch|station|terminal|harbour|port|airport|deck|cabin|room|platform|campus|clinic|practice|hospital|theatre|theater|cinema|zoo|school|university|city|town|village|county|country|state|eu|uk|euro|post|internet|web|website|page|app|phone|telephone|ground|floor|door|kerb|street|road|island|mainland|coast|north|south|east|west|centre|center|end|beginning|start|day|evening|morning|night|afternoon|week|weekend|month|year|season|summer|winter|spring|autumn|holiday|time|date|public|law|environment|weather|crew|staff|police|fire|doctor|left|right|front|back|top|bottom|outside|inside|age|past|future|world|sea|water|river|lake|forest|air|car|home|wedding|trip|journey|flight|crossing|voyage|stay|show|performance|concert|exam|birth|funeral)$/;

/** “provided the protector was used”: which one, nothing in the sentence or above it says. */
function pointsAt({ words, text }: Tagged, known: string): boolean {
  return words.some((word, place) => {
    if (word.low !== 'the') return false;
    const end = words.findIndex(
      ({ part: of }, at) => at > place && !/[JMNG]/.test(of) && !(of === 'V' && words[at + 1]?.part === 'N'),
    );
    const own = words.slice(place + 1, end === -1 ? words.length : end);
    const noun = own.findLast(({ part: of }) => of === 'N');
    if (noun === undefined) return false;
    const next = words[end];
    // “the discount of 8 % remains”: the figure says how much, and not of what.
    if (
      next?.low === 'of' &&
      (words[end + 1]?.part === 'M' || /^\p{Sc}/u.test(words[end + 1]?.text ?? '')) &&
      !isSaid(noun, known)
    )
      return true;
    // “the price of an operation”, “the room that you have booked”, “the Aurora”, “the oldest part”
    const isSaidHere =
      (next !== undefined &&
        (says.test(next.low) ||
          /^(?:that|which|who|whose|where|you|we|i)$/.test(next.low) ||
          (next.part === 'V' && /(?:ed|ing|en)$/.test(next.low)))) ||
      own.some(
        ({ text: one, low, part: of }) =>
          (of === 'N' && /^\p{Lu}/u.test(one)) ||
          of === 'M' ||
          (/(?:est|most)$/.test(low) && !part.test(noun.lemma.toLowerCase())),
      ) ||
      // Said more closely, it is told apart from others.
      (own.length >= 2 && place > 0);
    return (
      !isSaidHere &&
      !unique.test(noun.lemma.toLowerCase()) &&
      !own.some((one) => one.part === 'N' && isSaid(one, known)) &&
      !isSaid(noun, text.slice(0, word.start).toLowerCase())
    );
  });
}

/** Whether a text has a word of the same stem. */
const isSaid = (noun: Word, text: string): boolean =>
  (text.match(/\p{L}{3,}/gu) ?? []).some((word) => stemOf(word) === stemOf(noun.low));
