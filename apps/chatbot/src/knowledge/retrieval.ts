import MiniSearch from 'minisearch';
import type { Collection, Passage } from './passages.ts';
import { createTermReader, splitWords } from './terms.ts';
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
    hasAnchor: boolean;
    hasHint: boolean;
    hasForeign: boolean;
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
}>;

const hitsMax = 12;

const faintWeight = 0.5;

/** Words taken over from earlier in the conversation. */
const carriedWeight = 0.4;

/** Words no passage has, against the rarest that one has: many are mere colour ("my brand-new red bicycle"). */
const unknownWeight = 0.7;

/** How much a passage gains whose title, or another wording of it, is the question itself. Tuned. */
const headingWeight = 2;

/** Dampens the full-text score, which favours long passages that repeat a word. Tuned. */
const textWeight = 0.2;

/** Another wording of the title counts a little less than the title itself. */
const otherWordingWeight = 0.92;

const meaning =
  /^(?:so |and |ok |please )?(?:what(?:s| is| are| does| do)|define|definition of|meaning of|explain|can you explain|tell me about|describe)\b/;

export function createRetrieval(collections: readonly Collection[], vocabulary: Vocabulary): Retrieval {
  const reader = createTermReader(vocabulary);
  const passages = collections.flatMap((collection) => collection.passages);
  for (const { title, text, also } of passages) reader.learn(`${title} ${text} ${also}`);
  for (const { named } of collections) reader.learn(named.join(' '));

  const collectionsByTerm = namesOf(collections, reader.read);
  const anchors = new Set(vocabulary.anchors.flatMap(reader.read));
  const hints = new Set(vocabulary.hints.flatMap(reader.read));
  const foreign = new Set(vocabulary.foreign.flatMap((word) => splitWords(word)).map(reader.stemOf));
  const termsOf = new Map(
    passages.map(({ id, title, text, also }) => [id, new Set(reader.read(`${title} ${text} ${also}`))]),
  );
  const faint = new Set(vocabulary.faint.flatMap(reader.read));
  const rarity = rarityOf([...termsOf.values()]);
  const weigh = (term: string): number => (faint.has(term) ? rarity(term) * faintWeight : rarity(term));
  const headings = new Map(passages.map((passage) => [passage.id, headingsOf(passage, reader.read)]));

  const index = new MiniSearch({
    fields: ['title', 'also', 'text'],
    // Everything arrives as finished terms.
    tokenize: (text) => text.split(' '),
    processTerm: (term) => (term === '' ? null : term),
    searchOptions: {
      boost: { title: 3, also: 3 },
      combineWith: 'OR',
      boostTerm: (term) => (faint.has(term) ? faintWeight : 1),
    },
  });
  const asTerms = (text: string): string => [...new Set(reader.read(text))].join(' ');
  index.addAll(
    passages.map(({ id, title, also, text }) => ({
      id,
      title: asTerms(title),
      also: asTerms(also),
      text: reader.read(text).join(' '),
    })),
  );
  const byId = new Map(passages.map((passage) => [passage.id, passage]));

  return {
    passages: byId,
    isCollectionTerm: (term) => collectionsByTerm.has(term),
    readQuery(text, carried = '') {
      const { words, terms } = reader.readQuestion(text);
      const own = new Set(terms);
      const added = reader.read(carried).filter((term) => !own.has(term));
      const unique = [...own, ...new Set(added)];
      return {
        words,
        terms: unique,
        carried: new Set(added),
        collections: [...new Set(unique.flatMap((term) => collectionsByTerm.get(term) ?? []))],
        asksForMeaning: meaning.test(words.join(' ')),
        hasAnchor: unique.some((term) => anchors.has(term)),
        hasHint: unique.some((term) => hints.has(term)),
        hasForeign: unique.some((term) => foreign.has(term)),
      };
    },
    search(query, preferred = []) {
      if (query.terms.length === 0) return [];
      const named = query.collections.length > 0 ? query.collections : preferred;
      // "What is excluded?" in a talk about pets means pets.
      const bound = query.collections.length > 0 || query.terms.length - query.carried.size <= 2;
      const nameWeight = bound ? { own: 1.4, other: 0.7 } : { own: 1.15, other: 1 };
      const weighHere = (term: string): number => weigh(term) * (query.carried.has(term) ? carriedWeight : 1);
      const whole = sum(query.terms.map(weighHere));
      const hits: Hit[] = [];
      for (const result of index.search(query.terms.join(' ')).slice(0, 40)) {
        const passage = byId.get(String(result.id));
        if (passage === undefined) continue;
        const has = termsOf.get(passage.id);
        const inNamed = named.includes(passage.collection);
        const covered = query.terms.filter(
          (term) => has?.has(term) || (inNamed && collectionsByTerm.get(term)?.includes(passage.collection)),
        );
        const coverage = sum(covered.map(weighHere)) / whole;
        const factor = named.length === 0 ? 1 : inNamed ? nameWeight.own : nameWeight.other;
        const rest = query.terms.filter((term) => !collectionsByTerm.get(term)?.includes(passage.collection));
        const alike = Math.max(
          ...(headings.get(passage.id) ?? []).map((heading, index) => {
            // "What does renters insurance cover" is "What it covers" among the passages about renters insurance.
            const likest = Math.max(
              likeness(query.terms, heading, weighHere),
              rest.length === 0 ? 0 : likeness(rest, heading, weighHere),
            );
            if (index > 0) return likest * otherWordingWeight;
            return likest > 0.99 && query.asksForMeaning ? likest + 0.3 : likest;
          }),
        );
        hits.push({
          passage,
          coverage,
          alike,
          score: result.score ** textWeight * factor * (0.1 + coverage) * (1 + headingWeight * alike * alike),
        });
      }
      return hits.toSorted((left, right) => right.score - left.score).slice(0, hitsMax);
    },
  };
}

/** The title and every other wording of it, each as a set of terms. */
function headingsOf(
  { title, also }: Passage,
  read: (text: string) => string[],
): ReadonlyArray<ReadonlySet<string>> {
  return [title, ...also.split(',')]
    .map((wording) => new Set(read(wording)))
    .filter((terms) => terms.size > 0);
}

/** Dice's coefficient, weighted by rarity: 1 when both say the same, 0 when they share nothing. */
function likeness(
  terms: readonly string[],
  heading: ReadonlySet<string>,
  weigh: (term: string) => number,
): number {
  const shared = sum(terms.filter((term) => heading.has(term)).map(weigh));
  return shared === 0 ? 0 : (2 * shared) / (sum(terms.map(weigh)) + sum([...heading].map(weigh)));
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

/** Rare terms weigh more. */
function rarityOf(documents: ReadonlyArray<ReadonlySet<string>>): (term: string) => number {
  const counts = new Map<string, number>();
  for (const terms of documents) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => {
    const count = counts.get(term);
    return count === undefined
      ? unknownWeight * Math.log(1 + documents.length)
      : Math.log(1 + documents.length / (count + 0.5));
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
