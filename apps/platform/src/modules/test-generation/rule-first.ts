import type { Draft } from './draft.ts';
import { isWhole } from './rule-sure.ts';
import { firstOf, firstThing, inFirstPerson, isSayable, small, withArticle } from './rule-words.ts';

/** What must be known or said before something is done: it is asked for without that. */
export interface First {
  readonly request: string;
  /** What has to be there first, in the words of the rule. */
  readonly needs: string;
}

type Form = readonly [
  pattern: RegExp,
  read: (found: readonly string[]) => readonly [doing: string, needs: string],
];
const asks =
  '(?:asks?|requests?|needs?|wants?|requires?|verif(?:y|ies)|checks?|repeats?|confirms?|summari[sz]es?|reads? back)';
const forms: readonly Form[] = [
  [
    /^for (an? .{3,40}?),? (?:the |an? |two |three |both )(.{3,80}?) (?:is|are) (?:needed|required|necessary)$/iu,
    ([, thing = '', needs = '']) => [`giving ${thing}`, needs],
  ],
  [
    new RegExp(
      `^before (.{4,80}?),? (?:(?:the|our|it|this) ?(?:\\p{L}+ ){0,3})?(?:must |should |has to |always )*${asks}\\b(?: the \\w+)?(?: for)?:? (.+)$`,
      'iu',
    ),
    ([, doing = '', needs = '']) => [doing, needs],
  ],
  [
    new RegExp(
      `^to (.{4,80}?),? (?:the|our|it) ?(?:\\p{L}+ )?(?:must |should |has to )?${asks}(?: for)? (.+)$`,
      'iu',
    ),
    ([, doing = '', needs = '']) => [doing, needs],
  ],
  [
    new RegExp(
      `^(?:for|to give) (an? .{4,60}?),? (?:the|our|it) ?(?:\\p{L}+ )?(?:must |should |has to )?${asks}(?: for)? (.+)$`,
      'iu',
    ),
    ([, doing = '', needs = '']) => [`giving ${doing}`, needs],
  ],
  [
    new RegExp(`^(?:.{0,40}?\\b)?asks? (?:for|about) (.{3,80}?) before (.{4,60})$`, 'iu'),
    ([, needs = '', doing = '']) => [doing, needs],
  ],
  [
    /^(?:the )?(?:bot|assistant|\p{L}+) needs (.{4,80}?) before (?:it )?(.{4,60})$/iu,
    ([, needs = '', doing = '']) => [doing, needs],
  ],
  [
    /^(.{4,60}?) (?:is|are|can|may)(?: only)?(?: be)? (?:told|shown|given|quoted|named|disclosed|discussed) (?:only )?(?:with|after|once|when|if) (?!for\b)(.{3,100})$/iu,
    ([, thing = '', needs = '']) => [`telling ${thing}`, needs],
  ],
  [
    /^(.{4,60}?) (?:is|are|can|may)(?: only)?(?: be)? (booked|reserved|changed|cancelled|ordered|moved|accepted|taken|taken down|opened|reported) (?:only )?(?:with|after|once|when) (?!for\b)(.{3,100})$/iu,
    ([, thing = '', deed = '', needs = '']) => [`${deed} ${thing}`, needs],
  ],
  [
    /^(.{4,60}?) only (?:with|after|against|on) (.{3,80})$/iu,
    ([, thing = '', needs = '']) => [hasVerb.test(thing) ? '' : `telling ${thing}`, needs],
  ],
  [
    /^(bookings? (?:for|of) .+?|(?:bug|fault|damage|error) reports?) needs? (.{3,80})$/iu,
    ([, thing = '', needs = '']) => [`taking ${thing}`, needs],
  ],
];

const hasVerb =
  /\b(?:may|must|can|cannot|is|are|has|have|will|should|come|comes|travels?|sold|allowed|free|open)\b|:/i;

export function firstIn(sentence: string): First | undefined {
  if (/\bwho\b/i.test(sentence.slice(0, 20)) || /\b(?:not|never|but)\b/i.test(sentence.slice(0, 60)))
    return undefined;
  for (const [pattern, read] of forms) {
    const found = pattern.exec(sentence.replace(/[.!]+$/, '').replace(/\s*\([^()]*\)/g, ''));
    if (!found) continue;
    const [doing, needs] = read(found);
    const request = requestOf(doing);
    if (request !== undefined && isWhole(request)) return { request, needs: needs.trim() };
  }
  return undefined;
}

const doings: readonly (readonly [RegExp, (thing: string) => string | undefined])[] = [
  [
    /^(?:mak|arrang|schedul|get)(?:e|ing|es)? (an? (?:\p{L}+ )?(?:appointment|reservation|booking|viewing|transfer|payment|request|claim|complaint))$/iu,
    (thing) => `I would like to make ${thing}.`,
  ],
  [/^offer(?:s|ing)? (an? .+)$/i, (thing) => `I need ${thing}.`],
  [/^extend(?:s|ing)? (.+)$/i, (thing) => `I would like to extend ${withArticle(thing, 'my')}.`],
  [/^open(?:s|ing)? (.+)$/i, (thing) => `I would like to open ${withArticle(thing, 'a')}.`],
  [/^renew(?:s|ing)? (.+)$/i, (thing) => `I would like to renew ${withArticle(thing, 'my')}.`],
  [
    /^(?:it )?(?:book|reserv|rent|order)(?:s|e|es|ed|ing)? (.+)$/i,
    (thing) => `I would like to book ${withArticle(thing, 'a')}.`,
  ],
  [/^(?:it )?(?:takes|taking) ((?:an? )?orders?)$/i, () => 'I would like to place an order.'],
  [
    /^(?:chang|updat|amend)(?:ing|es?|ed)? (.+)$/i,
    (thing) => `I would like to change ${withArticle(thing, 'my')}.`,
  ],
  [/^(?:cancel)(?:l?ing|s|l?ed)? (.+)$/i, (thing) => `I would like to cancel ${withArticle(thing, 'my')}.`],
  [/^(?:mov)(?:ing|es?|ed) (.+)$/i, (thing) => `I would like to move ${withArticle(thing, 'my')}.`],
  [
    /^(?:recommend|suggest)(?:ing|s)? (.+)$/i,
    (thing) => `Can you recommend ${withArticle(thing, 'a')} to me?`,
  ],
  [
    /^(?:tell|nam|giv|quot|show|stat|disclos|reveal|say)(?:ing|es?|s) (whether|how|what|when|which|why)\b(.+)$/i,
    (rest) => `Can you tell me ${rest}?`,
  ],
  [
    /^answering (?:questions )?(?:(?:about|on) )?(.+?)(?: questions)?$/i,
    (thing) => `I have a question about ${withArticle(thing, 'a')}.`,
  ],
  [/^(?:accepted|taken|taken down|taking|reported|accepting) (.+)$/i, (thing) => reported(thing)],
  [/^(?:tell|nam|giv|quot|show|stat|disclos)(?:ing|es?|s) (.+)$/i, (thing) => told(thing)],
];
const reported = (thing: string): string | undefined => {
  const booked = /^bookings? ((?:for|of) .+)$/i.exec(thing)?.[1];
  if (booked !== undefined) return `I would like to make a booking ${booked.replace(/^of/i, 'for')}.`;
  const [, what] = /^(?:an? )?(\p{L}+) reports?$/iu.exec(thing) ?? [];
  if (what !== undefined)
    return `I would like to report ${withArticle(what, /damage/i.test(what) ? 'my' : 'a').replace(/^my damage/, 'some damage')}.`;
  return /^(?:an? )?claims?$/i.test(thing)
    ? 'I would like to report a claim.'
    : `I would like to give you ${withArticle(thing, 'a')}.`;
};
const told = (thing: string): string | undefined => {
  const [, what, kind] = /^(\p{L}+) (changes?|cancellations?|requests?)$/iu.exec(thing) ?? [];
  if (what !== undefined && kind !== undefined) return `I have a question about my ${small(what)}.`;
  // A range of what, only the sentence before it says.
  if (
    /^(?:an? |the )?(?:\p{L}+ )?(?:range|value|amount|answer|figure|exception|number|estimate)$/iu.test(thing)
  )
    return undefined;
  const bare = small(thing);
  // “Any fare for a vehicle” is the fare; what is somebody’s own is mine.
  if (/^an? /i.test(bare)) return `Can you give me ${bare}?`;
  const own =
    /\b(?:status|dates?|balances?|number|end|position|data|history|details|bookings?|result|results)\b/i.test(
      bare,
    );
  return `Can you tell me ${withArticle(bare.replace(/^any /i, 'the '), own && !/ of /i.test(bare) ? 'my' : 'the')}?`;
};

function requestOf(doing: string): string | undefined {
  // “showing or changing a booking”, “book, move or cancel an appointment”: the first that is wished for.
  const [, verbs = '', object = ''] =
    /^((?:\p{L}+(?:, | or | and )){1,3}\p{L}+) ((?:an?|the|any|their) .+)$/iu.exec(doing) ?? [];
  const options =
    verbs === ''
      ? [passiveOf(doing)]
      : verbs
          .split(/, | or | and /)
          .map((verb) => `${verb} ${object}`)
          .toReversed();
  for (const option of options)
    for (const [pattern, say] of doings) {
      const [, thing, behind = ''] = pattern.exec(option) ?? [];
      if (thing === undefined) continue;
      const what = inFirstPerson(behind === '' ? firstThing(thing) : firstOf(`${thing}${behind}`)).replace(
        /^(whether|when|why) an? /i,
        '$1 my ',
      );
      const request = say(what);
      if (
        request !== undefined &&
        isSayable(request.replace(/[.?]$/, '').replace(/^Can you tell me whether/, ''), 16)
      )
        return request;
    }
  return undefined;
}
/** “a table, taxi or treatment is booked” is “book a table”. */
const passiveOf = (doing: string): string => {
  const [, thing, deed] =
    /^(.+?) (?:is|are|has been|have been) (booked|reserved|changed|cancelled|ordered|moved|given|named|told|shown|quoted)$/iu.exec(
      doing,
    ) ?? [];
  return thing === undefined
    ? doing
    : `${deed === 'given' || deed === 'named' || deed === 'told' || deed === 'shown' || deed === 'quoted' ? 'telling' : deed} ${thing}`;
};

export function firstDrafts({ request, needs }: First, rule: string): Draft[] {
  const missing = small(needs).replace(/[.,;:]+$/, '');
  if (/\b(?:confirm\w*|yes|repeats?|consent)\b/i.test(rule))
    return [
      {
        category: 'Confirmation',
        prompt: request,
        why: `It must not be done before the rule is kept (${missing}), and a yes is asked for; whether that is so, a reader decides. The rule: ${rule}`,
      },
      {
        category: 'Change of mind',
        goal: `Ask for it, and say no when a yes is wanted: “${request}”`,
        script: [request, 'No, wait. I have changed my mind, please leave everything as it is.'],
        why: `It asks for a yes first; after the no it does nothing and says so; whether it does, a reader decides. The rule: ${rule}`,
      },
    ];
  return [
    {
      category: 'Missing details',
      prompt: request,
      why: `What the rule wants first is not said (${missing}): the answer must ask for it. Whether it does, a reader decides. The rule: ${rule}`,
    },
    {
      category: 'Withheld details',
      goal: `Ask for it without what is wanted first: “${request}”`,
      script: [request, 'Is that really necessary? Please go on without it.'],
      why: `What the rule wants first stays unsaid (${missing}): it is not done or told without it. Whether that is so, a reader decides. The rule: ${rule}`,
    },
  ];
}

/** “Waste collection days differ from district to district … ask for the district”: they are asked for without it. */
export function dependsIn(title: string, sentences: readonly string[]): First | undefined {
  const needs =
    /\basks? for (?:the )?(.{3,50}?)(?: first| before\b.*)?$/i.exec(title)?.[1] ??
    (sentences.some((one) => /\basks? for (?:it|that|them)\b/i.test(one))
      ? /\bdepends? on ([\p{L} ]{3,50})/iu.exec(sentences.join(' '))?.[1]
      : undefined);
  if (needs === undefined) return undefined;
  for (const sentence of sentences) {
    const [, works] = /^(the [\p{L} ]{3,40}?) works differently\b/iu.exec(sentence) ?? [];
    if (works !== undefined) return { request: `Can you explain to me how ${small(works)} works?`, needs };
    const [, thing] = /^([\p{L} -]{3,50}?) (?:differ|vary|depend)s?\b/iu.exec(sentence) ?? [];
    if (thing !== undefined && isSayable(thing, 6))
      return {
        request: `I have a question about ${small(thing.replace(/ questions$/i, 's').replace(/ss$/, 's'))}.`,
        needs,
      };
  }
  return undefined;
}
