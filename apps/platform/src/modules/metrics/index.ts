export type { Other, ScoringInput } from './item.ts';
export type { Evidence, Operator } from './kind.ts';
export type { MetricReference, Scorer, ScorerSnapshot, ScoringCircumstances } from './scoring.ts';
export type { MetricVerdict, Verdict } from './verdict.ts';
