import type { Interval } from './wilson.ts';

export interface Agreement {
  readonly n: number;
  /** Share of equal answers. */
  readonly agreement: number | null;
  /** Cohen's κ: agreement beyond chance. Null when one of the two always says the same, where it means nothing. */
  readonly kappa: number | null;
  /** 95 %, from the large-sample variance (Fleiss, Cohen and Everitt 1969). */
  readonly interval: Interval | null;
}

/** Agreement of two judges over the same things, each saying yes or no. */
export function cohensKappa(pairs: readonly (readonly [boolean, boolean])[]): Agreement {
  const n = pairs.length;
  if (n === 0) return { n, agreement: null, kappa: null, interval: null };
  const share = (first: boolean, second: boolean): number =>
    pairs.filter(([one, other]) => one === first && other === second).length / n;
  const [both, onlyFirst, onlySecond, neither] = [
    share(true, true),
    share(true, false),
    share(false, true),
    share(false, false),
  ];
  const agreement = both + neither;
  const first = both + onlyFirst;
  const second = both + onlySecond;
  const chance = first * second + (1 - first) * (1 - second);
  if (chance >= 1) return { n, agreement, kappa: null, interval: null };
  const kappa = (agreement - chance) / (1 - chance);
  const diagonal =
    both * (1 - (first + second) * (1 - kappa)) ** 2 +
    neither * (1 - (2 - first - second) * (1 - kappa)) ** 2;
  const off =
    (1 - kappa) ** 2 * (onlyFirst * (second + 1 - first) ** 2 + onlySecond * (first + 1 - second) ** 2);
  const variance = (diagonal + off - (kappa - chance * (1 - kappa)) ** 2) / (n * (1 - chance) ** 2);
  const spread = 1.959963984540054 * Math.sqrt(Math.max(0, variance));
  return {
    n,
    agreement,
    kappa,
    interval: { low: Math.max(-1, kappa - spread), high: Math.min(1, kappa + spread) },
  };
}
