import { setImmediate } from 'node:timers/promises';
import { Problem } from '@sonde/server-kit';
import type { AnswerOf } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Database } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { triesMax } from '#runs';
import { decides } from '#metrics';
import { freezeMetrics, type PlannedTest } from './plan.ts';
import { plannedTests, type PlannedRun, type Request, type TestRunsOptions } from './planning.ts';
import type { TestRuns } from './service.ts';

type Preflight = AnswerOf<typeof contract.preflightCheck>;
type Check = Preflight['checks'][number];

/** Everything that would be refused or regretted, told before anything is called. */
export async function preflight(
  options: TestRunsOptions & { readonly database: Database },
  runs: Pick<TestRuns, 'plan'>,
  principal: MemberPrincipal,
  request: Request,
): Promise<Preflight> {
  try {
    const planned = await runs.plan(principal, request);
    const { tests, undecided } = await options.database.tenant(principal.organizationId, async (tx) => {
      const found = await plannedTests(tx, options, principal, planned);
      const { snapshots, ordinalsOf } = await freezeMetrics(
        tx,
        options.scorer,
        principal.organizationId,
        found,
      );
      const deciding = snapshots.map((snapshot) => decides(snapshot));
      let open = 0;
      for (const [place, one] of found.entries()) {
        const ordinals = ordinalsOf(one);
        if (ordinals.length > 0 && !ordinals.some((ordinal) => deciding[ordinal])) open += 1;
        // A run has many tests, and each may have many metrics: others are served in between.
        if (place % 1000 === 999) await setImmediate();
      }
      return { tests: found, undecided: open };
    });
    return report(planned, tests, undecided);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      ok: false,
      checks: [{ name: error.code, ok: false, severity: 'error', message: error.message }],
      tests: 0,
      results: 0,
      calls_at_least: 0,
      calls_at_most: 0,
    };
  }
}

function report(
  { set, endpoint, settings }: PlannedRun,
  tests: readonly PlannedTest[],
  undecided: number,
): Preflight {
  const repeat = settings.repeat ?? 1;
  const isRescore = settings.reference_test_run_id !== undefined;
  const unjudged = tests.filter(({ references }) => references.length === 0).length;
  const turns = tests.reduce((sum, { maxTurns }) => sum + maxTurns, 0);
  const checks: Check[] = [
    check(
      'test_set',
      tests.length > 0,
      'error',
      `${set.name} has ${tests.length} tests to run.`,
      'The set holds no test that could be run.',
    ),
    check(
      'metrics',
      unjudged < tests.length,
      'error',
      'The tests are judged by metrics.',
      'No test is judged by a metric.',
    ),
    check(
      'all_tests_judged',
      unjudged === 0,
      'warning',
      'Every test is judged by at least one metric.',
      `${unjudged} tests are judged by no metric and will not be evaluated.`,
    ),
    check(
      'all_tests_decided',
      undecided === 0,
      'warning',
      'Each test has a metric that decides.',
      `${undecided} tests are judged only by metrics that flag: a person decides them, unless the metric is set to decide.`,
    ),
    check(
      'credentials',
      !endpoint.needs_credentials,
      'error',
      'The endpoint has the credentials it needs.',
      'The endpoint has no usable credentials.',
    ),
    check(
      'last_test',
      endpoint.last_test_success !== false,
      'warning',
      endpoint.last_test_success === null
        ? 'The endpoint has not been tested yet.'
        : 'The last test call of the endpoint succeeded.',
      'The last test call of the endpoint failed.',
    ),
    check(
      'production',
      endpoint.environment !== 'Production',
      'warning',
      `The endpoint is marked ${endpoint.environment}.`,
      'The endpoint is marked Production: real users may notice.',
    ),
  ];
  return {
    ok: checks.every(({ ok, severity }) => ok || severity !== 'error'),
    checks,
    tests: tests.length,
    results: tests.length * repeat,
    calls_at_least: isRescore ? 0 : tests.length * repeat,
    calls_at_most: isRescore ? 0 : Math.min(turns * repeat * triesMax, settings.max_calls ?? Infinity),
  };
}

const check = (
  name: string,
  ok: boolean,
  severity: 'error' | 'warning',
  good: string,
  bad: string,
): Check => ({ name, ok, severity: ok ? 'info' : severity, message: ok ? good : bad });
