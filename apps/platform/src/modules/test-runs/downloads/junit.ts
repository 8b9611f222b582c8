import { cutText } from '#kernel/cut-text';
import { escapeMarkup } from '#kernel/markup';
import { limitsOf } from '../gate-limits.ts';
import type { RunFlags } from '../flags.ts';
import type { RunRow } from '../tables.ts';
import { flagsOf, flatRow, type DownloadedResult } from './rows.ts';
import { endedEarly, openOf, type ReviewedOfRun } from './summary.ts';

const messageMax = 4000;
const nameMax = 280;

/**
 * A run as JUnit XML. A failed test is a failure, an error an error; what was not evaluated or was cancelled is skipped, since
 * nothing is broken there. Most builds take that for green, so the run itself is a case that tells why it is none, in a suite of its own: it is no test, and
 * the suite of the tests counts as many as the run does. The other way round, what failed within a gate that was passed is skipped as well, with all it has to say: builds that go by the
 * file are red by any failure in it, and this run was good enough. As pytest does for a failure that was expected, the type of what is
 * skipped says of which kind it is, since tools count all of them as one.
 */
export async function* junitOf(
  run: RunRow,
  reviewed: Pick<ReviewedOfRun, 'byPeople' | keyof RunFlags>,
  results: AsyncIterable<DownloadedResult>,
): AsyncGenerator<string> {
  const whole = faultsOfWhole(run);
  const gate = whole.length === 0 && isGateTold(run) ? gateCase(run) : undefined;
  const isAccepted = isGoodEnough(run);
  const [red, broken] = isAccepted ? [0, 0] : [run.failed, run.errors];
  const skipped = run.cancelled + run.notEvaluated + (run.failed - red) + (run.errors - broken);
  const seconds =
    run.startedAt && run.finishedAt ? (run.finishedAt.getTime() - run.startedAt.getTime()) / 1000 : 0;
  const ofTests = { tests: run.planned, failures: red, errors: broken, skipped };
  const ofRun = {
    tests: whole.length + (gate ? 1 : 0),
    failures: gate ? 1 : 0,
    errors: whole.length,
    skipped: 0,
  };
  const time = seconds.toFixed(3);
  const at = run.createdAt.toISOString();
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Sonde" ${countsOf(ofTests, ofRun)} time="${time}">\n  <testsuite name="${attribute(run.name)}" ${countsOf(ofTests)} time="${time}" timestamp="${at}">\n`;
  yield propertiesOf(run, reviewed);
  const nameOf = caseNames();
  for await (const result of results) yield testCase(run, result, { called: nameOf(result), isAccepted });
  yield '  </testsuite>\n';
  if (ofRun.tests > 0) {
    yield `  <testsuite name="${attribute(`${run.name}: the run as a whole`)}" ${countsOf(ofRun)} time="0.000" timestamp="${at}">\n`;
    for (const { name, message } of whole)
      yield `    <testcase classname="${attribute(run.snapshot.test_set.name)}" name="${name}"><error message="${message}"/></testcase>\n`;
    if (gate) yield gate;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
}

type SuiteCounts = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>;

const countsOf = (...suites: readonly SuiteCounts[]): string =>
  (['tests', 'failures', 'errors', 'skipped'] as const)
    .map((name) => `${name}="${suites.reduce((sum, counts) => sum + counts[name], 0)}"`)
    .join(' ');

/** By whose limits the run was good enough stands beside it, and of what is skipped, how much is of which kind. */
function propertiesOf(run: RunRow, reviewed: Pick<ReviewedOfRun, 'byPeople' | keyof RunFlags>): string {
  const limits = limitsOf(run);
  const told = [
    ...(run.gate === null ? [] : [['gate', run.gate] as const]),
    ...(limits === null ? [] : [['gate limits', limits] as const]),
    ...(isGoodEnough(run)
      ? [
          ['failed within the gate', `${run.failed}`] as const,
          ['errors within the gate', `${run.errors}`] as const,
        ].filter(([, count]) => count !== '0')
      : []),
    ...openOf(run, reviewed).map(({ words, count, note }) => [words, `${count}${note}`] as const),
    ...(reviewed.byPeople.results === 0
      ? []
      : [
          ['decided by a person', `${reviewed.byPeople.results}`] as const,
          ['decided by a person against the metrics', `${reviewed.byPeople.against_metrics}`] as const,
        ]),
  ].map(([name, value]) => `<property name="${name}" value="${attribute(value)}"/>`);
  return `    <properties>${told.join('')}</properties>\n`;
}

const isGoodEnough = ({ gate }: RunRow): boolean => gate === 'passed';

const faultsOfWhole = (run: RunRow): { name: string; message: string }[] => [
  ...(run.passed + run.failed === 0
    ? [{ name: 'The run decided at least one test', message: 'No test of this run was decided.' }]
    : []),
  ...endedEarly(run).map((message) => ({ name: 'The run came to its end', message: attribute(message) })),
];

/** Where no test says by itself that the gate failed, or more are open than may be, which no skipped test says. */
const isGateTold = ({ gate, gates, failed, errors, notEvaluated }: RunRow): boolean =>
  gate === 'failed' && (failed + errors === 0 || notEvaluated > (gates?.max_not_evaluated ?? Infinity));

const gateCase = ({ snapshot, gateReasons }: RunRow): string =>
  `    <testcase classname="${attribute(snapshot.test_set.name)}" name="gate"><failure message="${attribute((gateReasons ?? []).join(' ') || 'The gate failed.')}"/></testcase>\n`;

/**
 * A test is called as its file describes it, or else by what it asks. One description may stand over several prompts: the
 * next ones say what they ask as well, since builds tell cases apart by their names.
 */
function caseNames(): (result: DownloadedResult) => string {
  const taken = new Map<string, string>();
  return (result) => {
    const asked = flatRow(result).input;
    const described = result.detail?.described ?? null;
    if (described === null) return asked;
    const owner = taken.get(described) ?? result.row.testId;
    taken.set(described, owner);
    return owner === result.row.testId ? described : `${described}: ${asked}`;
  };
}

interface CaseWords {
  readonly called: string;
  /** Where the gate was passed: what failed all the same is none that a build has to stop for. */
  readonly isAccepted: boolean;
}

function testCase(run: RunRow, result: DownloadedResult, { called, isAccepted }: CaseWords): string {
  const { row } = result;
  const flat = flatRow(result);
  const name = row.repeat > 1 ? `${called.slice(0, nameMax)} (repeat ${row.repeat})` : called;
  const open = `    <testcase classname="${attribute(run.snapshot.test_set.name)}" name="${attribute(name.slice(0, nameMax + 20))}" time="${((row.durationMs ?? 0) / 1000).toFixed(3)}"`;
  const message = attribute(cutText(flat.reason || row.status, messageMax));
  const asked = called === flat.input ? '' : `Asked: ${cutText(flat.input, messageMax)}\n`;
  const answer = `${asked}Answer: ${cutText(flat.output, messageMax)}`;
  const body = text(answer);
  // Beside the outcome: a build is neither broken nor green by a flag, and by whose review it is green is told.
  const told = [
    ...(result.decided ? [result.decided.sentence] : []),
    ...(result.detail?.follows ? [flat.reason] : []),
    ...flagsOf(result.detail),
  ];
  const written = (lines: readonly string[]): string =>
    lines.length > 0
      ? `<system-out>${text(cutText(lines.join('\n'), 2 * messageMax + 200))}</system-out>`
      : '';
  const beside = written(told);
  if (row.status === 'Pass') return beside ? `${open}>${beside}</testcase>\n` : `${open}/>\n`;
  if (isAccepted && (row.status === 'Fail' || row.status === 'Error')) {
    const what = row.status === 'Fail' ? 'Failed' : 'Ended in an error';
    return `${open}><skipped type="within_gate" message="${what}, within the gate: ${message}"/>${written([...told, answer])}</testcase>\n`;
  }
  if (row.status === 'Fail')
    return `${open}><failure message="${message}">${body}</failure>${beside}</testcase>\n`;
  if (row.status === 'Cancelled')
    return `${open}><skipped type="cancelled" message="${message}"/></testcase>\n`;
  if (row.status === 'NotEvaluated')
    return `${open}><skipped type="not_evaluated" message="${message}"/>${written([...told, answer])}</testcase>\n`;
  return `${open}><error message="${message}" type="${attribute(row.reasonCode ?? row.status)}">${body}</error>${beside}</testcase>\n`;
}

/** XML 1.0 cannot hold most control characters in any spelling, so they go. */
const text = (value: string): string =>
  escapeMarkup(
    // eslint-disable-next-line no-control-regex -- these are the characters XML cannot hold
    value.replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    ),
  );
const attribute = (value: string): string => text(value).replaceAll(/\s+/g, ' ').trim();
