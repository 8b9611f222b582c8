import type { ReviewerAgreement } from '@sonde/contract';
import { formatNumber, formatPercent } from '../../lib/format.ts';

/** Of fewer, a share or a κ is an accident of one or two results. */
export const reviewsToTell = 10;

export const tooFewReviews = (n: number): string =>
  `Too few to tell: reviewed ${formatNumber(n)}, needed ${reviewsToTell}`;

type Said = Pick<ReviewerAgreement['results'], 'n' | 'agreement' | 'kappa' | 'kappa_low' | 'kappa_high'>;

export function agreementWords({ n, agreement }: Said): string {
  if (agreement === null) return '–';
  return n < reviewsToTell ? tooFewReviews(n) : formatPercent(agreement);
}

/** Undefined where too few reviews are there to say anything. */
export function kappaWords({ n, kappa, kappa_low: low, kappa_high: high }: Said): string | undefined {
  if (n < reviewsToTell) return undefined;
  if (kappa === null) return 'One of them always says the same';
  const round = (value: number | null): string => (value === null ? '–' : formatNumber(value, 2));
  return `${round(kappa)} (${round(low)} to ${round(high)})`;
}

export const kappaMeaning =
  'Two who guess agree now and then as well. 0 means no more often than that, 1 means always; in brackets, between which values it most likely (95 %) lies. It is Cohen’s κ.';
