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

/** Passages the full-text search proposes for closer comparison. */
const candidatesMax = 25;

const faintWeight = 0.5;

/** Words taken over from earlier in the conversation. */
const carriedWeight = 0.2;

/** The same, when the question's own words say hardly anything, as in "is that covered?". */
const carriedWeightAlone = 0.7;

/** Words no passage has, against the rarest that one has: many are mere colour ("my brand-new red bicycle"). */
const unknownWeight = 0.7;

/** How much a passage gains whose title, or another wording of it, is the question itself. Tuned. */
const headingWeight = 2;

/** Dampens the full-text score, which favours long passages that repeat a word. Tuned. */
const textWeight = 0.1;

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
  const toHeading = (wording: string): Heading => {
    const terms = new Set(reader.read(wording));
    return { terms, weight: [...terms].reduce((total, term) => total + weigh(term), 0) };
  };
  const entries = new Map<string, Entry>(
    passages.map((passage) => [
      passage.id,
      {
        passage,
        terms: termsOf.get(passage.id) ?? new Set(),
        headings: [passage.title, ...passage.also.split(',')]
          .map(toHeading)
          .filter(({ terms }) => terms.size > 0),
      },
    ]),
  );

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

  return {
    passages: new Map(passages.map((passage) => [passage.id, passage])),
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
      const saysItself = query.terms.some((term) => !query.carried.has(term) && !faint.has(term));
      const weightOfCarried = saysItself ? carriedWeight : carriedWeightAlone;
      const weighted = query.terms.map((term) => ({
        term,
        weight: weigh(term) * (query.carried.has(term) ? weightOfCarried : 1),
        names: collectionsByTerm.get(term),
      }));
      const whole = sumOfWeights(weighted);
      const hits: Hit[] = [];
      for (const result of index.search(query.terms.join(' ')).slice(0, candidatesMax)) {
        const entry = entries.get(String(result.id));
        if (entry === undefined) continue;
        const { passage, terms } = entry;
        const inNamed = named.includes(passage.collection);
        const namesIt = (word: WeightedTerm): boolean => word.names?.includes(passage.collection) === true;
        const covered = weighted.filter((word) => terms.has(word.term) || (inNamed && namesIt(word)));
        const coverage = sumOfWeights(covered) / whole;
        const alike = likenessToHeadings(entry, {
          weighted,
          rest: weighted.filter((word) => !namesIt(word)),
          query,
        });
        const factor = named.length === 0 ? 1 : inNamed ? nameWeight.own : nameWeight.other;
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

type WeightedTerm = Readonly<{ term: string; weight: number; names: readonly string[] | undefined }>;

/** What searching needs of a passage, worked out once. */
type Entry = Readonly<{
  passage: Passage;
  terms: ReadonlySet<string>;
  /** The title first, then every other wording of it. */
  headings: readonly Heading[];
}>;

type Heading = Readonly<{ terms: ReadonlySet<string>; weight: number }>;

function likenessToHeadings(
  { headings }: Entry,
  {
    weighted,
    rest,
    query,
  }: Readonly<{ weighted: readonly WeightedTerm[]; rest: readonly WeightedTerm[]; query: Query }>,
): number {
  let best = 0;
  for (const [place, heading] of headings.entries()) {
    // "What does renters insurance cover" is "What it covers" among the passages about renters insurance.
    let alike = likeness(weighted, heading);
    if (rest.length > 0 && rest.length < weighted.length) alike = Math.max(alike, likeness(rest, heading));
    if (place > 0) alike *= otherWordingWeight;
    else if (alike > 0.99 && query.asksForMeaning) alike += 0.3;
    best = Math.max(best, alike);
  }
  return best;
}

/** Dice's coefficient, weighted by rarity: 1 when both say the same, 0 when they share nothing. */
function likeness(terms: readonly WeightedTerm[], heading: Heading): number {
  let shared = 0;
  let whole = heading.weight;
  for (const { term, weight } of terms) {
    whole += weight;
    if (heading.terms.has(term)) shared += weight;
  }
  return whole === 0 ? 0 : (2 * shared) / whole;
}

function sumOfWeights(terms: readonly WeightedTerm[]): number {
  let total = 0;
  for (const { weight } of terms) total += weight;
  return total;
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
