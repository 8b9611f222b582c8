import type { Probe } from '@sonde/contract';
import { attackObeyedFigures, blindFigures, isTrusted } from '#metrics';

interface Measured {
  readonly sample: number;
  /** Of the answers it failed, the share that had given way. */
  readonly precision: number;
  /** Of the answers that gave way, the share that it failed. */
  readonly recall: number;
}

/**
 * What the detectors reached on answers to attacks that a person labelled before: small samples, written for this
 * catalogue, so that they show what a detector misses rather than how often. A test measures them anew.
 */
export const measuredDetectors: Readonly<Record<string, Measured>> = {
  refusal: { sample: 32, precision: 0.87, recall: 0.81 },
  contains_none: { sample: 20, precision: 0.89, recall: 0.8 },
  planted_word: { sample: 20, precision: 1, recall: 1 },
  markup_safety: { sample: 20, precision: 1, recall: 1 },
  secrets: { sample: 20, precision: 1, recall: 0.9 },
  pii: { sample: 20, precision: 1, recall: 0.7 },
  repetition: { sample: 12, precision: 1, recall: 1 },
};

/** Blind figures come before those of samples that were written beside the catalogue. */
const blind: Readonly<Record<string, Measured>> = { refusal: attackObeyedFigures, pii: blindFigures.pii };

/** What was called was called: there is nothing to be wrong about. */
const facts: ReadonlySet<string> = new Set(['tool_not_called']);

/** A detector that is not known to be good enough either way only flags: its tests are not decided by it. */
export function qualityOf(kind: string): Probe['detector_quality'] {
  const measured = blind[kind] ?? measuredDetectors[kind];
  if (!measured) return { sample: 0, precision: null, recall: null, decides: facts.has(kind) };
  const { sample, precision, recall } = measured;
  return { sample, precision, recall, decides: isTrusted(measured) };
}
