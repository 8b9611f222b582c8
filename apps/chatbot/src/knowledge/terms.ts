import { createSpelling } from './spelling.ts';
import { stem } from './stemmer.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A question as search terms: stems, with synonyms unified, phrases recognised and stop words dropped. */
export type Terms = Readonly<{
  words: readonly string[];
  terms: readonly string[];
  /** Whether a word was taken for a misspelling of another. */
  corrected: boolean;
}>;

export type TermReader = Readonly<{
  /** For passages: no spelling correction. */
  read(text: string): string[];
  /** For questions: words nobody wrote in the knowledge are taken for misspellings of the nearest that somebody did. */
  readQuestion(text: string): Terms;
  /** Declares words of the knowledge, which misspellings are corrected to. */
  learn(text: string): void;
  stemOf(word: string): string;
}>;

/** Words of which `isWord` is true are taken for no misspellings. */
export function createTermReader(
  vocabulary: Vocabulary,
  isWord: (word: string) => boolean = () => false,
): TermReader {
  const canonical = new Map<string, string>();
  const canonicalOfStem = new Map<string, string>();
  for (const [word, variants] of Object.entries(vocabulary.synonyms)) {
    for (const variant of [word, ...variants]) {
      if (!canonical.has(variant)) canonical.set(variant, word);
      // "Scratching" means what "scratched" means; the first to claim a stem keeps it.
      if (!canonicalOfStem.has(stem(variant))) canonicalOfStem.set(stem(variant), word);
    }
  }
  const spelling = createSpelling();
  const knownWords = new Set<string>();
  const knownStems = new Set<string>();
  const stems = new Map<string, string>();
  const readings = new Map<string, readonly string[]>();

  const stemOf = (word: string): string => {
    let result = stems.get(word);
    if (result === undefined) {
      const plainStem = stem(word);
      const meant = canonical.get(word) ?? canonical.get(singular(word)) ?? canonicalOfStem.get(plainStem);
      result = meant === undefined ? plainStem : stem(meant);
      // Questions bring words without end; those of the knowledge come first and are few.
      if (stems.size < wordsRememberedMax) stems.set(word, result);
    }
    return result;
  };
  const phrases = phraseTable(vocabulary.phrases, stemOf);
  const learnWord = (word: string): void => {
    knownWords.add(word);
    if (word.length > 3) spelling.learn(word);
    knownStems.add(stemOf(word));
  };
  const isKnown = (word: string): boolean =>
    stopWords.has(word) ||
    knownWords.has(word) ||
    canonical.has(word) ||
    phrases.has(singular(word)) ||
    knownStems.has(stemOf(word));
  const toTerms = (words: readonly string[]): string[] => [
    ...phrasesIn(words, phrases),
    ...words.filter((word) => !stopWords.has(word)).map(stemOf),
  ];

  for (const word of canonical.keys()) learnWord(word);
  for (const variants of Object.values(vocabulary.phrases)) {
    for (const word of variants.flatMap(splitWords)) learnWord(word);
  }
  const protectedWords = new Set([...vocabulary.plain.flatMap(splitWords), ...plainWords]);

  /** What a word nobody wrote in the knowledge stands for: two words run together, a misspelling, or only itself. */
  const readUnknown = (word: string): readonly string[] => {
    const remembered = readings.get(word);
    if (remembered !== undefined) return remembered;
    const corrected = spelling.correct(word);
    const reading = corrected === undefined ? (takenApart(word) ?? [word]) : [corrected];
    if (readings.size < wordsRememberedMax) readings.set(word, reading);
    return reading;
  };

  /** "Housefire" is a house and a fire. */
  const takenApart = (word: string): readonly string[] | undefined => {
    if (word.length < 7 || word.length > 24) return undefined;
    for (let at = 3; at <= word.length - 4; at++) {
      const parts = [word.slice(0, at), word.slice(at)];
      if (parts.every((part) => knownWords.has(part) && !stopWords.has(part))) return parts;
    }
    return undefined;
  };

  return {
    stemOf,
    read: (text) => toTerms(splitWords(text)),
    readQuestion(text) {
      const said = splitWords(text);
      const words = said.flatMap((word) =>
        isKnown(word) || protectedWords.has(word) || isWord(word) ? [word] : readUnknown(word),
      );
      return { words, terms: toTerms(words), corrected: words.some((word, at) => word !== said[at]) };
    },
    learn(text) {
      for (const word of splitWords(text)) learnWord(word);
    },
  };
}

const wordsRememberedMax = 20_000;

function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/['’](?=s\b)/g, ' ')
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => word !== 's');
}

type PhraseTable = ReadonlyMap<string, ReadonlyArray<Readonly<{ words: readonly string[]; term: string }>>>;

function phraseTable(phrases: Vocabulary['phrases'], stemOf: (word: string) => string): PhraseTable {
  const table = new Map<string, Array<{ words: string[]; term: string }>>();
  for (const [name, variants] of Object.entries(phrases)) {
    const term = stemOf(name);
    for (const variant of variants) {
      const words = splitWords(variant).map(singular);
      const first = words[0] ?? '';
      table.set(first, [...(table.get(first) ?? []), { words, term }]);
    }
  }
  return table;
}

function phrasesIn(words: readonly string[], table: PhraseTable): string[] {
  const found = new Set<string>();
  const plain = words.map(singular);
  for (const [at, word] of plain.entries()) {
    for (const phrase of table.get(word) ?? []) {
      if (phrase.words.every((part, offset) => plain[at + offset] === part)) found.add(phrase.term);
    }
  }
  return [...found];
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Words that say how something is asked, not what about. */
export const stopWords: ReadonlySet<string> = new Set(
  `a an the this that these those it its they them their there here i im ive id ill me my mine myself we us our ours you
  your yours he she his her him who whom whose what whats which when where why how hows is isnt are arent was wasnt were am be been being
  do does doesnt did didnt done dont have has hasnt had havent having can cant cannot could couldnt should shouldnt would
  wouldnt will wont shall may might must let lets and or but nor if then else than so as at by for from in into of off on
  onto out over to too under up upon with without about above after again against all also any anyone anything because
  before below between both during each either ever every few further get gets getting got give gives go goes going gonna
  got just know known like likely make makes making many more most much my need needs no not now one only other others
  own please pls really same say says see some somebody someone something still such take takes taken tell thing things
   think thinking through today try trying until use used using very via want wants was way well while within yes yet hi hello hey
  explain describe define meaning mean means definition understand understanding wonder wondering question ask asking
  kind kinds sort sorts exactly actually basically simply generally usually typically usual normal normally
  ok okay thanks thank possible able happen happens happened happening difference different differ compare compared
  comparison versus vs help helpful info information detail details example examples lot lots quick quickly first
  anyway etc instead whether even enough supposed thats theres whos u r ur im gotta wanna keep keeps find finds
  work works working look looking talk talking learn hear heard idea person people guy folks someone good best better bad important sense ways
  already although almost around away back bad big day days week weeks month months year years old new last next still small little
  huge own left right front yesterday tonight morning evening later early soon often sometimes never always anymore since
  guy brand fortune terrible far away seen haven hasn turned took take wants wanted mine theirs
  totally completely entirely absolutely keeps asking asked somehow maybe perhaps
  become becomes come comes came seem seems call called put puts`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Everyday words one letter away from a word of insurance, which are no misspellings of it. */
const plainWords: readonly string[] =
  `live lives lived police bake cake cook look book wife fine line mine time wine game name fame dame claims climb climate
  class glass plane planet plant clam horse mouse hose nose rose cat bat hat mat rat war bar far jar card cart care core
  cure pure sure cover lover hover clover rest test best vest nest west pest riding writing reading moving loving
  healthy wealthy death wealth bread dread tread heat seat meat beat neat trail train brain drain grain plain rain gain pain
  travels gravel marvel weather feather leather whether rental dental mental metal petal premier prime primer polite politics political
  paris parish perish polish publish auto author actor factor doctor tractor music magic basic public
  house horse course nurse purse curse worse verse hero zero nero euro riot pilot plot slot spot shot short sport port
  president resident prescription description computer commuter history victory factory country county`
    .split(/\s+/)
    .filter((word) => word !== '');
