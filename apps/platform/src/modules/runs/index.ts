export { createCallBudget, type CallBudget } from './budget.ts';
export {
  holdToBegin,
  holdToWrite,
  lockRun,
  takeOver,
  TakenOver,
  type Charge,
  type RunKind,
} from './charge.ts';
export { forgetOwnPace, grantCalls, limitsOf, observedRate, slowDown, type EndpointLimits } from './pace.ts';
export { releasePlaces, takePlaces } from './places.ts';
export { retryOf, triesMax, type Patience } from './retry.ts';
export {
  createSteps,
  RunStopped,
  type Called,
  type Calling,
  type Steps,
  type StepsOptions,
} from './steps.ts';
export { failureText, type PreparedTarget } from './target.ts';
