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

/** Passages compared in full: those that share the most with the question. */
const comparedMax = 40;

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
  for (const [place, reading] of readings.entries()) {
    for (const terms of reading.headings) {
      for (const term of terms) postings.get(term)?.headings.push(headingWeights.length);
      headingWeights.push(sum([...terms].map((term) => postings.get(term)?.weight ?? 0)));
    }
    firstHeadings.push(headingWeights.length);
    for (const [term, strength] of strengthsIn(reading)) {
      postings.get(term)?.passages.push(place);
      postings.get(term)?.strengths.push(strength);
    }
  }

  function compare(terms: readonly WeightedTerm[], asksForMeaning: boolean): Comparison[] {
    const covered = new Float64Array(passages.length);
    const strong = new Float64Array(passages.length);
    const shared = new Float64Array(headingWeights.length);
    for (const { term, weight } of terms) {
      const found = postings.get(term);
      if (found === undefined) continue;
      for (const [at, place] of found.passages.entries()) {
        covered[place] = (covered[place] ?? 0) + weight;
        strong[place] = (strong[place] ?? 0) + weight * (found.strengths[at] ?? 0);
      }
      for (const heading of found.headings) shared[heading] = (shared[heading] ?? 0) + weight;
    }
    const whole = sum(terms.map(({ weight }) => weight)) || 1;
    const namesOf = namesByCollection(terms);
    const best = [...strong.keys()]
      .filter((place) => (covered[place] ?? 0) > 0)
      .toSorted((left, right) => (strong[right] ?? 0) - (strong[left] ?? 0))
      .slice(0, comparedMax);
    return best.flatMap((place) => {
      const passage = passages[place];
      if (passage === undefined) return [];
      const names = namesOf.get(passage.collection) ?? [];
      const unsaid = names.filter(({ term }) => postings.get(term)?.passages.includes(place) !== true);
      const named = sum(unsaid.map(({ weight }) => weight));
      return [
        {
          passage,
          coverage: ((covered[place] ?? 0) + named) / whole,
          strength: ((strong[place] ?? 0) + named * strengths.wordings) / whole,
          alike: likenessOf(place, { shared, whole, names, asksForMeaning }),
        },
      ];
    });
  }

  /** "What does renters insurance cover" is "What it covers" among the passages about renters insurance. */
  function likenessOf(
    place: number,
    {
      shared,
      whole,
      names,
      asksForMeaning,
    }: Readonly<{
      shared: Float64Array;
      whole: number;
      names: readonly WeightedTerm[];
      asksForMeaning: boolean;
    }>,
  ): number {
    const [first = 0, end = 0] = [firstHeadings[place], firstHeadings[place + 1]];
    const nameWeight = sum(names.map(({ weight }) => weight));
    let best = 0;
    for (let heading = first; heading < end; heading++) {
      const common = shared[heading] ?? 0;
      if (common === 0) continue;
      const weight = headingWeights[heading] ?? 0;
      let alike = likeness(common, whole - common, weight - common);
      if (names.length > 0 && nameWeight < whole) {
        const commonNames = sum(
          names
            .filter(({ term }) => postings.get(term)?.headings.includes(heading) === true)
            .map((name) => name.weight),
        );
        const rest = common - commonNames;
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

function namesByCollection(terms: readonly WeightedTerm[]): ReadonlyMap<string, readonly WeightedTerm[]> {
  const names = new Map<string, WeightedTerm[]>();
  for (const weighted of terms) {
    for (const name of weighted.names ?? []) names.set(name, [...(names.get(name) ?? []), weighted]);
  }
  return names;
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
