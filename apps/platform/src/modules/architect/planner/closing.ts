import type { ExplorationResult, InvocationResult, Job, TestRun } from '@sonde/contract';
import type { Body, Hands } from '../hands.ts';
import type { StoredStep, Talk } from '../tables.ts';
import { comparisonInWords, failuresInWords, runBefore, runInWords } from './runs.ts';
import { brief, listed, many } from './words.ts';

interface Done {
  readonly plan: readonly StoredStep[];
  readonly talk: Talk;
  readonly hands: Hands;
}

type Closing = (done: Done) => Promise<string>;

/** What the steps have made, so that "it" and "again" mean that from now on. */
export function talkAfter(talk: Talk, plan: readonly StoredStep[]): Talk {
  return plan.reduce<Talk>((known, step) => {
    if (step.status !== 'done') return known;
    const answer = Object(step.answer) as Record<string, string | undefined>;
    const { task_id: taskId, test_set_id: setId, test_run_id: runId } = answer;
    if (step.tool === 'endpoints_explore' && taskId)
      return { ...known, exploration: { task_id: taskId, endpoint_id: String(step.arguments['id']) } };
    if (runId) return { ...known, test_run: { id: runId, name: step.title } };
    if (setId) return { ...known, test_set: { id: setId, name: nameIn(step) } };
    return known;
  }, talk);
}

const nameIn = ({ arguments: { name }, title }: StoredStep): string =>
  typeof name === 'string' ? name : title;

const lastDone = (plan: readonly StoredStep[]): StoredStep | undefined =>
  plan.findLast(({ status }) => status === 'done');

async function runOf({ talk, hands }: Done): Promise<TestRun | undefined> {
  return talk.test_run && ((await hands.read('test_runs_get', { id: talk.test_run.id })) as TestRun);
}

const findings: Closing = async ({ plan, hands }) => {
  const taskId = lastDone(plan)?.task_id;
  const job = (await hands.read('jobs_get', { task_id: taskId })) as Job;
  const result = job.result as ExplorationResult | null;
  const found = result?.findings ?? [];
  if (found.length === 0)
    return `It took ${many(result?.turns_used ?? 0, 'turn')}, and nothing was found out.`;
  const lines = found
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, 15)
    .map(({ title, detail }) => `${brief(title, 100)}: ${brief(detail, 200)}`);
  return `After ${many(result?.turns_used ?? 0, 'turn')}: ${brief(result?.conversation_summary, 500)}\n\n${listed(lines)}\n\nSay "test it" to make tests of this and run them.`;
};

const made: Closing = async ({ plan, hands }) => {
  const setId = (Object(lastDone(plan)?.answer) as Body).test_set_id as string;
  const { name, test_count: count } = await hands.read('test_sets_get', { id: setId });
  return `${name} has ${many(count, 'test')}. Say "run it" to run them.`;
};

const run: Closing = async (done) => {
  const ended = await runOf(done);
  if (!ended) return 'All steps are done.';
  return `${runInWords(ended)}\n\n${await failuresInWords(done.hands, ended)}`;
};

const compared: Closing = async (done) => {
  const ended = await runOf(done);
  if (!ended) return 'All steps are done.';
  const before = await runBefore(done.hands, ended);
  const words = before
    ? await comparisonInWords(done.hands, before, ended)
    : await failuresInWords(done.hands, ended);
  return `${runInWords(ended)}\n\n${words}`;
};

const cancelled: Closing = async (done) => {
  const ended = await runOf(done);
  return ended ? runInWords(ended) : 'It was cancelled.';
};

const answer: Closing = async ({ plan }) => {
  const result = lastDone(plan)?.answer as InvocationResult | undefined;
  if (!result) return 'There was no answer.';
  if (!result.success)
    return `It did not answer. ${result.error?.message ?? ''} ${result.error?.hint ?? ''}`.trim();
  const text = typeof result.output === 'string' ? result.output : JSON.stringify(result.output);
  return `It answered: ${brief(text, 4000)}`;
};

const closings: Readonly<Record<string, Closing>> = { findings, made, run, compared, cancelled, answer };

/** The last word on a plan whose steps are done; steps that were left out may leave nothing to say. */
export async function closingOf(name: string | undefined, done: Done): Promise<string> {
  const isDone = done.plan.some(({ status }) => status === 'done');
  if (!isDone) return 'Nothing was done: every step was left out.';
  const skippedLast = done.plan.at(-1)?.status === 'skipped';
  const closing = skippedLast || name === undefined ? undefined : closings[name];
  return closing ? closing(done) : 'Done.';
}
