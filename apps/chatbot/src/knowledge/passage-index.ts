import type { Passage } from './passages.ts';

export type WeightedTerm = Readonly<{
  term: string;
  weight: number;
  /** Collections the term names. */
  names: readonly string[] | undefined;
}>;

/** How a passage compares with a question; all shares are 0 to 1. */
export type Comparison = Readonly<{
  passage: Passage;
  /** Share of the question the passage speaks of; naming its collection counts as speaking of it. */
  coverage: number;
  /** The same, where words in titles and in many wordings count more than those of the text. */
  strength: number;
  /** Likeness to the title or another wording. */
  alike: number;
}>;

export type PassageIndex = Readonly<{
  /** Undefined for a term no passage has. */
  weightOf(term: string): number | undefined;
  weightOfRarest: number;
  compare(terms: readonly WeightedTerm[], asksForMeaning: boolean): Comparison[];
}>;

type IndexParts = Readonly<{
  passages: readonly Passage[];
  read(text: string): string[];
  weightOf(term: string, rarity: number): number;
}>;

/** Passages compared in full, if so many share anything with the question: those that share the most. */
const comparedMin = 40;

/** Another wording of the title counts a little less than the title itself. */
const otherWordingWeight = 0.92;

/** How much each thing only the question says, or only the heading says, takes from their likeness. Tuned. */
const likenessLoss = { question: 0.5, heading: 0.5 } as const;

/** Where a term stands decides how surely the passage is about it. Tuned. */
const strengths = { title: 1, wordings: 0.95, oneWording: 0.8, text: 0.5 } as const;

type Postings = {
  readonly weight: number;
  /** Places of the passages that have the term, and how strongly each is about it. */
  readonly passages: number[];
  readonly strengths: number[];
  readonly headings: number[];
};

type Reading = Readonly<{ headings: ReadonlyArray<ReadonlySet<string>>; text: ReadonlySet<string> }>;

/** Everything about the passages that questions are compared with, worked out once. */
export function createIndex({ passages, read, weightOf }: IndexParts): PassageIndex {
  const readings = passages.map(({ title, also, text }) => ({
    headings: [title, ...also.split(',')].map((wording) => new Set(read(wording))),
    text: new Set(read(text)),
  }));
  const postings = new Map<string, Postings>();
  for (const [term, rarity] of raritiesIn(readings))
    postings.set(term, { weight: weightOf(term, rarity), passages: [], strengths: [], headings: [] });

  /** Where the headings of each passage begin among all headings; the title comes first. */
  const firstHeadings = [0];
  const headingWeights: number[] = [];
  const collectionsOfHeadings: string[] = [];
  for (const [place, reading] of readings.entries()) {
    for (const terms of reading.headings) {
      for (const term of terms) postings.get(term)?.headings.push(headingWeights.length);
      collectionsOfHeadings.push(passages[place]?.collection ?? '');
      headingWeights.push(sum([...terms].map((term) => postings.get(term)?.weight ?? 0)));
    }
    firstHeadings.push(headingWeights.length);
    for (const [term, strength] of strengthsIn(reading)) {
      postings.get(term)?.passages.push(place);
      postings.get(term)?.strengths.push(strength);
    }
  }

  /** Room for one comparison at a time: weights each passage and heading shares with the question. */
  const covered = new Float64Array(passages.length);
  const strong = new Float64Array(passages.length);
  /** How many passages are so strong, in steps up to the strongest. */
  const counts = new Uint16Array(64);
  const shared = new Float64Array(headingWeights.length);
  /** The same, of the terms alone that name the passage's collection. */
  const coveredNames = new Float64Array(passages.length);
  const sharedNames = new Float64Array(headingWeights.length);

  function compare(terms: readonly WeightedTerm[], asksForMeaning: boolean): Comparison[] {
    for (const room of [covered, strong, shared, coveredNames, sharedNames]) room.fill(0);
    for (const term of terms) count(term);
    const whole = sum(terms.map(({ weight }) => weight)) || 1;
    const nameWeights = nameWeightsIn(terms);
    return strongest().flatMap((place) => {
      const passage = passages[place];
      if (passage === undefined) return [];
      const nameWeight = nameWeights.get(passage.collection) ?? 0;
      const named = nameWeight - (coveredNames[place] ?? 0);
      return [
        {
          passage,
          coverage: ((covered[place] ?? 0) + named) / whole,
          strength: ((strong[place] ?? 0) + named * strengths.wordings) / whole,
          alike: likenessOf(place, { whole, nameWeight, asksForMeaning }),
        },
      ];
    });
  }

  function count({ term, weight, names }: WeightedTerm): void {
    const found = postings.get(term);
    if (found === undefined) return;
    const { passages: places, strengths: strengthsAt, headings } = found;
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0;
      covered[place] = (covered[place] ?? 0) + weight;
      strong[place] = (strong[place] ?? 0) + weight * (strengthsAt[at] ?? 0);
      if (names?.includes(passages[place]?.collection ?? '') === true)
        coveredNames[place] = (coveredNames[place] ?? 0) + weight;
    }
    for (let at = 0; at < headings.length; at++) {
      const heading = headings[at] ?? 0;
      shared[heading] = (shared[heading] ?? 0) + weight;
      if (names?.includes(collectionsOfHeadings[heading] ?? '') === true)
        sharedNames[heading] = (sharedNames[heading] ?? 0) + weight;
    }
  }

  /** Places of the passages that say most of the question: `comparedMin` of them, and those about as good as the last. */
  function strongest(): number[] {
    let most = 0;
    for (let place = 0; place < strong.length; place++) most = Math.max(most, strong[place] ?? 0);
    if (most === 0) return [];
    const steps = (counts.length - 1) / most;
    counts.fill(0);
    for (let place = 0; place < strong.length; place++) {
      const step = Math.floor((strong[place] ?? 0) * steps);
      counts[step] = (counts[step] ?? 0) + 1;
    }
    let least = counts.length;
    for (let found = 0; found < comparedMin && least > 0;) found += counts[--least] ?? 0;
    const places: number[] = [];
    for (let place = 0; place < strong.length; place++) {
      const strength = strong[place] ?? 0;
      if (strength > 0 && strength * steps >= least) places.push(place);
    }
    return places;
  }

  /** "What does renters insurance cover" is "What it covers" among the passages about renters insurance. */
  function likenessOf(
    place: number,
    {
      whole,
      nameWeight,
      asksForMeaning,
    }: Readonly<{ whole: number; nameWeight: number; asksForMeaning: boolean }>,
  ): number {
    const [first = 0, end = 0] = [firstHeadings[place], firstHeadings[place + 1]];
    let best = 0;
    for (let heading = first; heading < end; heading++) {
      const common = shared[heading] ?? 0;
      if (common === 0) continue;
      const weight = headingWeights[heading] ?? 0;
      let alike = likeness(common, whole - common, weight - common);
      if (nameWeight > 0 && nameWeight < whole) {
        const rest = common - (sharedNames[heading] ?? 0);
        alike = Math.max(alike, likeness(rest, whole - nameWeight - rest, weight - rest));
      }
      if (heading > first) alike *= otherWordingWeight;
      else if (alike > 0.99 && asksForMeaning) alike += 0.3;
      best = Math.max(best, alike);
    }
    return best;
  }

  return {
    weightOf: (term) => postings.get(term)?.weight,
    weightOfRarest: Math.log(1 + passages.length / 1.5),
    compare,
  };
}

/** 1 when both say the same, 0 when they share nothing (Tversky's index). */
function likeness(common: number, onlyQuestion: number, onlyHeading: number): number {
  const whole = common + likenessLoss.question * onlyQuestion + likenessLoss.heading * onlyHeading;
  return whole <= 0 ? 0 : common / whole;
}

function strengthsIn({ headings, text }: Reading): Map<string, number> {
  const found = new Map<string, number>([...text].map((term) => [term, strengths.text]));
  const [title = new Set<string>(), ...wordings] = headings;
  const counts = new Map<string, number>();
  for (const terms of wordings) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [term, count] of counts) {
    const more = (strengths.wordings - strengths.oneWording) * (1 - 1 / count);
    found.set(term, strengths.oneWording + more);
  }
  for (const term of title) found.set(term, strengths.title);
  return found;
}

/** Rare terms weigh more. */
function raritiesIn(readings: readonly Reading[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headings, text } of readings) {
    const terms = new Set([...text, ...headings.flatMap((heading) => [...heading])]);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + readings.length / (count + 0.5))]));
}

/** What the terms that name each collection weigh together. */
function nameWeightsIn(terms: readonly WeightedTerm[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { names, weight } of terms)
    for (const name of names ?? []) weights.set(name, (weights.get(name) ?? 0) + weight);
  return weights;
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
