import { verbOf } from './sentence-verbs.ts';

/** Questions as people ask them, made only of sentences whose grammar is surely understood. */

interface Parts {
  readonly value: string;
  /** The number counted by itself, “days”; undefined where the value has no unit of time. */
  readonly unit: string | undefined;
  readonly isMoney: boolean;
  readonly after: string;
}

type Form = readonly [before: RegExp, ask: (found: readonly string[], parts: Parts) => string | undefined];

const done = String.raw`(?:\w+ly )?(?:\w+ed|made|sent|paid|given|taken|brought|told|kept|held|sold|sent back|taken back)`;

const forms: readonly Form[] = [
  [
    /^(.{3,60}?) (costs?)$/i,
    ([, of = '', verb = ''], { isMoney, after }) => {
      // What is fined has no price.
      if (!isMoney || !isEnd(after) || isOffence.test(of)) return undefined;
      // Nobody sells what somebody brings along, or has failed to do: it is charged for.
      return isUnbought.test(of) || isBroughtAlong.test(of)
        ? `How much do you charge for ${lowerThe(of)}${behind(after)}?`
        : `How much ${doesAs(verb)} ${lowerThe(of)} cost${behind(after)}?`;
    },
  ],
  [
    /^(.{3,60}?) (?:is|are) charged (?:at|with)$/i,
    ([, of = ''], { isMoney, after }) =>
      isMoney && isEnd(after) ? `How much is charged for ${lowerThe(of)}${behind(after)}?` : undefined,
  ],
  [
    /^(.{3,40}?) pays?$/i,
    ([, who = ''], { isMoney, after }) =>
      isMoney && isEnd(after) ? `How much ${does(who)} ${lowerThe(who)} pay${behind(after)}?` : undefined,
  ],
  [
    /^(?:the )?minimum age(?: for ([\p{L} ]{3,30}))? is$/iu,
    ([, what = ''], { after }) =>
      after === '' ? `How old do I have to be at least${what ? ` for ${what}` : ''}?` : undefined,
  ],
  [
    /^(.{3,60}?) (is|are)$/i,
    ([, of = '', verb = ''], { isMoney, unit, after }) => {
      // “A returned payment is £30” is no price of it.
      if (isMoney && (isUnbought.test(of) || /^(?:an? )?lost\b/i.test(of)))
        return isEnd(after) ? `How much do you charge for ${lowerThe(of)}${behind(after)}?` : undefined;
      if (isMoney)
        return isEnd(after)
          ? `How much ${verb.toLowerCase()} ${isUncountedPrice.test(of) ? lowerThe(of) : withThe(of)}${behind(after)}?`
          : undefined;
      if (after !== '') return undefined;
      if (unit === undefined)
        return /^(?:the|our) /i.test(of) ? `What ${verb.toLowerCase()} ${yours(of)}?` : undefined;
      return isPeriod.test(of) ? `How long is ${withThe(of)}?` : undefined;
    },
  ],
  [
    /^([\p{L} ]{3,50}):$/iu,
    ([, of = ''], { unit, after }) =>
      unit !== undefined && after === '' && isPeriod.test(of) ? `How long is ${withThe(of)}?` : undefined,
  ],
  [
    /^(.{3,60}?) (is|are|can be|may be|must be) ((?:\w+ )??(?:kept|stored|saved|retained|valid|open|reserved|held|borrowed|renewed))(?: for)?$/i,
    ([, of = '', verb = '', state = ''], { unit, after }) => {
      if (unit === undefined || !isSince(after)) return undefined;
      const [aux = '', be = ''] = verb.toLowerCase().split(' ');
      return `How long ${[aux, lowerThe(of), be, state, after].filter(Boolean).join(' ')}?`;
    },
  ],
  [
    new RegExp(
      `^(.{3,60}?) (is|are|can be|may be|must be) (?:only )?(${done}|possible|available|allowed) (?:only )?(within|up to)$`,
      'i',
    ),
    ([, of = '', verb = '', state = '', bound = ''], { unit, after }) => {
      // “up to 14 days” alone may be how long it lasts.
      if (unit === undefined || !isSince(after) || (bound !== 'within' && !after.startsWith('after ')))
        return undefined;
      const [aux = '', be = ''] = verb.toLowerCase().split(' ');
      const most = `${bound.charAt(0).toUpperCase()}${bound.slice(1)}`;
      return `${most} how many ${[unit, after, aux, lowerThe(of), be, state].filter(Boolean).join(' ')}?`;
    },
  ],
  [
    new RegExp(`^(.{3,60}?) (can|may|must) be (${done})( up to| at least| no later than)?$`, 'i'),
    ([, of = '', aux = '', state = ''], { unit, after }) =>
      unit !== undefined && /^before [\p{L} ]{3,40}$/iu.test(after)
        ? `How long ${after} ${aux.toLowerCase()} ${lowerThe(of)} be ${state}?`
        : undefined,
  ],
  [
    /^(.{3,60}?) (takes?|lasts?)(?: about| around| up to|( at most| at least))?$/i,
    ([, of = '', verb = '', bound = ''], { unit, after }) =>
      unit !== undefined && after === ''
        ? `How long ${doesAs(verb)} ${lowerThe(of)} ${base(verb)}${bound}?`
        : undefined,
  ],
  [
    /^(.{3,60}?) (stays?|remains?) (available|open|valid|active|online)(?: for)?$/i,
    ([, of = '', verb = '', state = ''], { unit, after }) =>
      unit !== undefined && isSince(after)
        ? `How long ${doesAs(verb)} ${lowerThe(of)} ${base(verb)} ${state}${behind(after)}?`
        : undefined,
  ],
  [
    /^(.{3,50}?) (must|may|can)( not)? (\p{L}+(?: \p{L}+){0,2}) for$/iu,
    ([, who = '', aux = '', not = '', act = ''], { unit, after }) =>
      unit !== undefined && isSince(after) && !/^be\b/i.test(act)
        ? `For how long ${aux.toLowerCase()} ${lowerThe(who)}${not} ${act}${behind(after)}?`
        : undefined,
  ],
  [
    /^(.{3,50}?) (?:is|are) limited to$/i,
    ([, of = ''], { unit, after }) =>
      unit !== undefined && isEnd(after)
        ? `What is the time limit for ${lowerThe(of)}${behind(after)}?`
        : undefined,
  ],
  [
    /^(.{3,60}?) (receives?|gets?|has|have) an? (discount|reduction|rebate) of$/i,
    ([, who = '', verb = '', what = ''], { value, after }) =>
      /%|percent/i.test(value) && /^(?:$|(?:on|for) [\p{L} ]{3,40}$)/iu.test(after)
        ? `How much of a ${what.toLowerCase()} ${does(who)} ${lowerThe(who)} ${base(verb)}${behind(after)}?`
        : undefined,
  ],
  [
    /^there are$/i,
    (_found, { value, after }) => {
      const [, things, place = ''] =
        /^((?!of\b)\p{L}+(?: \p{L}+)?s)((?: (?:in|on|at|for|per) [\p{L}\d ]{2,40})?)$/iu.exec(after) ?? [];
      return things !== undefined && /^\d+$/.test(value)
        ? `How many ${things} are there${place}?`
        : undefined;
    },
  ],
  [
    /^(.{3,50}?) (receives?|gets?|includes?|contains?|covers?|holds?|offers?|has|have)( at least| at most| up to)?$/i,
    ([, who = '', verb = '', bound = ''], { value, unit, after }) => {
      const things =
        unit !== undefined && after === ''
          ? unit
          : /^\d+$/.test(value) && /^\p{Ll}+(?: \p{Ll}+)?s$/u.test(after)
            ? after
            : undefined;
      return things === undefined
        ? undefined
        : `How many ${things} ${does(who)} ${lowerThe(who)} ${base(verb)}${/least|most/.test(bound) ? bound : ''}?`;
    },
  ],
  [
    /^(.{3,60}?) (starts?|begins?|ends?|opens?|closes?)(?: at| on)?$/i,
    ([, of = '', verb = ''], { value, after }) =>
      /\d:\d|\d \p{Lu}\p{L}+|[ap]\.?m/u.test(value) && after === ''
        ? `When ${doesAs(verb)} ${lowerThe(of)} ${base(verb)}?`
        : undefined,
  ],
  [
    /^(.{3,50}?) (is|are) due (?:on|by|at|within|after)$/i,
    ([, of = '', verb = ''], { after }) =>
      after === '' || /^(?:of|after) /i.test(after)
        ? `When ${verb.toLowerCase()} ${withThe(of)} due?`
        : undefined,
  ],
];

/** They have a price without an article: “How much is parking a day?” */
const isUncountedPrice =
  /^(?:(?!the |an? |our )[\p{L}-]+ ){0,2}(?:\p{L}{3,}ing|admission|entry|entrance|membership|breakfast|lunch|dinner|electricity)$/iu;
const isUnbought = /^(?:an? )?(?:returned|missed|failed|late|bounced|unpaid|refused|broken|false)\b/i;
const isOffence =
  /\b(?:fouling|littering|tipping|smoking|speeding|vandalism|abuse|misuse|graffiti|trespass\w*|fraud|theft|dodging)$/i;
const isBroughtAlong =
  /^(?:an? |the )?(?:motor(?:cycle|bike|home)|(?:e-)?bi(?:ke|cycle)|car|vehicle|trailer|caravan|van|lorry|truck|coach|boat|kayak|surfboard|dog|cat|pet|horse|child(?:ren)?|adult|student|companion|guest|pram|pushchair|suitcase|bag)s?$/i;

const isPeriod =
  /\b(?:period|term|deadline|duration|warranty|guarantee|time|minimum stay|notice)(?: (?:for|of|after) [\p{L} ]+)?$/iu;

/** “Books may be kept for 28 days” is “How long may books be kept?”; nothing for forms that are not surely turned. */
export function naturalQuestion(sentence: string, value: string): string | undefined {
  const bare = sentence.replace(/[.!]+$/, '');
  const place = bare.indexOf(value);
  if (place === -1 || /[;()“”"]/.test(bare) || leansOnCase(bare)) return undefined;
  // “£2.80 per metre and night” is asked for as a whole or not at all.
  if (/^ (?:per|an?) \p{L}+ and (?:per )?\p{L}+(?=[.,]|$)/iu.test(bare.slice(place + value.length)))
    return undefined;
  const before = bare.slice(0, place).trim();
  const after = bare
    .slice(place + value.length)
    .replace(/,? (?:unless|except|but|and) .*$/i, '')
    .replace(/^,.*$/, '')
    .trim();
  const isTime = /\b(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)$/i.test(value);
  const parts = {
    value,
    unit: isTime
      ? value
          .replace(/^.*?([\p{L} ]+)$/u, '$1')
          .trim()
          .replace(/^\w+ (?=\w+$)(?!working|business)/i, '')
          .replace(/([^s])$/, '$1s')
      : undefined,
    isMoney: /[€$£]|\b(?:euros?|eur|dollars?|usd|pounds?|gbp|cents?|francs?)\b/i.test(value),
    after,
  };
  for (const [form, ask] of forms) {
    const found = form.exec(before);
    if (!found || (found[1] !== undefined && !isSubject(found[1]))) continue;
    const question = ask(found, parts);
    // “for each the first time” leaves out what holds the second time, and when.
    if (
      question !== undefined &&
      /\b(?:first|second|third|each) (?!.*\bper\b)|\btime\?$/i.test(behind(after))
    )
      return undefined;
    // “our vouchers” are “your vouchers” to who asks.
    if (question !== undefined) return question.replaceAll(/\bour\b/g, 'your');
  }
  return undefined;
}

/** Who or what it is said of: a few words without a verb of their own. */
export const isSubject = (phrase: string): boolean =>
  phrase.split(' ').length <= 8 &&
  !/^(?:in|on|at|for|from|with|during|by|to|of|under|within|after|before|outside|inside|if|per|when)\b/i.test(
    phrase,
  ) &&
  !/[,:\d]|\b(?:is|are|was|were|has|have|had|must|may|can|cannot|will|costs?|covers?|takes?|lasts?|includes?|pays?|that|which|who|whose|if|when|not|no|it|its|they|their|we|you|your|there)\b|\b(?:and|or|the|an?|of|from)$/i.test(
    phrase,
  );

/** “Each further site”, “the first meeting”: of what it is the first stands somewhere else. */
export const leansOnCase = (sentence: string): boolean =>
  /^(?:(?:the|each|every|any|an?|all) )?(?:first|second|third|further|additional|extra|next|last|other|remaining|same|following|resulting|corresponding)\b|^each\b|^every\b|^(?:the |a )?(?:daily |monthly |weekly |yearly |annual |total )?(?:maximum|minimum|amount|value|fee|price|limit|period|total|sum|cost|charge|rate|time|duration|term)s? (?:is|are|costs?|lasts?|takes?|amounts?)\b|\b(?:before|after|afterwards|beforehand|ahead|again)[.!]?$/i.test(
    sentence,
  );

/** “a month”, “per night”, “for adults”: what may stand behind a price. */
const isEnd = (after: string): boolean =>
  after === '' ||
  // “£4 a day cheaper” and “£20 on top” go by another price.
  (!/\b(?:cheaper|dearer|more|less|extra|longer|lower|higher|on top|in addition)\b/i.test(after) &&
    (/^(?:per|an?|each|for|on|in) [\p{L} -]{2,40}$/iu.test(after) ||
      /^for up to [\p{L} ]{3,30}$/iu.test(after)));
const isSince = (after: string): boolean =>
  after === '' ||
  /^(?:of|after|from|before|at) (?:(?!\b(?:it|that|this|which|for|with|without|by|if|when)\b)[\p{L} -]){3,50}$/iu.test(
    after,
  );
export const behind = (after = ''): string => (after === '' ? '' : ` ${after}`);
export const does = (who: string): string => (isPlural(who) ? 'do' : 'does');
/** “A test and fitting takes 60 minutes” is one thing, whatever its words say. */
const doesAs = (verb: string): string => (/s$/i.test(verb) ? 'does' : 'do');
const base = (verb: string): string =>
  /^ha(?:s|ve)$/i.test(verb) ? 'have' : verb.toLowerCase().replace(/s$/, '');
const yours = (phrase: string): string => lowerThe(phrase).replace(/^our /i, 'your ');

/** “The car park is open from 6 am to 11 pm” is asked for as a whole; each time of day must stand in the answer. */
export function hoursQuestion(sentence: string): { prompt: string; values: readonly string[] } | undefined {
  const bare = sentence.replace(/[.!]+$/, '');
  const values = bare.match(/\b\d{1,2}(?:[:.]\d{2})?\s?[ap]\.?m\b\.?|\b\d{1,2}:\d{2}\b/gi) ?? [];
  const [, of = '', verb = '', isOpen] =
    /^((?:the |our )?[\p{L} -]{3,40}?) (is|are) (open )?(?=\S)/iu.exec(bare) ?? [];
  if (
    values.length !== 2 ||
    !isSubject(of) ||
    leansOnCase(bare) ||
    /[;()]|\b(?:except|unless|if|not|closed|only)\b/i.test(bare) ||
    (isOpen === undefined && !/\b(?:hours|times)$/i.test(of))
  )
    return undefined;
  return {
    prompt:
      isOpen === undefined
        ? `What ${verb.toLowerCase()} ${/^our /i.test(of) ? yours(of) : withThe(of, 'your')}?`
        : `When ${verb.toLowerCase()} ${yours(of)} open?`,
    values,
  };
}

/** “Dogs must not enter the hall” is “May dogs enter the hall?”, to which the right answer is no. */
export function ruleQuestion(written: string): string | undefined {
  const sentence = written.replaceAll(/\b(can|is|are)(?:n['’]t|['’]t)\b/gi, (_found, verb: string) =>
    verb.toLowerCase() === 'can' ? 'cannot' : `${verb} not`,
  );
  const [, subject = '', verb = '', rest = ''] =
    /^(.{3,50}?) (must not|may not|cannot|is not|are not) ([^.]{3,90})\.$/i.exec(sentence) ?? [];
  const isYou = /^you$/i.test(subject);
  // “Please use headphones; belayers must not …” says two things.
  if (/[;:,]|^please\b/i.test(subject)) return undefined;
  // And who asks does not recite a rule, nor two.
  if (/\b(?:and|but|or) (?:can|may|must|is|are|will|has|have)\b|\b(?:assistant|chat ?bot)\b/i.test(sentence))
    return undefined;
  if (
    sentence.split(' ').length > longestRule ||
    /^(?:most|many|some|few|several|all kinds of)\b/i.test(subject)
  )
    return undefined;
  if (
    subject === '' ||
    (!isYou && !isSubject(subject)) ||
    leansOnCase(sentence) ||
    (verbOf(sentence.split(' ', 1)[0] ?? '', 'base') &&
      !/^(?:visits?|orders?|changes?|tickets?)$/i.test(sentence.split(' ', 1)[0] ?? '')) ||
    /[,;:()\d“”"]|\b(?:not|never|no|none|unless|except|only|if|until|when|it|its|they|them|their|this|that|these|those|such|also|therefore|then|we|us|our|you|yourself|always|usually|normally|enough|always|at all|either|neither|too)\b/i.test(
      rest,
    )
  )
    return undefined;
  const said = verb.toLowerCase();
  const who = isYou ? 'I' : lowerThe(subject);
  const what = isYou ? rest.replaceAll(/\byour\b/gi, 'my') : rest;
  if (!isYou && /\byour\b/i.test(rest)) return undefined;
  if (/^(?:is|are)/.test(said))
    return !isYou && isState.test(rest)
      ? `${said.startsWith('are') ? 'Are' : 'Is'} ${who} ${what}?`
      : undefined;
  // “Rabbits must not fast” leaves out when, and “must not be starved” is no wish of anybody.
  if (said.startsWith('m') && (/^be\b/i.test(rest) || !rest.includes(' '))) return undefined;
  // “Can classes missed be made up?” is said by nobody.
  if (/ \p{L}+(?:ed|wn|ent|ght)$/iu.test(subject) && !/\balready\b/i.test(subject)) return undefined;
  // “Suitcases cannot be taken” leaves out where.
  if (/^be \p{L}+$/iu.test(rest)) return undefined;
  return `${said === 'cannot' ? 'Can' : 'May'} ${who} ${what}?`;
}

const longestRule = 14;
const isState =
  /^(?:\w+ly )?(?:included|allowed|permitted|free(?: of charge)?|required|compulsory|mandatory|forbidden|prohibited|possible|accepted|refunded|refundable|transferable|exempt|covered|insured|available|handed out|lent out|admitted|excluded)\b/i;

export const isPlural = (phrase: string): boolean => {
  const [head = ''] = phrase.split(/ (?:of|for|in|with|at|per|on|from|to) /i, 1);
  return (
    (/[^s]s$|\b(?:people|children|men|women)$/i.test(head) &&
      !/(?:\b(?:this|bus|gas|status|campus|bonus)|\p{L}(?:sis|itis))$/iu.test(head)) ||
    / and /i.test(head)
  );
};
export const withThe = (phrase: string, article = 'the'): string =>
  /^(?:an?|the|our|your|all|each|every) /i.test(phrase) || (isPlural(phrase) && article === 'the')
    ? lowerThe(phrase)
    : `${article} ${lowerThe(phrase)}`;
export const lowerThe = (phrase: string): string =>
  phrase.startsWith('Our ') || /^\p{Lu}-\p{Ll}/u.test(phrase)
    ? `${phrase[0]?.toLowerCase() ?? ''}${phrase.slice(1)}`
    : // “Night Owl hours” and “Welcome Card holders” begin with a name.
      /^(?:An?|The|\p{Lu}\p{Ll}+)\b/u.test(phrase) && !/^(?!The |An? )\p{Lu}\p{Ll}+ \p{Lu}/u.test(phrase)
      ? `${phrase[0]?.toLowerCase() ?? ''}${phrase.slice(1)}`
      : phrase;

/** Who pays is no thing that has a price: “Adults” is “How much do adults pay?”; nothing for anything else. */
export function payerQuestion(label: string): string | undefined {
  const name = label.toLowerCase();
  if (
    /^(?:adults|students|children|seniors|pensioners|members|families|groups|visitors|guests|pupils|apprentices|locals|residents)$/.test(
      name,
    )
  )
    return `How much do ${name} pay?`;
  return /^(?:adult|student|child|senior|pensioner|family|group|visitor|pupil|apprentice)$/.test(name)
    ? `How much does a${/^[aeiou]/.test(name) ? 'n' : ''} ${name} pay?`
    : undefined;
}
