import { wordsOf } from './words.ts';

/** Small words that are frequent in one language and rare in the others. */
const frequent: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'the and is of to you that for with are this can your what not have will it as on be or how an if from by about when which',
  ),
  de: words(
    'der die das und ist nicht ich sie ein eine mit für auf den dem zu kann wie auch wir bei oder werden sind ihre ihnen über nur leider',
  ),
  fr: words(
    'le la les de des est une et vous pour dans que qui je ne pas sur avec nous votre vos ce cette sont au aux plus par désolé',
  ),
  es: words(
    'el la los las de es una y que para con por no se su lo del al como más sobre puedo usted son está pero siento',
  ),
  it: words(
    'il lo gli di che è una per con non sono del della le si mi posso come più anche questo su nel alla mi dispiace',
  ),
  pt: words(
    'o os as uma de e que para com não do da em um são você posso mais como sobre seu sua por está ao desculpe',
  ),
  pl: words(
    'i w na z się nie to jest do że o jak po co czy tak za od są mam możemy proszę dla przez tylko może państwo jestem mogę',
  ),
  nl: words(
    'de het een en ik niet van voor met zijn dat je kan op te is u ook maar deze wordt over helaas naar bij',
  ),
};

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
];

/** In English; what has no name here is told by its code. */
export const languageName = (code: string): string => languageNames[code] ?? code;

export const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  pl: 'Polish',
  ja: 'Japanese',
  ko: 'Korean',
  zh: 'Chinese',
  ru: 'Russian',
  ar: 'Arabic',
  hi: 'Hindi',
  el: 'Greek',
  he: 'Hebrew',
};

/** What languages call themselves, beside their English names. */
const ownNames: Readonly<Record<string, string>> = {
  en: 'english',
  de: 'deutsch',
  fr: 'français',
  es: 'español',
  it: 'italiano',
  pt: 'português',
  nl: 'nederlands',
  pl: 'polski',
};

const only =
  'only|exclusively|nur|ausschließlich|uniquement|seulement|solo|sólo|únicamente|solamente|soltanto|apenas|somente|alleen';
const please = 'please|bitte|merci de|veuillez|por favor|per favore|alstublieft';
const demands = Object.entries(ownNames).map(([code, own]): readonly [string, RegExp] => {
  const name = `(?<!\\p{L})(?:${own}|${languageNames[code]?.toLowerCase()})(?!\\p{L})`;
  return [
    code,
    new RegExp(
      `(?<!\\p{L})(?:${only})(?!\\p{L})[^.!?]{0,40}${name}|${name}[^.!?]{0,12}(?<!\\p{L})only(?!\\p{L})|(?<!\\p{L})(?:${please})(?!\\p{L})[^.!?]{0,60}\\b(?:in|auf|en|em) ${name}`,
      'u',
    ),
  ];
});

/** The language a target asks to be spoken to in: "Ich verstehe nur Deutsch", "Please write in Spanish". */
export function languageDemanded(text: string): string | undefined {
  // Whoever says no more than this has not answered; in a long text it is a remark among others.
  if (text.length > 400) return undefined;
  const plain = text.toLowerCase();
  // Whoever names two demands neither.
  if (
    Object.entries(ownNames).filter(([code, own]) =>
      new RegExp(`(?<!\\p{L})(?:${own}|${languageNames[code]?.toLowerCase()})(?!\\p{L})`, 'u').test(plain),
    ).length > 1 &&
    !/\bnot\b|nicht|n't/.test(plain)
  )
    return undefined;
  return demands.find(([, pattern]) => pattern.test(plain))?.[0];
}

/** The code of a language that is named by its code or in English. */
export const languageCode = (name: string | undefined): string | undefined =>
  Object.entries(languageNames).find(
    ([code, english]) => code === name?.toLowerCase() || english.toLowerCase() === name?.toLowerCase(),
  )?.[0];

/** The language most of a text is written in; undefined when it is too short to tell. */
export function languageOf(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const [script, language] of scripts)
    if ((text.match(script)?.length ?? 0) > letters * 0.3) return language;
  const all = wordsOf(text);
  let best: string | undefined;
  let most = 1;
  for (const [language, small] of Object.entries(frequent)) {
    const spoken = all.filter((word) => small.has(word));
    // One word that comes again tells nothing: "20 cents per day, 10 dollars per item" is no Italian.
    if (spoken.length > most && new Set(spoken).size > 1) [best, most] = [language, spoken.length];
  }
  return best !== undefined && most / all.length >= 0.12 ? best : undefined;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
