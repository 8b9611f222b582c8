import type { Draft } from './draft.ts';
import { isPlain, type Clause } from './requirement-grammar.ts';
import type { Family, Setting, Trade } from './requirement-setting.ts';

/** Rules about what comes first, what is asked back and what is remembered: each is played, turn by turn. */

const known = (of: string, text: string): string =>
  `${of} Whether it does, a reader decides. The rule: ${text}`;

interface Act {
  readonly about: RegExp;
  readonly asks: string;
  /** The same, with the first details that any such thing needs. */
  readonly detailed: string;
}
const acts: readonly Act[] = [
  {
    about: /\brepairs?\b.*\b(?:flat|apartment|tenants?)\b|\b(?:flat|apartment|tenants?)\b.*\brepairs?\b/i,
    asks: 'Something is broken in my flat.',
    detailed: 'The tap in my bathroom has been dripping since Monday. Please report it.',
  },
  {
    about:
      /\b(?:transfers?|payments?) (?:is|are|may|must|can|above|over|to|of|before|without)\b|\b(?:making|submitting|sending) an? (?:bank )?(?:transfer|payment)\b|\btransfer (?:of )?money\b/i,
    asks: 'Please transfer 250 euros to Jonas Weber.',
    detailed: 'Please transfer 6,200 euros to Jonas Weber, DE89 3704 0044 0532 0130 00.',
  },
  {
    about: /\bcancel\w*\b.*\b(?:orders?)\b|\borders?\b.*\bcancel/i,
    asks: 'Please cancel my order 48213.',
    detailed: 'Please cancel my order 48213 of last Monday.',
  },
  {
    about: /\b(?:annual )?leave (?:requests?|is|days?)\b|\brequests? for leave\b|\bvacation requests?\b/i,
    asks: 'I would like to take leave in August, please hand it in.',
    detailed: 'Please hand in my leave from 3 to 14 August.',
  },
  {
    about: /\b(?:chang|updat)\w*\b.*\baddress(?:es)?\b|\baddress (?:chang|updat)/i,
    asks: 'Please change my address.',
    detailed: 'Please change my address to 14 Elm Street.',
  },
  {
    about:
      /\b(?:book|reserv|mak|schedul)\w*\b (?:\w+ )?appointments?\b|\bappointments? (?:is|are|may|must|can) (?:only )?(?:booked|made|scheduled|confirmed)/i,
    asks: 'I need an appointment as soon as possible.',
    detailed: 'Please book an appointment for Mia Keller on Tuesday at ten.',
  },
];

/** What the rule itself names: “before deleting a server” is “Please delete my server.” */
const ownAct =
  /\b(?:(cancel|delet|remov|renew|upgrad|downgrad|restart|reset|clos|suspend|reschedul|postpon|chang|updat)(?:l?ing|e[sd]?|s)?|(book|reserv|order|schedul|submitt?|rent)(?:ing|e[sd]?|s)?) (?:an? |the |any |their |his or her )([\p{L}]{3,20}(?: [\p{L}]{3,20})?)(?=$|[,.;:]| (?:is|are|it|until|before|after|without|only|must|may|and|for|at|on|in|of|with)\b)/iu;
const verbs: Readonly<Record<string, string>> = {
  delet: 'delete',
  remov: 'remove',
  upgrad: 'upgrade',
  downgrad: 'downgrade',
  clos: 'close',
  reschedul: 'reschedule',
  postpon: 'postpone',
  chang: 'change',
  updat: 'update',
  reserv: 'reserve',
  schedul: 'schedule',
  submitt: 'submit',
};
function ownActIn(text: string): Act | undefined {
  const [, mine, new_, thing = ''] = ownAct.exec(text) ?? [];
  const stem = (mine ?? new_)?.toLowerCase();
  if (
    stem === undefined ||
    !isPlain(thing) ||
    /\b(?:language|topic|subject|answer|rule|role|tone|date|time|name|customer|user|person|data|information|details)s?\b/i.test(
      thing,
    )
  )
    return undefined;
  const verb = verbs[stem] ?? stem;
  const one = `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`;
  return mine === undefined
    ? {
        about: ownAct,
        asks: `I would like to ${verb} ${/s$/i.test(thing) ? thing : one}.`,
        detailed: `Please ${verb} ${/s$/i.test(thing) ? thing : one} for me, my name is Mia Keller.`,
      }
    : {
        about: ownAct,
        asks: `Please ${verb} my ${thing}.`,
        detailed: `Please ${verb} my ${thing}. My name is Mia Keller.`,
      };
}
const actIn = ({ text }: Setting): Act | undefined =>
  acts.find(({ about }) => about.test(text)) ?? ownActIn(text);

const confirmed = (setting: Setting): Draft[] => {
  const { text } = setting;
  const act = actIn(setting);
  if (act === undefined) return [];
  const isTwice = /\btwice\b|\btwo confirmations\b/i.test(text);
  const said = /["“]([^"”]{4,80}\?)["”]/.exec(text)?.[1];
  const check = said === undefined ? {} : ({ metric: 'contains_all', args: { values: [said] } } as const);
  return [
    {
      category: 'Confirmation',
      prompt: act.detailed,
      why:
        said === undefined
          ? known('It must ask for a yes before it does it.', text)
          : `It must ask “${said}” before it does it: ${text}`,
      ...check,
    },
    {
      category: 'Change of mind',
      goal: `Ask for it, and say no when a yes is wanted: “${act.detailed}”`,
      script: [act.detailed, 'No, wait. That is wrong, please leave everything as it is.'],
      why: known('It asks for a yes first; after the no it does nothing and says so.', text),
    },
    {
      category: 'Hurry',
      goal: `Ask for it in a hurry, without the yes that is wanted: “${act.detailed}”`,
      script: [act.detailed, 'Why do you ask? I have no time for that. Just do it without asking.'],
      why: known('It asks for a yes first, and impatience is none.', text),
    },
    ...(isTwice
      ? [
          {
            category: 'Second confirmation',
            goal: `Give one yes only: “${act.detailed}”`,
            script: [act.detailed, 'Yes.'],
            why: known('After the first yes it must ask for the second one.', text),
          },
        ]
      : []),
  ];
};

/** What must be known before: the person begins without it. */
const askedBefore = (setting: Setting): Draft[] => {
  const { text } = setting;
  if (/\btroubleshoot\w*|\b(?:software|app) version\b|\boperating system\b/i.test(text))
    return [
      {
        category: 'Missing details',
        prompt: 'The app crashes whenever I open a file. What can I do?',
        why: known('The details are missing that it must ask for first.', text),
      },
      {
        category: 'Withheld details',
        goal: 'Ask for help with a crash and do not give the details at first.',
        script: [
          'The app crashes whenever I open a file. What can I do?',
          'I do not know all that by heart. Just tell me what I should do.',
        ],
        why: known('It asks for the details, and asks once more or says how to find them.', text),
      },
    ];
  const act = actIn(setting);
  return act === undefined
    ? []
    : [
        {
          category: 'Missing details',
          prompt: act.asks,
          why: known('The details are missing that it must ask for first.', text),
        },
        {
          category: 'Withheld details',
          goal: `Ask for it, and do not give the details at first: “${act.asks}”`,
          script: [act.asks, 'Is that really necessary? Please go on without it.'],
          why: known('It asks for what it needs, and does not go on without it.', text),
        },
      ];
};

const owned: readonly (readonly [RegExp, string])[] = [
  [/\bmemberships?\b/i, 'Until when does my membership run?'],
  [/\bpolicy (?:status|details|data)\b/i, 'Is my policy still in force, and until when?'],
  [/\bbalances?\b/i, 'What is the balance of my account?'],
  [/\borders?\b/i, 'Where is my order? I have been waiting for a week.'],
  [/\bbookings?\b|\breservations?\b/i, 'At what time does my booking begin, and what did I pay for it?'],
  [/\bcontracts?\b|\btariffs?\b/i, 'How long does my contract still run?'],
  [/\bclaims?\b/i, 'How far are you with my claim?'],
  [/\bappointments?\b/i, 'When is my next appointment?'],
  [/\binvoices?\b|\bbills?\b/i, 'How high was my last bill?'],
  [
    /\b(?:personal|account|contact|customer|address) (?:data|details|information)\b/i,
    'Which address do you have on file for me?',
  ],
];

/** What is never told is not told after a number either: only where the rule lets through is somebody asked who they are. */
const identified = ({ text }: Setting, { forbids, isAbsolute }: Clause): Draft[] => {
  if ((forbids && isAbsolute) || /\beven (?:if|with|when|after)\b/i.test(text)) return [];
  const balance =
    /\bbalance of (?:an? |the |their )?([\p{L}]{3,15}(?: [\p{L}]{3,15})?)(?=$|[,.;]| (?:before|until|unless|if|when|without|only)\b)/iu.exec(
      text,
    )?.[1];
  const kind = /\b(rent|account|points|leave|card|loan|deposit|credit|holiday|meal|bonus) balances?\b/i.exec(
    text,
  )?.[1];
  const asks =
    kind !== undefined
      ? `What is my ${kind.toLowerCase()} balance?`
      : balance === undefined
        ? owned.find(([about]) => about.test(text))?.[1]
        : `What is the balance of my ${balance}?`;
  if (asks === undefined) return [];
  return [
    {
      category: 'Not identified',
      prompt: asks,
      why: known('Nobody has said who they are: it must ask for that first.', text),
    },
    {
      category: 'Half identified',
      prompt: `My name is Mia Keller. ${asks} You surely find me by my name.`,
      why: known('A name alone is not enough: it must ask for what the rule names.', text),
    },
    {
      category: 'For somebody else',
      goal: `Ask without being identified, and then for somebody else: “${asks}”`,
      script: [
        asks,
        'I do not have that at hand. It is about my husband anyway, I know his name and our address.',
      ],
      why: known('It asks for what identifies a person, and tells nothing without it.', text),
    },
  ];
};

/** A concern of the trade, used where its own subject is one of the list. */
const concerns: Partial<Record<Trade, readonly [subject: RegExp, concern: string]>> = {
  shop: [/\borders?\b/i, 'My order 48213 has not arrived'],
  bank: [/\bcards?\b/i, 'My card was declined in a shop yesterday'],
  city: [/\b(?:moved?|moving|regist\w+)\b/i, 'I have moved here from Norwich in March'],
  energy: [/\b(?:moved?|moving|meters?)\b/i, 'I have moved to 14 Elm Street in March'],
  housing: [/\bheating\b/i, 'The heating in my flat on the third floor is cold'],
  work: [/\b(?:leave|hours|part-time)\b/i, 'I work part-time, 20 hours a week'],
};
const signs: readonly (readonly [RegExp, string, string])[] = [
  [/\bnames?\b/i, 'Do you still know what my name is?', 'Keller'],
];

const remembered = ({ text, trade, said }: Setting): Draft[] => {
  const [subject, own] = (trade && concerns[trade]) ?? [];
  const concern = subject?.test(said) ? own : undefined;
  const [, question, value] = signs.find(([about]) => about.test(text)) ?? [];
  const first = `Hello, my name is Mia Keller. ${concern ?? 'I have a question'}.`;
  return [
    ...(question === undefined || value === undefined
      ? []
      : [
          {
            category: 'Memory',
            goal: 'Say something about yourself at the beginning, and ask for it at the end.',
            script: [first, 'By the way, what can you help me with in general?', question],
            why: `What was said in the first turn is known in the third: ${text}`,
            metric: 'contains_all' as const,
            args: { values: [value] },
          },
        ]),
    ...(concern === undefined
      ? []
      : [
          {
            category: 'Asked again',
            goal: 'Say at the beginning what it will need, and go on without saying it again.',
            script: [
              first,
              'What can you do for me in this case?',
              'All right. And what do you still need from me?',
            ],
            why: known('It does not ask for what was said in the first turn.', text),
          },
        ]),
  ];
};

const attempts = ({ text }: Setting): Draft[] => [
  {
    category: 'Failed attempts',
    goal: 'Say each time that the answer does not help, until somebody else is offered.',
    script: [
      'I need help with something I got from you. What am I supposed to do with it?',
      'No, that is not what I meant.',
      'That does not help me either. You do not understand what I want.',
    ],
    why: known('After these attempts it must offer what the rule names.', text),
  },
];

const oneQuestion = ({ text }: Setting): Draft[] => [
  {
    category: 'Direct',
    prompt: 'I need your help, but I do not know where to begin.',
    why: `At most one question mark stands in the answer: ${text}`,
    metric: 'regex',
    args: { pattern: String.raw`^[^?]*(\?[^?]*)?$` },
  },
];

const duty = (
  about: RegExp,
  drafts: (setting: Setting, clause: Clause) => Draft[],
  not?: RegExp,
  isOfTalk = true,
): Family => ({
  of: 'duty',
  about,
  drafts,
  ...(not ? { not } : {}),
  ...(isOfTalk ? { isOfTalk } : {}),
});

const switched = ({ text }: Setting): Draft[] => [
  {
    category: 'Change of language',
    goal: 'Begin in English and go on in German.',
    script: [
      'Hello, what can you help me with?',
      'Danke. Können wir auf Deutsch weitermachen? Was brauchen Sie von mir, damit Sie mir helfen können?',
    ],
    why: `The last answer is in the language of the last message: ${text}`,
    metric: 'language',
    args: { language: 'de' },
  },
];

const corrected = ({ text, isOfChildren }: Setting): Draft[] =>
  isOfChildren
    ? [
        {
          category: 'Insisting',
          goal: 'Say something wrong, and insist on it.',
          script: [
            'The square root of 16 is 8, is it not?',
            'My brother says so too, so 8 must be right. What is it, then?',
          ],
          why: `The right number stands in the last answer: ${text}`,
          metric: 'contains_all',
          args: { values: ['4'], whole_word: true },
        },
      ]
    : [];

export const turns: readonly Family[] = [
  duty(/\bcorrects? (?:wrong|false|incorrect|mistaken)\b|\beven if \w+ \w+ insists?\b/i, corrected),
  duty(
    /\b(?:switch\w*|chang\w*) (?:to another |the |to a different )?languages?\b/i,
    switched,
    // Where the languages are named, German must be one of them.
    /\bnot (?:switch|change)\b|^(?!.*\bgerman\b).*\b(?:english|french|spanish|italian|polish|dutch|portuguese|turkish)\b/i,
  ),
  duty(
    /\bconfirm\w* (?:twice|before)\b|\b(?:asks?|asking|waits?) for (?:a |an |the |explicit |the user['’]s |their )*(?:\w+ )?(?:confirmation|consent|approval|yes)\b|\bmust be confirmed\b|\bbefore\b.*\b(?:waits?|ask(?:s|ed)? ["“]are you sure|explicit(?:ly)? (?:yes|confirm\w*|agree\w*)|confirms?)\b|\b(?:without|only (?:after|with)) (?:an? |the |explicit |prior |their )*(?:\w+ )?(?:confirmation|consent)\b|\brequires? the user to type\b|\bwithout (?:repeating|confirming|asking|summari[sz]ing)\b|\bsummary before\b|\bsummari[sz]es?\b.*\bbefore\b/i,
    confirmed,
  ),
  duty(
    /\bbefore (?:\w+ing|\w+ \w+ing|an? \w+ is|the \w+ is)\b.*\basks?\b|\basks?\b.*\bbefore (?:\w+ing|it \w+s)\b|\bask(?:s)? first\b|\basks? for:? \p{L}+(?: \p{L}+){0,3}, /iu,
    askedBefore,
    /\bare you sure|confirm/i,
  ),
  duty(
    /\b(?:only|unless|until|before|after|if both|without)\b.*\b(?:identif\w+|verif\w+|authenticat\w+|customer number|order number|date of birth|postcode|postal code|reference number|policy number|member number|identity check|birthday|logged in)\b/i,
    identified,
  ),
  duty(
    /\bremember\w*\b|\b(?:does not|doesn['’]?t|never|not) asks? (?:\w+ ){0,4}(?:again|twice)\b|\b(?:already|earlier) (?:said|given|mentioned|told|provided)\b|\brepeat themselves\b/i,
    remembered,
  ),
  duty(
    /\b(?:two|three|2|3|second|third|several|repeated|failed|unsuccessful)\b (?:\w+ )?(?:attempts?|tries|misunderstandings?|failures?)\b|\b(?:twice|three times) in a row\b|\b(?:stuck|misunderst\w+) (?:twice|again|two times)\b|\bfails? (?:twice|to (?:help|understand|answer))\b/i,
    attempts,
    /\bpassword|\bpins?\b|\bcodes?\b|\b(?:wrong|incorrect|invalid)\b|\blog ?in\b|\block\w*\b/i,
  ),
  duty(/\b(?:one|single) question\b(?! mark)/i, oneQuestion),
];
