export type { TestRunsApi } from './api.ts';
export { isOfItsOwn } from './last-run.ts';
export { testRunsModule } from './module.ts';
export { saysOf, wasAsked } from './carried-reviews.ts';
export { shortOf } from './present.ts';
export type { ReviewedTargets } from './reviewed-targets.ts';
export type { Regression } from './regression.ts';
export type { RunRow } from './tables.ts';
export {
  answersOfRepeats,
  shownConfigurations,
  shownOutputs,
  shownResults,
  shownRuns,
  shownVerdicts,
} from './views.ts';
export { runNotFound } from './problems.ts';
/** For others that call endpoints often and score what they answer: the same verdict. */
export { nearestFirst } from './plan.ts';
export { judgeResult } from './execution/judging.ts';
export { textOf } from './execution/output.ts';
