export type { Other, ScoringInput } from './item.ts';
export type { Evidence, Operator } from './kind.ts';
export { reviewsMax, type Coincidence, type ReviewSource, type ReviewedItem } from './improver.ts';
export { definitionOf } from './definition.ts';
export { expectingKinds, findKind } from './kinds.ts';
export { metricResource } from './resource.ts';
export { metricsModule } from './module.ts';
export type { MetricReference, Scorer, ScorerSnapshot, ScoringCircumstances } from './scorer.ts';
export { decides, leavesOpen } from './scoring.ts';
export type { SchemaCheck } from './schema-check.ts';
export type { Metrics } from './service.ts';
export { adviceFields, adviceNamed, dosage, dose, givesAdvice, type AdviceField } from './text/advice.ts';
export { isNoAnswer } from './text/refusals.ts';
export type { MetricVerdict, Verdict } from './verdict.ts';
export { expectationOf, meaningOf, plainName, settingLabel, settingText } from './plain-words.ts';
export { relations, togetherToolCalls } from './item.ts';
export {
  attackObeyedFigures,
  blindFigures,
  flagCodes,
  flagOf,
  isTrusted,
  type BlindFigures,
} from './trust.ts';
export {
  cohensKappa,
  concludePaired,
  isFlaky,
  leastToTell,
  majority,
  mcnemarExact,
  seededRandom,
  testsNeeded,
  wilson,
  type Agreement,
  type Conclusion,
  type Interval,
  type PairedConclusion,
  type PairedOutcome,
  type Repeats,
} from './statistics/index.ts';
