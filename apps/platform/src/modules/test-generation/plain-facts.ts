import { behind, does, isPlural, isSubject, leansOnCase, lowerThe, withThe } from './sentence-questions.ts';
import { isUncounted } from './subject.ts';
import { amountIn, amountsIn, holdsValue, isInAnyAnswer } from './sentence-tests.ts';

/**
 * What a customer asks who wants to know what a plain statement says: “Check-in is from 3 pm” is “From what time is
 * check-in?”. Each form is one whole sentence, of which nothing is left over; what has none gives no question.
 */
export interface PlainQuestion {
  readonly prompt: string;
  /** The value that the answer must hold, where it stands for itself and not for a bound. */
  readonly value: string | undefined;
}

export function plainQuestion(sentence: string): PlainQuestion | undefined {
  const bare = sentence.trim().replace(/[.!]+$/, '');
  if (bare.length > 120 || bare.split(' ').length > longest || setAside.test(bare) || inHouse.test(bare))
    return undefined;
  for (const [form, ask] of forms) {
    const match = form.exec(bare);
    if (match === null) continue;
    const found: Found = match.groups ?? {};
    const { s: subject } = found;
    if (subject !== undefined && !isNamed(subject)) continue;
    const prompt = ask(found);
    if (prompt === undefined) continue;
    const value = amountIn(sentence);
    return {
      prompt: `${prompt[0]?.toUpperCase() ?? ''}${prompt.slice(1)}?`,
      value:
        value === undefined ||
        isInAnyAnswer(value) ||
        /^\d+$/.test(value) ||
        bound.test(bare) ||
        amountsIn(sentence).length !== 1 ||
        holdsValue(prompt, value)
          ? undefined
          : value,
    };
  }
  return undefined;
}

const longest = 16;

/** A condition, an exception, an order, or somebody’s own words: more than a plain statement. */
const setAside =
  /[;“”"?!()[\]{}<>|]|: .*:|\b(?:if|when|whenever|while|unless|except|because|but|otherwise|instead|please|never|also|therefore|however|this|that|these|those|it|its|they|them|he|she|him|her|such|other|others|another|usually|normally|sometimes|possibly|probably|maybe|I|me|my|ours)\b/i;

/** Of the application and those behind it, nobody outside asks. */
const inHouse =
  /\b(?:bots?|assistants?|chat ?bots?|chats?|ai|staff|employees?|colleagues?|agents?|supervisors?|internal\w*|escalat\w*|tickets? (?:are|is) (?:closed|escalated)|queues?|logs?|logged|audit\w*|sessions?|tokens?|prompts?|messages?|conversations?|answers?|answered|repl(?:y|ies)|responses?|transcripts?|retention|emojis?|jokes?|small talk|slang|swear\w*|insult\w*|greetings?|ratings?|feedback|tones?|styles?|wording|summar(?:y|ies)|bullets?|columns?|spam|downtime|uptime|availability|fallbacks?|politics|political|advice|questions?|topics?|card numbers?|confirmations?|personal data|passwords? (?:is|are)|should (?:be|not)|must (?:always|not|never))\b/i;

/** “From”, “up to”: with another one it is another statement, so the words are read and not the value alone. */
const bound =
  /\b(?:from|until|till|to|by|up to|within|before|after|over|under|above|below|between|at least|at most|more|less|about|around|minimum|maximum)\b/i;

/** Who or what it is said of, in a few words that need nothing before them. */
const isNamed = (subject: string): boolean =>
  /^(?:you|everyone|everybody|anyone|anybody)$/i.test(subject) ||
  (!mayBeName(subject) &&
    isSubject(subject.replace(ofDay, '')) &&
    subject.split(' ').length <= 6 &&
    !/^(?:(?:the )?(?:rest|following|above|same|latter|former|whole|result)|no\w*|there|here|what|which|who|all|both|some|many|most|several|few|every\w*|any\w*|some\w*|only|free|up|one)\b/i.test(
      subject,
    ) &&
    (!leansOnCase(`${subject} is`) ||
      ofDay.test(subject) ||
      /^(?:additional|extra) [\p{L}]+(?: [\p{L}]+)?$|^(?:the )?(?:daily|weekly|monthly|yearly|annual) (?:fee|rate|charge|price|rent)$|^the first (?!hours?|days?|time|months?|weeks?|nights?|minutes?|ones?)[\p{L}]+$/iu.test(
        subject,
      )));

/** One word without an article may be the name of whoever answers: “Tilda is free of charge”. */
const mayBeName = (subject: string): boolean =>
  /^\p{Lu}[\p{L}-]+$/u.test(subject) &&
  !isPlural(subject) &&
  !isUncounted(subject.toLowerCase()) &&
  !/-(?:in|out|up|off|fi)$|^(?:breakfast|lunch|dinner|alcohol|arrival|departure|pickup|support|photography|swimwear|data|electricity|wifi|food|luggage|baggage|cash|post|water|bread|mail|payment|coffee|tea|glass|paper|cardboard|entry|entrance|reception|storage)$/i.test(
    subject,
  );

/** “Last admission” is one thing, and no case of several. */
const ofDay = /^(?:the )?last (?=(?:admission|entry|orders?|check-in|bus|train|tour)$)/i;

type Found = Readonly<Record<string, string | undefined>>;
type Form = readonly [form: RegExp, ask: (found: Found) => string | undefined];

const money = String.raw`(?:[€$£] ?\d+(?:[.,]\d+)*|(?:EUR|USD|GBP|CHF) ?\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)* ?(?:[€$£%]|euros?\b|cents?\b|dollars?\b|pounds?\b|francs?\b|percent\b|per cent\b|EUR\b|USD\b|GBP\b|CHF\b))`;
const per = String.raw`(?: (?<per>(?:per|an?|each|every) [\p{L}]+(?: [\p{L}]+)?))?`;
const count = String.raw`(?:\d+(?:[.,]\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)`;
const span = String.raw`(?:(?:about|around|at least|at most|up to|only) )?(?:${count} (?:to|or|-|–) )?(?:${count})(?:[ -](?:(?:working|business|calendar|full) )?(?:minutes?|hours?|days?|nights?|weeks?|months?|years?))`;
const clock = String.raw`(?:\d{1,2}(?:[:.]\d{2})?(?: ?[ap]\.?m\.?| o['’]clock)?|noon|midnight)`;
const day = String.raw`(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?(?: (?:mornings?|afternoons?|evenings?))?|weekdays|weekends|the weekend|(?:public |bank )?holidays)`;
const days = String.raw`${day}(?:(?:,| and|, and| or| to) ${day}){0,4}`;
/** When something is, as a whole: days, hours, or both. */
const times = String.raw`(?:at night|at the weekend|all year(?: round)?|in (?:spring|summer|autumn|winter)|(?:daily|every day|24/7|around the clock|(?:on |from )?${days})(?:,? (?:from|between|until|till) ${clock}(?: (?:to|and|until|till|-|–) ${clock})?)?|(?:from|between) ${clock}(?: (?:to|and|until|till|-|–) ${clock})(?:,? (?:daily|every day|on ${days}))?)`;
const often = String.raw`(?:once|twice|(?:two|three|four|five|\d+) times)(?: (?:an?|per|every) (?:day|week|month|year))?|every (?:day|week|month|year|(?:two|three|four|\d+) (?:days|weeks|months|years))|every (?:second|other) (?:day|week|month)`;
const weight = String.raw`\d+(?:[.,]\d+)? ?(?:kg|kilos?|kilograms?|g|grams?|pounds|tonnes?)`;
const doing = String.raw`(?:borrowed|booked|paused|reserved|kept|extended|rented|hired|used|parked|stored|held)`;
const act = String.raw`(?:[\p{L}]+(?:ed|en|pt|ght)|made|paid|sent|sent back|taken|brought back|handed in|picked up|filed|put out)(?: (?:back|in|up|online|free of charge|for free|in person))?`;

const form = (pattern: string): RegExp => new RegExp(`^${pattern}$`, 'iu');

const are = (subject: string): string => (isPlural(subject) ? 'are' : 'is');

/** “our pool” is “your pool” to who asks, and a place has its article. */
const said = (subject = ''): string =>
  /^our /i.test(subject)
    ? `your ${subject.slice(4)}`
    : places.test(subject) && !isPlural(subject)
      ? withThe(subject)
      : /^\p{Lu}\p{Ll}*-\p{Lu}|^(?:Christmas|Easter|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|English|German|French|Italian|Spanish|European|British|American|Indian|Chinese|Visa|Mastercard)\b/u.test(
            subject,
          )
        ? subject
        : lowerThe(subject);

const places =
  /\b(?:practice|office|shop|store|pool|gym|restaurant|entrance|car park|parking garage|toilets?|reception|desk|bar|library|museum|clinic|studio|kitchen|spa|sauna|lift|station|stop|hall|counter|lockers|cloakroom|caf[eé]|terrace|playground|branch|warehouse|surgery|pharmacy|school|garden|hotline|helpline|town hall|canteen|shuttle|bus stop|depot|workshop|showroom|gallery|theatre|cinema)$/i;

/** Who is served, as he asks himself. */
const asker = (subject = ''): string =>
  /^(?:you|customers|users|clients|people|everyone|everybody|anyone|anybody)$/i.test(subject)
    ? 'I'
    : said(subject);
const mine = (rest: string, subject = ''): string =>
  asker(subject) === 'I' ? rest.replaceAll(/\b(?:your|their)\b/gi, 'my') : rest;
const isSaidOfPeople = (subject = ''): boolean =>
  /^(?:you|everyone|everybody|anyone|anybody)$/i.test(subject) ||
  /\b(?:customers|users|clients|people|members|guests|visitors|residents|students|children|kids|parents|patients|passengers|tenants|pupils|seniors|adults|readers|subscribers|families|groups|teams|companies|dogs|pets|beginners|borrowers|players|travellers|travelers|siblings|minors|teenagers|babies|infants|pensioners|companions|owners|participants|bikes|bicycles)$/i.test(
    subject,
  );
const people = String.raw`(?<s>(?:[\p{L}-]+ ){0,3}[\p{L}-]+)`;

/** “Under 6” is asked for with its own word: “up to” would be answered with 5. */
const ageOf = (said: string): string =>
  /^(?:under|younger than)$/i.test(said)
    ? 'under'
    : /^(?:over|older than)$/i.test(said)
      ? 'over'
      : /^up to$/i.test(said)
        ? 'up to'
        : 'from';

const priceOf = ({ s, per: each, rest }: Found): string =>
  `how much ${does(s ?? '')} ${said(s)} cost${behind(each)}${behind(rest?.trim())}`;
const untilWhen = ({ s = '', aux = '', done = '' }: Found): string =>
  `until when ${aux.toLowerCase()} ${said(s)} be ${done}`;

/** How a thing is done, in the words of who does it. */
const ways: Readonly<Record<string, string>> = {
  payment: 'How can I pay',
  cancellation: 'How can I cancel',
  booking: 'How can I book',
  registration: 'How can I register',
  reservation: 'How can I reserve',
  rebooking: 'How can I rebook',
};
const boughtBy: Readonly<Record<string, string>> = {
  sold: 'to buy',
  rented: 'to rent',
  'rented out': 'to rent',
  lent: 'to borrow',
  'lent out': 'to borrow',
  'hired out': 'to hire',
};

const ofPrice: readonly Form[] = [
  [
    form(
      `(?<s>.{3,50}(?:surcharge|fee|charge|deposit|fine|rate|price|rent|tax)): (?!.*(?:%|percent|per cent))${money}${per}`,
    ),
    ({ s, per: each }) => `how much is ${withThe(s ?? '')}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) free on (?:${days}|the (?:first|last) \\p{L}+day of (?:the|each|every) month)`,
    ),
    ({ s }) => `when ${are(s ?? '')} ${said(s)} free`,
  ],
  [
    form(`(?<s>.{3,50}?) pays? (?:half price|half|nothing|the full price|a reduced price)`),
    ({ s }) => `how much ${does(s ?? '')} ${said(s)} pay`,
  ],
  [
    form(
      `(?<s>(?:the |our )?(?:deposit|security deposit|rent|commission)) is (?:one|two|three|\\d+) (?:months?['’]?|months['’]) rent`,
    ),
    ({ s }) => `how much is ${withThe(s ?? '')}`,
  ],
  [
    form(
      `(?<s>[\\p{L}-]+) (?<of>(?:under|over|from|up to|aged|between) \\d+(?: (?:and|to) \\d+)?(?: years?)?) pays? (?:only )?${money}${per}`,
    ),
    ({ s, of: age, per: each }) =>
      isSaidOfPeople(s) ? `how much do ${said(s)} ${age ?? ''} pay${behind(each)}` : undefined,
  ],
  [form(`(?<s>.{3,60}?) costs? ${money} each`), priceOf],
  [form(`(?<s>.{3,60}?) (?:is|are) free to use`), priceOf],
  [
    form(
      `(?<s>.{3,60}?) costs? (?:between )?${money.replace('(?:[€$£]', '(?:\\d+(?:[.,]\\d+)*|[€$£]')} (?:and|to) ${money}${per}`,
    ),
    priceOf,
  ],
  [
    form(
      `(?<s>.{3,50}?) can be (?<done>rented|hired|borrowed|bought|booked|used|reserved) for (?:only )?${money}${per}`,
    ),
    ({ s, done = '', per: each }) =>
      `how much does it cost to ${doneFor[done.toLowerCase()] ?? ''} ${said(s)}${behind(each)}`,
  ],
  [
    form(`(?<s>.{3,50}?) (?:gets?|receives?) an? ${money}[ -](?<what>bonus|voucher|credit|cashback)`),
    ({ s, what }) => `what ${what ?? ''} ${does(s ?? '')} ${said(s)} get`,
  ],
  [
    form(`card payments? (?:(?:is|are) )?(?:possible |accepted )?(?:from|above|over) ${money}`),
    () => 'from what amount can I pay by card',
  ],
  [
    form(`(?<s>.{3,60}?) costs? (?:only )?${money}${per}(?<rest> (?:for|in|on) [\\p{L} -]{3,40})?`),
    (found) => priceOf({ ...found, rest: found['rest']?.trim() }),
  ],
  [form(`(?<s>.{3,60}?): (?!.*(?:%|percent|per cent))${money}${per}`), priceOf],
  [
    form(
      `free (?<s>parking|wi-?fi|admission|entry|breakfast|lockers|returns)(?<rest>(?: (?:for|on|in) [\\p{L} -]{3,30})?)`,
    ),
    priceOf,
  ],
  [
    form(
      `(?<s>(?:missed|late|returned|failed|lost|damaged|cancelled) .{3,50}?) (?:is|are|will be) charged (?:at |with )?${money}${per}`,
    ),
    ({ s, per: each }) => `how much do you charge for ${said(s)}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>replaced|repaired|delivered|reissued|collected|exchanged|changed|printed|extended) for ${money}${per}`,
    ),
    ({ s, done, per: each }) => `how much does it cost to have ${said(s)} ${done ?? ''}${behind(each)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<done>allowed|welcome|permitted|available|possible|offered|included) for ${money}${per}`,
    ),
    ({ s, aux = '', done, per: each }) =>
      `${aux} ${said(s)} ${done ?? ''}, and what does it cost${behind(each)}`,
  ],
  [
    form(
      `${people} (?<done>(?:travel|stay|ride|fly|eat|swim|park|play|train)(?: (?:in|on|at|with) (?:the )?[\\p{L}]+)?) for ${money}(?: (?<each>each way|(?:per|an?) [\\p{L}]+))?`,
    ),
    ({ s, done, each }) => `how much does it cost for ${said(s)} to ${done ?? ''}${behind(each)}`,
  ],
  [
    form(
      `${people} (?<age>under|over|from|up to|older than|younger than) (?:the age of )?\\d+(?: years?)?(?: old)? (?<done>travel|stay|ride|fly|eat|swim|park|play|train|enter|get in|go) (?:for )?free(?: of charge)?(?<rest>(?: (?:in|on|at|with) [\\p{L}'’ ]{3,40})?)`,
    ),
    ({ s, age = '', done, rest }) =>
      isSaidOfPeople(s)
        ? `${ageOf(age)} what age ${does(s ?? '')} ${said(s)} ${done ?? ''} free${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `${people} (?<done>travel|stay|ride|fly|eat|swim|park|play|train|enter|get in|go) (?:for )?free(?: of charge)?(?<rest>(?: (?:in|on|at|with) [\\p{L}'’ ]{3,40})?)`,
    ),
    ({ s, done, rest }) => (isSaidOfPeople(s) ? `do ${said(s)} ${done ?? ''} free${rest ?? ''}` : undefined),
  ],
  [
    form(
      `(?:(?<s>delivery|shipping|postage|express delivery|standard shipping|standard delivery) is free(?: of charge)?|free (?<t>delivery|shipping|postage)) (?:from|above|over|for orders (?:over|above|from|of)) ${money}(?: (?:and|or) more)?`,
    ),
    ({ s, t }) => `how much do I have to spend to get free ${(s ?? t ?? '').toLowerCase()}`,
  ],
  [
    form(
      `(?:(?<s>.{3,40}?) is free(?: of charge)?|free (?<t>cancellation|rebooking)(?: is possible)?) (?:up to|until|till) (?:${span}|${clock}) ?(?:before|prior to|in advance|on the day)?.{0,30}`,
    ),
    ({ s, t }) => `until when is ${said(s ?? t)} free`,
  ],
  [
    form(
      `(?<s>.{3,60}?) (?:is|are) (?:always )?free(?: of charge)?(?<rest>(?: (?:for|in|on|at) [\\p{L} -]{2,30})?)`,
    ),
    ({ s, rest }) => `how much ${does(s ?? '')} ${said(s)} cost${(rest ?? '').replace(/ all /, ' ')}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) included in (?:the|our) (?<in>(?:[\\p{L}]+ )?(?:price|fee|ticket|membership|rate|rent|fare))`,
    ),
    ({ s, aux = '', in: where }) => `${aux} ${said(s)} included in the ${where ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:gets?|receives?|have|has) (?:a )?(?:discount of )?\\d+(?:[.,]\\d+)? ?(?:%|percent|per cent)(?: off| discount| reduction)?(?<rest>(?: (?:on|for) [\\p{L} -]{3,30})?)`,
    ),
    ({ s, rest }) => `how much of a discount ${does(s ?? '')} ${said(s)} get${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>groups) of \\d+ or more (?:gets?|receives?) (?:a )?\\d+ ?(?:%|percent)(?: off| discount| reduction)?`,
    ),
    () => 'is there a discount for groups, and how many people do we have to be',
  ],
];

const doneFor: Readonly<Record<string, string>> = {
  rented: 'rent',
  hired: 'hire',
  borrowed: 'borrow',
  bought: 'buy',
  booked: 'book',
  used: 'use',
  reserved: 'reserve',
};

const ofTime: readonly Form[] = [
  [
    form(
      `(?<s>.{3,40}?) (?<done>start|begin|leave|depart|open)s? at ${clock}(?:, ${clock}){0,3} and ${clock}`,
    ),
    ({ s, done }) => `when ${does(s ?? '')} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<done>run|leave|depart|operate)s? every (?:\\d+ )?(?:minutes|half(?: an)? hour|hour|day|week)`,
    ),
    ({ s = '', done }) => `how often ${does(s)} ${said(s.replace(/^an? /i, 'the '))} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?:offered|available|given) in (?:English|German|French|Spanish|Italian|Dutch|Polish)(?:(?:,| and|, and) (?:English|German|French|Spanish|Italian|Dutch|Polish)){1,4}`,
    ),
    ({ s, aux = '' }) => `in which languages ${aux.toLowerCase()} ${said(s)} offered`,
  ],
  [
    form(`(?<s>.{3,40}?) (?<aux>can|may) be (?<done>${act}) (?:${times})`),
    ({ s, aux = '', done }) => `when ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) possible (?:up to|until|till) (?:${span}|${clock}) ?(?:before|prior to|in advance).{0,30}`,
    ),
    ({ s }) => `until when ${are(s ?? '')} ${said(s)} possible`,
  ],
  [
    form(`(?<s>.{3,40}?) expires? (?:after|on|at) .{3,30}`),
    ({ s }) => `when ${does(s ?? '')} ${said(s)} expire`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<done>held|taught|given) in (?:English|German|French|Spanish|Italian|Dutch|Polish)(?: and (?:English|German|French|Spanish|Italian|Dutch|Polish))?`,
    ),
    ({ s, aux = '', done }) => `in which language ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>check-in|check-out|breakfast|lunch|dinner|last admission|closing time|opening time): (?:from |until |till |by )?${clock}(?: (?:to|-|–|until) ${clock})?`,
    ),
    ({ s }) => `when is ${s?.toLowerCase().replace(/^(?=last|closing|opening)/, 'the ') ?? ''}`,
  ],
  [
    form(`(?:the |our )?minimum (?<what>contract|stay|rental|term|booking|rental period) is ${span}`),
    ({ what }) => `how long is the minimum ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>collected|held|delivered|due|published|emptied) on \\d{1,2}(?:st|nd|rd|th)? (?:January|February|March|April|May|June|July|August|September|October|November|December)`,
    ),
    ({ s, aux = '', state }) => `when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>[\\p{L} -]{3,40} (?:period|term|time|deadline|warranty|notice)): ${span}`),
    ({ s }) => `how long is ${withThe(s ?? '')}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) (?<state>open|served|available) (?:until|till) ${clock} (?<on>(?:on|at) ${days})`,
    ),
    ({ s, state, on }) => `until when ${are(s ?? '')} ${said(s)} ${state ?? ''} ${on ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?:borrow|keep|rent|pause|use|book|hire|reserve) [\\p{L}]+(?: [\\p{L}]+)?) for (?:up to )?${span}`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `for how long ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(
      `(?:our |the )?(?<of>opening hours|opening times|office hours|business hours|visiting hours|service hours|reception hours)(?::| are) .{0,60}\\d.{0,40}`,
    ),
    ({ of }) => `what are your ${(of ?? '').toLowerCase()}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) (?:possible |available |open )?from ${clock}(?: onwards)?`),
    ({ s }) => `from what time ${are(s ?? '')} ${said(s)}${/open/.test(s ?? '') ? '' : ' possible'}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) (?<state>open |possible |available )?(?:until|till|by) ${clock}`),
    ({ s, state }) => `until what time ${are(s ?? '')} ${said(s)} ${state?.trim() ?? 'possible'}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) open (?<on>on ${days}) (?:until|till) ${clock}`),
    ({ s, on }) => `until when ${are(s ?? '')} ${said(s)} open ${on ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>held|kept|served|accepted|open|available|valid|reserved) (?:until|till) (?:${clock}|the end of .{3,20}|\\d{1,2} [\\p{L}]+)`,
    ),
    ({ s, aux = '', state }) => `until when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?:is|are) ${span} (?:before|after) [\\p{L} ]{3,30}`),
    ({ s }) =>
      /\b(?:admission|entry|orders?|check-in|boarding|departure|arrival)$/i.test(s ?? '')
        ? `when is ${withThe(s ?? '')}`
        : undefined,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) only (?<state>admitted|allowed|open|sold|served|available|possible|accepted) (?:${times}|during (?:the )?[\\p{L}]+(?: [\\p{L}]+)?)`,
    ),
    ({ s, aux = '', state }) => `when ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(`(?<s>.{3,50}?) (?:is|are) due (?:within|in|on|by|at) .{3,50}`),
    ({ s }) => `when ${are(s ?? '')} ${said(s)} due`,
  ],
  [
    form(
      `(?<s>.{3,50}?) must be (?<done>renewed|changed|checked|serviced|cleaned|paid|repeated) (?:${often})`,
    ),
    ({ s, done }) => `how often must ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(`(?<s>.{3,50}?) takes? place (?:${often}|weekly|monthly|yearly|annually)`),
    ({ s }) => `how often ${does(s ?? '')} ${said(s)} take place`,
  ],
  [
    form(`we (?<done>open|close|start) at ${clock}(?<rest>(?: on ${days})?)`),
    ({ done, rest }) => `when do you ${(done ?? '').toLowerCase()}${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:can|may) be (?<done>cancelled|canceled|terminated|ended) with (?:a )?(?:notice of )?${span}['’]?s?(?: notice)?`,
    ),
    ({ s, done = '' }) =>
      `how much notice do I have to give to ${/^cancel/i.test(done) ? 'cancel' : done.toLowerCase().replace(/(?:at)?ed$/, (tail) => (tail === 'ated' ? 'ate' : ''))} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) ha(?:s|ve) an? (?<what>minimum term|minimum period|notice period|trial period|cooling-off period) of ${span}`,
    ),
    ({ s, what }) => `how long is the ${what ?? ''} of ${said(s)}`,
  ],
  [form(`(?<s>.{3,40}?) (?:is|are) at ${clock}`), ({ s }) => `when is ${withThe(s ?? '')}`],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<state>(?:open|served|seen|available|offered|reachable|possible|collected|delivered|staffed|held|shown|accepted|picked up|emptied|taught|treated|closed)(?: (?:by (?:phone|telephone|e-?mail)|online|in person))?) (?<at>${times})(?: (?:at|under|on) [\\d +()/-]{5,25})?`,
    ),
    ({ s, aux = '', state = '', at = '' }) =>
      /^closed/i.test(state)
        ? /^on /i.test(at)
          ? `on which days ${aux.toLowerCase()} ${said(s)} closed`
          : undefined
        : `when ${aux.toLowerCase()} ${said(s)} ${state}`,
  ],
  [
    form(`(?<s>.{3,40}?) (?<aux>takes?|runs?|starts?|meets?|leaves?|departs?) place? ?(?<at>${times})`),
    ({ s, aux = '' }) =>
      `when ${does(s ?? '')} ${said(s)} ${aux.toLowerCase().replace(/s$/, '')}${/^take/i.test(aux) ? ' place' : ''}`,
  ],
  [
    form(`we (?:are|['’]re) (?<state>open|closed) (?<at>${times})`),
    ({ state = '', at = '' }) =>
      /^on /i.test(at) && /closed/i.test(state)
        ? 'on which days are you closed'
        : `when are you ${state.toLowerCase()}`,
  ],
  [
    form(`we (?:are|['’]re) closed for ${span} (?<rest>(?:in|over|at|around) [\\p{L} ]{3,30})`),
    ({ rest }) => `how long are you closed ${rest ?? ''}`,
  ],
  [
    form(
      `we (?<done>deliver|ship|open|close|collect|answer the phone|serve (?:food|lunch|dinner|breakfast)) (?:until|till) ${clock}`,
    ),
    ({ done }) => `until when do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(
      `we (?<done>deliver|ship|open|collect|serve (?:food|lunch|dinner|breakfast)|offer [\\p{L} ]{3,30}?) (?<at>${times})`,
    ),
    ({ done }) => `when do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<done>opens?|closes?|starts?|begins?|ends?) ${span} (?<rest>before|after) (?<what>departure|closing(?: time)?|check-in|arrival|kick-off|takeoff|the (?:performance|show|start|appointment|event|match|film|lesson|tour|concert|game|course))`,
    ),
    ({ s, done = '', rest, what }) =>
      `how long ${rest ?? ''} ${what ?? ''} ${does(s ?? '')} ${said(s)} ${done.toLowerCase().replace(/s$/, '')}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>visit|come|join|train|book|swim|pick up [\\p{L} ]{3,20}|drop off [\\p{L} ]{3,20}) (?<at>${times})`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `when ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(`(?<s>.{3,50}?) (?<done>takes?|lasts?|runs?) (?:for )?${span}`),
    ({ s, done = '' }) => `how long ${does(s ?? '')} ${said(s)} ${done.toLowerCase().replace(/s$/, '')}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?:about |around |at most |up to )?${count} (?:minutes?|hours?|days?|weeks?|months?) long`,
    ),
    ({ s }) => `how long ${are(s ?? '')} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<state>available|valid|kept|stored|saved|guaranteed|open) for (?:up to )?${span}`,
    ),
    ({ s, aux = '', state }) => `for how long ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:has|have|comes? with|carry|carries) an? ${span.replace('(?:about', '(?:about')} (?<what>warranty|guarantee|trial|money-back guarantee|notice period|cooling-off period)`,
    ),
    ({ s, what }) =>
      `how long is the ${what ?? ''} ${/notice|cooling/.test(what ?? '') ? 'of' : 'on'} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${doing}) for (?:up to |at most |a maximum of )?${span}(?: (?:an?|per) [\\p{L}]+| at a time)?`,
    ),
    ({ s, aux = '', done }) => `for how long ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<state>ready|available|processed|finished|repaired) (?:after|in|within) ${span}`,
    ),
    ({ s, state }) => `how long does it take until ${said(s)} ${are(s ?? '')} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>delivered|shipped|sent|repaired|answered|processed|refunded|paid|fixed|posted|issued|collected|installed) (?:after|in|within) ${span}(?: (?:of|after) [\\p{L} ]{3,30})?`,
    ),
    ({ s, done }) => `how long does it take until ${said(s)} ${are(s ?? '')} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>must) be (?<done>reported|registered|returned|paid|cancelled|canceled|made|submitted|claimed|declared|renewed|handed in|filed|collected|picked up|brought back|sent back|booked|ordered) (?:(?:within|in|at least|no later than) )?${span}(?<rest> (?:of|after|before|from|in advance).{0,30})?`,
    ),
    ({ s, done, rest = '' }) =>
      /before|in advance/i.test(rest)
        ? `how long ${/in advance/i.test(rest) ? 'in advance' : rest.trim()} must ${said(s)} be ${done ?? ''}`
        : `within what time must ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may|must) be (?<done>${act}) (?:free of charge )?(?:up to|until|till|by|no later than|at least) (?:${span}|${clock}) ?(?:before|prior to|in advance|on the).{0,30}`,
    ),
    untilWhen,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) within ${span}(?: (?:of|after) [\\p{L} ]{3,30})?`,
    ),
    ({ s, aux = '', done }) => `how long do I have until ${said(s)} ${aux} no longer be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?:is|are) (?<done>collected|emptied|cleaned|delivered|published|updated|billed|sent|issued|read|inspected|changed|paid|sent out|held) (?:${often}|weekly|monthly|daily|quarterly|yearly|annually)`,
    ),
    ({ s, done }) => `how often ${are(s ?? '')} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) (?:up to |at most |a maximum of |only )?(?:once|twice|(?:two|three|four|five|\\d+) times)(?: .{3,20})?`,
    ),
    ({ s, aux = '', done }) => `how often ${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?!be\\b)[\\p{L}]+(?: [\\p{L}'’]+){0,4}?) (?:up to )?(?:${often})`,
    ),
    ({ s, aux = '', done }) =>
      isSaidOfPeople(s) ? `how often ${aux.toLowerCase()} ${asker(s)} ${mine(done ?? '', s)}` : undefined,
  ],
  [
    form(
      `${people} (?:should|must|have to|need to) arrive (?:at least )?${span} (?<rest>early|before [\\p{L} ]{3,30}|in advance)`,
    ),
    ({ s, rest = '' }) =>
      isSaidOfPeople(s)
        ? /^before/i.test(rest)
          ? `how long ${rest} ${/^I$/.test(asker(s)) ? 'do' : 'do'} ${asker(s)} have to arrive`
          : `how early do ${asker(s)} have to arrive`
        : undefined,
  ],
  [
    form(
      `${people} (?:can|may|must) (?<done>cancel|leave|give notice|terminate) with (?:a )?(?:notice of )?${span}['’]?s?(?: notice)?`,
    ),
    ({ s, done }) =>
      isSaidOfPeople(s)
        ? `how much notice do ${asker(s)} have to give to ${/notice/.test(done ?? '') ? 'leave' : (done ?? '')}`
        : undefined,
  ],
];

const ofLimit: readonly Form[] = [
  [
    form(`(?:the )?(?<what>age limit|minimum age|maximum age)(?::| is) \\d+(?: years)?`),
    ({ what }) => `what is the ${what?.toLowerCase() ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<verb>ha(?:s|ve)|includes?|contains?|holds?|seats?|takes?|covers?|allows?)(?<most> at most| up to| a maximum of)? \\d+ (?<what>[\\p{L}]+s|people|children)`,
    ),
    ({ s, verb = '', most, what }) =>
      /\b(?:minutes?|hours?|days?|weeks?|months?|years?|points)$/i.test(what ?? '')
        ? undefined
        : `how many ${what ?? ''} ${does(s ?? '')} ${said(s)} ${/^ha/i.test(verb) ? 'have' : verb.toLowerCase().replace(/s$/, '')}${most === undefined ? '' : ' at most'}`,
  ],
  [form(`(?<s>.{3,40}?) (?:is|are) limited to \\d.{0,30}`), ({ s }) => `what is the limit for ${said(s)}`],
  [
    form(
      `(?<s>.{3,40}?) (?:is|are) (?:about |only )?\\d+(?:[.,]\\d+)? (?:metres|meters|km|kilometres|kilometers|miles|minutes) away`,
    ),
    ({ s }) => `how far away ${are(s ?? '')} ${said(s)}`,
  ],
  [
    form(`(?<s>passwords?|usernames?|user names?) must (?:be|have) at least \\d+ characters(?: long)?`),
    ({ s }) => `how long must ${isPlural(s ?? '') ? '' : 'a '}${(s ?? '').toLowerCase()} be`,
  ],
  [
    form(`(?:the )?minimum age (?<for>for [\\p{L} ]{3,30} )?is \\d+(?: years)?`),
    ({ for: what }) => `what is the minimum age${behind(what?.trim())}`,
  ],
  [
    form(
      `${people} must be (?:at least |over |older than )\\d+(?: years)?(?: old)?(?<rest>(?: to [\\p{L} ]{3,40})?)`,
    ),
    ({ s, rest }) =>
      isSaidOfPeople(s) || /\b(?:drivers|hirers|renters|applicants|buyers)$/i.test(s ?? '')
        ? asker(s) === 'I'
          ? `how old do I have to be${rest ?? ''}`
          : `how old must ${said(s)} be${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>can be|is|are|may be) (?<done>opened|admitted|accepted|allowed|taken|possible|used|rented|sold|booked) from (?:the )?(?:age (?:of )?)?\\d+(?: months?| years?)?(?: of age| old)?`,
    ),
    ({ s, aux = '', done }) =>
      /\s/.test(aux)
        ? `from what age ${aux.split(' ')[0]?.toLowerCase() ?? ''} ${said(s)} be ${done ?? ''}`
        : `from what age ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>[\\p{L} -]{3,30}?) (?:is|are) only (?<done>sold|rented|rented out|lent|lent out|hired out) to (?:adults|people|persons|customers|members)?(?: (?:over|aged|from|above|older than) ?(?:the age of )?\\d+(?: years)?| aged \\d+ (?:and|or) (?:over|older))`,
    ),
    ({ s, done }) => `how old do I have to be ${boughtBy[(done ?? '').toLowerCase()] ?? ''} ${said(s)}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>may|can|must not) weigh (?:up to|at most|no more than|a maximum of|more than) ${weight}`,
    ),
    ({ s }) => `how heavy may ${said(s)} be`,
  ],
  [
    form(
      `up to \\d+ (?<what>[\\p{L}]+(?: [\\p{L}]+)?) (?<aux>can|may) be (?<done>${act})(?<rest>(?: (?:at once|at a time|at the same time|per [\\p{L}]+))?)`,
    ),
    ({ what, aux = '', done, rest }) =>
      `how many ${what ?? ''} ${aux.toLowerCase()} be ${done ?? ''}${rest ?? ''}`,
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>borrow|bring|book|take|reserve|order|rent|buy|invite|use|add) (?:up to |at most |a maximum of |only )?(?:\\d+|one|two|three|four|five|ten) (?<what>[\\p{L}]+s)(?<rest>(?: (?:at once|at a time|at the same time|(?:per|an?) [\\p{L}]+))?)`,
    ),
    ({ s, aux = '', done, what, rest }) =>
      isSaidOfPeople(s)
        ? `how many ${(what ?? '').replace(/^(?!.*ss$)/, '')} ${aux.toLowerCase()} ${asker(s)} ${done ?? ''}${rest ?? ''}`
        : undefined,
  ],
  [
    form(
      `(?<s>(?:the |our )?[\\p{L} -]{0,30}?(?:speed|limit|capacity|size|height|weight|depth|temperature|length|width|allowance|minimum|maximum|deposit|fee)) (?:is|are) (?:at most |up to |at least )?\\d+(?:[.,]\\d+)* ?(?:[\\p{L}°%€$£/]+)(?: per [\\p{L}]+)?`,
    ),
    ({ s }) => `what is ${withThe(s ?? '').replace(/^our /i, 'your ')}`,
  ],
];

const list = String.raw`\p{L}[\p{L}’' ,-]{2,60}`;

const ofPlace: readonly Form[] = [
  [
    form(
      `(?<s>parking|wi-?fi|lockers|showers|toilets|breakfast|food|luggage storage|data|our data) (?<aux>is|are) (?<state>available|stored|hosted|served|kept|located) (?:in|at|behind|on|next to|near|opposite) (?:the )?[\\p{L}\\d'’ -]{3,40}`,
    ),
    ({ s, aux = '', state }) => `where ${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) must be (?<done>(?:kept (?:on|in|out of) (?:the |an? )?[\\p{L}]+|switched off|worn|left|washed|taken off|supervised|accompanied by [\\p{L} ]{3,20}|vaccinated|returned with an? [\\p{L}]+ [\\p{L}]+|signed|brought along)(?: (?:in|on|at|inside|during) (?:the )?[\\p{L} ]{3,30})?)`,
    ),
    ({ s, done }) => (isPlural(s ?? '') ? `do ${said(s)} have to be ${done ?? ''}` : undefined),
  ],
  [
    form(
      `(?<s>[\\p{L} -]{3,40}?) needs? (?<no>no|an?) (?<what>(?:[\\p{L}-]+ ){0,2}(?:tickets?|cards?|visas?|permits?|reservations?|appointments?|helmets?|licen[cs]es?|experience|booking|passports?|deposit|insurance))`,
    ),
    ({ s, no = '', what }) =>
      isSaidOfPeople(s)
        ? `do ${asker(s)} need ${/^no$/i.test(no) ? (/(?:experience|insurance|s)$/i.test(what ?? '') ? '' : 'a ') : `${no} `}${what ?? ''}`
        : undefined,
  ],
  [
    form(
      `we (?:do not|don['’]t) (?<done>deliver|ship|refund|exchange|cater|repair|rent out|take cash|accept cash|accept cards|take reservations|accept reservations)`,
    ),
    ({ done }) => `do you ${(done ?? '').toLowerCase()}`,
  ],
  [
    form(`(?<s>.{3,40}?) contains? (?<what>[\\p{L}]+(?: (?:and|or) [\\p{L}]+)?)`),
    ({ s, what }) => `${does(s ?? '')} ${said(s)} contain ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) not (?<done>collected|paid out|refunded|exchanged|replaced|sold|lent out|accepted|delivered|shipped|insured|covered)(?<rest>(?: (?:in|for|on|to|at|as|by) [\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', done, rest }) => `${aux.toLowerCase()} ${said(s)} ${done ?? ''}${rest ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?<state>(?:included|available)(?: (?:in|on|at|for|to) [\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', state }) => `${aux.toLowerCase()} ${said(s)} ${state ?? ''}`,
  ],
  [
    form(
      `(?<s>(?:the |our )?(?:[\\p{L}-]+ ){0,3}[\\p{L}-]+) (?<aux>is|are) (?:located |situated )?(?:on|in|at|next to|behind|opposite|near|beside) (?:the )?[\\p{L}\\d'’ .-]{3,60}`,
    ),
    ({ s = '', aux = '' }) =>
      places.test(s) ? `where ${aux.toLowerCase()} ${/^our /i.test(s) ? said(s) : withThe(s)}` : undefined,
  ],
  [
    form(
      `(?<s>payment|cancellation|booking|registration|reservation|rebooking) is (?:only )?possible (?:by|via|with|in|through|online|at) ?.{0,60}`,
    ),
    ({ s = '' }) => ways[s.toLowerCase()],
  ],
  [
    form(
      `we (?:only )?accept (?:only )?(?=.*\\b(?:cash|cards?|visa|mastercard|paypal|invoice|apple pay|google pay|cheques?|transfer)\\b)${list}`,
    ),
    () => 'how can I pay',
  ],
  [
    form(`we (?<done>deliver|ship) (?:only )?(?:to|within|in|across|throughout) (?:the )?${list}`),
    ({ done }) =>
      `where do you ${(done ?? '').toLowerCase()}${/deliver|ship/i.test(done ?? '') ? ' to' : ''}`,
  ],
  [form(`we speak .{4,60}`), () => 'which languages do you speak'],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may|must) be (?<done>ordered|booked|cancelled|canceled|renewed|paid|requested|applied for|submitted|made|returned|extended|reported|changed|bought|reserved|picked up|collected|paused|registered) (?:only )?(?:online|by (?:phone|telephone|e-?mail|post|letter|card)|in the app|in our app|on our website|at the [\\p{L} ]{3,25}|in person|via the (?:app|website|portal))(?: or (?:online|by (?:phone|telephone|e-?mail|post|letter|card)|in the app|at the [\\p{L} ]{3,25}|in person))?`,
    ),
    ({ s, done }) =>
      /^(?:collected|picked up)/i.test(done ?? '')
        ? `where can ${said(s)} be ${done ?? ''}`
        : `how can ${said(s)} be ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>${act}) without (?<what>an? (?:appointment|receipt|booking|reservation|ticket|registration|fee|account))`,
    ),
    ({ s, aux = '', done, what }) => `${aux.toLowerCase()} ${said(s)} be ${done ?? ''} without ${what ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>is|are) (?:strictly )?(?<not>not )?(?<state>allowed|permitted|welcome|forbidden|prohibited|refundable|transferable|required|compulsory|mandatory|wheelchair accessible|accessible by wheelchair|barrier-free|vegan|vegetarian|gluten-free|waterproof|dishwasher-safe)(?<rest>(?: (?:in|on|at|inside|during|for|to|with|without) [\\p{L} ]{3,40})?)`,
    ),
    ({ s, aux = '', state = '', rest }) =>
      `${aux.toLowerCase()} ${said(s)} ${state.replace(/forbidden|prohibited/i, 'allowed')}${rest ?? ''}`,
  ],
];

/** What people must or may do, where nothing more was said of it. */
const ofPeople: readonly Form[] = [
  [
    form(
      `(?<s>[\\p{L}-]+) (?<age>under|over|up to|younger than|older than) (?:the age of )?\\d+ must be (?<done>accompanied by [\\p{L} ]{3,25}|supervised)`,
    ),
    ({ s, age = '', done }) =>
      isSaidOfPeople(s) ? `${ageOf(age)} what age do ${said(s)} have to be ${done ?? ''}` : undefined,
  ],
  [
    form(`${people} (?:must|have to|need to) bring (?:along )?.{3,50}`),
    ({ s }) => (isSaidOfPeople(s) ? `what do ${asker(s)} have to bring` : undefined),
  ],
  [
    form(
      `${people} (?:must|have to|need to) (?<done>(?:register|book|pay|wear|take|sign|show|leave|return|check in|check out|arrive|order|use|buy|complete|switch off|reserve)(?: [\\p{L}'’-]+){0,7})`,
    ),
    ({ s, done = '' }) => (isSaidOfPeople(s) ? `do ${asker(s)} have to ${mine(done, s)}` : undefined),
  ],
  [
    form(
      `${people} (?<aux>can|may) (?<done>(?:pay|use|bring|book|park|rent|hire|borrow|cancel|return|change|pause|order|renew|visit|enter|register|upgrade|transfer|exchange|choose|collect|leave|stay|swim|camp|smoke|eat|drink|join|download|switch|watch|wait|play|attend|apply|start|try)(?: [\\p{L}'’-]+){0,7})`,
    ),
    ({ s, aux = '', done = '' }) =>
      isSaidOfPeople(s) ? `${aux.toLowerCase()} ${asker(s)} ${mine(done, s)}` : undefined,
  ],
  [
    form(
      `we (?:do not|don['’]t) (?<done>(?:offer|sell|accept|treat|repair|rent out|ship to|deliver to|deliver on|serve|take|buy|insure|cover) [\\p{L}'’-]+(?: [\\p{L}'’-]+){0,3})`,
    ),
    ({ done }) => `do you ${done ?? ''}`,
  ],
  [
    form(
      `(?<s>.{3,40}?) (?<aux>is|are) (?<done>sent|delivered|issued|provided|paid) (?:only )?by (?:e-?mail|post|letter|bank transfer|direct debit|courier|text message|sms)`,
    ),
    ({ s, aux = '', done }) => `how ${aux.toLowerCase()} ${said(s)} ${done ?? ''}`,
  ],
  [
    form(`(?<s>(?:the |our )(?:[\\p{L}-]+ ){0,2}(?:number|address)) is [\\d+@\\p{L}][^ ]*(?: [\\d ]+)?`),
    ({ s }) => `what is ${said(s)}`,
  ],
  [
    form(`(?<s>.{3,40}?) needs? (?<what>(?:written |special )?(?:permission|approval|consent|registration))`),
    ({ s, what }) => (isSaidOfPeople(s) ? `do ${asker(s)} need ${what ?? ''}` : undefined),
  ],
  [
    form(
      `there (?<aux>is|are) (?<no>an? |no )?(?<what>[\\p{L}-]+(?: [\\p{L}-]+){0,2} (?:in|on|at|near|behind|next to) (?:the )?[\\p{L} ]{3,30})`,
    ),
    ({ aux = '', no = '', what = '' }) =>
      `${aux.toLowerCase()} there ${/^no /i.test(no) ? (aux.toLowerCase() === 'is' ? 'a ' : 'any ') : no}${what}`,
  ],
  [
    form(
      `(?<s>.{3,50}?) (?<aux>can|may) be (?<done>(?:${act}|chosen)(?: (?:in|at|on|by|to|with|from) (?:the |an? )?[\\p{L} ]{3,30})?)`,
    ),
    ({ s, aux = '', done }) => `${aux.toLowerCase()} ${said(s)} be ${done ?? ''}`,
  ],
];

const forms: readonly Form[] = [...ofPrice, ...ofTime, ...ofLimit, ...ofPlace, ...ofPeople];
