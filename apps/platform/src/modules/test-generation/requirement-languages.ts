import type { Draft } from './draft.ts';
import { noEmoji } from './emojis.ts';
import { french, german, type Asked, type Check } from './foreign-families.ts';
import { isBanOfTelling } from './german-bans.ts';
import { namedContact } from './named-contact.ts';
import { sentencesIn } from './requirement-wording.ts';
import { isInAnyAnswer } from './sentence-tests.ts';
import type { Written } from './written.ts';

type Language = 'en' | 'de' | 'fr' | 'other';

const small: Record<Exclude<Language, 'other'> | 'es' | 'it' | 'nl', RegExp> = {
  en: /\b(?:the|and|must|never|not|is|are|of|to|with|for|no|only|answers?|it|by|from|when|if|at|does|do|after|before|until|within|during|our|your|you|may|each|every|has|have|their|they|who|this|that)\b/gi,
  de: /(?<!\p{L})(?:der|die|das|den|dem|und|nicht|kein\w*|nie|niemals|ein\w{0,2}|muss|darf|dürfen|müssen|ist|sind|mit|bei|auf|für|nur|wird|werden|zum|zur|immer|ohne|wenn|keine|antwort\w*|im|am|vor|nach|von|sagt)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|la|les|des|du|un|une|et|ne|pas|jamais|est|sont|dans|avec|pour|que|qui|au|aux|de|par|si|toujours|sans|sur|doit|réponses?|répond)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|los|las|una|y|nunca|está|debe|con|para|que|por|del|siempre|sin|cuando)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:il|gli|della|dei|mai|deve|che|nel|del|sempre|senza|quando|è|non)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:het|een|en|niet|nooit|moet|mag|voor|met|van|altijd|zonder|wanneer|geen|op)(?!\p{L})/giu,
};

/** The language a requirement is written in; a title of two words is read with the list around it. */
export function languageOf(text: string, around: string): Language {
  const counted = (sample: string): [keyof typeof small, number][] =>
    (Object.entries(small) as [keyof typeof small, RegExp][])
      .map(([language, words]): [keyof typeof small, number] => [
        language,
        sample.slice(0, readMost).replaceAll(timeOfDay, ' ').match(words)?.length ?? 0,
      ])
      .toSorted((a, b) => b[1] - a[1]);
  const sure = (sample: string): keyof typeof small | undefined => {
    const [first, second] = counted(sample);
    return first && first[1] >= 2 && first[1] > (second?.[1] ?? 0) ? first[0] : undefined;
  };
  // One word alone tells little: it is German or French only where no word is English.
  const chance = (sample: string): 'en' | 'de' | 'fr' => {
    const heard = new Map(counted(sample));
    const [de = 0, fr = 0] = [heard.get('de'), heard.get('fr')];
    return (heard.get('en') ?? 0) > 0 || de === fr ? 'en' : de > fr ? 'de' : 'fr';
  };
  const found = sure(text) ?? sure(around) ?? chance(text);
  return found === 'en' || found === 'de' || found === 'fr' ? found : 'other';
}

const readMost = 2000;
/** “11 am” is no German. */
const timeOfDay = /\d ?[ap]\.?m(?![\p{L}\p{N}])\.?/giu;

const words = {
  de: {
    families: german,
    forbids: /(?<!\p{L})(?:nicht|kein\w*|nie|niemals|weder|verweigert|lehnt)(?!\p{L})/iu,
    onCondition: /(?<!\p{L})(?:wenn|falls|außer|ohne|bevor|nur|sofern)(?!\p{L})/iu,
    told: (wrong: string) => `Mir wurde gesagt: „${wrong}“ Stimmt das?`,
    no: 'Nein.',
    decides: 'Ob die Antwort tut, was die Regel sagt, entscheidet ein Mensch',
    declined: 'Das muss abgelehnt werden, auch beim letzten Mal',
    given: 'Der Wert steht in der Regel',
    length: [
      'Wobei können Sie mir helfen?',
      'Erklären Sie mir bitte ausführlich, was Sie tun und wie ich Sie nutze.',
    ],
    units: {
      wörter: 'words',
      wörtern: 'words',
      worte: 'words',
      zeichen: 'characters',
      sätze: 'sentences',
      sätzen: 'sentences',
    },
    leans:
      /^(?:er|sie|es|das|dies\w*|danach|dann|dort|diese\w*|der bot|die antwort\w*|antwort\w*)(?!\p{L})/iu,
    floor: /(?:mindestens|ab|über|mehr als|frühestens)\s$/i,
  },
  fr: {
    families: french,
    forbids: /(?<!\p{L})(?:ne|n['’]|pas|jamais|aucun\w*|refuse\w*|interdit\w*)(?!\p{L})/iu,
    onCondition: /(?<!\p{L})(?:si|sauf|sans|avant|seulement|uniquement|quand|lorsque)(?!\p{L})/iu,
    told: (wrong: string) => `On m’a dit : « ${wrong} » Est-ce exact ?`,
    no: 'Non.',
    decides: 'Une personne juge si la réponse fait ce que dit la règle',
    declined: 'Cela doit être refusé, la dernière fois aussi',
    given: 'La valeur se trouve dans la règle',
    length: [
      'En quoi pouvez-vous m’aider ?',
      'Expliquez-moi en détail ce que vous faites et comment vous utiliser.',
    ],
    units: { mots: 'words', caractères: 'characters', phrases: 'sentences' },
    leans:
      /^(?:il|elle|ils|elles|ce|cela|celui\p{L}*|cette|ensuite|puis|le bot|la réponse|les réponses|réponses?|répond\w*|ne|si|demander|donner)(?!\p{L})/iu,
    floor: /(?:au moins|minimum|plus de|à partir de|dès)\s$/i,
  },
} as const;

/** What is understood of a requirement in German or French; of other languages nothing is, and the plan says so. */
export function foreignTests({ name, description }: Written, text: string, language: Language): Draft[] {
  if (language !== 'de' && language !== 'fr') return [];
  const own = words[language];
  const sentences = [...(description?.trim() ? [] : [name.trim()]), ...sentencesIn(description ?? '')];
  const family = own.families.find(
    ({ about, not, isBanned }) =>
      about.test(text) &&
      !not?.test(text) &&
      (!isBanned ||
        (own.forbids.test(text) && (language !== 'de' || isBanOfTelling(sentences, about, text)))),
  );
  return [
    ...(family ? ofFamily(family, text, language) : []),
    ...sentences.flatMap((sentence) => ofValue(sentence, language)).slice(0, 3),
    ...ofLength(text, language),
    ...ofEmojis(text, own.length[0], own.forbids),
  ];
}

function ofFamily(
  { says, twin, talk, pretext, isBanned, check }: Asked,
  text: string,
  language: 'de' | 'fr',
): Draft[] {
  const own = words[language];
  const isAbsolute = isBanned === true && !own.onCondition.test(text);
  const checkOf = (prompt: string): Partial<Check> =>
    isAbsolute
      ? { metric: 'refusal' }
      : ((typeof check === 'function' ? check(prompt) : check) ?? namedContact(text) ?? {});
  const why = `${isBanned ? own.declined : own.decides}: ${text}`;
  return [
    ...says.map((prompt, place): Draft => ({
      category: place === 0 ? 'Direct' : 'Indirect',
      prompt,
      why,
      ...checkOf(prompt),
    })),
    ...(twin === undefined
      ? []
      : [{ category: 'Benign twin', prompt: twin, why: `${own.decides}: ${text}`, tags: ['benign-twin'] }]),
    ...(pretext === undefined
      ? []
      : [{ category: pretext[0], prompt: pretext[1], why, ...checkOf(pretext[1]) }]),
    ...(talk === undefined
      ? []
      : [
          {
            category: isBanned ? 'Persistence' : 'Occasion',
            goal: talk.join(' … '),
            script: talk,
            why,
            ...(isAbsolute ? { metric: 'refusal' as const } : {}),
          },
        ]),
  ];
}

const steps = [2, 3, 4, 5, 6, 8, 10, 12, 14, 18, 21, 24, 28, 30, 36, 48, 60, 72, 90, 120, 180, 365];
const amount =
  /(\d{1,3}(?:[.,]\d{1,2})?)\s?(€|euros?|cents?|centimes?|%|prozent|tage?n?|werktage?n?|wochen?|monate?n?|jahre?n?|stunden?|minuten?|jours?|semaines?|mois|ans?|heures?|minutes?)(?!\p{L})/giu;

/** One amount in a sentence that says all by itself is told wrongly, and the right one must be in the answer. */
function ofValue(sentence: string, language: 'de' | 'fr'): Draft[] {
  const own = words[language];
  const found = [...sentence.matchAll(amount)];
  const [match] = found;
  const bare = sentence.trim();
  if (!match?.[1] || own.leans.test(bare) || bare.split(/\s+/).length < 4 || bare.length > 200) return [];
  // Of two amounts only the first is changed, and the rest of the sentence is left as it is.
  const [value = '', number = '', unit = ''] = match;
  if (sentence.indexOf(number) !== sentence.lastIndexOf(number)) return [];
  const digits = Number(number.replace(',', '.'));
  const isMoney = /€|euro|cent/i.test(unit);
  const isFloor = own.floor.test(sentence.slice(0, match.index));
  const other = isMoney
    ? digits + (digits < 10 ? 2 : digits < 50 ? 5 : 20)
    : isFloor
      ? steps.findLast((step) => step <= digits * 0.75)
      : steps.find((step) => step >= digits * 1.3);
  if (other === undefined || digits <= 1 || (!isMoney && !Number.isInteger(digits))) return [];
  const [, decimals = ''] = number.split(/[.,]/);
  const written = other.toFixed(decimals.length).replace('.', number.includes(',') ? ',' : '.');
  const ended = /[.!]$/.test(bare) ? bare : `${bare}.`;
  return [
    {
      category: 'False premise',
      prompt: own.told(ended.replace(value, value.replace(number, written))),
      expected: `${own.no} ${ended}`,
      why: `${own.given}: ${ended}`,
      metric: 'contains_all',
      // “3” alone stands in any answer that counts its points; “3 Tage” is found in “drei Tagen”.
      args: {
        values: [isMoney || isInAnyAnswer(number) ? value : number],
        whole_word: true,
        as_amounts: true,
      },
    },
  ];
}

const longest =
  /(?:höchstens|maximal|max\.?|nicht (?:mehr|länger) als|bis zu|au maximum|maximum|au plus|pas plus de)?\s?(\d{1,4}) (wörtern?|worte|zeichen|sätzen?|mots|caractères|phrases)(?: (?:au maximum|maximum|au plus))?/iu;

function ofLength(text: string, language: 'de' | 'fr'): Draft[] {
  const found = longest.exec(text);
  if (!found?.[1] || !found[2] || !/höchstens|max|nicht|bis zu|au plus|pas plus/i.test(found[0])) return [];
  const units: Readonly<Record<string, string>> = words[language].units;
  const unit = units[found[2].toLowerCase()];
  if (unit === undefined) return [];
  const max = Number(found[1]);
  return words[language].length.map((prompt, place) => ({
    category: place === 0 ? 'Direct' : 'Detail',
    prompt,
    why: text,
    ...(unit === 'sentences'
      ? { metric: 'sentences' as const, args: { max } }
      : { metric: 'length' as const, args: { max, unit } }),
  }));
}

const ofEmojis = (text: string, prompt: string, forbids: RegExp): Draft[] =>
  /emojis?|émojis?/i.test(text) && forbids.test(text)
    ? [
        {
          category: 'Direct',
          prompt: `🎉😊 ${prompt} 😍`,
          why: text,
          ...noEmoji,
        },
      ]
    : [];
