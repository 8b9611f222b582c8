import { setImmediate } from 'node:timers/promises';
import { Problem } from '@sonde/server-kit';
import { leftOutWords } from '@sonde/contract/run-ends';
import type { AnswerOf, EndpointQuota } from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { plural } from '#kernel/plural';
import type { InvocationApi } from '#invocation';
import { triesMax } from '#runs';
import { decides, leavesOpen, type ScorerSnapshot } from '#metrics';
import { readTestVersions } from '#tests';
import { freezeMetrics, type PlannedTest } from './plan.ts';
import { valueChecks } from './value-checks.ts';
import { plannedTests, type PlannedRun, type Request, type TestRunsOptions } from './planning.ts';
import type { TestRuns } from './service.ts';
import { lastEndedOn } from './store.ts';
import type { RunRow } from './tables.ts';

type Preflight = AnswerOf<typeof contract.preflightCheck>;
type Check = Preflight['checks'][number];

/** Everything that would be refused or regretted, told before anything is called. */
export async function preflight(
  options: TestRunsOptions & {
    readonly database: Database;
    readonly quotas: Pick<InvocationApi['quotas'], 'ofEndpoint'>;
    readonly calls: Pick<InvocationApi['calls'], 'unfilled' | 'unplaced'>;
  },
  runs: Pick<TestRuns, 'plan'>,
  principal: MemberPrincipal,
  request: Request,
): Promise<Preflight> {
  try {
    const planned = await runs.plan(principal, request);
    const { tests, leftOut, frozen, unjudged, lastRun } = await options.database.tenant(
      principal.organizationId,
      async (tx) => {
        const { tests: found, leftOut: others } = await plannedTests(tx, options, principal, planned);
        const last = await lastEndedOn(tx, principal.organizationId, {
          endpointId: planned.endpoint.id,
          since: new Date(planned.endpoint.last_tested_at ?? 0),
        });
        return {
          tests: found,
          leftOut: others,
          frozen: await freezeMetrics(tx, options.scorer, principal, found),
          unjudged: await askedBy(tx, principal, found.filter(isUnjudged).slice(0, unjudgedNamed)),
          lastRun: last,
        };
      },
    );
    // A model is looked for in a transaction of its own, so this one has ended.
    const lacking = await lackingModels(options.scorer, principal, {
      snapshots: frozen.snapshots,
      modelId: planned.settings.evaluation_model_id,
    });
    const open = await countOpen(tests, frozen, lacking);
    const calls = callsOf(planned, tests);
    const quota = await options.quotas.ofEndpoint(principal, planned.endpoint, {
      atLeast: Math.min(calls.atLeast, calls.limit),
      // Calls that are made again, because the target is busy, take nothing of what is left.
      atMost: Math.min(calls.turns, calls.limit),
    });
    const values = await valueChecks(options, principal, planned);
    return report(planned, { tests, leftOut, open, unjudged, lastRun, calls, quota, values });
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

/** Tests of which it is known before the run that their answers are not decided, or not each; every one is counted once. */
interface OpenTests {
  /** With a metric that needs a model, where there is none. */
  readonly modelless: number;
  /** With a metric that waits for a person, whatever is answered. */
  readonly forPerson: number;
  /** With a metric that needs an expected answer, and none is there. */
  readonly unexpecting: number;
  /** With nothing but metrics that flag. */
  readonly undecided: number;
  /** With a metric that decides some answers and leaves others open. */
  readonly partly: number;
  /** The names of those, some of them. */
  readonly partlyBy: readonly string[];
}

async function countOpen(
  tests: readonly PlannedTest[],
  { snapshots, ordinalsOf }: Awaited<ReturnType<typeof freezeMetrics>>,
  lacking: ReadonlySet<number>,
): Promise<OpenTests> {
  const deciding = snapshots.map((snapshot) => decides(snapshot));
  const leaving = snapshots.map((snapshot, place) => (deciding[place] ? leavesOpen(snapshot) : undefined));
  const counts = { modelless: 0, forPerson: 0, unexpecting: 0, undecided: 0, partly: 0 };
  const partlyBy = new Set<string>();
  const whyOpen = (one: PlannedTest, ordinals: readonly number[]): keyof typeof counts | undefined => {
    const some = (is: (ordinal: number) => boolean): boolean => ordinals.some((ordinal) => is(ordinal));
    if (some((ordinal) => lacking.has(ordinal))) return 'modelless';
    if (some((ordinal) => leaving[ordinal] === 'all')) return 'forPerson';
    if (!some((ordinal) => deciding[ordinal] === true)) return 'undecided';
    if (
      !one.isAnswerExpected &&
      some((ordinal) => deciding[ordinal] === true && snapshots[ordinal]?.needs.includes('expected') === true)
    )
      return 'unexpecting';
    return some((ordinal) => leaving[ordinal] === 'some') ? 'partly' : undefined;
  };
  for (const [place, one] of tests.entries()) {
    const ordinals = ordinalsOf(one);
    const why = ordinals.length === 0 ? undefined : whyOpen(one, ordinals);
    if (why) counts[why] += 1;
    if (why === 'partly')
      for (const ordinal of ordinals)
        if (leaving[ordinal] === 'some') partlyBy.add(snapshots[ordinal]?.name ?? '');
    // A run has many tests, and each may have many metrics: others are served in between.
    if (place % 1000 === 999) await setImmediate();
  }
  return { ...counts, partlyBy: [...partlyBy] };
}

/** The metrics that a model judges by where there is none: their places. A model is looked for once for each of its names. */
async function lackingModels(
  scorer: TestRunsOptions['scorer'],
  { organizationId }: MemberPrincipal,
  of: { readonly snapshots: readonly ScorerSnapshot[]; readonly modelId: string | undefined },
): Promise<ReadonlySet<number>> {
  const known = new Map<string | null, boolean>();
  const places = new Set<number>();
  for (const [place, snapshot] of of.snapshots.entries()) {
    if (snapshot.backend !== 'judge') continue;
    const model = snapshot.definition.model_id ?? null;
    const isLacking =
      known.get(model) ?? (await scorer.lacksModel(snapshot, { organizationId, modelId: of.modelId }));
    known.set(model, isLacking);
    if (isLacking) places.add(place);
  }
  return places;
}

const isUnjudged = ({ references }: PlannedTest): boolean => references.length === 0;

const unjudgedNamed = 3;
const askedMax = 80;

/** What tests ask, in a line that tells them apart. */
async function askedBy(tx: Tx, { organizationId }: MemberPrincipal, found: readonly PlannedTest[]) {
  const versions = await readTestVersions(
    tx,
    organizationId,
    found.map(({ testId, version }) => ({ testId, testVersion: version })),
  );
  return found.flatMap(({ testId, version }) => {
    const content = versions.get(`${testId}:${version}`)?.content.replaceAll(/\s+/g, ' ').trim();
    if (content === undefined) return [];
    return content.length > askedMax ? `${content.slice(0, askedMax).trimEnd()} …` : content;
  });
}

interface PlannedCalls {
  readonly atLeast: number;
  /** If each test takes as many turns as it may. */
  readonly turns: number;
  /** What the run allows itself. */
  readonly limit: number;
}

function callsOf({ settings }: PlannedRun, tests: readonly PlannedTest[]): PlannedCalls {
  const repeat = settings.repeat ?? 1;
  const limit = settings.max_calls ?? Infinity;
  if (settings.reference_test_run_id !== undefined) return { atLeast: 0, turns: 0, limit };
  const turns = tests.reduce((sum, { maxTurns }) => sum + maxTurns, 0) * repeat;
  return { atLeast: tests.length * repeat, turns, limit };
}

function report(
  { set, endpoint, settings }: PlannedRun,
  {
    tests,
    leftOut,
    open,
    unjudged: named,
    lastRun,
    calls,
    quota,
    values,
  }: {
    readonly tests: readonly PlannedTest[];
    readonly leftOut: number;
    readonly open: OpenTests;
    /** What some of those that nothing judges ask. */
    readonly unjudged: readonly string[];
    readonly lastRun: Pick<RunRow, 'status' | 'createdAt'> | undefined;
    readonly calls: PlannedCalls;
    readonly quota: EndpointQuota;
    readonly values: readonly Check[];
  },
): Preflight {
  const unjudged = tests.filter(isUnjudged).length;
  const checks: Check[] = [
    check(
      'test_set',
      tests.length > 0,
      'error',
      `${set.name} has ${plural(tests.length, 'test')} to run.`,
      'The set holds no test that could be run.',
    ),
    ...(leftOut === 0 ? [] : [check('other_projects', false, 'warning', '', leftOutWords(leftOut))]),
    ...decided({ tests: tests.length, unjudged, named, open }),
    check(
      'credentials',
      !endpoint.needs_credentials,
      'error',
      'The endpoint has credentials, or needs none. Whether they are right shows when it is called.',
      'The endpoint has no usable credentials.',
    ),
    ...values,
    lastHeard(endpoint, lastRun),
    check(
      'production',
      endpoint.environment !== 'Production',
      'warning',
      `The endpoint is marked ${endpoint.environment}.`,
      'The endpoint is marked Production: real users may notice.',
    ),
    ...(quota.warnings.length === 0 && quota.remaining === null
      ? []
      : [
          check(
            'quota',
            quota.warnings.length === 0,
            'warning',
            `The application has ${plural(quota.remaining ?? 0, 'call')} left, which is enough.`,
            quota.warnings.join(' '),
          ),
        ]),
    ...(calls.limit >= calls.turns
      ? []
      : [
          check(
            'max_calls',
            calls.limit >= calls.atLeast,
            'warning',
            `The run may make ${plural(calls.limit, 'call')}; it takes ${calls.atLeast} to ${calls.turns}.`,
            `The run ends after ${plural(calls.limit, 'call')}, and it takes at least ${calls.atLeast}: the rest will not be evaluated.`,
          ),
        ]),
  ];
  return {
    ok: checks.every(({ ok, severity }) => ok || severity !== 'error'),
    checks,
    tests: tests.length,
    results: tests.length * (settings.repeat ?? 1),
    calls_at_least: calls.atLeast,
    calls_at_most: Math.min(calls.turns * triesMax, calls.limit),
  };
}

/** What was tried last tells how the endpoint stands, whether a test call or a run. */
function lastHeard(
  { last_test_success: hasAnswered, updated_at: changedAt }: PlannedRun['endpoint'],
  lastRun: Pick<RunRow, 'status' | 'createdAt'> | undefined,
): Check {
  if (lastRun && lastRun.status !== 'Failed' && new Date(changedAt) > lastRun.createdAt)
    return check(
      'last_test',
      false,
      'warning',
      '',
      'The endpoint was changed after its last run. Try it once on its Test tab before many tests are asked.',
    );
  if (lastRun)
    return check(
      'last_test',
      lastRun.status !== 'Failed',
      'warning',
      'The endpoint answered in its last run.',
      'Every test of the last run of the endpoint ended in an error.',
    );
  return check(
    'last_test',
    hasAnswered !== false,
    'warning',
    hasAnswered === null
      ? 'The endpoint has not been tested yet.'
      : 'The last test call of the endpoint succeeded.',
    'The last test call of the endpoint failed.',
  );
}

/** Who decides, said once: what nothing judges, what stays open and why, and the rest. */
function decided(of: {
  readonly tests: number;
  readonly unjudged: number;
  readonly named: readonly string[];
  readonly open: OpenTests;
}): readonly Check[] {
  const { tests, unjudged, named, open } = of;
  const { undecided, modelless, forPerson, unexpecting, partly, partlyBy } = open;
  if (tests > 0 && unjudged === tests)
    return [{ name: 'metrics', ok: false, severity: 'error', message: 'No test is judged by a metric.' }];
  const checks: Check[] = [];
  const warn = (name: string, count: number, message: string): void => {
    if (count > 0) checks.push({ name, ok: false, severity: 'warning', message });
  };
  warn(
    'all_tests_judged',
    unjudged,
    `${plural(unjudged, 'test is', 'tests are')} judged by no metric: ${named.map((asked) => `“${asked}”`).join(', ')}${unjudged > named.length ? ` and ${unjudged - named.length} more` : ''}. A person reviews ${unjudged === 1 ? 'its answer' : 'their answers'}; an answer that somebody has reviewed before keeps that review.`,
  );
  warn(
    'models',
    modelless,
    `${plural(modelless, 'test needs', 'tests need')} a model, and none is in use: what the model is to judge is not evaluated.`,
  );
  warn(
    'for_a_person',
    forPerson,
    `${plural(forPerson, 'test asserts', 'tests assert')} what Sonde cannot judge: a person reviews ${forPerson === 1 ? 'it' : 'them'}, whatever is answered; an answer that somebody has reviewed before keeps that review.`,
  );
  warn(
    'expected_answers',
    unexpecting,
    `${plural(unexpecting, 'test lacks', 'tests lack')} the expected answer that a metric compares with, and will not be evaluated.`,
  );
  warn(
    'all_tests_decided',
    undecided,
    `${plural(undecided, 'test is', 'tests are')} judged only by metrics that flag: a person decides ${undecided === 1 ? 'it' : 'them'}, unless the metric is set to decide.`,
  );
  warn(
    'plain_answers',
    partly,
    `${plural(partly, 'test is', 'tests are')} decided only where the answer is plain to ${namesOf(partlyBy)}; what is said in other words waits for a person, or for a metric that asks a language model.`,
  );
  const rest = tests - unjudged - undecided - modelless - forPerson - unexpecting - partly;
  if (rest > 0)
    checks.push({
      name: 'metrics',
      ok: true,
      severity: 'info',
      message:
        rest === tests
          ? 'Each test has a metric that decides.'
          : `${plural(rest, 'test has', 'tests have')} a metric that decides.`,
    });
  return checks;
}

const mostNamed = 3;
const namesOf = (names: readonly string[]): string =>
  `${names
    .slice(0, mostNamed)
    .map((name) => `“${name}”`)
    .join(', ')}${names.length > mostNamed ? ` and ${names.length - mostNamed} more` : ''}`;

const check = (
  name: string,
  ok: boolean,
  severity: 'error' | 'warning',
  good: string,
  bad: string,
): Check => ({ name, ok, severity: ok ? 'info' : severity, message: ok ? good : bad });
