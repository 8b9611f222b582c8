import { createIndex } from './passage-index.ts';
import type { WeightedTerm } from './passage-index.ts';
import type { Collection, Passage } from './passages.ts';
import { createTermReader } from './terms.ts';
import type { Terms } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A question read for searching. */
export type Query = Terms &
  Readonly<{
    carried: ReadonlySet<string>;
    /** Collections the question names, such as renters. */
    collections: readonly string[];
    /** Asked in the manner of "what is …". */
    asksForMeaning: boolean;
    /** Share of its words that no passage has: 0 to 1. */
    unknown: number;
    /** Whether all that it says beside what is carried is unknown, as in "and pizza?". */
    strange: boolean;
  }>;

export type Hit = Readonly<{
  passage: Passage;
  score: number;
  /** Share of what the question says, weighted by rarity, that the passage says too: 0 to 1. */
  coverage: number;
  /** How much the question is like the passage's title or another wording of it: 0 to 1. */
  alike: number;
}>;

export type Retrieval = Readonly<{
  passages: ReadonlyMap<string, Passage>;
  /** `carried` is what the conversation adds to the question; it counts less than the question's own words. */
  readQuery(text: string, carried?: string): Query;
  /** The best passages first. `preferred` are collections the conversation is about, when the question names none. */
  search(query: Query, preferred?: readonly string[]): readonly Hit[];
  /** Terms that only name collections, such as "renters" and "apartment". */
  isCollectionTerm(term: string): boolean;
  /** What the passage's collection is about, such as "renters insurance". */
  subjectOf(passage: Passage): string;
}>;

const hitsMax = 12;

const faintWeight = 0.5;

/** Words taken over from earlier in the conversation. */
const carriedWeight = 0.2;

/** The same, when the question's own words say hardly anything, as in "is that covered?". */
const carriedWeightAlone = 0.7;

/** Words no passage has are mostly colour ("my brand-new red bicycle"); a few of them must not sink a clear question. */
const unknownWeight = 0.25;

/** How much a passage gains whose title, or another wording of it, is the question itself. Tuned. */
const headingWeight = 4;

const meaning =
  /^(?:so |and |ok |please )?(?:what(?:s| is| are| does| do)|define|definition of|meaning of|explain|can you explain|tell me about|describe)\b/;

export function createRetrieval(
  collections: readonly Collection[],
  vocabulary: Vocabulary,
  isWord?: (word: string) => boolean,
): Retrieval {
  const reader = createTermReader(vocabulary, isWord);
  const passages = collections.flatMap((collection) => collection.passages);
  for (const { title, text, also } of passages) reader.learn(`${title} ${text} ${also}`);
  for (const { named } of collections) reader.learn(named.join(' '));

  const subjects = new Map(collections.map(({ name, subject }) => [name, subject]));
  const collectionsByTerm = namesOf(collections, reader.read);
  const faint = new Set(vocabulary.faint.flatMap(reader.read));
  const index = createIndex({
    passages,
    read: reader.read,
    weightOf: (term, rarity) => (faint.has(term) ? rarity * faintWeight : rarity),
  });

  function weigh(query: Query): WeightedTerm[] {
    const saysItself = query.terms.some((term) => !query.carried.has(term) && !faint.has(term));
    const weightOfCarried = saysItself ? carriedWeight : carriedWeightAlone;
    return query.terms.map((term) => {
      const weight = index.weightOf(term) ?? unknownWeight * index.weightOfRarest;
      return {
        term,
        weight: query.carried.has(term) ? weight * weightOfCarried : weight,
        names: collectionsByTerm.get(term),
      };
    });
  }

  return {
    passages: new Map(passages.map((passage) => [passage.id, passage])),
    isCollectionTerm: (term) => collectionsByTerm.has(term),
    subjectOf: ({ collection }) => subjects.get(collection) ?? collection,
    readQuery(text, carried = '') {
      const { words, terms, corrected } = reader.readQuestion(text);
      const own = new Set(terms);
      const added = carried === '' ? [] : reader.read(carried).filter((term) => !own.has(term));
      const unique = [...own, ...new Set(added)];
      return {
        words,
        corrected,
        terms: unique,
        carried: new Set(added),
        collections: [...new Set(unique.flatMap((term) => collectionsByTerm.get(term) ?? []))],
        asksForMeaning: added.length === 0 && meaning.test(words.join(' ')),
        strange: own.size > 0 && [...own].every((term) => index.weightOf(term) === undefined),
        unknown: unique.filter((term) => index.weightOf(term) === undefined).length / (unique.length || 1),
      };
    },
    search(query, preferred = []) {
      if (query.terms.length === 0) return [];
      const named = query.collections.length > 0 ? query.collections : preferred;
      // "What is excluded?" in a talk about pets means pets.
      const bound = query.collections.length > 0 || query.terms.length - query.carried.size <= 2;
      const nameWeight = bound ? { own: 1.25, other: 0.85 } : { own: 1.15, other: 1 };
      const hits = index.compare(weigh(query), query.asksForMeaning).map((found): Hit => {
        const inNamed = named.includes(found.passage.collection);
        const other = nameWeight.other + (1 - nameWeight.other) * found.alike * found.alike;
        const factor = named.length === 0 ? 1 : inNamed ? nameWeight.own : other;
        return {
          passage: found.passage,
          coverage: found.coverage,
          alike: found.alike,
          score: factor * (0.05 + found.strength) * (1 + headingWeight * found.alike * found.alike),
        };
      });
      return hits.toSorted((left, right) => right.score - left.score).slice(0, hitsMax);
    },
  };
}

function namesOf(
  collections: readonly Collection[],
  read: (text: string) => string[],
): Map<string, string[]> {
  const byTerm = new Map<string, string[]>();
  for (const { name, named } of collections) {
    for (const term of new Set(named.flatMap(read))) byTerm.set(term, [...(byTerm.get(term) ?? []), name]);
  }
  return byTerm;
}
