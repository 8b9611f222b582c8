import {
  isOfItsOwn,
  openParts,
  runStatusWord,
  type Comparison,
  type TestResult,
  type TestRun,
} from '@sonde/contract';
import { refusalIn, ToolRefusal, type Hands } from '../hands.ts';
import type { Asked } from './thought.ts';
import { brief, listed, many, rateOfDecided } from './words.ts';

const newest = { sort_by: 'created_at', sort_order: 'desc' } as const;

/** The run that was spoken of, as it stands now; else the newest one. */
export async function latestRun({
  talk,
  hands,
}: Pick<Asked, 'talk' | 'hands'>): Promise<TestRun | undefined> {
  if (talk.test_run) {
    const { status, body } = await hands.use('test_runs_get', { id: talk.test_run.id });
    if (status < 400) return body as TestRun;
  }
  const [run] = (await hands.read('test_runs_list', { ...newest, limit: 1 })) as TestRun[];
  return run;
}

/** The finished one before it, of the same test set and endpoint, that is no part of another. */
export async function runBefore(hands: Hands, run: TestRun): Promise<TestRun | undefined> {
  const filter = `test_set_id eq '${run.test_set.id}' and endpoint_id eq '${run.endpoint.id}' and created_at lt ${run.created_at}`;
  const [before] = (await hands.read('test_runs_list', { ...newest, limit: 20, filter })).filter(
    (run: TestRun) => run.finished_at !== null && run.status !== 'Cancelled' && isOfItsOwn(run),
  ) as TestRun[];
  return before;
}

export function runInWords(run: TestRun): string {
  const { counts } = run;
  if (run.finished_at === null)
    return `${run.name} is under way: ${counts.total - counts.waiting - counts.running} of ${counts.total} tests are done.`;
  const parts = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.errors > 0 ? [`${many(counts.errors, 'error')}`] : []),
    ...openParts(run).flatMap(({ words, count }) => (count > 0 ? [`${count} ${words}`] : [])),
    ...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled`] : []),
  ];
  // A flag is beside the outcome: as one count among the others it would be read as tests of its own.
  const flagged =
    run.flagged === 0
      ? ''
      : ` ${many(run.flagged, 'test')} ${run.flagged === 1 ? 'has' : 'have'} a flag that nobody has looked at yet.`;
  const gate =
    run.gate === null ? '' : run.gate === 'passed' ? ' The gate was passed.' : ' The gate was not passed.';
  const end =
    run.status === 'Completed'
      ? ''
      : ` It is ${runStatusWord(run.status).toLowerCase()}${run.error ? `: ${brief(run.error)}` : ''}.`;
  return `${run.name}: ${parts.join(', ')} of ${many(counts.total, 'test')}; pass rate ${rateOfDecided(counts.passed, counts.failed)}.${flagged}${gate}${end}`;
}

const shownFailures = 5;

/** What failed, with what was asked, what came back and why that is wrong. */
export async function failuresInWords(hands: Hands, run: TestRun): Promise<string> {
  const failed = (await hands.read('test_results_list', {
    limit: shownFailures,
    sort_by: 'position',
    sort_order: 'asc',
    filter: `test_run_id eq '${run.id}' and status eq 'Fail'`,
  })) as TestResult[];
  const wrong =
    failed.length > 0 || run.counts.errors === 0
      ? failed
      : ((await hands.read('test_results_list', {
          limit: shownFailures,
          filter: `test_run_id eq '${run.id}' and status eq 'Error'`,
        })) as TestResult[]);
  if (wrong.length === 0) return nothingWrong(run);
  const lines = wrong.map(({ content, output_text: output, verdicts, reason }) => {
    const reasons = verdicts.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
    const why =
      reasons.length > 0
        ? reasons.map(({ name, reason: told }) => `${name}: ${brief(told)}`)
        : [brief(reason)];
    return `“${brief(content, 120)}” was answered with “${brief(output, 120)}”. ${why.join(' ')}`;
  });
  const all = failed.length > 0 ? run.counts.failed : run.counts.errors;
  const rest = all - wrong.length;
  return `${listed(lines)}${rest > 0 ? `\n\n${many(rest, 'more')} on the page of the run.`.replace('mores', 'more') : ''}`;
}

/** That nothing failed is said only of what was decided. */
function nothingWrong({ counts: { passed, total } }: TestRun): string {
  if (passed >= total) return 'Nothing failed.';
  const open = total - passed;
  return passed === 0
    ? `None of ${many(total, 'test')} was decided, so nothing can be said of them yet.`
    : `Nothing failed of what was decided: ${passed} of ${many(total, 'test')}; ${open} ${open === 1 ? 'is' : 'are'} not decided.`;
}

interface Compared {
  readonly base: { readonly id: string; readonly name: string };
  readonly comparisons: readonly Comparison[];
}

export const comparisonInWords = async (hands: Hands, base: TestRun, other: TestRun): Promise<string> =>
  wordsOf((await hands.read('test_runs_compare', { runs: `${base.id},${other.id}` })) as Compared, other, '');

/** Against the baseline that was chosen for its set and endpoint; undefined where none was, or it is this run. */
export async function againstBaseline(hands: Hands, run: TestRun): Promise<string | undefined> {
  if (run.is_baseline) return undefined;
  const { status, body } = await hands.use('test_runs_compare', { runs: `baseline,${run.id}` });
  if (status === 404) return undefined;
  if (status >= 400) throw new ToolRefusal(refusalIn(body));
  return wordsOf(body as Compared, run, 'the baseline ');
}

function wordsOf({ base, comparisons }: Compared, other: TestRun, kind: string): string {
  const [comparison] = comparisons;
  if (!comparison) return 'There was nothing to compare.';
  const changes = (from: string, to: string): string[] =>
    comparison.changes

      .filter((change) => change.base === from && change.other === to && !change.is_judged_otherwise)
      .slice(0, shownFailures)
      .map(
        ({ content, is_flaky: isFlaky }) =>
          `${brief(content, 120)}${isFlaky ? ' (it changes from run to run)' : ''}`,
      );
  const worse = changes('pass', 'fail');
  const broken = ['pass', 'fail', 'undecided']
    .flatMap((from) => changes(from, 'error'))
    .slice(0, shownFailures);
  const better = changes('fail', 'pass');
  return [
    `${other.name} against ${kind}${base.name}: ${comparison.sentence}`,
    ...(worse.length > 0 ? [`Worse (${comparison.counts.regressed}):\n${listed(worse)}`] : []),
    ...(broken.length > 0
      ? [`Now an error (${comparison.counts.stopped_answering}):\n${listed(broken)}`]
      : []),
    ...(better.length > 0 ? [`Better (${comparison.counts.improved}):\n${listed(better)}`] : []),
    ...(comparison.causes.length > 0
      ? [`What differs: ${comparison.causes.map((cause) => brief(cause)).join('; ')}`]
      : []),
  ].join('\n\n');
}
