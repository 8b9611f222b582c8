import { leftOutWords } from '@sonde/contract/run-ends';
import { Problem, type FieldFault, type ProblemOptions } from '@sonde/server-kit';

export const runNotFound = (): Problem =>
  new Problem('not_found', 'test_run.not_found', 'There is no such test run.');
export const runDeleted = (options: ProblemOptions): Problem =>
  new Problem('gone', 'test_run.deleted', 'This test run has been deleted.', options);
export const resultNotFound = (): Problem =>
  new Problem('not_found', 'test_result.not_found', 'There is no such test result.');
export const configurationNotFound = (): Problem =>
  new Problem('not_found', 'test_configuration.not_found', 'There is no such test configuration.');
export const setIsEmpty = (leftOut: number): Problem =>
  new Problem(
    'invalid',
    'test_set.empty',
    `The test set holds no test that could be run.${leftOut === 0 ? '' : ` ${leftOutWords(leftOut)}`}`,
  );
export const noMetrics = (): Problem =>
  new Problem(
    'invalid',
    'test_run.no_metrics',
    'None of these tests is judged by a metric, so the run could decide nothing. Give the set, a test or a requirement a metric, or name metrics for this run.',
  );
export const keyReused = (): Problem =>
  new Problem(
    'invalid',
    'test_run.key_reused',
    'This Idempotency-Key has started a run by another request in the last 24 hours. Send that request again, or another key.',
  );
export const tooManyResults = (most: number): Problem =>
  new Problem(
    'invalid',
    'test_run.too_large',
    `A run has at most ${most.toLocaleString('en')} results (tests times repeats). Draw a sample, or repeat less often.`,
  );
export const runFinished = (status: string): Problem =>
  new Problem('conflict', 'test_run.finished', `This run has ended: it is ${status}.`);
export const runNotFinished = (): Problem =>
  new Problem('conflict', 'test_run.not_finished', 'This run is still under way.');
export const otherEndpoint = (): Problem =>
  new Problem(
    'invalid',
    'test_run.other_endpoint',
    'The run to be scored again is of another endpoint: what that one has said is no answer of this one.',
  );
export const halfChosen = (): Problem =>
  new Problem('invalid', 'request.invalid', 'The input is not valid.', {
    errors: [
      {
        path: 'body.only',
        code: 'invalid',
        message: '`only` and `of_run` go together: which results, and of which run.',
      },
    ],
  });
export const nothingToRetry = (only: string): Problem =>
  new Problem(
    'invalid',
    'test_run.nothing_to_retry',
    `No result of this run is ${only.replace('_', ' ')}, so there is nothing to run again.`,
  );
export const resultNotEnded = (): Problem =>
  new Problem(
    'conflict',
    'test_result.not_ended',
    'This result has not been decided; there is nothing to review.',
  );
export const targetNotReady = (): Problem =>
  new Problem(
    'invalid',
    'test.target_not_ready',
    'The endpoint has no usable credentials. Enter them again before a test is tried on it.',
  );
export const testInvalid = (faults: readonly FieldFault[]): Problem =>
  new Problem('invalid', 'test.invalid', 'The test cannot be tried as it is.', { errors: faults });
export const tooOften = (seconds: number): Problem =>
  new Problem(
    'limited',
    'rate_limited',
    `The endpoint is called as often as it may be. Try again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  );
export const baselineNotFound = (): Problem =>
  new Problem(
    'not_found',
    'baseline.not_found',
    'No run has been chosen as the baseline of this set and endpoint.',
  );
export const noEarlierRun = (): Problem =>
  new Problem(
    'not_found',
    'baseline.not_found',
    'No run of this set and endpoint ended before this one began.',
  );
export const otherPair = (): Problem =>
  new Problem(
    'invalid',
    'baseline.other_pair',
    'This run is of another test set or endpoint, so runs of these two cannot be compared with it.',
  );
