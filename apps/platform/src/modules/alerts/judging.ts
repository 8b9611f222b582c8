import { decidedWords, passRateOf } from '@sonde/contract';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';
import type { JobDefinition, Jobs } from '#kernel/jobs';
import type { Mail } from '#mail';
import type { Notifications } from '#notifications';
import type { Tenancy } from '#tenancy';
import { shortOf, type RunRow, type TestRunsApi } from '#test-runs';
import { insertDeliveries, raisedAt, rulesFor, writeDelivery } from './store.ts';
import type { DeliveryRow, RuleRow, StoredChannel } from './tables.ts';
import { deliver, makerIsGone } from './delivering.ts';

const Ended = z.object({ organization_id: z.string(), test_run_id: z.string() });
type Ended = z.output<typeof Ended>;
const judge: JobDefinition<Ended> = {
  name: 'judge-alerts',
  payload: Ended,
  // A comparison reads every result of two runs, and an organization may end many runs at once.
  concurrency: 4,
  perGroup: 2,
  retryLimit: 5,
};

export interface JudgingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Pick<Mail, 'enabled' | 'send'>;
  readonly notifications: Pick<Notifications, 'create'>;
  readonly people: Pick<Tenancy['people'], 'actingEmailOf'>;
  readonly testRuns: Pick<TestRunsApi, 'finished' | 'find' | 'regression' | 'flagged'>;
  readonly frontendUrl: string;
}

/** Holds every run that ends against the rules. Comparing may take a while, so it is no part of the run's end. */
export function registerJudging(options: JudgingOptions): void {
  const { database, jobs, testRuns } = options;
  testRuns.finished.add(async (tx, run) => {
    if ((await rulesFor(tx, run)).length === 0) return;
    const { organizationId, id } = run;
    await jobs.enqueue(
      tx,
      judge,
      { organization_id: organizationId, test_run_id: id },
      { group: organizationId },
    );
  });
  jobs.work(judge, ({ organization_id, test_run_id }) =>
    database.tenant(organization_id, async (tx) => {
      const run = await testRuns.find(tx, organization_id, test_run_id);
      if (!run || run.deletedAt) return;
      // Compared once, however many rules ask: each comparison reads every result of two runs.
      let regression: Promise<Regression> | undefined;
      const compared = () => (regression ??= testRuns.regression(tx, run));
      let open: Promise<number> | undefined;
      const flagged = () => (open ??= testRuns.flagged(tx, run));
      for (const rule of await rulesFor(tx, run))
        await judgeOne(tx, options, { rule, run, compared, flagged });
    }),
  );
}

type Regression = Awaited<ReturnType<JudgingOptions['testRuns']['regression']>>;

interface Judged {
  readonly rule: RuleRow;
  readonly run: RunRow;
  readonly compared: () => Promise<Regression>;
  /** Results with a flag that no person has looked at. */
  readonly flagged: () => Promise<number>;
}

async function judgeOne(tx: Tx, options: JudgingOptions, judged: Judged): Promise<void> {
  const { rule, run } = judged;
  const reason = await reasonOf(judged);
  if (reason === null) return;
  const at = new Date(options.clock.now());
  const planned = rule.channels.map((channel, ordinal) =>
    newDelivery({ rule, run, channel, ordinal, reason, at, frontendUrl: options.frontendUrl }),
  );
  const made = await insertDeliveries(tx, planned);
  if (made.length === 0) return;
  await raisedAt(tx, rule.organizationId, rule.id, at);
  for (const delivery of made) await hand(tx, options, { rule, run, delivery, at });
}

/** Why the rule applies to the run; null when it does not. */
async function reasonOf({
  rule: { trigger, threshold },
  run,
  compared,
  flagged,
}: Judged): Promise<string | null> {
  const decided = run.passed + run.failed;
  switch (trigger) {
    case 'errors_above':
      return run.errors > threshold
        ? `${run.errors} of ${run.planned} results ended in an error; more than ${threshold}.`
        : null;
    case 'flagged_above': {
      const found = await flagged();
      return found > threshold
        ? `${found} of ${run.planned} results ${found === 1 ? 'has' : 'have'} a flag that nobody has looked at yet; more than ${threshold}.`
        : null;
    }
    case 'not_evaluated_above':
      return run.notEvaluated > threshold
        ? `${run.notEvaluated} of ${run.planned} results ${run.notEvaluated === 1 ? 'has' : 'have'} no verdict; more than ${threshold}.`
        : null;
    case 'pass_rate_below': {
      // Nothing that was not decided is ever good.
      if (decided === 0) return 'No test was decided.';
      const rate = (run.passed / decided) * 100;
      return rate < threshold - 1e-9
        ? `The pass rate is ${shortOf(rate, threshold)} %, below ${threshold} %: ${decidedWords({ ...run, total: run.planned })}.`
        : null;
    }
    case 'regressed': {
      const { isWorse, gotWorse, sentence } = await compared();
      // Who names a number wants to hear of so many, whether chance explains them or not.
      return (threshold > 0 ? gotWorse >= threshold : isWorse) ? sentence : null;
    }
  }
}

interface NewDelivery {
  readonly rule: RuleRow;
  readonly run: RunRow;
  readonly channel: StoredChannel;
  readonly ordinal: number;
  readonly reason: string;
  readonly at: Date;
  readonly frontendUrl: string;
}

function newDelivery({ rule, run, channel, ordinal, reason, at, frontendUrl }: NewDelivery): DeliveryRow {
  return {
    id: newId(),
    organizationId: rule.organizationId,
    alertRuleId: rule.id,
    testRunId: run.id,
    ordinal,
    channel: channel.kind,
    url: channel.kind === 'webhook' ? channel.url : null,
    sealedUrl: channel.kind === 'webhook' ? (channel.sealedUrl ?? null) : null,
    secret: channel.kind === 'webhook' ? channel.secret : null,
    reason,
    message: messageOf(rule, run, { reason, at, frontendUrl }),
    status: 'pending',
    attempts: 0,
    lastStatusCode: null,
    lastError: null,
    createdAt: at,
    deliveredAt: null,
  };
}

/** What a webhook is sent. Its keys are a promise to whoever reads it. */
function messageOf(
  rule: RuleRow,
  run: RunRow,
  { reason, at, frontendUrl }: Pick<NewDelivery, 'reason' | 'at' | 'frontendUrl'>,
) {
  return {
    type: 'alert.raised',
    timestamp: at.toISOString(),
    data: {
      alert_rule: { id: rule.id, name: rule.name, on: rule.trigger, threshold: rule.threshold },
      reason,
      test_run: {
        id: run.id,
        name: run.name,
        status: run.status,
        gate: run.gate,
        pass_rate: passRateOf(run),
        passed: run.passed,
        failed: run.failed,
        errors: run.errors,
        not_evaluated: run.notEvaluated,
        url: `${frontendUrl}/runs/${run.id}`,
      },
      test_set: { id: run.testSetId, name: run.snapshot.test_set.name },
      endpoint: { id: run.endpointId, name: run.snapshot.endpoint.name },
    },
  };
}

interface Handing {
  readonly rule: RuleRow;
  readonly run: RunRow;
  readonly delivery: DeliveryRow;
  readonly at: Date;
}

/**
 * Notices and mails go out with this transaction; a webhook has a job of its own, which may have to try again. Nothing
 * goes anywhere for somebody who has left.
 */
async function hand(tx: Tx, options: JudgingOptions, { rule, run, delivery, at }: Handing): Promise<void> {
  const { organizationId, createdBy } = rule;
  const email =
    createdBy === null ? undefined : await options.people.actingEmailOf(tx, organizationId, createdBy);
  if (delivery.channel === 'webhook' && email !== undefined) {
    await options.jobs.enqueue(
      tx,
      deliver,
      { organization_id: organizationId, delivery_id: delivery.id },
      { group: organizationId },
    );
    return;
  }
  const failed =
    createdBy === null || email === undefined
      ? 'nobody'
      : await tell(tx, options, { rule, run, delivery, userId: createdBy, email });
  await writeDelivery(tx, organizationId, delivery.id, {
    attempts: 1,
    ...(failed
      ? { status: 'failed', lastError: failureSentences[failed] }
      : { status: 'delivered', deliveredAt: at }),
  });
}

const failureSentences = {
  nobody: makerIsGone,
  no_mail: 'This installation sends no mail.',
} as const;

interface Telling extends Omit<Handing, 'at'> {
  readonly userId: string;
  readonly email: string;
}

async function tell(
  tx: Tx,
  { mail, notifications, frontendUrl }: JudgingOptions,
  { rule, run, delivery, userId, email }: Telling,
): Promise<keyof typeof failureSentences | null> {
  if (delivery.channel === 'notification') {
    await notifications.create(tx, {
      organizationId: rule.organizationId,
      userId,
      kind: 'alert.raised',
      status: 'Failed',
      subject: rule.name,
      body: `${run.name}: ${delivery.reason}`,
      link: `/runs/${run.id}`,
      entityType: 'TestRun',
      entityId: run.id,
    });
    return null;
  }
  if (!mail.enabled) return 'no_mail';
  await mail.send(tx, email, {
    subject: `Alert: ${rule.name}`.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 150),
    lines: [`Alert: ${rule.name}`, `${run.name}: ${delivery.reason}`],
    action: { label: 'Open the run in Sonde', url: `${frontendUrl}/runs/${run.id}` },
    closing: 'You made this alert rule; it is found under Alerts.',
  });
  return null;
}
