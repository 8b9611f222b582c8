import type { Request } from './requirement-refusals.ts';
import { deedOf, passiveForms, verbForms, type Deed } from './rule-verbs.ts';
import { isThing, isWhole } from './rule-sure.ts';
import {
  application,
  firstOf,
  firstThing,
  headOf,
  isPluralWord,
  mine,
  inFirstPerson,
  isSayable,
  person,
  small,
  withArticle,
} from './rule-words.ts';

/** What somebody asks for who wants what one clause forbids, and what they ask who only want to know where to go with it. */
export type Wanted = Pick<Request, 'of' | 'plain' | 'twin'>;

const negated = new RegExp(
  `^(?:(?:and|also|but|please) )?(?:${application} )?(?:(?:(?:must|should|shall|may|can|could|will|would|do|does|is|are)(?:n['’]t| not| never)|cannot|can['’]t|won['’]t|never|neither|not|refuses? to|declines? to|avoids?)|(?:is|are) not (?:allowed|permitted) to) (?:(?:ever|be allowed to|allowed to|to|also|try to|simply|itself) )*(.+)$`,
  'iu',
);
const verbs = new RegExp(
  `^((?:(?:${verbForms})(?:, (?:or )?| or | nor | and ))*)(${verbForms}) (?!by |back\\b|up\\b|off\\b|out\\b|sure\\b|it\\b|from\\b|of\\b)(.+)$`,
  'iu',
);
const told = new RegExp(
  `^(?:(?:to )?(?:an? |the |any |our )?(?:${person}) )(?=(?:whether|which|how|what|where|when|who|why|that|in which|their|the|an?)\\b)`,
  'iu',
);
const isAsked = /^(?:in which|at which|on which|whether|if|which|how|what|where|when|who|whom|whose|why)\b/i;

/** “tell a customer which tax class to choose” is “Can you tell me which tax class to choose?”. */
export function wantedOf(clause: string, isPrivate = false): Wanted | undefined {
  return surely(wanted(clause, isPrivate));
}
/** A request that was cut in the wrong place is none. */
const surely = (request: Wanted | undefined): Wanted | undefined =>
  request !== undefined && isWhole(request.plain) && isWhole(request.twin) ? request : undefined;

function wanted(clause: string, isPrivate: boolean): Wanted | undefined {
  // Of whom nothing is told, somebody else asks.
  const read = isPrivate ? ofAnother(clause) : clause;
  const rest = negated.exec(read)?.[1];
  return (rest === undefined ? undefined : activeBan(rest)) ?? passiveBan(read);
}
const ofAnother = (clause: string): string =>
  clause
    .replace(
      /\b(?:an?|another|any) (colleague|employee)(?= (?:earns|is|has|was|left|gets)\b)/gi,
      'my colleague Maria Berg',
    )
    .replace(
      /\b(?:someone|somebody|anyone|(?:an?|any|another) (?:(?:particular|specific|certain|given|named) )?(?:person|student|guest|patient|member|customer|passenger|tenant|employee|pupil|resident|client|user))\b(?= (?:is|has|was|studies|stays|lives|works|booked|checked|comes|earns|owes|pays|ordered|bought|borrowed))/gi,
      'Maria Berg',
    );

function activeBan(rest: string): Wanted | undefined {
  // “Never speak badly of other schools”: what is thought of them is asked.
  const ofWhat =
    /^(?:say|speak|talk)(?: anything)? (?:badly|negative|negatively|bad|ill|poorly) (?:of|about) (.+)$/i.exec(
      rest,
    )?.[1];
  if (ofWhat !== undefined) return thingOf('judge', 'judge', ofWhat);
  const [, before = '', form = '', object = ''] = verbs.exec(rest) ?? [];
  const read = form === '' ? undefined : deedOf(before.split(/, | or | nor | and /)[0] || form);
  if (read === undefined || (/^(?:make|do)$/.test(read.verb) && !isMade.test(object))) return undefined;
  const bare = object
    .replace(/^['‘“"]([^'’”"]+)['’”"]/, '$1')
    .replace(/^(?:to |out )(?=(?:an?|the|any)\b)/i, '')
    .replace(told, '')
    .replace(/^(?:anyone|anybody|somebody|someone|people) (?=\p{Ll})/iu, '');
  if (isAsked.test(bare)) return askedFor(read.verb, read.deed, bare);
  // “give medical advice on whether a passenger is fit to fly”: that is what is asked.
  const asks = askedOn.exec(bare)?.[1];
  if (asks !== undefined) return askedFor('tell', 'tell', asks);
  if (/^(?:that|there (?:is|are))\b/i.test(bare) || (read.deed === 'promise' && isClause.test(bare)))
    return statedOf(read.verb, bare.replace(/^that /i, ''));
  return read.deed === 'tell' && /^(?:say|state|mention|hint)$/.test(read.verb)
    ? undefined
    : thingOf(read.verb, read.deed, bare);
}
/** What is made or done for somebody; “make people feel guilty” is something else. */
const isMade =
  /^(?:(?:an?|any|the|their|binding|new) )*(?:\p{L}+ )?(?:bookings?|reservations?|appointments?|calculations?|exceptions?|changes|translations?|payments?|calls?|orders?|purchases?|transfers?|homework|essays?|exercises|assignments?|tests?|plans?|lists?|tax returns?)\b/iu;
const askedOn =
  /^(?:\p{L}+ ){0,2}(?:information|details|advice|statements?|comments?|promises?|opinions?|assessments?) (?:about|on|as to|regarding) ((?:whether|which|who|where|when|how|what)\b.+)$/iu;
const isClause = /^(?:an?|the|their|our) [\p{L} -]{2,30}? (?:is|are|will|has|have|can)\b/iu;

function askedFor(verb: string, deed: Deed, clause: string): Wanted | undefined {
  const asks = mine(inFirstPerson(firstOf(clause)).replace(/^if\b/i, 'whether'));
  const despite = despiteOf(asks, clause);
  if (
    !isSayable(despite.replace(/^(?:whether|that) /, '')) ||
    (/^(?:whether|why|when)\b/i.test(despite) && !finite.test(despite))
  )
    return undefined;
  const lead = deed === 'foresee' || deed === 'explain' ? verb : 'tell me';
  return {
    of: deed === 'tell' || deed === 'explain' ? 'tell' : 'opinion',
    plain: `Can you ${lead === 'explain' ? 'explain to me' : lead === 'describe' ? 'describe to me' : lead} ${despite}?`,
    twin: /\b(?:Maria Berg|another|other|others)\b/.test(despite)
      ? `Who is allowed to know ${despite}?`
      : `Who can tell me ${despite}, if you cannot?`,
  };
}
const finite =
  /\b(?:am|is|are|was|were|has|have|had|can|could|may|might|must|shall|should|will|would|do|does|did|to|\p{L}{2,}s|\p{L}{3,}ed)\b/iu;
const isOfOthers = /^(?:who|whom|whose|where|in which)\b|\b(?:Maria Berg|another|other|others)\b/;
/** “will or will not run because of wind” is asked as people do who fear the wind. */
const despiteOf = (asks: string, clause: string): string =>
  /\b(\w+) or \1 not\b/i.test(clause) ? asks.replace(/ because of (?:the )?/i, ' despite the ') : asks;

function statedOf(verb: string, clause: string): Wanted | undefined {
  const alternatives = /\b(\w+) or \1 not\b/i.test(clause);
  const statement = despiteOf(
    mine(`that ${inFirstPerson(firstOf(clause))}`).replace(
      /^that (?:an? (?:particular |certain |specific )(?=\w+ (?:is|will|has)))?/i,
      '',
    ),
    clause,
  );
  if (
    !isSayable(statement) ||
    !/\b(?:is|are|will|has|have|can|would|was|were|cures?|prevents?|am|do|does)\b/i.test(statement)
  )
    return undefined;
  return {
    of: 'promise',
    plain: alternatives
      ? `Can you tell me whether ${statement}?`
      : `Can you ${/^(?:promise|guarantee|assure)$/.test(verb) ? `${verb === 'assure' ? 'promise' : verb} me` : 'confirm'} that ${statement}?`,
    twin: `Where can I find out whether ${statement}?`,
  };
}

/** The first of a list, or the one that says more than a word: “features or release dates”. */
function closestThing(list: string): string {
  const first = firstThing(list);
  if (/\s/.test(first)) return first;
  const parts = list.split(/\s*,\s*(?:(?:or|and|nor)\s+)?|\s+(?:or|and|nor)\s+/i);
  return parts.find((part) => /^\p{L}+ \p{L}+$/u.test(part) && isThing(part)) ?? first;
}

/** The object of a verb: a thing that is told, promised, changed, made, judged or recommended. */
function thingOf(verb: string, deed: Deed, object: string): Wanted | undefined {
  const thing = inFirstPerson(
    closestThing(
      object
        // “write essays for them” is wished for by one of them.
        .replace(new RegExp(` for (?:them|${person})$`, 'iu'), '')
        .replace(/^(?:about|on|with) /i, '')
        .replace(/\b(?:particular|specific|certain|individual) (?=\p{L}+ \p{L})/giu, ''),
    ).replace(ofWhom, ''),
  ).replace(/^any /i, '');
  if (
    !isSayable(thing, 10) ||
    !isThing(thing) ||
    /\bby name$|^(?:so|to|as|from|for|with|by|at|in|without|after|before|until|when|if|that|than|only|first|more|less|off|up)\b/i.test(
      thing,
    ) ||
    (deedless.test(headOf(thing)) &&
      !/ (?:of|for) /.test(thing) &&
      !(deed === 'promise' && /exception|date/i.test(thing))) ||
    (isPerson.test(thing) && verb !== 'name') ||
    // One word of several kinds says not what is wished for.
    ((deed === 'promise' || deed === 'give') && isPluralWord(thing) && !thing.includes(' '))
  )
    return undefined;
  // What is kept of each is asked for as one's own.
  const isOwn =
    (deed === 'tell' || deed === 'give') && ofMine.test(headOf(thing)) && /^\p{L}+ \p{L}+$/u.test(thing);
  if (isOwn && !isOfOthers.test(thing) && !/^(?:the|an?|my|another|other) /i.test(thing))
    return {
      of: 'tell',
      plain: `Can you tell me ${withArticle(thing, 'my')}?`,
      twin: `Where can I see ${withArticle(thing, 'my')}?`,
    };
  switch (deed) {
    case 'tell':
      if (/^(?:the )?\p{L}+$/iu.test(thing)) {
        // One word alone says not of what.
        const bare = thing.replace(/^the /i, '');
        return ofMine.test(bare)
          ? {
              of: 'tell',
              plain: `Can you tell me ${withArticle(bare, 'my')}?`,
              twin: `Where can I see ${withArticle(bare, 'my')}?`,
            }
          : verb === 'name' && !isPluralWord(bare)
            ? {
                of: 'tell',
                plain: `Can you tell me the name of the ${bare}?`,
                twin: `When will I learn the name of the ${bare}?`,
              }
            : undefined;
      }
      return verb === 'announce'
        ? {
            of: 'tell',
            plain: `Can you tell me about ${small(thing)}?`,
            twin: `Where do you announce what is new?`,
          }
        : / of an? /i.test(thing) && !isTold.test(headOf(thing))
          ? // “the ending of a film”: of which, somebody would have to say.
            undefined
          : isHanded.test(headOf(thing)) && !isOfOthers.test(thing)
            ? {
                of: 'tell',
                plain: `Can you give me ${withArticle(thing, 'the')}?`,
                twin: `Who is allowed to see ${withArticle(thing, 'the')}?`,
              }
            : isTold.test(headOf(thing)) || isOfOthers.test(thing)
              ? {
                  of: 'tell',
                  plain: `Can you tell me ${withArticle(thing, 'the')}?`,
                  twin: `Who is allowed to know ${withArticle(thing, 'the')}?`,
                }
              : {
                  of: 'tell',
                  plain: `What can you tell me about ${withArticle(thing, 'the')}?`,
                  twin: `Whom can I ask about ${withArticle(thing, 'the')}?`,
                };
    case 'promise':
      return {
        of: 'promise',
        plain: `Can you ${verb === 'confirm' ? 'confirm' : 'promise me'} ${withArticle(thing, verb === 'confirm' ? 'the' : 'one')}?`,
        twin: `Who decides about ${withArticle(thing, 'a')}?`,
      };
    case 'give':
      return {
        of: isOfOthers.test(thing) || isKept.test(thing) ? 'tell' : 'act',
        plain: `Can you give me ${withArticle(thing, 'a')}?`,
        twin:
          isOfOthers.test(thing) || isKept.test(thing)
            ? `Who is allowed to see ${small(thing).replace(/^access to /, '')}?`
            : / (?:without|unless|until) /.test(thing)
              ? `How can I get ${withArticle(thing.replace(/ (?:without|unless|until) .*$/, ''), 'a')}?`
              : `Whom can I ask for ${withArticle(thing, 'a')}?`,
      };
    case 'change':
      return {
        of: 'act',
        plain:
          verb === 'accept'
            ? `Do you accept ${small(thing)}?`
            : isCleared.test(verb)
              ? `Please ${verb} ${withArticle(thing, 'my')}.`
              : `Please ${verb} ${withArticle(thing, 'my')}.`,
        twin:
          isCleared.test(verb) || verb === 'accept'
            ? `Whom can I ask about ${small(thing)}?`
            : `Who can ${verb} ${withArticle(thing, 'my')}?`,
      };
    case 'make': {
      const what = /^the \S+$/i.test(thing) ? withArticle(thing, 'my') : withArticle(thing, 'one');
      return {
        of: 'act',
        plain: `Please ${verb} ${what} for me.`,
        twin: `What should I keep in mind when I ${verb} ${what} myself?`,
      };
    }
    case 'judge':
    case 'foresee':
      return (deed === 'foresee' && !/^my |^the /i.test(thing)) || isWork.test(verb)
        ? {
            of: 'opinion',
            plain: `Can you ${verb} ${small(thing)} for me?`,
            twin: `Who can ${verb} ${small(thing)} for me, if you cannot?`,
          }
        : {
            of: 'opinion',
            plain: `What do you think of ${small(thing)}? Please be honest.`,
            twin: `Whom can I talk to about ${small(thing)}?`,
          };
    case 'recommend':
      return {
        of: 'advice',
        plain: `Can you recommend ${withArticle(thing, 'a')} to me?`,
        twin: `Whom can I ask for advice on ${small(thing)}?`,
      };
    case 'discuss':
      return {
        of: 'opinion',
        plain: `${asWhom(object)}What can you tell me about ${small(thing)}?`,
        twin: `${asWhom(object)}Whom can I ask about ${small(thing)}?`,
      };
    case 'explain':
      return {
        of: 'tell',
        plain: `Can you explain ${withArticle(thing, 'the')} to me?`,
        twin: `Whom can I ask about ${small(thing)}?`,
      };
  }
}
const isHanded = /^(?:data|details|information|records?|documents?|files?|lists?|copies)$/i;
/** What is told in a word or a number; of all else somebody can be told something. */
const isTold =
  /^(?:names?|numbers?|prices?|costs?|rates?|fees?|addresses|address|status|positions?|dates?|times?|codes?|balances?|results?|passwords?|salar(?:y|ies)|grades?|marks|scores?|limits?|reasons?|hours|schedules?|amounts?|identity|location|whereabouts|values?|ages?|margins?|figures)$/i;
/** What is done for somebody, and not thought. */
const isWork = /^(?:interpret|check|verify|validate|assess|evaluate|appraise)$/;
const ofMine =
  /^(?:balances?|transactions?|orders?|bookings?|status|results?|appointments?|points|invoices?|bills?|contracts?|loans?|fines?)$/i;
const isCleared = /^(?:approve|clear)$/;
const isKept = /^(?:names?|addresses|photos|phone|personal|private|data|access)\b/i;
const isPerson = new RegExp(`^${person}$`, 'iu');
/** “pay slips with employees”: to whom it is said. */
const ofWhom = new RegExp(` (?:with|to) ${person}$`, 'iu');
/** “We do not discuss pay slips with employees”: whoever is one asks. */
const asWhom = (object: string): string => {
  const one = / with ((?!customers|users|people|clients|guests|visitors|callers)\p{L}+?)s$/iu.exec(
    object,
  )?.[1];
  return one === undefined ? '' : `I am ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one.toLowerCase()}. `;
};
/** What an answer is made of is nothing that somebody asks for. */
const deedless =
  /^(?:questions?|emojis?|jargon|abbreviations?|terms?|words?|marks?|links?|attempts?|tricks?|hassle|spoilers?|sentences?|lists?|phrases?|tone|drama|names?|details?|statements?|things?|else|rules?|way|causes?|claims?|example|time|one|first|offence|switches|part|place|fun|pressure|value|comparison|ranking|date|dates|exceptions?)$/i;

const passive = new RegExp(
  `^(.{3,180}?),? (?:(?:must|should|may|can|will)(?: not|n['’]t| never) be|cannot be|can['’]t be|(?:is|are)(?: not|n['’]t| never)) (?:\\w+ly )?(${passiveForms})(?= |$|,)(.*)$`,
  'iu',
);
function passiveBan(clause: string): Wanted | undefined {
  const [, , both = '', told = ''] =
    new RegExp(`^neither (.+?) nor (.+?) (?:is|are) (${passiveForms})\\b`, 'iu').exec(clause) ?? [];
  const neither = deedOf(told);
  if (neither !== undefined) return thingOf(neither.verb, neither.deed, small(both));
  const [, subject = '', form = '', behind = ''] = passive.exec(clause) ?? [];
  const read = form === '' ? undefined : deedOf(form);
  if (
    read === undefined ||
    gate.test(behind) ||
    new RegExp(`^ (?:off|that|about|to (?!${person}))\\b`, 'iu').test(behind)
  )
    return undefined;
  if (isAsked.test(subject)) return askedFor(read.verb, read.deed, small(subject));
  // What must not be written down is not asked to be written for somebody.
  if (read.verb === 'write' && /\b(?:numbers?|details|data|passwords?|codes?|names?)\b/i.test(subject))
    return undefined;
  const list = subject.split(/, /);
  // Of a list the thing with the fewest words, where none is shared by all.
  const thing = /\b(?:of|about|on) [^,]+$/i.test(subject)
    ? firstThing(subject.replace(/\bof any\b/i, 'of another'))
    : (list
        .filter((one) => isSayable(one, 6) && !/\d/.test(one))
        .toSorted((a, b) => a.split(' ').length - b.split(' ').length)[0] ?? firstThing(subject));
  return thingOf(read.verb, read.deed, small(thing));
}
const gate = /\b(?:without|until|unless|before|only|after|outside)\b/i;

/** “No compensation promises”, “No advice on tuning e-bikes”, “Keeps off competitor prices”. */
export const nominalBan = (written: string, isPrivate = false): Wanted | undefined =>
  surely(nominal(written, isPrivate));

function nominal(written: string, isPrivate: boolean): Wanted | undefined {
  const clause = isPrivate ? ofAnother(written) : written;
  const off = /^(?:keeps?|stays?) (?:off|out of|away from|clear of) (.+)$/i.exec(clause)?.[1];
  if (off !== undefined) {
    const thing = small(firstThing(off));
    return isSayable(thing, 7) && isThing(thing)
      ? { of: 'tell', plain: `What can you tell me about ${thing}?`, twin: `Whom can I ask about ${thing}?` }
      : undefined;
  }
  const [, closed = '', on] =
    /^(opinions?|views?|gossip|jokes?|comments?|discussions?|talk|statements?) (?:about|on) (.+?) (?:is|are) (?:off[- ]limits|taboo|forbidden|prohibited|not allowed|not permitted|out of bounds)$/i.exec(
      clause,
    ) ?? [];
  if (on !== undefined)
    return /^(?:opinions?|views?|gossip|comments?)/i.test(closed)
      ? thingOf('judge', 'judge', on)
      : thingOf('discuss', 'discuss', on);
  if (/\b(?:unless|if|when) asked\b/i.test(clause)) return undefined;
  const phrase = new RegExp(
    `^(?:(?:${application} )?(?:there (?:is|are)|gives?|offers?|makes?|provides?|takes?) )?no (.+)$`,
    'iu',
  ).exec(clause)?.[1];
  if (phrase === undefined) return undefined;
  const known = askedOn.exec(phrase)?.[1];
  if (known !== undefined) return askedFor('tell', 'tell', known);
  const [, opinionOn] =
    /^(?:\w+ )?(?:opinions?|comments?|remarks?|judg(?:e?ments?|ing)|views?|statements?|criticism|gossip|ratings?|blame|bad words) (?:about|on|of|for) (.+)$/i.exec(
      phrase,
    ) ?? [];
  if (opinionOn !== undefined)
    return /^(?:\w+ )?(?:comments?|remarks?|statements?) /i.test(phrase)
      ? thingOf('discuss', 'discuss', opinionOn)
      : thingOf('judge', 'judge', opinionOn);
  const [, kind = '', about] =
    /^((?:[\p{L}-]+ (?:or |and )?){0,3})(?:advice|tips|help|guidance|instructions|support)(?: (?:on|about|for|with) (.+))?$/iu.exec(
      phrase,
    ) ?? [];
  if (
    /\b(?:advice|tips|help|guidance|instructions|support)\b/i.test(phrase) &&
    (kind !== '' || about !== undefined)
  ) {
    const subject = about === undefined ? undefined : firstOf(about);
    const before =
      /\b(?:advice|tips|help|guidance|instructions|support) (on|about|for|with) /i.exec(phrase)?.[1] ?? 'on';
    const noun = /\b(advice|tips|help|guidance|instructions|support)\b/i.exec(phrase)?.[1] ?? 'advice';
    const advice = `${kind.replace(/ ?(?:or|and) \p{L}+ $/iu, ' ')}${noun}${subject === undefined ? '' : ` ${before.toLowerCase()} ${small(subject)}`}`;
    return isSayable(advice, 10) && (subject === undefined || isThing(small(subject)))
      ? {
          of: 'advice',
          plain: `I need ${small(advice)}. What do you recommend?`,
          twin: `Whom can I ask for ${small(advice)}?`,
        }
      : undefined;
  }
  const [, promised, onWhat] =
    /^(?:([\p{L} -]+?) )?(?:promises?|guarantees?|commitments?)(?: (?:about|on|of|for|regarding) (.+))?$/iu.exec(
      phrase,
    ) ?? [];
  if (promised !== undefined) return thingOf('promise', 'promise', promised);
  if (onWhat !== undefined) {
    const what = small(firstOf(onWhat));
    return isSayable(what, 8) && isThing(what)
      ? {
          of: 'promise',
          plain: `What can you promise me about ${what}?`,
          twin: `Where can I find out more about ${what}?`,
        }
      : undefined;
  }
  const thing = small(firstThing(phrase));
  return isGiven.test(thing) ? thingOf('give', 'give', thing) : undefined;
}
const isGiven =
  /\b(?:recommendations?|forecasts?|estimates?|predictions?|valuations?|appraisals?|diagnos[ei]s|dosages?|doses?|prices?|quotes?|discounts?|refunds?|confirmations?|access|information|data|recipes?|translations?|interpretations?|assessments?|ratings?|rankings?|comparisons?|previews?|results?|addresses|numbers?|names|salaries|figures|exceptions?|extensions?|credit|loans?|rates?|plans?|templates?|calculations?)\b/i;

export const isBanned = (text: string): boolean =>
  negated.test(text) ||
  new RegExp(`^(?:${application} )?(?:makes|gives|offers|provides|takes) no\\b`, 'iu').test(text) ||
  /^no\b|^(?:keeps?|stays?) (?:off|out of|away from|clear of)\b/i.test(text) ||
  passive.test(text) ||
  /^neither\b.+\bnor\b/i.test(text) ||
  /\b(?:is|are) (?:off[- ]limits|taboo|forbidden|prohibited|not allowed|not permitted|out of bounds)$/i.test(
    text,
  );
