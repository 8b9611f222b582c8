/** Words that carry no subject: grammar, politeness, and the small talk of assistants. */
const stopWords = new Set(
  `a about above across actually after again against all almost along already also although always am among an and another
  any anybody anyone anything are around as ask asked asking asks at away back be became because been before began begin
  being below best better between both but by called came can can't cannot come comes could couldn't deal deals did didn't
  different do does doesn't doing don't done down during each either else enough especially etc even ever every everyone
  everything exactly example examples explain explains far feel few find first for free from full further gave general
  generally get gets getting give given gives glad go goes going good great had happy has hasn't have haven't having he
  hello help helpful helping helps her here hers hi him his hope how however i i'd i'll i'm i've if in including instance
  instead into is isn't it it's its itself just keep kind kinds know known large last later least less let let's like list
  little long look lot made main mainly make makes making many matter may maybe me mean means might mine more most much must
  my myself near need needs never new next no nobody none nor not nothing now of off often ok okay on once one ones only onto
  or other others otherwise our ours out over own part particular people person perhaps please point possible put quite
  rather really related right said same say says see seem several shall she should show since small so some somebody someone
  something sometimes soon sorry start still such sure take takes tell than thank thanks that that's the their theirs them
  then there there's these they thing things think this those though through time to today together told too topic topics
  toward try turn two under understand until up upon us use used useful user users uses using usually various very want wants
  was wasn't way ways we well went were weren't what what's whatever when where whether which while who whole whom whose why
  will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours yourself question questions
  answer answers answered information assistant assistants chatbot chatbots bot bots chat conversation message messages
  subject subjects area areas outside scope able unable offer offers provide provides plain language simple simply terms word
  words detail details`.split(/\s+/),
);

/** The same of German, French and Spanish, as far as the words are not subjects in English. */
const foreignStopWords = new Set(
  `aber alle alles als also am an andere anderen auch auf aus bei beim bin bis bitte da dabei damit dann das dass dazu dein dem den denn der des dich
  dir doch du durch ein eine einem einen einer eines er es etwas euch für gegen gern gibt guten habe haben hallo hat hier ich ihm ihn ihnen ihr ihre
  ihrem ihren ihrer im ist jede jeden jeder kann kein keine keinen können könnt mehr mein meine meinem meinen mich mir möchte möchten muss müssen nach
  nicht noch nur ob oder ohne schon sehr sein seine sich sie sind sollte sollten über um und uns unser unsere unter viel vom von vor war was weil welche
  welchen wenn wer werden wie wir wird wo wobei worum zu zum zur zwischen sagen sprechen fragen frage stellen stehen steht beantworte beantworten helfen
  hilfe themen thema folgenden verstehe entschuldigung danke dazu darüber leider tag assistent assistentin digitale digitaler
  ainsi alors au aucun aussi autre autres aux avec avez avoir bonjour ce cela ces cet cette chez comme comment dans de des désolé dont du elle en est et
  être faire font il ils je la le les leur leurs lui mais me mes moi mon ne nos notre nous ou où par pas peut peux plus pour pourquoi pouvez puis que quel
  quelle quelles quels qui sa sans se ses si son sont sous sur ta te tes toi tous tout toute toutes très tu un une vos votre vous réponds répondre questions
  aider aide sujets sujet merci virtuel
  al algo algunos ante antes así aunque cada casi con contra cual cuando cuál cómo del desde donde dos el ella ellos entre era es esa ese eso esta estas
  este esto estos estoy está están fue ha hay hola la las le les lo los más me mi mis mucho muy nada ni no nos nosotros o otra otras otro otros para pero
  poco por porque puede puedo pueden que quien qué se ser si sin sobre solo son soy su sus también tan te tengo tiene tienen todo todos tu tus un una uno
  unos usted y ya yo ayudar ayudarle ayudarte preguntas pregunta respondo responder temas tema gracias asistente`.split(
    /\s+/,
  ),
);
// These are English subjects at the same time.
for (const word of ['son', 'plus', 'tag', 'hat', 'war', 'pour']) foreignStopWords.delete(word);

export const isStopWord = (word: string): boolean =>
  stopWords.has(word) || foreignStopWords.has(word) || word.length < 2;

/** Lower-case words with their apostrophes; numbers are words too. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}\p{M}\p{N}'-]*|\p{N}+(?:[.,]\p{N}+)*/gu) ?? []
  );
}

/** The words that say what a text is about, in one form for singular and plural. */
export const contentWords = (text: string): readonly string[] => {
  const known = read.get(text);
  if (known) return known;
  const words = wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(singular);
  // Every answer is compared with every other, so each is read once; those that are not asked for any more make room.
  if (text.length > keptCharacters) return words;
  if (read.size >= readMax) read.clear();
  read.set(text, words);
  return words;
};
const read = new Map<string, readonly string[]>();
const readMax = 4_000;
/** An answer is read up to 8,000 characters; what is longer was put together and is not asked for again. */
const keptCharacters = 10_000;

/** Each text is read once, as every question looks at all answers; those that are not asked for any more make room. */
export function readOnce<Read>(read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size >= textsMax) known.clear();
    known.set(text, value);
    return value;
  };
}
const textsMax = 1_000;

/** Good enough to make "claims" and "claim" one; never used for anything that is shown. */
export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ches|shes|xes|zes|sses)$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** Of a word in the singular: "drive" and "driving" are one matter. */
export const stem = (word: string): string =>
  word.length > 5 ? word.replace(/(?:ing|ed|e)$/, '') : word.length > 4 ? word.replace(/e$/, '') : word;

export function sentencesOf(text: string): string[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/(?<=[.!?。！？])\s+(?=[\p{Lu}\p{N}"'“(¿¡*-]|\p{Lo})|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);
}

const sets = new Map<string, ReadonlySet<string>>();
function contentSet(text: string): ReadonlySet<string> {
  const known = sets.get(text);
  if (known) return known;
  const words = new Set(contentWords(text));
  if (sets.size >= readMax) sets.clear();
  sets.set(text, words);
  return words;
}

/** How much two texts speak of the same things, from 0 to 1. */
export function similarity(left: string, right: string): number {
  const likeness = likenessOf(contentSet(left), contentSet(right));
  return likeness ?? (left.trim() === right.trim() ? 1 : 0);
}

/** The same of what they speak of; undefined where one of them speaks of nothing. */
export function likenessOf(first: ReadonlySet<string>, second: ReadonlySet<string>): number | undefined {
  if (first.size === 0 || second.size === 0) return undefined;
  let common = 0;
  for (const word of first) if (second.has(word)) common += 1;
  return common / (first.size + second.size - common);
}

/** How much of what the first text speaks of is found in the second. */
export function coverage(wanted: string, text: string): number {
  const needed = new Set(contentWords(wanted));
  if (needed.size === 0) return 0;
  const present = new Set(contentWords(text));
  return [...needed].filter((word) => present.has(word)).length / needed.size;
}

/**
 * Thousands of line breaks, marks or digits in a row say no more than a few of them, and patterns that begin at each of them
 * would read the rest of the run every time.
 */
export const withoutLongRuns = (text: string): string =>
  text
    .replaceAll(/\s{40,}/g, (run) => (run.includes('\n') ? '\n\n' : ' '))
    .replaceAll(/[\p{P}\p{S}]{100,}/gu, (run) => run.slice(0, 100))
    .replaceAll(/[\w.+-]{400,}/g, (run) => run.slice(0, 400));
