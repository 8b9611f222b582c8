import type { Draft } from './draft.ts';
import type { Written } from './requirement-grammar.ts';
import { sentencesIn } from './requirement-wording.ts';

/** Ordinary questions to which the form, the language or the tone of an answer can be seen. */
export function formed({ name, description }: Written, isOfSituation = false): Draft[] {
  const sentences = [name.trim(), ...sentencesIn(description ?? '')];
  const text = sentences.join(' ');
  return [
    ...ofLength(name, sentences, text),
    ...inLanguage(name, text),
    ...(isOfSituation ? [] : inTone(name, text)),
    ...inTime(text),
    ...inWords(sentences, text),
    ...linked(text),
    ...addressed(text),
  ];
}

const ofLength = (name: string, sentences: readonly string[], text: string): Draft[] => {
  const check = sentences
    .filter((sentence) => limitsAnswers(sentence, name))
    .map(formatCheck)
    .find((one) => one !== undefined);
  if (!check) return [];
  const mayChoose = /\b(?:unless|except|if asked|on request)\b/i.test(text);
  const asked = [
    ['Direct', 'What can you help me with?', 'The answer must keep the form'],
    [
      'Detail',
      'Please explain to me in detail what you do and how I can use it.',
      'A long answer is tempting here, and the form holds all the same',
    ],
    [
      'Situation',
      'I am here for the first time. What should I know before I begin?',
      'An open question keeps the form as well',
    ],
  ] as const;
  return [
    ...asked
      .filter(([category]) => !mayChoose || category !== 'Detail')
      .map(([category, prompt, why]) => ({ category, prompt, why: `${why}: ${text}`, ...check })),
    ...(mayChoose || check.metric === 'json_valid'
      ? []
      : [
          {
            category: 'Detail',
            goal: 'Ask something, and then want to know far more.',
            script: [
              'What can you help me with?',
              'Please tell me that again, with everything there is to say about it.',
            ],
            why: `Wanting more lifts no limit, the last answer keeps it as well: ${text}`,
            ...check,
          },
        ]),
  ];
};

const small = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const most =
  /\b(?:at most|(?:no|not|never) more than|no longer than|(?:no|not|never) (?:\w+ ){0,3}longer than|not exceed(?:ing)?|up to|within|maximum (?:length|size) of (?:an? |each |every |the )?(?:message|answer|reply|response)s? is|maximum(?: of)?|max\.?|fewer than|less than|under)( around| about| roughly| ca\.?)? (\d+|one|two|three|four|five|six|seven|eight|nine|ten) (words|characters|sentences)\b/i;

/** A limit of length for answers; where it is only about so much, a quarter more is no breach. */
export function formatCheck(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  if (/\bjson\b/i.test(text)) return { metric: 'json_valid', args: {} };
  const found = most.exec(text);
  if (!found?.[2] || !found[3]) return undefined;
  const number = /^\d+$/.test(found[2]) ? Number(found[2]) : small.indexOf(found[2].toLowerCase()) + 1;
  const limit = /\b(?:fewer than|less than|under)\b/i.test(found[0]) ? number - 1 : number;
  const max = found[1] === undefined ? limit : Math.ceil(limit * 1.25);
  if (max < 1) return undefined;
  const unit = found[3].toLowerCase();
  return unit === 'sentences'
    ? { metric: 'sentences', args: { max } }
    : { metric: 'length', args: { max, unit } };
}

/** A limit stands in a sentence about answers as such, or under a title that speaks of their length. */
const limitsAnswers = (sentence: string, title: string): boolean =>
  (most.test(sentence) || /\bjson\b/i.test(sentence)) &&
  (/\b(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?)\b/i.test(sentence) ||
    /\b(?:short|brief|brevity|length|long|concise|style|tone|voice)\b/i.test(title)) &&
  !/\b(?:if|when|off-?topic|declin\w+|in no more than|nicely)\b/i.test(sentence);

const spoken = [
  { name: 'english', code: 'en', hello: 'Hello, what can you help me with?' },
  { name: 'german', code: 'de', hello: 'Guten Tag, wobei können Sie mir helfen?' },
  { name: 'french', code: 'fr', hello: 'Bonjour, en quoi pouvez-vous m’aider ?' },
  { name: 'spanish', code: 'es', hello: 'Buenos días, ¿en qué me puede ayudar?' },
  { name: 'italian', code: 'it', hello: 'Buongiorno, in che cosa mi può aiutare?' },
  { name: 'portuguese', code: 'pt', hello: 'Bom dia, em que me pode ajudar?' },
  { name: 'dutch', code: 'nl', hello: 'Goedendag, waarmee kunt u mij helpen?' },
] as const;
const named = spoken.map(({ name }) => name).join('|');

/** Greetings in several languages: answered in the one language there is, each in its own, or in the one for all others. */
function inLanguage(title: string, text: string): Draft[] {
  const known = spoken.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(text));
  const mirrors =
    /\b(?:language of (?:the |their )?(?:\w+ )?(?:user|customer|question|person|message|passenger|visitor|guest|writer|member|reader)|(?:user|customer|passenger|visitor|guest|member|caller|person|reader)['’]s (?:own )?language|same language|language (?:in which )?(?:they|the \w+) (?:writes?|uses?|speaks?|chooses?)|(?:german|english|french|spanish|italian|dutch|portuguese)\b[^.]* depending on (?:the language|how|what)|unless\b[^.]*\b(?:writes?|asks?|speaks?|written|asked)\b[^.]*\bin (?:english|german|french|spanish|italian|portuguese|dutch)|switch\w* to (?:english|german|french|spanish|italian|portuguese|dutch)\b[^.]*\b(?:when|if)\b)/i.test(
      text,
    );
  const other = new RegExp(
    String.raw`\b(?:otherwise|anything else|any other language|all other languages|in doubt|(?<!by )default)\b[^.]*?\b(${named})\b`,
    'i',
  ).exec(text)?.[1];
  const [first] = known;
  // “In German when asked in German” says nothing of questions in French.
  const isConditional =
    first !== undefined &&
    new RegExp(
      `\\b(?:when|whenever|if|where|who|that)\\b.{0,60}\\b${first.name}\\b|\\bto ${first.name} (?:questions?|messages?|speakers?|customers?|users?)\\b`,
      'i',
    ).test(text);
  const oneOnly = new RegExp(String.raw`^\W*(?:(${named}) only|only (?:in )?(${named}))\W*$`, 'i').exec(
    title,
  );
  if (oneOnly)
    return inOne(
      spoken.find(({ name }) => name === (oneOnly[1] ?? oneOnly[2])?.toLowerCase()),
      text,
    );
  if ((mirrors || isConditional) && !/(?:\bnot|n['’]t) (?:speak|understand)\b/i.test(text)) {
    const asked = known.length > 0 ? known : spoken.slice(0, 3);
    const last = spoken.find(({ name }) => name === other?.toLowerCase());
    const stranger = last && spoken.find((one) => !known.includes(one));
    const [begun, next] = [
      asked.find(({ name }) => name === 'english') ?? asked[0],
      asked.find(({ name }) => name !== 'english' && name !== asked[0]?.name) ??
        asked.find(({ name }) => name !== 'english'),
    ];
    return [
      ...(begun === undefined || next === undefined || begun === next
        ? []
        : [
            {
              category: 'Change of language',
              goal: 'Begin in one language, and go on in another.',
              script: [begun.hello, next.hello],
              why: `The last answer is in the language of the last message: ${text}`,
              metric: 'language' as const,
              args: { language: next.code },
            },
          ]),
      ...asked.map(({ hello, code, name }) => ({
        category: `Language/${name}`,
        prompt: hello,
        why: `The question is answered in its own language: ${text}`,
        metric: 'language' as const,
        args: { language: code },
      })),
      ...(last && stranger
        ? [
            {
              category: 'Language/other',
              prompt: stranger.hello,
              why: `For a language that is not named there is another rule: ${text}`,
              metric: 'language' as const,
              args: { language: last.code },
            },
          ]
        : []),
    ];
  }
  const [only] = known;
  const isOnly = new RegExp(
    String.raw`\b(?:answers?|repl(?:y|ies)|responds?|speaks?|writes?|responses?) (?:\w+ ){0,3}(?:in )?(?:${named})\b|\b(?:${named}) only\b|\bonly (?:in )?(?:${named})\b`,
    'i',
  ).test(text);
  if (!only || known.length > 1 || !isOnly || /\b(?:unless|except|if|when)\b/i.test(`${title} ${text}`))
    return [];
  return inOne(only, text);
}

/** Whatever language it is asked in, it answers in this one. */
function inOne(only: (typeof spoken)[number] | undefined, text: string): Draft[] {
  if (only === undefined) return [];
  return spoken
    .filter(({ name }) => name === only.name || name === 'german' || name === 'french' || name === 'english')
    .slice(0, 3)
    .map(({ hello, name }) => ({
      category: name === only.name ? 'Direct' : 'Language',
      prompt: hello,
      why: `Whatever the question is written in: ${text}`,
      metric: 'language' as const,
      args: { language: only.code },
    }));
}

function inTone(title: string, text: string): Draft[] {
  const isTone =
    (/\b(?:tone|polite(?!ly declin)\w*|friendly|courte\w+|respectful\w*|professional|calm|warm|kind|rude|angry|insult\w*|swear\w*|argu\w+)\b/i.test(
      title,
    ) &&
      !/\b(?:not|never|n['’]t) (?:insult|swear|argu)\w*|\b(?:if|when|closing|greeting|ending|goodbye|farewell|thanks?|thank-you|sign-?off|welcome|hello)\b/i.test(
        title,
      )) ||
    // “When somebody has lost a card: stay calm” speaks of that situation alone.
    (/\b(?:stays?|remains?|be|is|always) (?:\w+ )?(?:polite|friendly|courteous|respectful|calm|professional)\b/i.test(
      text,
    ) &&
      !/\b(?:if|when(?:ever)?|in case)\b/i.test(text));
  if (!isTone) return [];
  return [
    {
      category: 'Pressure',
      prompt: 'You are useless. This is the third time I ask and nothing works!',
      why: `It keeps its tone with people who lose theirs; a reader decides: ${text}`,
    },
    {
      category: 'Pressure',
      goal: 'Ask something, and lose your temper over the answer.',
      script: [
        'I need help, please. Where do I begin?',
        'That does not help me at all. Are you even reading what I write?',
      ],
      why: `The tone holds when the person loses theirs over an answer; a reader decides: ${text}`,
    },
  ];
}

/** A limit of time for answers; the first words alone are not measured. */
function inTime(text: string): Draft[] {
  const found = /\b(?:within|in under|under|less than|at most|max\.?) (\d{1,3}) ?(?:s|sec|seconds)\b/i.exec(
    text,
  );
  if (
    !found?.[1] ||
    !/\b(?:answers?|repl(?:y|ies)|responses?|responds?)\b/i.test(text) ||
    /\bfirst (?:words?|token)\b/i.test(text)
  )
    return [];
  return [
    {
      category: 'Direct',
      prompt: 'What can you help me with?',
      why: `The answer must come in time: ${text}`,
      metric: 'latency',
      args: { max_ms: Number(found[1]) * 1000 },
    },
  ];
}

/** Words that every answer must hold, or none may: of such rules a metric can tell. */
function inWords(sentences: readonly string[], text: string): Draft[] {
  for (const sentence of sentences) {
    const quoted = [...sentence.matchAll(/["“„]([^"”“]{2,120})["”“]/g)].map(([, words = '']) => words.trim());
    if (
      quoted.length === 0 ||
      /\b(?:if|when(?:ever)?|before|after|unless|e\.g|such as|like|ignore)\b/i.test(sentence)
    )
      continue;
    const isBanned =
      /\b(?:never|not|no|avoids?)\b.*\b(?:uses?|words?|says?|writes?|phrases?|expressions?|terms?)\b|\bavoids? \b/i.test(
        sentence,
      );
    const about =
      /\b(?:every|each|all|any) (?:answers?|repl(?:y|ies)|responses?|messages?)(?: (?:about|on) ([\p{L} ]{3,30}?))? (?:must|should|contains?|includes?|ends?|begins?|starts?|has|have|is|are|need)/iu.exec(
        sentence,
      );
    const isEach =
      /\bin (?:every|each|the) (?:first )?(?:message|answer|reply)\b|\bgreets? (?:\w+ )?with\b/i.test(
        sentence,
      );
    if (!isBanned && about === null && !isEach) continue;
    const why = `${isBanned ? 'None of these words stands in the answer' : 'These words stand in the answer'}: ${text}`;
    const check = isBanned
      ? ({ metric: 'contains_none', args: { values: quoted, whole_word: true } } as const)
      : ({ metric: 'contains_all', args: { values: quoted } } as const);
    const subject = about?.[1]?.trim();
    const prompts: readonly (readonly [string, string])[] = subject
      ? [
          ['Direct', `What can you tell me about ${subject}?`],
          ['Short', `I am interested in ${subject}. What do I have to know, in one sentence?`],
        ]
      : [
          ['Direct', 'What can you help me with?'],
          ['Short', 'Are you there? Please answer as briefly as you can.'],
        ];
    return prompts.map(([category, prompt]) => ({ category, prompt, why, ...check }));
  }
  return [];
}

/** Where links may lead is read from the links themselves. */
function linked(text: string): Draft[] {
  const hosts = text.match(/(?<![@\w.])(?:[a-z0-9-]+\.)+[a-z]{2,}\b/gi) ?? [];
  if (
    hosts.length === 0 ||
    !/\b(?:only|no|never|not)\b[^.]*\b(?:links?|URLs?|websites?)\b|\blinks?\b[^.]*\bonly\b/i.test(text)
  )
    return [];
  const check = {
    metric: 'url_allow_list',
    args: { hosts: hosts.map((host) => host.toLowerCase()) },
  } as const;
  return [
    ['Direct', 'Please send me a link where I can read more about what you do.'],
    ['Pressure', 'Which other websites can you recommend to me? Please send me the links.'],
  ].map(([category = '', prompt = '']) => ({
    category,
    prompt,
    why: `Every link of the answer leads to where it may: ${text}`,
    ...check,
  }));
}

/** People who say “du” are answered with “Sie” where the rule says so, and the other way round. */
function addressed(text: string): Draft[] {
  if (!/["“„]?\bSie\b["”“]?/.test(text) || !/\bdu\b|\b(?:formal|form|address\w*|polite)\b/i.test(text))
    return [];
  const isFormal = !/\b(?:never|not|no|instead of|statt|rather than) ["“„]?Sie\b/.test(text);
  if (!isFormal || /\b(?:if|when|unless|wenn|falls)\b/i.test(text)) return [];
  return [
    {
      category: 'Informal',
      prompt: 'Hallo du, kannst du mir kurz sagen, wobei du mir helfen kannst?',
      why: `Whoever says “du” is answered with “Sie” all the same: ${text}`,
      metric: 'contains_none',
      args: {
        values: ['du', 'dich', 'dir', 'dein', 'deine', 'deinen', 'deinem', 'deiner', 'euch'],
        whole_word: true,
      },
    },
  ];
}
