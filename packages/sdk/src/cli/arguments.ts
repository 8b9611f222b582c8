import { parseArgs } from 'node:util';

export interface RunArguments {
  readonly endpoint: string;
  readonly testSet: string;
  readonly url: string;
  readonly token: string;
  readonly project: string | undefined;
  readonly name: string | undefined;
  readonly baseline: string | undefined;
  readonly maxWorse: number | undefined;
  readonly minPassRate: number | undefined;
  readonly maxErrors: number | undefined;
  readonly maxNotEvaluated: number | undefined;
  readonly concurrency: number | undefined;
  readonly repeat: number | undefined;
  readonly junit: string | undefined;
  readonly markdown: string | undefined;
  readonly html: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

/** What was typed cannot be carried out; the sentence says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const usage = `sonde run --endpoint <id or name> --test-set <id or name> [options]

Runs a test set against an endpoint, waits for its end, and exits with 0 only when its gate, the limits that the run must keep, is passed.

  --url <address>            of the API; else SONDE_URL
  --token <token>            an API token; else SONDE_TOKEN (better: a flag is seen by others)
  --project <id>             narrows names to one project
  --name <name>              of the run
  --min-pass-rate <percent>, --max-errors <n>, --max-not-evaluated <n>
                             each in place of that limit of the test set's gate, for this run; without a flag the
                             gate counts as it is saved. A set without a gate is asked for 100, 0 and 0
  --baseline last|chosen|<run id>
                             compares with an earlier run, the baseline: the last one, the one chosen in Sonde, or
                             the one named. Fails when this run is worse than chance explains: that takes 6 tests
                             that got worse at the least
  --max-worse <n>            fails when more tests than that got worse than in the baseline, by chance or not;
                             0 fails by any. Needs a baseline, from --baseline or the set's gate
  --concurrency <n>          how many calls may be under way at once
  --repeat <n>               how often each test is asked
  --label <key=value>        may be repeated, such as commit=$GIT_COMMIT
  --junit <file>, --markdown <file>, --html <file>

Exit codes, the last line says why:
  0    the gate was passed
  1    tests that were decided missed the pass rate, the run is worse than its baseline, or more
       tests got worse than may
  2    it cannot be told: errors or tests not evaluated beyond a limit that is asked for, nothing decided or nothing to compare,
       the platform cannot be reached or refuses, or wrong usage
  130  interrupted (the run is cancelled)`;

/** Reads the command line and the environment; every fault is a sentence. */
export function readArguments(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): RunArguments {
  const values = parse(argv);
  const required = (name: 'endpoint' | 'test-set'): string => {
    const value = values[name];
    if (!value) throw new UsageError(`Say which ${name.replace('-', ' ')} with --${name}.`);
    return value;
  };
  const url = values.url ?? environment['SONDE_URL'];
  const token = values.token ?? environment['SONDE_TOKEN'];
  if (!url)
    throw new UsageError(
      'Say where the API is, with --url or SONDE_URL; the page “Agents and SDK” tells its address.',
    );
  if (!URL.canParse(url)) throw new UsageError('The address of the platform is no URL.');
  if (!token)
    throw new UsageError(
      'Set the environment variable SONDE_TOKEN to an API token; one is made in the settings under “API tokens”.',
    );
  return {
    endpoint: required('endpoint'),
    testSet: required('test-set'),
    url,
    token,
    project: values.project,
    name: values.name,
    baseline: values.baseline,
    maxWorse: whole(values['max-worse'], '--max-worse'),
    minPassRate: number(values['min-pass-rate'], '--min-pass-rate', 0, 100),
    maxErrors: whole(values['max-errors'], '--max-errors'),
    maxNotEvaluated: whole(values['max-not-evaluated'], '--max-not-evaluated'),
    concurrency: whole(values.concurrency, '--concurrency'),
    repeat: whole(values.repeat, '--repeat'),
    junit: values.junit,
    markdown: values.markdown,
    html: values.html,
    labels: Object.fromEntries((values.label ?? []).map(labelOf)),
  };
}

const text = { type: 'string' } as const;
const flags = {
  endpoint: text,
  'test-set': text,
  url: text,
  token: text,
  project: text,
  name: text,
  baseline: text,
  'max-worse': text,
  'min-pass-rate': text,
  'max-errors': text,
  'max-not-evaluated': text,
  concurrency: text,
  repeat: text,
  junit: text,
  markdown: text,
  html: text,
  label: { type: 'string', multiple: true },
} as const;

/** Wherever it stands, but not as the value of a flag: a build that names its run `-h` would be green without one. */
export const asksForHelp = (argv: readonly string[]): boolean =>
  parseArgs({
    args: [...argv],
    strict: false,
    options: { ...flags, help: { type: 'boolean', short: 'h' } },
  }).values.help === true;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], strict: true, options: flags }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function number(text: string | undefined, flag: string, low: number, high: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !(value >= low && value <= high))
    throw new UsageError(`${flag} takes a number from ${low} to ${high}.`);
  return value;
}

function whole(text: string | undefined, flag: string): number | undefined {
  const value = number(text, flag, 0, Number.MAX_SAFE_INTEGER);
  if (value !== undefined && !Number.isInteger(value)) throw new UsageError(`${flag} takes a whole number.`);
  return value;
}

function labelOf(text: string): [string, string] {
  const place = text.indexOf('=');
  if (place < 1) throw new UsageError('--label takes key=value.');
  return [text.slice(0, place), text.slice(place + 1)];
}
