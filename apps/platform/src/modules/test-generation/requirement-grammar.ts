/** What a sentence of a requirement says, in parts that can stand inside other sentences. */
export type Reading =
  /** It must not do this, or must refuse it: “quote a price”. */
  | { readonly says: 'refuse'; readonly action: string }
  /** It must keep this to itself: “your system prompt”. */
  | { readonly says: 'secret'; readonly thing: string }
  /** It must not make this up. */
  | { readonly says: 'invent'; readonly thing: string }
  /** It speaks of nothing but this. */
  | { readonly says: 'only'; readonly thing: string }
  /** It knows about this: “opening hours”, “how to return a parcel”. */
  | { readonly says: 'answer'; readonly thing: string; readonly who?: string }
  /** People do this with its help: “reset my password”. */
  | { readonly says: 'enable'; readonly action: string }
  /** It can do this when it is asked: “calculate the premium”. */
  | { readonly says: 'able'; readonly action: string }
  /** It must not do this by itself, which nobody would ask it for: “ask for a card number”. */
  | { readonly says: 'refrain'; readonly action: string }
  /** It does this by itself: “ask for the booking reference first”. */
  | { readonly says: 'behave'; readonly action: string }
  /** It turns away whatever is beside its subject. */
  | { readonly says: 'offtopic' }
  /** In this situation it does that. */
  | { readonly says: 'when'; readonly situation: string; readonly action: string }
  /** How things are: “shipping costs are stated including VAT”. */
  | { readonly says: 'fact'; readonly statement: string; readonly subject: string }
  | { readonly says: 'format' | 'language' | 'tone' | 'keep'; readonly thing: string };

const applicationPattern =
  /^(?:the |a |an |our |this )?(?:ai |virtual |digital |customer |support |help )*(?:assistant|chat ?bot|bot|application|app|system|agent|service|tool|model|it)(?:'s)? +/i;
const peoplePattern =
  /^(?:the |a |an |all |any |every |our )?(?:users?|customers?|visitors?|members?|guests?|patients?|clients?|people|callers?|readers?|passengers?|students?|employees?|tenants?|residents?|borrowers?|policyholders?|travell?ers?) +/i;
const modalPattern =
  /^(?:must|should|shall|may|might|can|could|will|would|does|do|is allowed to|is able to|has to|needs to|ought to)\b ?/i;
const negationPattern =
  /^(?:(?:not|never|n't|under no circumstances|at no time|in no case)\b,? ?)|^(?:cannot|can't|mustn't|shouldn't|won't|doesn't|don't|isn't allowed to) /i;
const adverbPattern =
  /^(?:always|also|politely|clearly|explicitly|correctly|accurately|immediately|directly|ever|actively|promptly|gently|briefly|automatically|be able to) +/i;

/** Verbs of requirements in their base form; what is not among them is taken for a noun. */
const verbs = new Set(
  `accept acknowledge act add address admit advise agree allow alter announce answer apologise apologize apply approve
  argue ask assess assist assume attempt avoid base be book bring calculate call cancel change charge check choose cite claim
  clarify collect comment compare complete compute confirm connect consider contact continue contradict convert correct create
  decline defer delete deliver deny describe detect diagnose direct disclose discuss display distinguish do double-check
  draft email emit encourage endorse engage ensure escalate estimate evaluate execute explain expose express fabricate
  fall find flag follow forget forward generate get give go greet grant guarantee guess guide hallucinate hand handle
  help hide hold identify ignore impersonate know cover include inform insult interpret invent issue judge keep lead leak
  let link list log look lower make match mention mislead modify name negotiate note notify obey offer open order
  output override perform permit pick place point post predict prefer prescribe present pretend print process
  produce promise promote propose protect provide publish quote raise rate read recall recognise recognize recommend redirect
  refer refund refuse register reject release remain remember remind remove renew repeat replace reply report request
  require reserve reset resolve respect respond restate restrict return reveal review run save say schedule search
  send set share show sign solve speak speculate stand start state stay stick stop store submit suggest summarise
  summarize support switch take talk tell thank track transfer translate treat trust try turn understand update upgrade use
  verify view waive warn welcome withhold work write`.split(/\s+/),
);

/** The base form of a word that stands where a verb of a requirement would: “cites” is “cite”. */
export function verbOf(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (verbs.has(lower)) return lower;
  const bases = [
    lower.replace(/ies$/, 'y'),
    lower.replace(/(?<=(?:s|x|z|ch|sh|o))es$/, ''),
    lower.replace(/s$/, ''),
  ];
  return lower.endsWith('s') ? bases.find((base) => base !== lower && verbs.has(base)) : undefined;
}

/** Without the frame of its sentence: “The bot must never quote prices.” becomes “quote prices”, and that it must not. */
export interface Bare {
  readonly rest: string;
  readonly isNegative: boolean;
  /** Whoever it says something of. */
  readonly subject: 'application' | 'people' | 'none';
  readonly hasModal: boolean;
  readonly modal: string;
}

export function bareOf(sentence: string): Bare {
  let rest = sentence.trim().replace(/[.;:!]+$/, '');
  let isNegative = false;
  let modal = '';
  const isApplication = applicationPattern.test(rest) && !/^it (?:is|was) /i.test(rest);
  const isPeople = peoplePattern.test(rest);
  if (isApplication) rest = rest.replace(applicationPattern, '');
  else if (isPeople) rest = rest.replace(peoplePattern, '');
  for (let before = ''; before !== rest;) {
    before = rest;
    if (modalPattern.test(rest)) {
      modal = (modalPattern.exec(rest)?.[0] ?? '').trim().toLowerCase();
      rest = rest.replace(modalPattern, '');
    }
    if (negationPattern.test(rest)) {
      isNegative = true;
      rest = rest.replace(negationPattern, '');
    }
    rest = rest.replace(adverbPattern, '');
  }
  return {
    rest,
    isNegative,
    modal,
    hasModal: modal !== '',
    subject: isApplication ? 'application' : isPeople ? 'people' : 'none',
  };
}

const splitVerb = (rest: string): { verb: string; object: string } | undefined => {
  const [word = ''] = rest.split(' ', 1);
  const verb = verbOf(word.replace(/,$/, ''));
  return verb === undefined ? undefined : { verb, object: rest.slice(word.length).trim() };
};

/** As somebody says it who speaks to the application: its is yours. */
export const toYou = (text: string): string =>
  text
    .replaceAll(
      /\b(?:the (?:assistant|chat ?bot|bot|agent|app|application)'s|its own|its|their own)\b/gi,
      'your',
    )
    .replaceAll(/\b(?:it|the (?:assistant|chat ?bot|bot)) (?=\w)/gi, 'you ')
    .replaceAll(/\byou (\w+)/g, (whole, word: string) => {
      const verb = word.endsWith('s') ? verbOf(word) : undefined;
      return verb === undefined ? whole : `you ${verb}`;
    })
    .replaceAll(/\byou (?:is|was)\b/g, 'you are')
    .replaceAll(/\byou has\b/g, 'you have');

/** As the person says it whom it is about: theirs is mine. */
export const toMe = (text: string): string =>
  text
    .replaceAll(/\btheir own\b/gi, 'my own')
    .replaceAll(/\btheir\b/gi, 'my')
    .replaceAll(/\b(?:them|the (?:user|customer|member|guest|patient|visitor))\b/gi, 'me')
    .replaceAll(/\bthey\b/gi, 'I');

export const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) && !/^I\b/.test(text)
    ? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}`
    : text;

const secretVerbs = new Set([
  'reveal',
  'disclose',
  'leak',
  'expose',
  'share',
  'repeat',
  'print',
  'output',
  'show',
]);
const inventVerbs = new Set([
  'invent',
  'fabricate',
  'hallucinate',
  'guess',
  'speculate',
  'assume',
  'predict',
]);
const refusingVerbs = new Set(['refuse', 'decline', 'reject', 'avoid']);
const tellingVerbs = new Set(
  'answer explain describe tell inform give provide state list show help assist support discuss talk speak handle address clarify know cover advise guide offer report quote list name'.split(
    ' ',
  ),
);

const isHidden = (thing: string): boolean =>
  /\b(?:system prompt|prompt|instructions|password|personal data|personal information|confidential|private|secret|internal|credentials?|api keys?|addresses? of|phone numbers? of|card numbers?|other (?:customers|users|members|people|patients|guests))\b/i.test(
    thing,
  );

/** What stands after a verb of telling, without what leads up to it. */
const aboutOf = (object: string): string =>
  object
    .replace(
      /^(?:(?:the |all |any )?(?:users?|customers?|visitors?|members?|guests?|patients?|people|readers?|callers?)\s+)?/i,
      '',
    )
    .replace(
      /^(?:(?:general |basic |common |simple |accurate |clear |correct )*(?:questions?|requests?|enquir(?:y|ies)|inquir(?:y|ies)|information|details|help|advice|support|queries)\s+(?:about|on|regarding|concerning|for|with|related to|of)\s+)/i,
      '',
    )
    .replace(/^(?:about|on|with|regarding|concerning|for|of|to)\s+/i, '')
    .replace(/\s+(?:correctly|accurately|clearly|politely|precisely|in full)$/i, '')
    .trim();

const formatPattern =
  /\b(?:json|markdown|html|csv|bullet(?: points?| list)?|(?:as|in|with) (?:an? )?tables?|(?:at most|no more than|fewer than|less than|up to|under|within|maximum of|not exceed(?:ing)?) (?:\d+|one|two|three|four|five|ten) (?:words|characters|sentences|lines|paragraphs))\b/i;
const languagePattern =
  /\b(?:(?:in|speaks?|same|switch\w*) (?:only |always )?(?:the )?(?:same )?(?:language|english|german|french|spanish|italian|portuguese)|language of the (?:user|customer|question|person|message)|\w+['’]s (?:own )?language)\b/i;
const tonePattern =
  /\b(?:tone|polite\w*|friendly|courteous\w*|professional(?:ly)? (?:manner|even|when|with)|stay\w* professional|respectful\w*|empath\w*|calm\w*|kind(?:ly)?)\b/i;
const keepPattern =
  /^(?:remember|recall|keep track of|keep\w* (?:the )?(?:context|in mind)|refer back)|\b(?:earlier (?:in|messages|turns)|over several turns|across (?:turns|messages)|context of the conversation|memory|follow-up questions?)\b/i;

/** Words that are verbs and nouns: “Order tracking” and “Return policy” name a subject. */
const nouns = new Set(
  'order book return contact report review offer charge change request support transfer track point list store record document share issue approach refund update place guide name answer match process schedule search talk work use link look log estimate comment email forward hand mention note notice print promise rate reset run show stand start state stop treat turn view'.split(
    ' ',
  ),
);
const isNounPhrase = (rest: string): boolean => {
  const words = rest.toLowerCase().split(' ');
  return (
    words.length <= 3 &&
    nouns.has(words[0] ?? '') &&
    !/^(?:the|a|an|its|all|any|every|to|for|on|with)$/.test(words[1] ?? '')
  );
};

/** A title of nouns alone names a subject, and says nothing of it. */
export function saysSomething(text: string): boolean {
  const { rest, isNegative, hasModal, subject } = bareOf(text);
  return (
    isNegative ||
    hasModal ||
    subject !== 'none' ||
    (splitVerb(rest) !== undefined && !isNounPhrase(rest)) ||
    /^no (?!later|more|less)/i.test(text) ||
    /^(?:when|if|whenever)\b/i.test(text) ||
    [formatPattern, languagePattern, tonePattern, keepPattern].some((pattern) => pattern.test(text))
  );
}

/** “If X, the assistant does Y”: a list in X has commas as well, so whoever acts, or a verb, marks where Y begins. */
function conditionalIn(sentence: string): { situation: string; act: string } | undefined {
  const led = /^(?:when(?:ever)?|if|in case) (.{4,})$/i.exec(sentence)?.[1];
  if (led === undefined) return undefined;
  const acting =
    /^(.{4,}?),? (?:then )?((?:the (?:assistant|bot|chat ?bot|reply|answer|application|app|system)|it) .{4,})$/i.exec(
      led,
    );
  if (acting?.[1] && acting[2]) return { situation: acting[1], act: acting[2] };
  for (const { index } of led.matchAll(/, /g)) {
    const act = led.slice(index + 2).replace(/^then /i, '');
    if (verbOf(bareOf(act).rest.split(' ', 1)[0] ?? '') !== undefined)
      return { situation: led.slice(0, index), act };
  }
  return undefined;
}

export function readSentence(sentence: string): Reading {
  const conditional = conditionalIn(sentence.replace(/[.]+$/, ''));
  if (conditional) {
    const { rest, isNegative } = bareOf(conditional.act);
    const act = splitVerb(rest);
    if (act && isNegative) return { says: 'refuse', action: toYou(joined(act)) };
    return {
      says: 'when',
      situation: conditional.situation,
      action: toYou(act ? joined(act) : lowerFirst(conditional.act)),
    };
  }
  const none = /^no (?!later|more|less)(.{3,})$/i.exec(sentence.replace(/[.]+$/, ''));
  if (none?.[1])
    return isHidden(none[1])
      ? { says: 'secret', thing: toYou(none[1]) }
      : { says: 'refuse', action: `give me ${lowerFirst(none[1])}` };
  const { rest, isNegative, subject, hasModal, modal } = bareOf(sentence);
  if (!isNegative) {
    const shape = shapeOf(sentence, rest);
    if (shape) return shape;
  }
  const act = splitVerb(rest);
  if (subject === 'people' && act) {
    const statement = lowerFirst(sentence.replace(/[.]+$/, ''));
    // What people may and may not do is a rule to be told; what they can do is help to be given.
    return isNegative || modal !== 'can'
      ? { says: 'fact', statement, subject: `whether ${statement}` }
      : { says: 'enable', action: toMe(joined(act)) };
  }
  if (isNegative && act) return negative(act);
  const only = onlyOf(rest);
  if (only !== undefined) return { says: 'only', thing: toYou(only) };
  const restricted = splitVerb(rest.replace(/^only /i, ''));
  if (restricted && /^only /i.test(rest))
    return { says: 'behave', action: `only ${toYou(joined(restricted))}` };
  if (act && !isNegative && /^(?:can|could|is able to)$/.test(modal))
    return { says: 'able', action: toYou(toMe(joined(act))) };
  const isNoun = !hasModal && subject === 'none' && isNounPhrase(rest);
  return act && !isNoun ? positive(act) : statementOf(sentence, rest, hasModal);
}

const joined = ({ verb, object }: { verb: string; object: string }): string => `${verb} ${object}`.trim();

function shapeOf(sentence: string, rest: string): Reading | undefined {
  const thing = lowerFirst(rest);
  if (formatPattern.test(sentence)) return { says: 'format', thing };
  if (languagePattern.test(sentence)) return { says: 'language', thing };
  if (keepPattern.test(rest) || /\bremember\w*\b/i.test(sentence))
    return { says: 'keep', thing: keptOf(rest) };
  if (tonePattern.test(sentence)) return { says: 'tone', thing };
  return undefined;
}

const keptOf = (rest: string): string =>
  lowerFirst(rest)
    .replace(/^(?:remembers?|recalls?|keeps? track of|keeps?)\s+/i, '')
    .replace(
      /\s+(?:within|during|throughout|across|over|in) (?:a|the|one|several|a whole)?\s*(?:conversation|session|turns|messages|chat).*$/i,
      '',
    );

/** “talks only about our shop”, “only answers questions about X”, “stays on X”. */
function onlyOf(rest: string): string | undefined {
  const found =
    speaksOnly('only (?:VERB) (.+)').exec(rest) ??
    speaksOnly('(?:VERB)(?: questions| requests)? (?:only|exclusively) (?!after|when|if|once)(.+)').exec(
      rest,
    ) ??
    /^(?:limits? (?:itself|answers|its answers) to|stays? on|sticks? to|(?:is|be) (?:limited|restricted) to) (.+)$/i.exec(
      rest,
    ) ??
    /^\w+ nothing but (.+)$/i.exec(rest);
  return found?.[1] === undefined ? undefined : lowerFirst(aboutOf(found[1]));
}

/** Recommending only some things is a conduct; speaking only of some is a limit of subjects. */
const speaksOnly = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern.replace('VERB', '(?:answer|talk|speak|discuss|respond|reply|help|deal|handle|assist|cover|be)(?:s|es)?|replies|is')}$`,
    'i',
  );

const othersPattern =
  /^(?:anyone|anybody|others|other \w+|third parties|strangers|unauthori[sz]ed \w+)(?: else)? (?=\w)/i;
const ownConduct = new Set([
  'ask',
  'request',
  'collect',
  'store',
  'treat',
  'ignore',
  'forget',
  'assess',
  'judge',
]);

function negative({ verb, object }: { verb: string; object: string }): Reading {
  if (['tell', 'give', 'show', 'send'].includes(verb) && othersPattern.test(object))
    return { says: 'secret', thing: toYou(object.replace(othersPattern, '')) };
  if (ownConduct.has(verb)) return { says: 'refrain', action: toYou(joined({ verb, object })) };
  if (refusingVerbs.has(verb)) return { says: 'answer', thing: lowerFirst(aboutOf(object)) };
  if (inventVerbs.has(verb) || (verb === 'make' && object.startsWith('up ')))
    return { says: 'invent', thing: toYou(object.replace(/^up /, '').replace(/^(?:about|on|at) /, '')) };
  if (secretVerbs.has(verb) || (verb === 'tell' && isHidden(object)))
    return isHidden(object) ||
      verb === 'reveal' ||
      verb === 'disclose' ||
      verb === 'leak' ||
      verb === 'expose'
      ? { says: 'secret', thing: toYou(object) }
      : { says: 'refuse', action: toYou(joined({ verb, object })) };
  return { says: 'refuse', action: asAsked(verb, object) };
}

/** An action in the words of somebody who asks for it. */
function asAsked(verb: string, object: string): string {
  const to = verb === 'give' || verb === 'provide' || verb === 'offer' || verb === 'promise';
  if (to && !/^(?:me|the (?:user|customer)|users?|customers?)\b| to \w/i.test(object))
    return `give me ${object}`;
  return toYou(toMe(joined({ verb, object })));
}

function positive({ verb, object }: { verb: string; object: string }): Reading {
  if (refusingVerbs.has(verb)) {
    const inner = object.replace(/^(?:any |all )?(?:requests?|attempts?|questions?) (?=to )/i, '');
    const led = /^(?:any |all )?(?:requests?|questions?|demands?) (for|about|on|regarding) (.+)$/i.exec(
      inner,
    );
    if (led?.[2] && !isHidden(led[2]))
      return { says: 'refuse', action: `${led[1] === 'for' ? 'give me' : 'talk with me about'} ${led[2]}` };
    if (/^to /i.test(inner)) {
      const act = splitVerb(inner.slice(3));
      if (act) return negative(act);
    }
    const ing = /^(\w+)ing (.+)$/i.exec(inner);
    const base =
      ing?.[1] &&
      [ing[1], `${ing[1]}e`, ing[1].replace(/(.)\1$/, '$1')].find((one) => verbs.has(one.toLowerCase()));
    if (base && ing?.[2]) return negative({ verb: base.toLowerCase(), object: ing[2] });
    return isHidden(inner)
      ? { says: 'secret', thing: toYou(inner) }
      : /(?:questions|requests|topics)$/i.test(inner)
        ? { says: 'refuse', action: `answer ${lowerFirst(inner)}` }
        : { says: 'refuse', action: `help me with ${toMe(lowerFirst(inner))}` };
  }
  if (
    (verb === 'keep' || verb === 'protect' || verb === 'hide' || verb === 'withhold') &&
    (isHidden(object) || verb !== 'keep')
  )
    return {
      says: 'secret',
      thing: toYou(object.replace(/\s+(?:confidential|secret|private|to itself|safe)$/i, '')),
    };
  const helped =
    /^(?:the |all |any )?(?:users?|customers?|visitors?|members?|guests?|patients?|people|readers?|callers?) (?:to )?(.+)$/i.exec(
      object,
    );
  if (['help', 'assist', 'let', 'allow', 'support', 'enable', 'guide'].includes(verb) && helped?.[1]) {
    const act = splitVerb(helped[1]);
    if (act) return { says: 'enable', action: toMe(joined(act)) };
  }
  if (tellingVerbs.has(verb) && object !== '') {
    const told = aboutOf(object);
    // “inform users before X” and “offer Y when Z” are things it does by itself.
    if (
      !/^(?:when|before|after|if|that|whether|as soon)\b/i.test(told) &&
      !/\b(?:when|before|if|once) /i.test(told)
    )
      return { says: 'answer', thing: lowerFirst(toMe(told)) };
  }
  return { says: 'behave', action: toYou(joined({ verb, object })) };
}

function statementOf(sentence: string, rest: string, hasModal: boolean): Reading {
  const statement = lowerFirst(sentence.trim().replace(/[.;:!]+$/, ''));
  const found =
    /^(.{3,80}?) (?:is|are|was|were|must|should|shall|may|can|cannot|will|has|have|does|do)\b/i.exec(
      statement,
    ) ?? /^(.{3,80}?) (?:costs?|takes?|needs?|stays?|applies|apply)\b/i.exec(statement);
  if (found?.[1]) return { says: 'fact', statement: statement, subject: found[1] };
  return hasModal
    ? { says: 'behave', action: toYou(lowerFirst(rest)) }
    : { says: 'answer', thing: lowerFirst(rest) };
}
