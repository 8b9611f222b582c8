import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import type { preflight } from './preflight.ts';
import type { Reading } from './reading.ts';
import type { Results } from './results.ts';
import type { ShownReviews } from './reviewed-targets.ts';
import type { Trials } from './trial/trials.ts';
import type { Baselines } from './baselines.ts';
import type { Finished } from './ending.ts';
import type { Request } from './planning.ts';
import type { TestRuns } from './service.ts';
import type { Regression } from './regression.ts';
import type { RunRow } from './tables.ts';
import type { Verdicts } from './verdicts.ts';

/** What the module offers to its routes and to other modules. */
export interface TestRunsApi {
  readonly runs: TestRuns;
  readonly results: Results;
  readonly reading: Reading;
  readonly trials: Trials;
  readonly verdicts: Verdicts;
  readonly baselines: Baselines;
  /** After a run has ended by itself, in the transaction that ends it. */
  readonly finished: Finished;
  readonly find: (tx: Tx, organizationId: string, id: string) => Promise<RunRow | undefined>;
  /** Whether a run is worse than what it is measured against: the chosen baseline, or the last run before it. */
  readonly regression: (tx: Tx, run: RunRow) => Promise<Regression>;
  /** Results of a run with a flag that no person has looked at yet. */
  readonly flagged: (tx: Tx, run: RunRow) => Promise<number>;
  /** For whoever knows what people said of results: it is shown with them. */
  readonly showReviews: (reviews: ShownReviews) => void;
  readonly preflight: (principal: MemberPrincipal, request: Request) => ReturnType<typeof preflight>;
}
