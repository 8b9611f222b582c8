import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const endpoint = { name: 'endpoint', description: 'Name or id of the endpoint', required: true };

/** The main journeys, for people who choose one in their client. */
const prompts: readonly Prompt[] = [
  {
    name: 'explore_endpoint',
    title: 'Explore an endpoint',
    description: 'Find out what an application can do and where it refuses',
    arguments: [endpoint],
    text: ({ endpoint: name }) =>
      `Find the endpoint "${name}" with endpoints_list, explore it with endpoints_explore (strategy comprehensive), follow the task with jobs_get until it has ended, and tell me its findings with the turns they stand on.`,
  },
  {
    name: 'test_endpoint',
    title: 'Test an endpoint',
    description: 'From an endpoint to tests, a run and what it says',
    arguments: [
      endpoint,
      { name: 'requirement', description: 'What it must do; left out, what was observed', required: false },
    ],
    text: ({ endpoint: name, requirement }) =>
      [
        `Find the endpoint "${name}" with endpoints_list.`,
        requirement
          ? `Make tests for this requirement with test_sets_generate: ${requirement}`
          : 'Explore it with endpoints_explore, and make tests of that exploration with test_sets_generate.',
        'Follow each task with jobs_get. Run the set with test_sets_execute, then read test_runs_get and the failed ones with test_results_list, and sum up what failed and why.',
      ].join(' '),
  },
  {
    name: 'compare_runs',
    title: 'Compare two runs',
    description: 'What became better or worse',
    arguments: [
      { name: 'base', description: 'Id of the earlier run', required: true },
      { name: 'other', description: 'Id of the later run', required: true },
    ],
    text: ({ base, other }) =>
      `Compare the test runs ${base} and ${other} with test_runs_compare, and tell me what became worse, what became better, and whether the difference is more than chance.`,
  },
  {
    name: 'explain_failures',
    title: 'Explain failures',
    description: 'Why tests of a run failed',
    arguments: [{ name: 'run', description: 'Id of the run', required: true }],
    text: ({ run }) =>
      `Read the test run ${run} with test_runs_get and its failed results with test_results_list (filter: test_run_id eq '${run}' and status eq 'Fail'). Say for each what was asked, what was answered, and which metric found what wrong with it; then what they have in common.`,
  },
];

export const listedPrompts = prompts.map(({ text: _text, arguments: given, ...shown }) => ({
  ...shown,
  arguments: given.map((argument) => ({ ...argument })),
}));

const argumentMax = 2000;

export function promptMessages(name: string, given: Readonly<Record<string, string>>) {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt.');
  const missing = prompt.arguments.filter(({ name: key, required }) => required && !given[key]?.trim());
  if (missing.length > 0)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `These arguments are missing: ${missing.map(({ name: key }) => key).join(', ')}.`,
    );
  if (Object.values(given).some((value) => value.length > argumentMax))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `An argument has more than ${argumentMax} characters.`,
    );
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(given) } }],
  };
}
