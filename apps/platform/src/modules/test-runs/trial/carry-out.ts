import { Problem } from '@sonde/server-kit';
import type { TestExecution } from '@sonde/contract';
import type { Calls } from '#invocation';
import type { MemberPrincipal } from '#kernel/http';
import { flagOf, type Scorer } from '#metrics';
import type { Steps } from '#runs';
import { holdConversation } from '../execution/conversation.ts';
import { judgeResult, type Judged } from '../execution/judging.ts';
import { callOnce, settledCall } from '../execution/single-call.ts';
import { scoringInputOf, type ScoredMetric, type Settled } from '../execution/settled.ts';
import { beginningOf, isLarge } from '../execution/output.ts';
import { withShownNames } from '../store.ts';
import type { WorkerOptions } from '../worker.ts';
import type { PreparedTrial } from './prepare.ts';

export interface CarryingOptions {
  readonly calls: Pick<Calls, 'prepare'>;
  readonly scorer: Scorer;
  readonly userOf: WorkerOptions['userOf'];
}

export interface Carrying {
  readonly evaluate: boolean;
  readonly modelId: string | null;
  readonly signal: AbortSignal;
  readonly steps: Steps;
  /** Told before each turn of a conversation. */
  readonly onTurn?: (turn: number) => Promise<void>;
}

/** The one step of a trial, or each turn of it. */
export const trialStep = 'trial';
export const endStep = (steps: Steps): Promise<void> => steps.finish(trialStep, async () => undefined);

/** Calls and judges as a run does. Undefined when it was stopped meanwhile. */
export async function carryOutTrial(
  options: CarryingOptions,
  principal: MemberPrincipal,
  prepared: PreparedTrial,
  carrying: Carrying,
): Promise<{ execution: TestExecution; calls: number } | undefined> {
  const step = await call(options, principal, prepared, carrying);
  if (!step) return undefined;
  const judged = await judge(options, principal, { prepared, carrying, step });
  return { execution: present(prepared, step, judged), calls: step.calls ?? 0 };
}

async function call(
  { calls, userOf }: CarryingOptions,
  principal: MemberPrincipal,
  { endpoint, test, testId }: PreparedTrial,
  { signal, steps, onTurn }: Carrying,
): Promise<Settled | undefined> {
  const target = await calls.prepare(principal, endpoint.id);
  const variables: Record<string, unknown> = testId ? { test_id: testId } : {};
  const attributes: Record<string, string> = testId ? { 'sonde.test_id': testId } : {};
  if (test.definition.conversation)
    return holdConversation({
      resultId: '',
      test,
      variables,
      target,
      turns: {
        beforeSending: async (_id, turn) => {
          await onTurn?.(turn);
          return !signal.aborted && steps.begin(trialStep, { signal, write: async () => undefined });
        },
        send: (_id, calling) => steps.call(trialStep, calling),
        afterAnswer: () => endStep(steps),
      },
      user: await userOf(principal.organizationId, null),
      signal,
      attributes,
      ceiling: () => undefined,
      onCall: () => {},
    });
  const answer = await callOnce(target, test, { variables, signal, attributes });
  if (answer instanceof Problem)
    return { id: '', status: 'Error', reasonCode: answer.code, reason: answer.message };
  return settledCall('', test, answer, null);
}

async function judge(
  { scorer }: CarryingOptions,
  { organizationId, projectId }: MemberPrincipal,
  { prepared, carrying, step }: { prepared: PreparedTrial; carrying: Carrying; step: Settled },
): Promise<Judged | undefined> {
  const item = scoringInputOf(step);
  if (step.status !== 'answered' || !carrying.evaluate || !item) return undefined;
  return judgeResult(
    {
      scorer,
      circumstances: {
        organizationId,
        projectId: prepared.endpoint.project_id ?? projectId,
        modelId: carrying.modelId,
        signal: carrying.signal,
      },
    },
    prepared.snapshots,
    item,
    {
      combine: prepared.test.definition.combine,
      own: prepared.test.definition.metrics,
      testType: prepared.test.testType,
    },
  );
}

const turnCharactersMax = 20_000;

function present(
  { test, testId, snapshots }: PreparedTrial,
  step: Settled,
  judged: Judged | undefined,
): TestExecution {
  return {
    test_id: testId,
    status: judged?.status ?? (step.status === 'Error' ? 'Error' : 'Pending'),
    reason_code: judged ? judged.reasonCode : (step.reasonCode ?? null),
    reason: judged ? judged.reason : (step.reason ?? null),
    execution_time: step.durationMs ?? null,
    // Nothing of a trial is kept, so there is no file that could hold the rest.
    test_output: step.output && isLarge(step.output) ? beginningOf(step.output) : (step.output ?? null),
    test_metrics: judged
      ? withShownNames(
          judged.verdicts.map((verdict) => ({ ...verdict, metricName: verdict.name })),
          snapshots.map(({ metric_id, definition }) => ({ metricId: metric_id, args: definition.args })),
        ).map(presentVerdict)
      : null,
    test_configuration: test.definition.conversation,
    conversation:
      step.conversation?.map(({ role, content }) => ({
        role,
        content: content.slice(0, turnCharactersMax),
      })) ?? null,
    status_code: step.statusCode ?? null,
    trace_id: step.traceId ?? null,
  };
}

const presentVerdict = (
  scored: ScoredMetric & { readonly shownName: string },
): NonNullable<TestExecution['test_metrics']>[number] => ({
  metric_id: scored.metricId,
  metric_version: scored.metricVersion,
  name: scored.name,
  shown_name: scored.shownName,
  verdict: scored.verdict,
  flag: flagOf(scored.reasonCode),
  score: scored.score,
  category: scored.category,
  threshold: scored.threshold,
  reason: scored.reason,
  reason_code: scored.reasonCode,
  evidence: [...scored.evidence],
  duration_ms: scored.durationMs,
});
