import type { MemberPrincipal } from '#kernel/http';
import type { preflight } from './preflight.ts';
import type { Reading } from './reading.ts';
import type { Results, ResultsOptions } from './results.ts';
import type { Request, TestRuns } from './service.ts';
import type { Trials } from './trial/trials.ts';
import type { Verdicts } from './verdicts.ts';

/** What the module offers to its routes and to other modules. */
export interface TestRunsApi {
  readonly runs: TestRuns;
  readonly results: Results;
  readonly reading: Reading;
  readonly trials: Trials;
  readonly verdicts: Verdicts;
  /** For whoever knows what people said of results: it is shown with them. */
  readonly showReviews: (reviewsOf: ResultsOptions['reviewsOf']) => void;
  readonly preflight: (principal: MemberPrincipal, request: Request) => ReturnType<typeof preflight>;
}
