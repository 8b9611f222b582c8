import { escapeMarkup } from '#kernel/markup';
import { limitsOf } from '../gate-limits.ts';
import type { RunFlags } from '../flags.ts';
import type { RunRow } from '../tables.ts';
import { flagsOf, flatRow, type DownloadedResult } from './rows.ts';
import { openOf } from './summary.ts';

const messageMax = 4000;
const nameMax = 280;

/**
 * A run as JUnit XML. A failed test is a failure, an error an error; what was not evaluated or was cancelled is skipped, since
 * nothing is broken there. Most builds take that for green, so the run itself is a case that tells why it is none.
 */
export async function* junitOf(
  run: RunRow,
  reviewed: RunFlags,
  results: AsyncIterable<DownloadedResult>,
): AsyncGenerator<string> {
  const whole = faultsOfWhole(run);
  const gate = whole.length === 0 && isGateTold(run) ? gateCase(run) : undefined;
  const errors = run.errors + whole.length;
  const seconds =
    run.startedAt && run.finishedAt ? (run.finishedAt.getTime() - run.startedAt.getTime()) / 1000 : 0;
  const counts = `tests="${run.planned + whole.length + (gate ? 1 : 0)}" failures="${run.failed + (gate ? 1 : 0)}" errors="${errors}" skipped="${run.cancelled + run.notEvaluated}" time="${seconds.toFixed(3)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Sonde" ${counts}>\n  <testsuite name="${attribute(run.name)}" ${counts} timestamp="${run.createdAt.toISOString()}">\n`;
  yield propertiesOf(run, reviewed);
  const nameOf = caseNames();
  for await (const result of results) yield testCase(run, result, nameOf(result));
  for (const { name, message } of whole)
    yield `    <testcase classname="${attribute(run.snapshot.test_set.name)}" name="${name}"><error message="${message}"/></testcase>\n`;
  if (gate) yield gate;
  yield '  </testsuite>\n</testsuites>\n';
}

/**
 * A file that shows failures may be of a run that was good enough: by whose limits stands beside them, and of what is skipped,
 * how much was checked for flags only.
 */
function propertiesOf(run: RunRow, reviewed: RunFlags): string {
  const limits = limitsOf(run);
  const told = [
    ...(run.gate === null ? [] : [['gate', run.gate] as const]),
    ...(limits === null ? [] : [['gate limits', limits] as const]),
    ...openOf(run, reviewed).map(({ words, count, note }) => [words, `${count}${note}`] as const),
  ].map(([name, value]) => `<property name="${name}" value="${attribute(value)}"/>`);
  return `    <properties>${told.join('')}</properties>\n`;
}

const faultsOfWhole = (run: RunRow): { name: string; message: string }[] => [
  ...(run.passed + run.failed === 0
    ? [{ name: 'The run decided at least one test', message: 'No test of this run was decided.' }]
    : []),
  ...(run.status === 'Cancelled'
    ? [{ name: 'The run came to its end', message: 'The run was cancelled before its end.' }]
    : []),
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
    const described = result.detail?.described?.trim() ?? '';
    if (described === '') return asked;
    const owner = taken.get(described) ?? result.row.testId;
    taken.set(described, owner);
    return owner === result.row.testId ? described : `${described}: ${asked}`;
  };
}

function testCase(run: RunRow, result: DownloadedResult, called: string): string {
  const { row } = result;
  const flat = flatRow(result);
  const name = row.repeat > 1 ? `${called.slice(0, nameMax)} (repeat ${row.repeat})` : called;
  const open = `    <testcase classname="${attribute(run.snapshot.test_set.name)}" name="${attribute(name.slice(0, nameMax + 20))}" time="${((row.durationMs ?? 0) / 1000).toFixed(3)}"`;
  const message = attribute((flat.reason || row.status).slice(0, messageMax));
  const asked = called === flat.input ? '' : `Asked: ${flat.input.slice(0, messageMax)}\n`;
  const answer = `${asked}Answer: ${flat.output.slice(0, messageMax)}`;
  const body = text(answer);
  // Beside the outcome: a build is neither broken nor green by a flag, and by whose review it is green is told.
  const told = [...(result.detail?.follows ? [flat.reason] : []), ...flagsOf(result.detail)];
  const written = (lines: readonly string[]): string =>
    lines.length > 0 ? `<system-out>${text(lines.join('\n').slice(0, 2 * messageMax))}</system-out>` : '';
  const beside = written(told);
  if (row.status === 'Pass') return beside ? `${open}>${beside}</testcase>\n` : `${open}/>\n`;
  if (row.status === 'Fail')
    return `${open}><failure message="${message}">${body}</failure>${beside}</testcase>\n`;
  if (row.status === 'Cancelled') return `${open}><skipped message="${message}"/></testcase>\n`;
  if (row.status === 'NotEvaluated')
    return `${open}><skipped message="${message}"/>${written([...told, answer])}</testcase>\n`;
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
