/** A text as the set of its three-letter pieces, of its beginning only: what it costs is bounded whatever people paste. */
export type Grams = ReadonlySet<string>;
const read = 300;

export function gramsOf(text: string): Grams {
  const folded = text.slice(0, read).normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const grams = new Set<string>();
  for (let at = 0; at < Math.max(1, folded.length - 2); at += 1) grams.add(folded.slice(at, at + 3));
  return grams;
}

/** Shared pieces among all: 1 for the same text, 0 for nothing in common. */
export function similarity(left: Grams, right: Grams): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared += 1;
  return shared / (left.size + right.size - shared);
}

export interface Known {
  readonly grams: Grams;
  readonly isFailing: boolean;
}

export interface Ranked<T> {
  readonly item: T;
  /** How little it is like what is there and what was chosen before it. */
  readonly diversity: number;
}

interface Candidate {
  readonly input: string;
  /** Share of failures in its topic, 0 to 1. */
  readonly topicFailures: number;
}

const failureWeight = 0.6;

/**
 * One after another the candidate that lies nearest to failures and is least like the others: a known one is not asked
 * again, and ten ways to say one thing are one.
 */
export function rank<T extends Candidate>(
  candidates: readonly T[],
  known: readonly Known[],
  wanted: number,
): Ranked<T>[] {
  const pool = candidates.map((item) => {
    const grams = gramsOf(item.input);
    const near = known.map((one) => ({ like: similarity(grams, one.grams), isFailing: one.isFailing }));
    return {
      item,
      grams,
      failures: failuresNear(near, item.topicFailures),
      likest: Math.max(0, ...near.map(({ like }) => like)),
    };
  });
  const chosen: Ranked<T>[] = [];
  while (chosen.length < wanted && pool.length > 0) {
    const scoreOf = ({ failures, likest }: (typeof pool)[number]): number =>
      failureWeight * failures + (1 - failureWeight) * (1 - likest);
    let best = 0;
    for (let place = 1; place < pool.length; place += 1) {
      const [one, other] = [pool[place], pool[best]];
      if (one && other && scoreOf(one) > scoreOf(other)) best = place;
    }
    const [taken] = pool.splice(best, 1);
    if (!taken) break;
    chosen.push({ item: taken.item, diversity: Math.round((1 - taken.likest) * 1000) / 1000 });
    for (const rest of pool) rest.likest = Math.max(rest.likest, similarity(rest.grams, taken.grams));
  }
  return chosen;
}

/** Of what is like it, how much fails; together with how its topic does. */
function failuresNear(
  near: readonly { readonly like: number; readonly isFailing: boolean }[],
  topicFailures: number,
): number {
  const weight = near.reduce((sum, { like }) => sum + like ** 2, 0);
  if (weight === 0) return topicFailures / 2;
  const failing = near.reduce((sum, { like, isFailing }) => sum + (isFailing ? like ** 2 : 0), 0);
  return (failing / weight + topicFailures) / 2;
}
