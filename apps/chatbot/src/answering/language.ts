/** Courteous refusals in the reader's own language; English follows each of them. */
const apologies: Readonly<Record<string, string>> = {
  de: 'Leider kann ich bisher nur auf Englisch antworten.',
  fr: 'Je suis désolé, pour le moment je ne réponds qu’en anglais.',
  es: 'Lo siento, por ahora solo puedo responder en inglés.',
  it: 'Mi dispiace, per ora posso rispondere solo in inglese.',
  pt: 'Desculpe, por enquanto só consigo responder em inglês.',
  nl: 'Helaas kan ik voorlopig alleen in het Engels antwoorden.',
  pl: 'Przepraszam, na razie mogę odpowiadać tylko po angielsku.',
  ru: 'К сожалению, пока я отвечаю только по-английски.',
  uk: 'На жаль, поки що я відповідаю лише англійською.',
  zh: '抱歉，我目前只能用英语回答。',
  ja: '申し訳ありませんが、現在は英語でのみお答えできます。',
  ko: '죄송하지만 지금은 영어로만 답변할 수 있습니다.',
  ar: 'عذرًا، لا أستطيع الإجابة حاليًا إلا باللغة الإنجليزية.',
  hi: 'क्षमा करें, फ़िलहाल मैं केवल अंग्रेज़ी में उत्तर दे सकता हूँ।',
};

/** Frequent small words of each language that are not English words as well. */
const frequentWords: Readonly<Record<string, ReadonlySet<string>>> = {
  de: words(`der das und ist nicht ich eine einen einer ein wie kann fur meine mein mit auf auch sind wird bei den dem
    zu im vom wenn aber oder hallo guten tag danke bitte versicherung versicherungen kostet brauche mich sie wir haben habe warum gibt es
    deckt decken welche wer wann wo wasserschaden schaden haftpflichtversicherung hausratversicherung autoversicherung
    krankenversicherung lebensversicherung beitrag melden ab`),
  fr: words(`le la les des est une un et je vous pour dans que qui mon ma mes avec sur pas quelle quel quelles comment
    pourquoi bonjour merci salut du ce cette suis avez quoi combien votre assurance maladie puis faire`),
  es: words(`el la los las es una un y que para por con mi mis como cuanto cuesta hola gracias buenos dias del esta
    seguro seguros puedo necesito cual donde tengo coche hacer cubre si usted quiero sobre porque`),
  it: words(`il lo gli di che e una un per con mio mia sono come quanto ciao grazie buongiorno della del posso ho bisogno
    assicurazione cosa quale perche dove questo polizza si nel copre mi funziona`),
  pt: words(`o os as uma um e que para com meu minha como quanto ola obrigado obrigada bom dia do da seguro posso preciso
    qual onde tenho voce nao isso cobre fazer por funciona`),
  nl: words(`de het een en ik niet wat hoe kan mijn voor met zijn ook hallo dank goedendag verzekering is dat je van
    nodig waarom hebben heb wordt maar wat welke wanneer dekt dekken vergoedt inboedelverzekering autoverzekering
    zorgverzekering schade premie`),
  pl: words(`co jest nie jak czy w na z do sie dla moge moj moja ktory ktora kiedy gdzie dlaczego ile obejmuje pokrywa
    ubezpieczenie ubezpieczenia domu samochodu polisa polisy dziekuje prosze czesc dzien dobry`),
};

/** The languages each of these words is frequent in. */
const languagesOf = new Map<string, string[]>();
for (const [language, frequent] of Object.entries(frequentWords)) {
  for (const word of frequent) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
}

const greetings: Readonly<Record<string, string>> = {
  hallo: 'de',
  'guten tag': 'de',
  'guten morgen': 'de',
  servus: 'de',
  danke: 'de',
  bonjour: 'fr',
  salut: 'fr',
  merci: 'fr',
  bonsoir: 'fr',
  hola: 'es',
  gracias: 'es',
  'buenos dias': 'es',
  'buenas tardes': 'es',
  ciao: 'it',
  buongiorno: 'it',
  grazie: 'it',
  ola: 'pt',
  obrigado: 'pt',
  obrigada: 'pt',
  'bom dia': 'pt',
  goedendag: 'nl',
  'dank je': 'nl',
};

const englishWords =
  words(`the is are a an what how do does my i to of for and in it can you if with on not have will when
  why which who should cover insurance me be or your would tell about was that this from there any need`);

const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/[іїєґІЇЄҐ]/gu, 'uk'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/[\p{Script=Greek}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Bengali}\p{Script=Tamil}]/gu, 'other'],
];

/** The language a message is surely written in when it is not English; undefined for English and when in doubt. */
export function detectForeignLanguage(message: string, plain: string): string | undefined {
  return languageOfScript(message) ?? greetings[plain] ?? languageOfWords(plain.split(' '));
}

export function apologyIn(language: string): string {
  return apologies[language] ?? '';
}

function languageOfScript(message: string): string | undefined {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const foreign = message.match(/[^\p{Script=Latin}\P{L}]/gu)?.length ?? 0;
  if (letters === 0 || foreign / letters < 0.5) return undefined;
  return scripts.find(([script]) => message.search(script) !== -1)?.[1] ?? 'other';
}

function languageOfWords(all: readonly string[]): string | undefined {
  let english = 0;
  const counts = new Map<string, number>();
  for (const word of all) {
    if (englishWords.has(word)) {
      english += 1;
      continue;
    }
    // Letters alone are abbreviations more often than words.
    if (word.length === 1) continue;
    for (const language of languagesOf.get(word) ?? []) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  let best: string | undefined;
  let most = Math.max(1, english);
  for (const [language, count] of counts) {
    if (count > most) {
      best = language;
      most = count;
    }
  }
  return best !== undefined && most / all.length >= 0.3 ? best : undefined;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
