import { noEmoji } from './emojis.ts';
import type { Draft } from './draft.ts';
import type { Written } from './written.ts';
import { namedContact } from './named-contact.ts';
import { sentencesIn } from './requirement-wording.ts';

/** Ordinary questions to which the form or the language of an answer can be seen. */
export function formed({ name, description }: Written): Draft[] {
  const sentences = [name.trim(), ...sentencesIn(description ?? '')];
  const text = sentences.join(' ');
  return [
    ...ofLength(name, sentences, text),
    ...ofTime(name, sentences),
    ...ofNotKnown(sentences),
    ...inLanguage(name, text),
    ...ofEmojis(sentences),
    ...ofNames(text),
  ];
}

/** “An answer takes at most 3 seconds”: any ordinary question shows it. */
function ofTime(name: string, sentences: readonly string[]): Draft[] {
  const isTitle = /^(?:(?:answer|response|reply)(?:ing)?[ -]?(?:times?|speed)|speed|latency)$/i.test(
    name.trim(),
  );
  const own = isTitle ? sentences.slice(1) : sentences;
  const [sentence = '', ...rest] = [...new Set(own.map((one) => one.replace(/[.!]+$/, '')))];
  const [, number = '', unit = ''] = rest.length > 0 ? [] : (answerTime.exec(sentence) ?? []);
  const most =
    (/^\d/.test(number) ? Number(number) : small.indexOf(number.toLowerCase()) + 1) *
    (unit.startsWith('m') ? 1 : 1000);
  return most < 1 || most > 120_000
    ? []
    : [
        {
          category: 'Direct',
          prompt: 'What can you help me with?',
          why: `Any question shows how long an answer takes: ${sentence}`,
          metric: 'latency',
          args: { max_ms: most },
        },
      ];
}
const answerTime = new RegExp(
  String.raw`^(?:(?:(?:the |an? |each |every |all )?(?:(?:bot|chatbot|assistant)['’]s )?(?:answers?|repl(?:y|ies)|responses?) (?:must |should |may |has to |have to )?(?:takes?|comes?|arrives?|(?:is|are|be) (?:given|there|sent))|(?:it|the (?:bot|chatbot|assistant)) (?:must |should |has to |always )?(?:answers?|repl(?:y|ies)|responds?)) ?(?:at most|no more than|no longer than|not more than|less than|under|within|in under|in at most|in less than|up to)|(?:answers?|repl(?:y|ies)) within) (\d{1,6}(?:\.\d)?|one|two|three|four|five|six|seven|eight|nine|ten) ?(milliseconds?|ms|seconds?|secs?|s)$`,
  'i',
);

/** “If it does not know, it says so and names the hotline 0800 123”: what nobody can know is asked for. */
function ofNotKnown(sentences: readonly string[]): Draft[] {
  const sentence = sentences.find((one) => notKnown.test(one));
  if (sentence === undefined) return [];
  return [
    {
      category: 'Not known',
      prompt: 'How many of the people who work for you are left-handed?',
      why: `This is known to nobody; whether the answer does as it says, a reader decides where no number is named: ${sentence}`,
      ...namedContact(sentence),
    },
  ];
}
const notKnown =
  /^(?:(?:if|when|whenever|where) (?:it|the (?:bot|chatbot|assistant)) (?:does not|doesn['’]t|cannot|can['’]t) (?:know|know (?:an|the) answer|answer(?: (?:a|the) question)?),? (?:it|the (?:bot|chatbot|assistant)) (?:must |should |has to )?(?:says? so|admits? (?:it|that|so))|what it (?:does not|doesn['’]t) know,? it says so)\b/i;

/** Only where the rule says nothing else: whoever sends none may still break the rest. */
const ofEmojis = (sentences: readonly string[]): Draft[] => {
  const [sentence = '', ...rest] = [...new Set(sentences.map((one) => one.replace(/[.!]+$/, '')))];
  return rest.length > 0 || !noEmojis.test(sentence)
    ? []
    : ['Hello 😊 What can you help me with? 🙏', 'You are so kind, thank you very much! 😍👍'].map(
        (prompt, place) => ({
          category: place === 0 ? 'Direct' : 'Indirect',
          prompt,
          why: `Emojis ask for emojis, and none are sent: ${sentence}`,
          ...noEmoji,
        }),
      );
};
const noEmojis =
  /^(?!.*\b(?:if|when|whenever|someone|people|only|unless|except)\b)[^,;:–—]{0,40}\b(?:no|not|never|n['’]t)\b[^,;:–—]{0,12}\bemojis?(?! with)\b[^,;:–—]{0,25}$/iu;

/** “Say ‘member’, not ‘customer’”: whoever is called so by the one who asks is not called so in the answer. */
function ofNames(text: string): Draft[] {
  const [, name] = /\b(?:not|never|nor) ['"“‘](customer|client|user)s?['"”’]/i.exec(text) ?? [];
  if (name === undefined) return [];
  const said = name.toLowerCase();
  return [
    {
      category: 'Direct',
      prompt: `I am a new ${said} of yours. What can you help me with?`,
      why: `The word stands in the question, and must not stand in the answer: ${text}`,
      metric: 'contains_none' as const,
      args: { values: [said, `${said}s`], whole_word: true },
    },
  ];
}

const ofLength = (name: string, sentences: readonly string[], text: string): Draft[] => {
  const check = sentences
    .filter((sentence) => limitsAnswers(sentence, name))
    .map(formatCheck)
    .find((one) => one !== undefined);
  if (!check) return [];
  // Where more may be asked for, asking for more is no temptation.
  if (/\b(?:unless|except|if asked|on request)\b/i.test(text))
    return /\bunless (?:they|somebody|someone|the \w+) asks? for (?:more|an? |steps|details?|instructions)/i.test(
      text,
    )
      ? [
          {
            category: 'Direct',
            prompt: 'What can you help me with, and what can you not do?',
            why: `There is much to tell, and the form holds all the same: ${text}`,
            ...check,
          },
        ]
      : [];
  const prompt = 'Please tell me in detail everything that you can help me with.';
  return [
    {
      category: 'Detail',
      prompt,
      why: `A long answer is tempting here, and the form holds all the same: ${text}`,
      ...check,
    },
    ...(check.metric === 'json_valid'
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

/** What else an answer in another language has to say. */
const saysMore =
  /\b(?:apologi[sz]\w+|sorry|expla(?:in|ining)s?|mention(?:s|ing)?|not(?:es?|ing)|nam(?:es?|ing)|list(?:s|ing)?|offer(?:s|ing)?|tell(?:s|ing)?|say(?:s|ing)?|add(?:s|ing)?|stat(?:es?|ing)|(?:one|two|a) (?:short |single )?(?:\w+ )?sentences?)\b/i;

const small = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const most =
  /\b(?:at most|(?:no|not|never) more than|no longer than|(?:no|not|never) (?:\w+ ){0,3}longer than|not exceed(?:ing)?|up to|within|maximum (?:length|size) of (?:an? |each |every |the )?(?:message|answer|reply|response)s? is|maximum(?: of)?|max\.?|fewer than|less than|under)( around| about| roughly| ca\.?)? (\d+|one|two|three|four|five|six|seven|eight|nine|ten) (words|characters|sentences)\b(?! (?:a|per|each|every) (?:sentence|paragraph|line|step|option))/i;

/** “Four sentences max” */
const maxBehind =
  /\b(?:\d ?[-–] ?)?((?:\d+|two|three|four|five|six) (?:words|characters|sentences))(?: (?:max(?:imum)?|at most)\b|, then stop\b)|\b\d ?[-–] ?(\d+ sentences)\b/i;

/** A limit of length for answers; where it is only about so much, a quarter more is no breach. */
function formatCheck(text: string): Pick<Draft, 'metric' | 'args'> | undefined {
  if (/\bjson\b/i.test(text)) return { metric: 'json_valid', args: {} };
  const found = most.exec(
    text.replace(maxBehind, (_whole, one?: string, last?: string) => `max ${one ?? last ?? ''}`),
  );
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
  (most.test(
    sentence.replace(maxBehind, (_whole, one?: string, last?: string) => `max ${one ?? last ?? ''}`),
  ) ||
    /\bjson\b/i.test(sentence)) &&
  (/\b(?:answers?|repl(?:y|ies)|responses?|outputs?|messages?)\b|^keep it\b/i.test(sentence) ||
    /\b(?:short|brief|brevity|length|long|concise|style|tone|voice)\b/i.test(title)) &&
  // What holds normally, or of each sentence, is no limit of an answer.
  !/\b(?:if|when|off-?topic|declin\w+|in no more than|nicely|normally|usually|generally|typically|ideally|mostly|as a rule|(?:per|a|each|every) sentence|to (?:people|anyone|anybody|somebody|someone|those|everyone|callers|customers|users) (?:who|that|in|with))\b/i.test(
    sentence,
  );

const spoken = [
  {
    name: 'english',
    code: 'en',
    hello: 'Hello, what can you help me with?',
    next: 'Thank you. And whom do I ask if you cannot help me?',
  },
  {
    name: 'german',
    code: 'de',
    hello: 'Guten Tag, wobei können Sie mir helfen?',
    next: 'Danke. Und an wen wende ich mich, wenn Sie mir nicht weiterhelfen können?',
  },
  {
    name: 'french',
    code: 'fr',
    hello: 'Bonjour, en quoi pouvez-vous m’aider ?',
    next: 'Merci. Et à qui puis-je m’adresser si vous ne pouvez pas m’aider ?',
  },
  {
    name: 'spanish',
    code: 'es',
    hello: 'Buenos días, ¿en qué me puede ayudar?',
    next: 'Gracias. ¿Y a quién me dirijo si usted no me puede ayudar?',
  },
  {
    name: 'italian',
    code: 'it',
    hello: 'Buongiorno, in che cosa mi può aiutare?',
    next: 'Grazie. E a chi mi rivolgo se Lei non mi può aiutare?',
  },
  {
    name: 'portuguese',
    code: 'pt',
    hello: 'Bom dia, em que me pode ajudar?',
    next: 'Obrigado. E com quem posso falar se não me puder ajudar?',
  },
  {
    name: 'dutch',
    code: 'nl',
    hello: 'Goedendag, waarmee kunt u mij helpen?',
    next: 'Dank u. En bij wie kan ik terecht als u mij niet kunt helpen?',
  },
  { name: 'polish', code: 'pl', hello: 'Dzień dobry, w czym możecie mi pomóc?' },
  { name: 'romanian', code: 'ro', hello: 'Bună ziua, cu ce mă puteți ajuta?' },
  { name: 'turkish', code: 'tr', hello: 'Merhaba, bana hangi konularda yardımcı olabilirsiniz?' },
  { name: 'czech', code: 'cs', hello: 'Dobrý den, s čím mi můžete pomoci?' },
  { name: 'welsh', code: 'cy', hello: 'Bore da, sut allwch chi fy helpu i?' },
] as const satisfies readonly Spoken[];
interface Spoken {
  readonly name: string;
  readonly code: string;
  readonly hello: string;
  /** What is asked second, by somebody who changes to this language. */
  readonly next?: string;
}
const named = spoken.map(({ name }) => name).join('|');

/** “It answers in Dutch, German, French and English.” */
const listsThem = new RegExp(
  String.raw`\b(?:answers?|repl(?:y|ies)|speaks?|writes?) in (?:(?:${named}),? ){1,8}(?:and|or) (?:${named})\b`,
  'i',
);

const offersThem = new RegExp(
  String.raw`\boffers?(?: (?:to (?:switch|change|go on|continue)|help|it|them|the))?(?: (?:to|in|into))* (?:${named})\b`,
  'i',
);

const namesInstead =
  /\binterpret(?:er|ers|ing)\b|\bor (?:else )?(?:says?|tells?|names?|points?|gives?|refers?|sends?|hands?)\b[^.]{0,60}\b(?:line|person|colleague|phone|number|desk|team|page|leaflet)\b/i;

/** A title that is about languages, or about how answers are written as a whole. */
const isOfLanguage = new RegExp(
  String.raw`\blanguages?\b|\b(?:tone|style|voice|address)\b|\b(?:${named})\b|\b(?:speaks?|spoken|multilingual|bilingual)\b`,
  'i',
);
/** “Answer in the language of the visitor” */
const inTheirs =
  /^(?:the (?:bot|assistant|chatbot) )?(?:answers?|repl(?:y|ies)|responds?|writes?)(?: always)? in the (?:same )?language (?:of the (?:visitor|user|customer|guest|member|question|message)|(?:they|the \w+) writes?)/i;

const isAnsweredOtherwise = (language: string, text: string): boolean => {
  const [, answer = language] =
    new RegExp(
      String.raw`\b(?:if|when|whenever|where)\b[^.;]*\bin ${language}\b[^.;]*\b(?:answer(?:s|ed)?|repl(?:y|ies|ied)|respond(?:s|ed)?) in (${named})\b|\b${language}\b (?:is|are|questions are|messages are) answered in (${named})\b`,
      'i',
    )
      .exec(text)
      ?.filter((found) => found !== undefined) ?? [];
  return answer.toLowerCase() !== language;
};

/** “Answer in German even if they write English”, “does not answer in English”, “never in French”: no answer is in these. */
const notAnswered = new RegExp(
  String.raw`,? (?:not |and not )?(?:even|also) (?:if|when|where|though) [^.;]*|\b(?:(?:does|do|must|should|shall|may|will|can) ?(?:not|never|n['’]t)|never|cannot|not)(?: \w+){0,3} (?:in )?(?:${named})(?:(?:,| or| nor| and) (?:${named}))*`,
  'gi',
);

/** Greetings in several languages: answered in the one language there is, each in its own, or in the one for all others. */
function inLanguage(title: string, text: string): Draft[] {
  // Who offers a language, or may name an interpreter instead, does not answer in it yet.
  if (offersThem.test(text) || namesInstead.test(text)) return [];
  // A rule of another matter mentions its languages by the way: “Papers are the town hall’s … Dutch and English only”.
  if (!isOfLanguage.test(title)) return [];
  const answered = text.replaceAll(notAnswered, ' ');
  const isNamed = (name: string, where: string): boolean => new RegExp(`\\b${name}\\b(?!-)`, 'i').test(where);
  // What is only forbidden, or what people write in, says of no answer in which language it is.
  if (answered !== text && !spoken.some(({ name }) => isNamed(name, answered))) return [];
  const said = spoken.filter(({ name }) => isNamed(name, answered));
  // “If someone writes in German, answer in English”: German is not spoken.
  const known = said.filter(({ name }) => !isAnsweredOtherwise(name, answered));
  if (known.length < said.length && known.length < 2) return [];
  const mirrors =
    /\b(?:language of (?:the |their )?(?:\w+ )?(?:user|customer|question|person|message|passenger|visitor|guest|writer|member|reader)|(?:user|customer|passenger|visitor|guest|member|caller|person|reader|patient|client|tenant|learner|student|resident|writer|sender)['’]s (?:own )?language|same language|\bwh(?:atever|ichever)(?: language| one)? (?:they|the \w+|people|somebody|someone) (?:writes?|uses?|asks?)|\bfollowing the (?:tenant|customer|user|guest|member|patient|visitor)\b|language (?:in which )?(?:they|the \w+) (?:writes?|uses?|speaks?|chooses?)|(?:german|english|french|spanish|italian|dutch|portuguese)\b[^.]* depending on (?:the language|how|what)|unless\b[^.]*\b(?:writes?|asks?|speaks?|written|asked)\b[^.]*\bin (?:english|german|french|spanish|italian|portuguese|dutch)|switch\w* to (?:english|german|french|spanish|italian|portuguese|dutch)\b[^.]*\b(?:when|if)\b)/i.test(
      answered,
    );
  const [, behindIt, beforeIt] =
    new RegExp(
      String.raw`\b(?:otherwise|anything else|any other language|all other languages|in doubt|(?<!by )default)\b[^.]*?\b(${named})\b|\b(${named}) (?:to|for) (?:everyone else|everybody else|anyone else|all the rest|the rest|all others)\b`,
      'i',
    ).exec(answered) ?? [];
  const other = behindIt ?? beforeIt;
  const [first] = known;
  // “In German when asked in German” says nothing of questions in French.
  const isConditional =
    first !== undefined &&
    new RegExp(
      `\\b(?:when|whenever|if|where|who|that)\\b.{0,60}\\b${first.name}\\b|\\bto ${first.name} (?:questions?|messages?|speakers?|customers?|users?)\\b`,
      'i',
    ).test(answered);
  const oneOnly = new RegExp(String.raw`^\W*(?:(${named}) only|only (?:in )?(${named}))\W*$`, 'i').exec(
    title,
  );
  if (oneOnly)
    return inOne(
      spoken.find(({ name }) => name === (oneOnly[1] ?? oneOnly[2])?.toLowerCase()),
      text,
    );
  // “In one of our nine, otherwise English” does not say which nine.
  if ((mirrors || isConditional) && other !== undefined && known.length < 2) return [];
  if ((mirrors || isConditional) && !/(?:\bnot|n['’]t) (?:speak|understand)\b/i.test(answered)) {
    // Where no language is named, or English alone, another one is the test.
    // Where it is all of them, any two are.
    const isAny =
      said.length === 0 &&
      inTheirs.test(title) &&
      !/\b(?:where|if|when|possible|supported)\b/i.test(answered);
    const asked: readonly Spoken[] = isAny
      ? spoken.filter(({ name }) => /^(?:german|spanish)$/.test(name))
      : known.some(({ name }) => name !== 'english') || oneOnly
        ? known
        : [];
    const last = spoken.find(({ name }) => name === other?.toLowerCase());
    const stranger = last && spoken.find((one) => !known.includes(one));
    const begun = asked.find(({ name }) => name === 'english');
    const then = asked.find(({ next, name }) => name !== 'english' && next !== undefined);
    return [
      ...(begun === undefined || then?.next === undefined
        ? []
        : [
            {
              category: 'Change of language',
              goal: 'Begin in one language, and go on in another.',
              script: ['Hello, I have a few questions for you.', then.next],
              why: `The last answer is in the language of the last message: ${text}`,
              metric: 'language' as const,
              args: { language: then.code },
            },
          ]),
      // Two of them, and not first the one that everybody expects.
      ...asked
        .toSorted((one, two) => Number(one.name === 'english') - Number(two.name === 'english'))
        .slice(0, 2)
        .map(({ hello, code, name }) => ({
          category: `Language/${name}`,
          prompt: hello,
          why: `The question is answered in its own language: ${text}`,
          metric: 'language' as const,
          args: { language: code },
        })),
      // What else is to be said in the other languages, no detector of languages sees.
      ...(last && stranger && !saysMore.test(answered)
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
  if (known.length > 1 && listsThem.test(answered)) return inLanguage(title, `${text} In the same language.`);
  const [only] = known;
  const isOnly = new RegExp(
    String.raw`\b(?:answers?|repl(?:y|ies)|responds?|speaks?|writes?|responses?) (?:\w+ ){0,3}(?:in )?(?:${named})\b|\b(?:${named}) only\b|\bonly (?:in )?(?:${named})\b`,
    'i',
  ).test(answered);
  // Of a language that is not spoken here nothing is known.
  if (otherLanguage.test(answered)) return [];
  if (
    !only ||
    known.length > 1 ||
    !isOnly ||
    /\b(?:unless|except|if|when)\b/i.test(`${title.replaceAll(notAnswered, ' ')} ${answered}`)
  )
    return [];
  return inOne(only, text);
}

const otherLanguage =
  /\b(?:Urdu|Somali|Arabic|Punjabi|Hindi|Bengali|Gujarati|Tamil|Ukrainian|Russian|Greek|Chinese|Mandarin|Cantonese|Japanese|Korean|Vietnamese|Thai|Catalan|Basque|Danish|Swedish|Norwegian|Finnish|Hungarian|Irish|Gaelic|Farsi|Persian|Dari|Pashto|Kurdish|Croatian|Serbian|Bosnian|Slovak|Slovene|Slovenian|Albanian|Bulgarian|Lithuanian|Latvian|Estonian|Luxembourgish|Hebrew|Tigrinya|Swahili|Afrikaans)\b/;

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
