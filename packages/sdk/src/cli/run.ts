import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { operationUrl } from '../addresses.ts';
import { ApiError } from '../api-error.ts';
import type { Client } from '../client.ts';
import {
  byPeopleWords,
  decidedWords,
  gateOf,
  mostErrors,
  openParts,
  percentWords,
  runStatusWord,
  stoppedEarly,
  trueShareWords,
  type Gates,
} from '../contract.ts';
import type { OperationAnswer } from '../operation-types.ts';
import { UsageError, type RunArguments } from './arguments.ts';
import { nearestNames } from './nearest-names.ts';
import type { Terminal } from './terminal.ts';

type TestRun = OperationAnswer<'test_runs.get'>;

export interface RunOptions {
  readonly client: Client;
  readonly given: RunArguments;
  readonly terminal: Terminal;
  /** Aborted when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
  /** How long to wait before the run is looked at again. */
  readonly lookMs?: number;
}

export const exitCodes = { passed: 0, missed: 1, undecided: 2, usage: 2, interrupted: 130 } as const;

const over: ReadonlySet<string> = new Set(['Completed', 'Partial', 'Failed', 'Cancelled']);

/** Starts a run, shows how it goes, writes the files that were asked for, and answers the exit code. */
export async function runTests({
  client,
  given,
  terminal,
  signal,
  lookMs = 1000,
}: RunOptions): Promise<number> {
  const { testSet, endpoint } = await findBoth(client, given);
  const asked = await limitsAsked(client, testSet, given);
  const { test_run_id: id } = await client.request('test_sets.execute', {
    params: { id: testSet, endpoint_id: endpoint },
    body: {
      ...(given.name ? { name: given.name } : {}),
      ...(given.concurrency ? { concurrency: given.concurrency } : {}),
      ...(given.repeat ? { repeat: given.repeat } : {}),
      labels: { ...given.labels },
      ...(asked.gates ? { gates: asked.gates } : {}),
    },
  });
  const run = await follow({ client, terminal, signal, lookMs }, id);
  if (!run) return exitCodes.interrupted;
  for (const format of ['junit', 'markdown', 'html'] as const) {
    const file = given[format];
    if (file) await writeFile(file, await download(given, id, format));
  }
  for (const line of report(run, asked)) terminal.line(line);
  for (const line of await notPassed(client, run)) terminal.line(line);
  for (const line of await whereToLook(client, given, id)) terminal.line(line);
  const comparison = run.gates?.baseline ? await compared(client, id, run.gates) : undefined;
  for (const line of comparison?.lines ?? []) terminal.line(line);
  const { code, why } = endOf(run, comparison);
  terminal.line(`Exit code ${code}: ${why}`);
  return code;
}

/** A run that was interrupted is cancelled: nobody waits for it any more. */
async function follow(
  {
    client,
    terminal,
    signal,
    lookMs,
  }: Required<Pick<RunOptions, 'client' | 'terminal' | 'signal' | 'lookMs'>>,
  id: string,
): Promise<TestRun | undefined> {
  for (;;) {
    const run = await client.request('test_runs.get', { params: { id } });
    terminal.progress(run);
    if (over.has(run.status)) return run;
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted) continue;
    // It may have ended in this moment; then there is nothing to cancel.
    await client.request('test_runs.cancel', { params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
    });
    terminal.line('Interrupted: the run was cancelled.');
    return undefined;
  }
}

interface Asked {
  /** Those of this run, where the gate of the set does not count as it is. */
  readonly gates: Gates | undefined;
  /** Said in place of the platform's words, which do not know that nobody has given a limit. */
  readonly words: string | undefined;
}

/** What holds where neither the set nor the command line says anything. */
const usual = { min_pass_rate: 100, max_errors: 0, max_not_evaluated: 0 } as const;

/** A flag stands in place of one limit of the set's gate; the others of it go on counting. */
async function limitsAsked(client: Client, testSet: string, given: RunArguments): Promise<Asked> {
  const { gates: saved } = await readSet(client, testSet);
  const ofSet = gateOf(saved) ?? undefined;
  const flags = Object.entries({
    min_pass_rate: given.minPassRate,
    max_errors: given.maxErrors,
    max_not_evaluated: given.maxNotEvaluated,
    baseline: given.baseline,
    max_worse: given.maxWorse,
  }).filter(([, value]) => value !== undefined);
  if (ofSet && flags.length === 0) return { gates: undefined, words: undefined };
  const gates: Gates = { ...(ofSet ?? usual), ...Object.fromEntries(flags) };
  if (gates.max_worse !== undefined && gates.baseline === undefined)
    throw new UsageError(
      'Tests get worse than in a baseline: --max-worse needs --baseline, or one in the gate of the test set.',
    );
  return {
    gates,
    words:
      flags.length > 0
        ? undefined
        : 'The test set has no gate and no limit was given, so all tests must be decided and pass.',
  };
}

/** Its gate counts for the run, so a token that may start runs and not read the set is told what it lacks, before any call. */
async function readSet(client: Client, id: string) {
  try {
    return await client.request('test_sets.get', { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    throw new Error(
      `This token may not read the test set, whose gate counts for the run. Nothing was started. Give it these permissions: ${permissionsNeeded.join(', ')}. ${error.detail} (${error.code})`,
      { cause: error },
    );
  }
}

/** What a token of a build needs; endpoints are read only to find one by its name. */
const permissionsNeeded = ['test_set:read', 'endpoint:read', 'test_run:execute', 'test_run:read'] as const;

const mostNamesakes = 10;
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Both names are looked for before either is complained of: who mistyped both mends them at once. */
async function findBoth(client: Client, given: RunArguments) {
  const found = await Promise.allSettled([
    find(client, 'test_sets.list', 'test set', given.testSet),
    find(client, 'endpoints.list', 'endpoint', given.endpoint),
  ]);
  const faults = found.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []));
  const other = faults.find((fault) => !(fault instanceof UsageError));
  if (other !== undefined) throw other;
  const [testSet, endpoint] = found.map((one) => (one.status === 'fulfilled' ? one.value : undefined));
  if (testSet === undefined || endpoint === undefined)
    throw new UsageError(faults.map((fault) => (fault as UsageError).message).join('\n\n'));
  return { testSet, endpoint };
}

async function find(
  client: Client,
  list: 'test_sets.list' | 'endpoints.list',
  words: string,
  given: string,
): Promise<string> {
  if (uuid.test(given)) return given;
  const found = await client.request(list, {
    query: { $filter: `name eq '${given.replaceAll("'", "''")}'`, limit: mostNamesakes },
  });
  const [first, ...others] = found;
  if (!first) throw new UsageError(await unknownName(client, list, words, given));
  if (others.length === 0) return first.id;
  const ids = found.map(
    ({ id, updated_at: at }) => `  ${id}  updated ${at.slice(0, 16).replace('T', ' ')} UTC`,
  );
  throw new UsageError([`Several ${words}s are called “${given}”; give the id of one:`, ...ids].join('\n'));
}

const mostNamesRead = 1000;

/** Whoever mistyped a name finds theirs among those that come nearest to it. */
async function unknownName(
  client: Client,
  list: 'test_sets.list' | 'endpoints.list',
  words: string,
  given: string,
): Promise<string> {
  const names: string[] = [];
  for await (const { name } of client.all(list, { query: { limit: 100 } })) {
    names.push(name);
    if (names.length >= mostNamesRead) break;
  }
  if (names.length === 0)
    return `There is no ${words} called “${given}”, and none at all that this token may see.`;
  const nearest = nearestNames(names, given, mostNamesakes);
  const lead = nearest.length < names.length ? 'The nearest names are:' : 'There are:';
  return [`There is no ${words} called “${given}”. ${lead}`, ...nearest.map((name) => `  ${name}`)].join(
    '\n',
  );
}

async function download(given: RunArguments, id: string, format: string): Promise<Uint8Array> {
  const url = operationUrl(given.url, '/test_runs/{id}/download', { id }, { format });
  // As every call: a bearer token never follows a redirect, and a file of elsewhere is no file of this run.
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${given.token}` },
    redirect: 'error',
  });
  if (!answer.ok)
    throw new Error(`The ${format} file could not be fetched: the platform answered ${answer.status}.`);
  if (!answer.headers.get('content-disposition')?.startsWith('attachment'))
    throw new Error(`The ${format} file could not be fetched: what came is no file of the platform.`);
  return new Uint8Array(await answer.arrayBuffer());
}

function report(run: TestRun, { words }: Asked): string[] {
  const { counts } = run;
  const decided = counts.passed + counts.failed;
  const rate =
    decided === 0
      ? 'Nothing was decided.'
      : `${decidedWords(counts, String, percentWords((counts.passed / decided) * 100))}; ${trueShareWords({ low: run.pass_rate_low ?? 0, high: run.pass_rate_high ?? 100 })}.`;
  const open = openParts(run)
    .map(({ words, count, note }) => `${words} ${count}${note}`)
    .join(' · ');
  return [
    `${run.name}: ${runStatusWord(run.status)}`,
    rate,
    `Passed ${counts.passed} · failed ${counts.failed} · errors ${counts.errors} · ${open} · cancelled ${counts.cancelled}`,
    ...(run.decided_by_people.results > 0 ? [`Of the results, ${byPeopleWords(run.decided_by_people)}`] : []),
    ...(run.carried > 0
      ? [`Decided by a person's review of the same answer in an earlier run: ${run.carried}`]
      : []),
    ...(run.flagged > 0
      ? [`Flagged, and no person has looked yet: ${run.flagged}; a flag decides nothing by itself`]
      : []),
    ...(run.error ? [run.error] : []),
    ...[words ?? run.gate_limits ?? []].flat(),
    ...(run.gate_reasons ?? []),
    `Gate: ${run.gate ?? 'failed'}`,
  ];
}

const mostTold = 10;
const mostOfTold = 300;

/** The first tests that failed, and then those that ended in an error: what was asked, and why. */
async function notPassed(client: Client, { id, counts }: TestRun): Promise<string[]> {
  const lines: string[] = [];
  for (const [status, count, words] of [
    ['Fail', counts.failed, 'Failed'],
    ['Error', counts.errors, 'Ended in an error'],
  ] as const) {
    if (count === 0) continue;
    const results = await client.request('test_runs.results', {
      params: { id },
      query: { $filter: `status eq '${status}'`, limit: mostTold },
    });
    lines.push(`${words}:`);
    for (const { name, content, reason } of results)
      lines.push(
        `  ${onOneLine(name ?? content ?? 'a test that is gone')}`,
        `    ${onOneLine(reason ?? '')}`,
      );
    if (count > results.length) lines.push(`  and ${count - results.length} more`);
  }
  return lines;
}

function onOneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > mostOfTold
    ? `${line.slice(0, mostOfTold).trimEnd()}… (${line.length} characters)`
    : line;
}

/** The page of the run. The platform tells where its pages are; that it does not know it is no reason to fail. */
async function whereToLook(client: Client, { url }: RunArguments, id: string): Promise<string[]> {
  try {
    const { web_url: web } = await client.request('system.addresses');
    const isElsewhere = isOfThisMachine(web) && !isOfThisMachine(url);
    return [
      `The run: ${web.replace(/\/+$/, '')}/runs/${id}`,
      ...(isElsewhere
        ? ['That address is good on the machine of Sonde alone: FRONTEND_URL there says another.']
        : []),
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [`The run is ${id}; where its page is could not be asked: ${error.detail}`];
  }
}

const isOfThisMachine = (url: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);

const mostNamed = 20;
const namedInSentence = 3;

interface Compared {
  readonly lines: readonly string[];
  readonly isWorse: boolean;
  readonly regressed: number;
}

/** What became of the tests since the baseline: its sentence, and the tests that got worse, by what they ask. */
async function compared(
  client: Client,
  id: string,
  { baseline, max_worse: maxWorse }: Gates,
): Promise<Compared> {
  const base = baseline === 'chosen' ? 'baseline' : baseline;
  try {
    const { base: before, comparisons } = await client.request('test_runs.compare', {
      query: { runs: `${base},${id}` },
    });
    const lines = [`Compared with ${before.name}:`];
    for (const { sentence, changes, counts } of comparisons) {
      lines.push(sentence);
      // Of a few the sentence itself tells which.
      if (counts.regressed <= namedInSentence) continue;
      const worse = changes.filter(
        (change) => change.base === 'pass' && change.other === 'fail' && !change.is_judged_otherwise,
      );
      // What tests ask is told to tokens that may read results.
      if (!worse.some(({ name, content }) => name !== null || content !== null)) continue;
      for (const { name, content } of worse.slice(0, mostNamed))
        lines.push(`  got worse: ${onOneLine(name ?? content ?? 'a test that is gone')}`);
      const unnamed = counts.regressed - Math.min(worse.length, mostNamed);
      if (unnamed > 0) lines.push(`  and ${unnamed} more`);
    }
    const [found] = comparisons;
    const regressed = found
      ? found.counts.regressed +
        found.counts.passed_then_error +
        // A platform older than this command does not count them.
        ((found.counts as Partial<typeof found.counts>).undecided_then_fail ?? 0)
      : 0;
    const isWorse = found?.conclusion === 'worse';
    if (found && !isWorse && regressed > 0 && regressed <= (maxWorse ?? regressed))
      lines.push(
        `Not failed by that: ${reasonNotWorse(found.conclusion)}; ${regressed} got worse.${maxWorse === undefined ? ' --max-worse 0 fails by any.' : ''}`,
      );
    return { lines, isWorse, regressed };
  } catch (error) {
    // The run and its gate stand; only what it would have been compared with is not there.
    if (error instanceof ApiError && error.status < 500 && error.status > 0)
      return { lines: [`Compared with nothing: ${error.detail}`], isWorse: false, regressed: 0 };
    throw error;
  }
}

const reasonNotWorse = (conclusion: string): string =>
  conclusion === 'too few tests'
    ? 'too few tests to tell'
    : conclusion === 'stopped answering'
      ? 'nothing beyond chance but errors'
      : 'chance alone explains it';

interface End {
  readonly code: number;
  readonly why: string;
}

/**
 * 1 is what the decided tests show, whatever else was left open: somebody has to mend the application. 2 is that it cannot
 * be told: somebody has to look at the tests. 0 is a gate that was passed, and nothing else.
 */
function endOf(run: TestRun, comparison: Compared | undefined): End {
  const { passed, failed, errors, not_evaluated: open } = run.counts;
  const limits = run.gates ?? {};
  const decided = passed + failed;
  const undecided = (why: string): End => ({ code: exitCodes.undecided, why });
  if (run.gate === 'passed') return { code: exitCodes.passed, why: 'the gate was passed.' };
  if (run.status === 'Cancelled') return undecided('the run was cancelled.');
  const stopped = stoppedEarly(run);
  if (decided === 0) return undecided('nothing was decided.');
  if ((passed / decided) * 100 < (limits.min_pass_rate ?? 0) - 1e-9)
    return { code: exitCodes.missed, why: 'the pass rate was missed.' };
  if (failed > 0 && limits.min_pass_rate === undefined && limits.baseline === undefined)
    return {
      code: exitCodes.missed,
      why: 'tests failed, and the gate names neither a pass rate nor a baseline.',
    };
  if (comparison?.isWorse)
    return { code: exitCodes.missed, why: 'the run is worse than its baseline, beyond chance.' };
  if (comparison && comparison.regressed > (limits.max_worse ?? Infinity))
    return { code: exitCodes.missed, why: 'more tests got worse than may.' };
  if (stopped !== null) return undecided('the run was ended before its last test.');
  if (errors > mostErrors(limits)) return undecided('more tests ended in an error than may.');
  if (open > (limits.max_not_evaluated ?? Infinity))
    return undecided('more tests wait for a person to decide them than may; their results say what would.');
  // No run decided them before, or there is none to compare with: the reasons of the gate tell which of the two.
  if (failed > 0 && limits.min_pass_rate === undefined)
    return { code: exitCodes.missed, why: 'tests failed that no earlier run accounts for.' };
  return undecided('the gate failed, but by no test that was decided.');
}
