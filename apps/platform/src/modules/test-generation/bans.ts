import { application, asMine, isPerson, ownOnly, people, runAt, small, thing, written } from './phrases.ts';
import type { Tagged, Word } from './tagger.ts';

/** What the application must not do, as somebody asks for it who does not know the rule. */
export interface Ban {
  readonly kind: Kind;
  readonly verb: string;
  /** The thing, or the question, that it must not be done with, as the one who asks says it. */
  readonly object: string;
}

const kinds = {
  /** It must not tell, decide or guess: “Can you tell me whether my claim is covered?” */
  knows:
    /^(?:tell|say|state|disclose|reveal|share|communicate|confirm|deny|judge|assess|decide|predict|forecast|estimate|determine|comment|speculate|interpret|explain|discuss)$/,
  promises: /^(?:promise|guarantee|assure)$/,
  about: /^(?:discuss|disclose|reveal|share|divulge|expose|publish)$/,
  opines: /^(?:comment|judge|criticise|criticize|rate|evaluate|disparage|bad-mouth)$/,
  foresees: /^(?:predict|forecast|estimate|calculate|compute)$/,
  // What is read, judged or compared would have to be handed over with the request.
  does: /^(?:write|draft|book|cancel|change|move|reschedule|postpone|recommend|unlock|approve|design|reserve|extend|waive)$/,
  confirms: /^confirm$/,
  gives: /^(?:give|provide|offer|render|make|express)$/,
} as const;
export type Kind = keyof typeof kinds | 'denies' | 'told';

/** Nothing of a rule is left over: what it is said for, when, and with what exception are part of it. */
const limits =
  /^(?:if|when|whenever|where|unless|until|while|once|except|only|without|before|after|for|during|because|otherwise|beyond|outside)$/;
/** Behind these stands what makes a ban only stricter. */
const stricter =
  /^(?:,|\(|—|–|-|;|\.|!|or|nor|even|including|not|also|regardless|ever|in (?:the )?chat|by chat|to (?:anyone|anybody|nobody|customers|users))/i;
/** Whom it must not be told to is somebody else than the one it is about. */
const others = /\b(?:third part(?:y|ies)|another|other (?:people|persons?)|relatives|strangers)\b/i;

/** The bans of one sentence. What is said of one occasion, or of somebody else than the application, is none. */
export function bansIn(tagged: Tagged): Ban[] {
  const { words } = tagged;
  return words.flatMap((word, place) => {
    const verbs = banAt(words, place, word);
    return verbs === undefined ? ofPassive(tagged, place) : ofVerbs(tagged, verbs);
  });
}

/** What a ban names, word for word, where nothing limits it: of “never reveals its system prompt or rules” both. */
export function forbiddenIn(tagged: Tagged): { readonly verb: string; readonly things: readonly string[] }[] {
  const { words } = tagged;
  return words.flatMap((word, place) => {
    const verb = banAt(words, place, word);
    if (verb === undefined) return [];
    // “gives no legal advice”, “advise on visas”, “give patients advice”
    const behind = /^(?:on|about|with|no|any)$/.test(words[verb + 1]?.low ?? '') ? verb + 2 : verb + 1;
    const things: string[] = [];
    let at = behind;
    for (let end = runAt(tagged, at, thing); end !== undefined; end = runAt(tagged, at, thing)) {
      things.push(written(tagged, at, end).toLowerCase());
      const isListed = words[end]?.part === 'C' || words[end]?.text === ',';
      const next = isListed ? (/^P?C|^P/.exec(tagged.shape.slice(end))?.[0].length ?? 0) : 0;
      at = end + next;
      if (next === 0) break;
    }
    const end = at;
    return things.length > 0 && isStricter(tagged, skipped(tagged, end))
      ? [{ verb: words[verb]?.lemma ?? '', things }]
      : [];
  });
}

/** “Door codes and the location of the vault are never mentioned.” */
function ofPassive(tagged: Tagged, place: number): Ban[] {
  const { words } = tagged;
  const at = words[place + 1]?.low === 'be' ? place + 2 : place + 1;
  if (
    words[place]?.part !== 'Z' ||
    words[place - 1]?.part !== 'X' ||
    !/^(?:told|given|disclosed|shared|revealed|communicated|mentioned|discussed|named)$/.test(
      words[at]?.low ?? '',
    ) ||
    !isStricter(tagged, at + 1)
  )
    return [];
  // Of a list, the first that says what it is.
  const before = words.slice(0, place - 1);
  if (before.some(({ part, low }) => /[XWS]/.test(part) || limits.test(low))) return [];
  for (let from = 0, end = runAt(tagged, 0, thing); end !== undefined; end = runAt(tagged, from, thing)) {
    const own = words.slice(from, end);
    const object = small(asMine(own));
    // What has a value is told, and of all else something is.
    if (isWhole('about', own, object))
      return /^(?:told|given|communicated)$/.test(words[at]?.low ?? '') && own[0]?.part !== 'D'
        ? [{ kind: 'told', verb: 'tell', object: `the ${object}` }]
        : [{ kind: 'about', verb: 'tell', object }];
    const next = /^P?C|^P/.exec(tagged.shape.slice(end))?.[0].length ?? 0;
    if (next === 0) return [];
    from = end + next;
  }
  return [];
}

/** The place of the verb behind a “must not” that is said to the application. */
function banAt(words: readonly Word[], place: number, word: Word): number | undefined {
  const before = words.slice(0, place);
  if (word.part === 'Z') {
    // “want the bot not to advise on visas”
    if (word.low === 'not' && words[place + 1]?.low === 'to' && application.test(before.at(-1)?.lemma ?? ''))
      return before.some(({ low }) => limits.test(low)) ? undefined : place + 2;
    const modal = before.at(-1)?.part === 'X' ? 1 : 0;
    if (modal === 0 && word.low !== 'never') return undefined;
    if (before.at(-1)?.lemma === 'be' || before.at(-1)?.lemma === 'have') return undefined;
    const verb = place + (words[place + 1]?.part === 'R' ? 2 : 1);
    return words[verb]?.lemma !== 'be' && isOfApplication(before.slice(0, before.length - modal))
      ? verb
      : undefined;
  }
  if (/^(?:refuse|decline)$/.test(word.lemma) && words[place + 1]?.low === 'to')
    return isOfApplication(before) ? place + 2 : undefined;
  // “gives no advice on wills”, “No advice on wills”
  if (word.low === 'no' && word.part === 'D') {
    const verb = before.at(-1);
    if (verb !== undefined && kinds.gives.test(verb.lemma))
      return isOfApplication(before.slice(0, -1)) ? place - 1 : undefined;
    return isStart(before) ? place : undefined;
  }
  return undefined;
}

const isStart = (before: readonly Word[]): boolean => before.every(({ part }) => part === 'P');

/** Nobody else stands before it in its clause, and no condition in its sentence. */
function isOfApplication(before: readonly Word[]): boolean {
  if (before.some(({ low, text }) => limits.test(low) || text === ':')) return false;
  const at = before.findLastIndex(({ part, low }) => part === 'P' || part === 'C' || low === 'so');
  const own = before.slice(at + 1).filter(({ part, low }) => part !== 'R' && low !== 'also');
  return own.every(
    ({ part, lemma, low }) =>
      part === 'D' ||
      part === 'X' ||
      application.test(lemma.toLowerCase()) ||
      application.test(low) ||
      low === 'ai',
  );
}

/** Of several verbs, the last carries the object: “not estimate, predict or confirm a date”. */
function ofVerbs(tagged: Tagged, from: number): Ban[] {
  const { words, shape } = tagged;
  if (words[from]?.low === 'no') return ofNoun(tagged, 'give', from + 1);
  const verbs: string[] = [];
  let at = from;
  for (;;) {
    const verb = words[at];
    if (verb === undefined) return [];
    verbs.push(verb.lemma.toLowerCase());
    const chained = /^(?:P?C|P)(?=[VN])/.exec(shape.slice(at + 1));
    const next = words[at + 1 + (chained?.[0].length ?? 0)];
    if (chained === null || next === undefined || !isVerb(next.lemma)) break;
    at += 1 + chained[0].length;
  }
  return verbs.flatMap((verb) => ofVerb(tagged, verb, at + 1)).slice(0, 1);
}

const isVerb = (lemma: string): boolean =>
  Object.values(kinds).some((pattern) => pattern.test(lemma)) ||
  /^(?:imply|hint|suggest|speculate|advise|rewrite|grade|review|translate)$/.test(lemma);

function ofVerb(tagged: Tagged, verb: string, from: number): Ban[] {
  const { words } = tagged;
  const first = words[from];
  if (first === undefined) return [];
  const isOn = /^(?:on|about|upon)$/.test(first.low);
  const at = isOn ? from + 1 : from;
  if (kinds.gives.test(verb)) return ofNoun(tagged, verb, first.low === 'no' ? from + 1 : from);
  if (kinds.promises.test(verb))
    return first.low === 'that'
      ? ofClause(tagged, 'promises', verb, from)
      : ofThing(tagged, 'promises', verb, from);
  if (kinds.knows.test(verb)) {
    // Whom it must not be told to stands between: “tell a merchant which level they are”.
    const told = runAt(tagged, at, 'D?N|O');
    const asks = told !== undefined && isPerson(words[told - 1]) ? told : at;
    const word = words[asks];
    for (const begin of [at, asks]) {
      const end = runAt(tagged, begin, thing);
      const own = words.slice(begin, end);
      if (
        end !== undefined &&
        isWhole('told', own, asMine(own)) &&
        !kinds.foresees.test(verb) &&
        isOwned(own) &&
        isStricter(tagged, skipped(tagged, end))
      )
        return [{ kind: 'told', verb, object: asMine(own) }];
    }
    // “tell a learner they're ready for the test”
    if (asks === told && word?.low === 'they' && words[asks + 1]?.part === 'X') {
      const end = endOf(tagged, asks + 1);
      const own = words.slice(asks, end);
      return isStricter(tagged, end) &&
        own.some((one) => one.part === 'N' && !isPerson(one)) &&
        !own.some(
          ({ low }, place) =>
            limits.test(low) && low !== 'for' && !(low === 'because' && own[place + 1]?.low === 'of'),
        ) &&
        !leaning.test(written(tagged, asks, end))
        ? [{ kind: 'denies', verb, object: `whether ${asMine(own)}` }]
        : [];
    }
    if (word?.part === 'W' || word?.low === 'if' || (word?.low === 'that' && word.part === 'S'))
      return ofClause(tagged, 'knows', verb, asks);
  }
  if (verb === 'advise' && first.part === 'W') return ofClause(tagged, 'knows', 'tell', from);
  if (isOn && /^(?:speculate|gossip|debate|talk)$/.test(verb)) return ofThing(tagged, 'about', verb, at);
  if (isOn && kinds.opines.test(verb)) return ofThing(tagged, 'opines', verb, at);
  if (isOn) return [];
  const kind = (['about', 'foresees', 'opines', 'confirms', 'does'] as const).find((one) =>
    kinds[one].test(verb),
  );
  return kind === undefined ? [] : ofThing(tagged, kind, verb, from);
}

/** “a member's rank”, “their position on the waiting list” */
const isOwned = (own: readonly Word[]): boolean =>
  own[0]?.low === 'their' || (isPerson(own[1]) && own[2]?.part === 'G' && /^an?$/.test(own[0]?.low ?? ''));

/** The end of the clause that begins here: a mark, or a condition. */
function endOf({ words }: Tagged, from: number): number {
  const end = words.findIndex(
    ({ part, low }, place) =>
      place > from &&
      (part === 'P' ||
        /^(?:unless|except|but|even|regardless)$/.test(low) ||
        (low === 'because' && words[place + 1]?.low !== 'of')),
  );
  return end === -1 ? words.length : end;
}

const isStricter = ({ text, words }: Tagged, end: number): boolean => {
  const rest = text.slice(words[end]?.start ?? text.length).trim();
  if (rest === '') return true;
  if (rest.startsWith("'")) return false;
  const bare = rest.replace(/^,? ?(?:and|or|nor) /, ', ').replace(/^[,;(—–-] ?(?:and|or|nor|but)? ?/, '');
  return (
    stricter.test(rest) &&
    !others.test(rest) &&
    !limits.test(/^\p{L}*/u.exec(bare.toLowerCase())?.[0] ?? '') &&
    !/\b(?:unless|except|only|without|until)\b/i.test(rest)
  );
};

function ofClause(tagged: Tagged, kind: Kind, verb: string, from: number): Ban[] {
  const { words } = tagged;
  const end = endOf(tagged, from + 1);
  const own = words.slice(from, end);
  const clause = written(tagged, from, end);
  if (
    !isStricter(tagged, end) ||
    others.test(clause) ||
    leaning.test(clause.replace(/^that /, '')) ||
    own.some(({ low, part }) => limits.test(low) && part !== 'W' && low !== 'if' && low !== 'for')
  )
    return [];
  if (own.some(({ part }) => part === 'C') && !/ or is not | or not$| (?:is|was) or (?:is|was) /.test(clause))
    return [];
  // What must not be confirmed at all, or told to anybody, is asked for by others than the one it is about.
  const isSecret =
    /^(?:confirm|deny)$/.test(verb) || /^(?:anyone|anybody|nobody)$/.test(words[from - 1]?.low ?? '');
  const isTold = secretive.test(verb);
  const name = isTold ? nameIn(clause) : undefined;
  // “whether a company is a customer” is said of another company than the one that asks.
  if (isTold && /\b(?:company|business|firm|organi[sz]ation)\b.*\b(?:customer|client|member)\b/i.test(clause))
    return [];
  if (isSecret && name === undefined) return [];
  // “safe for a particular person” is no subject, and who asks is another.
  if (name === undefined && own.some(({ low }, at) => at > 1 && ownOnly.test(low) && isPerson(own[at + 1])))
    return [];
  const said = name ?? asMine(own).replace(/^that (.*) (is|are) or (?:is|are) not /, 'whether $1 $2 ');
  const isAsserted = /^(?:say|state|imply|claim|suggest|tell)$/.test(verb) && own[0]?.low === 'that';
  const object =
    kind === 'promises' ? said : said.replace(/^(?:that|if) (?=my |the |an? |I |\p{L})/u, 'whether ');
  // “which box to tick” does not say on what.
  if (own.some(({ part }) => part === 'T') && own.filter(({ part }) => part === 'N').length < 2) return [];
  // Not everything is one's own: a claim is, and a part in stock is not.
  if (/^(?:an?)$/.test(own[1]?.low ?? '') && name === undefined && !own.some(({ low }) => owned.test(low)))
    return [];
  // Nor does “who was at fault”.
  if (
    own.slice(1).filter(({ part, lemma }) => /[NOJ]/.test(part) || (part === 'V' && lemma !== 'be')).length <
    2
  )
    return [];
  // Whose it is must be said, and what: “how long it takes” speaks of something said before.
  return own.some(({ part, low }) => part === 'N' || /^(?:some(?:one|body)|they)$/.test(low))
    ? [{ kind: isAsserted && !said.startsWith('whether') ? 'denies' : kind, verb, object }]
    : [];
}

/** What whoever asks has one of: “whether a claim is covered” is “whether my claim is covered”. */
const owned =
  /^(?:claim|appeal|application|loan|account|order|booking|reservation|parcel|package|delivery|bus|train|flight|ferry|coach|connection|complaint|appointment|operation|visa|permit|licen[cs]e|card|contract|ticket|refund|payment|bill|mortgage|car|vehicle|bike|boat|repair|dog|cat|pet|place|seat|deposit|tenancy|lease|membership|subscription|transfer|exam|test|essay|thesis|pension|benefit|grant|fine|item|customer|member|person|patient|tenant|student|guest|user|learner|passenger|client|applicant)(?:'s)?$/;

/** Whoever must not be spoken of is somebody else than the one who asks: “whether Maria Berg is a customer”. */
function nameIn(asks: string): string | undefined {
  const [, whose, does] =
    /^(?:that|whether|if) an? (?:named|particular|specific|certain) (?:person|individual|somebody|customer|guest|member|patient|tenant)('s)? (.*)$/i.exec(
      asks,
    ) ?? [];
  if (does !== undefined && !/^(?:is|was|has)\b/.test(does))
    return `whether Maria Berg${whose ?? ''} ${does.replaceAll(/\b(?:us|our)\b/g, (word) => (word === 'us' ? 'you' : 'your'))}`;
  const rest =
    /^(?:that|whether|if) (?:an? |any )?(?:(?:named|particular|specific|certain) )?(?:person|individual|somebody|someone|anybody|anyone) ((?:is|was|has)\b(?: or (?:is|was)\b)?.*)$/i.exec(
      asks,
    )?.[1];
  return rest === undefined
    ? undefined
    : `whether Maria Berg ${rest.replace(/^(is|was) or (?:is|was)/, '$1')}`;
}
const secretive = /^(?:confirm|deny|disclose|reveal|tell|share)$/;

function ofThing(tagged: Tagged, kind: Kind, verb: string, from: number): Ban[] {
  const { words } = tagged;
  // Of what must not be spoken of, the first that says what it is.
  const first = kind === 'opines' || kind === 'about' ? runAt(tagged, from, thing) : undefined;
  if (first !== undefined && !isWhole(kind, words.slice(from, first), asMine(words.slice(from, first)))) {
    const next = /^P?C|^P/.exec(tagged.shape.slice(first))?.[0].length ?? 0;
    return next > 0 && words[first]?.text !== '.' ? ofThing(tagged, kind, verb, first + next) : [];
  }
  const end = runAt(tagged, from, thing);
  if (end === undefined) return [];
  const own = words.slice(from, end);
  const relative = words[end]?.part === 'D' && kind === 'foresees' ? endOf(tagged, end) : end;
  if (
    !isStricter(tagged, skipped(tagged, relative)) ||
    others.test(written(tagged, from, relative)) ||
    own.some(({ low }) => limits.test(low) && low !== 'for')
  )
    return [];
  const object = small(
    asMine(words.slice(from, relative)).replace(
      /^(?:any |all |every |each )?(?:specific |particular |individual )?/,
      '',
    ),
  );
  const mine =
    changed.test(verb) && own.every(({ part }) => part === 'N')
      ? `my ${oneOf(own, object).replace(/^an? /, '')}`
      : object;
  const said = made.test(verb) ? oneOf(own, object) : withThe(own, mine);
  return relative > end || isWhole(kind, own, said, verb)
    ? [{ kind, verb, object: kind === 'does' ? ofTheirs(verb, said) : said }]
    : [];
}

/** Who wants a car unlocked means one, and whom to recommend is not theirs yet. */
const ofTheirs = (verb: string, object: string): string =>
  verb === 'recommend'
    ? object.replace(/^my (?=\p{L})/u, () => `${anOr(object.slice(3))} `)
    : made.test(verb)
      ? object
      : object.replace(/^an? /, 'the ').replace(/(?<= (?:on|of|in|for) )an? (?=\p{L}+$)/u, 'my ');

/** What is changed is one's own: “my egg retrieval”. */
const changed = /^(?:change|move|cancel|reschedule|postpone|extend)$/;
/** What is made is made once: “a motivation letter”. */
const made =
  /^(?:recommend|book|reserve|approve|guarantee|promise|write|rewrite|draft|translate|review|grade|design)$/;
export function oneOf(own: readonly Word[], object: string): string {
  const head = own.at(-1);
  if (head?.isMany !== true || own.some(({ part }) => part === 'D' || part === 'I')) return object;
  const single = object.slice(0, object.length - head.text.length) + head.lemma;
  return `${anOr(single)} ${single}`;
}
const anOr = (object: string): string => (/^(?!eu|uni[^nm]|us[aei]|one\b)[aeiou]/i.test(object) ? 'an' : 'a');
/** “carriage of gas cylinders” has its article left out. */
const withThe = (own: readonly Word[], object: string): string =>
  own[0]?.part !== 'D' &&
  own.some(({ low }) => low === 'of') &&
  own[own.findIndex(({ low }) => low === 'of') - 1]?.isMany === false
    ? `the ${object}`
    : object;

/** Further things of a list: each is forbidden as well, and one is enough. */
function skipped(tagged: Tagged, from: number): number {
  const isListed = tagged.words[from]?.part === 'C' || tagged.words[from]?.text === ',';
  const next = isListed ? runAt(tagged, from, `(?:P?C|P)${thing}`) : undefined;
  return next === undefined ? from : skipped(tagged, next);
}

function ofNoun(tagged: Tagged, verb: string, from: number): Ban[] {
  const { words } = tagged;
  const end = runAt(tagged, from, thing);
  if (end === undefined) return [];
  const own = words.slice(from, end);
  const place = own.findIndex(({ part }) => part === 'I');
  const head = own[(place === -1 ? own.length : place) - 1];
  if (head?.lemma === 'promise') return ofPromise(tagged, end);
  if (head === undefined || !isStricter(tagged, skipped(tagged, end))) return [];
  const object = small(asMine(own)).replace(/^(?:any|an?|individual|personal) /, '');
  const about = own[place + 1];
  if (/^(?:opinion|comment|statement)$/.test(head.lemma)) {
    const of = asMine(own.slice(place + 1));
    return place !== -1 &&
      /^(?:on|about|of)$/.test(own[place]?.low ?? '') &&
      about?.part !== 'W' &&
      !leaning.test(of) &&
      !/ an? /.test(of) &&
      (of.includes(' ') || /^[A-Z]/.test(of))
      ? [{ kind: 'opines', verb, object: of }]
      : [];
  }
  // “an estimate of the repair cost”
  const isOn = place !== -1 && own[place]?.low !== 'to' && own[place]?.low !== 'from';
  // Who wants advice or help does not ask for it by that name, but has a case.
  if (
    /^(?:estimate|forecast|prediction|valuation|assessment|recommendation|diagnosis)$/.test(head.lemma) &&
    isOn &&
    !head.isMany
  )
    return [
      {
        kind: 'gives',
        verb,
        object: `${anOr(object)} ${object}`.replace(/ (?:of|about|on) an? (?=\p{L}+$)/u, (found) =>
          found.replace(/an? $/, 'my '),
        ),
      },
    ];
  return [];
}

/** “no promise about passing the exam” */
function ofPromise(tagged: Tagged, from: number): Ban[] {
  const { words } = tagged;
  const [about, deed] = words.slice(from, from + 2);
  const end = runAt(tagged, from + 2, thing);
  if (about?.low !== 'about' || deed?.low.endsWith('ing') !== true || deed.part !== 'V' || end === undefined)
    return [];
  return isStricter(tagged, end)
    ? [
        {
          kind: 'promises',
          verb: 'promise',
          object: `that I will ${deed.lemma} ${asMine(words.slice(from + 2, end))}`,
        },
      ]
    : [];
}

/**
 * Whether a thing says what it is by itself: one that is whose, or of what, or has a name of two words. “A total price”,
 * “the note” and “forecasts” leave out of what, and are asked for by nobody.
 */
function isWhole(kind: Kind, own: readonly Word[], object: string, verb = ''): boolean {
  const at = own.findIndex(({ part }) => part === 'I');
  const heads = own.slice(0, at === -1 ? own.length : at);
  const head = heads.at(-1);
  if (head?.part !== 'N' || /\bon the basis\b/.test(object) || leaning.test(object)) return false;
  // “my chances” and “my rank” do not say of what; “cancel my contract” needs no more.
  if (isMine(object))
    return (
      at !== -1 ||
      heads.filter(({ part, low }) => part === 'N' && !people.test(low)).length > 1 ||
      kind === 'does'
    );
  const isOne = /^(?:an?|the) /.test(object);
  if (kind === 'opines' && / an? /.test(object)) return false;
  if (at !== -1) return isOne || (head.isMany && kind !== 'does');
  const names = heads.filter(({ part }) => /[NJ]/.test(part)).length;
  if (kind === 'promises' || kind === 'does') return /^an? /.test(object);
  // “competitors” names nobody of whom there could be an opinion, and “other practices” none in particular.
  if (kind === 'opines') return names >= 2 && !leaning.test(object);
  if (kind === 'foresees')
    return (head.isMany || (isOne && /^(?:calculate|compute)$/.test(verb))) && names >= 2;
  if (kind === 'about') return head.isMany && heads.every(({ part }) => part === 'N') && names >= 2;
  return head.isMany && names >= 2;
}

/** “which other checks are run” speaks of checks that were named before. */
const leaning =
  /\b(?:other|others|this|that|further|additional|same|such|these|those|latter|former|remaining)\b/i;

/** What the one who asks says of something of their own. */
export const isMine = (object: string): boolean => /\b(?:I|my)\b/.test(object);
