import { EgressError, type Egress } from '@sonde/egress';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { HopelessError, type JobDefinition, type JobRun, type Jobs } from '#kernel/jobs';
import type { Sealer } from '#kernel/seal';
import { KeptWaitingError, workInTwoLines } from '#kernel/two-lines';
import type { Tenancy } from '#tenancy';
import { addressSealedFor, sealedFor } from './channels.ts';
import { signatureHeaders } from './signature.ts';
import { findDelivery, makerOf, writeDelivery, writeUntried } from './store.ts';
import type { DeliveryRow } from './tables.ts';

const Delivering = z.object({ organization_id: z.string(), delivery_id: z.string() });
type Delivering = z.output<typeof Delivering>;

/** Nine tries within some ten minutes; then it has failed, and the page of the rule says so. */
const triesMax = 9;

export const deliver: JobDefinition<Delivering> = {
  name: 'deliver-alert',
  payload: Delivering,
  retryLimit: triesMax - 1,
  retryDelaySeconds: 2,
  longestRetryDelaySeconds: 300,
  concurrency: 8,
  perGroup: 2,
  expireInSeconds: 60,
};

/** For receivers that said nothing in the few seconds they have in the other line. */
const deliverPatiently: JobDefinition<Delivering> = {
  ...deliver,
  name: 'deliver-alert-patiently',
  concurrency: 4,
  perGroup: 1,
};

const promptMs = 5_000;
const patientMs = 15_000;
const answerBytesMax = 64 * 1024;
/** The receiver wants no more of it, so asking again would be rude. */
const gone = 410;

export interface DeliveringOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly egress: Egress;
  readonly people: Pick<Tenancy['people'], 'actingEmailOf'>;
}

/** Why nothing goes anywhere for somebody who has left: they might still be the one who reads it. */
export const makerIsGone = 'The person who made the rule is not here any more.';

type Sent = { readonly isDelivered: true; readonly statusCode: number } | NotSent;

interface NotSent {
  readonly isDelivered: false;
  readonly statusCode: number | null;
  readonly error: string;
  readonly isHopeless: boolean;
  readonly wasSilent?: boolean;
}

/** What stands on the page of a rule while a message is not sent because of others. */
const waitsBehind =
  'It is not sent yet: a receiver of your organization said nothing when it was called, so all your webhooks are sent one after the other until it has answered or is given up.';

export function registerDelivering(options: DeliveringOptions): void {
  workInTwoLines(
    options,
    {
      prompt: deliver,
      patient: deliverPatiently,
      organizationOf: ({ organization_id }) => organization_id,
      async moved(tx, { organization_id, delivery_id }, why) {
        if (why === 'behind')
          await writeUntried(tx, organization_id, delivery_id, { lastError: waitsBehind });
      },
    },
    (payload, run) => deliverOne(options, payload, run),
  );
}

async function deliverOne(
  options: DeliveringOptions,
  { organization_id: organizationId, delivery_id: id }: Delivering,
  run: JobRun & { readonly isPatient: boolean },
): Promise<void> {
  const { database, clock, people } = options;
  const row = await database.tenant(organizationId, async (tx) => {
    const found = await findDelivery(tx, organizationId, id);
    if (found?.status !== 'pending') return undefined;
    // They may have left since it was tried before.
    const maker = await makerOf(tx, organizationId, found.alertRuleId);
    if (maker !== undefined && (await people.actingEmailOf(tx, organizationId, maker)) !== undefined)
      return found;
    await writeDelivery(tx, organizationId, id, { status: 'failed', lastError: makerIsGone });
    return undefined;
  });
  if (!row) return;
  const sent = await send(options, row, run);
  const isLast = run.isLastAttempt || row.attempts + 1 >= triesMax;
  const isOver = !sent.isDelivered && (sent.isHopeless || isLast);
  await database.tenant(organizationId, (tx) =>
    writeDelivery(tx, organizationId, id, {
      attempts: row.attempts + 1,
      lastStatusCode: sent.statusCode,
      ...(sent.isDelivered
        ? { status: 'delivered', lastError: null, deliveredAt: new Date(clock.now()) }
        : { status: isOver ? 'failed' : 'pending', lastError: sent.error }),
    }),
  );
  if (sent.isDelivered) return;
  if (isOver) throw new HopelessError(sent.error);
  if (sent.wasSilent && !run.isPatient) throw new KeptWaitingError(sent.error);
  throw new Error(sent.error);
}

async function send(
  { egress, sealer, clock }: DeliveringOptions,
  row: DeliveryRow,
  { signal, isPatient }: Pick<JobRun, 'signal'> & { readonly isPatient: boolean },
): Promise<Sent> {
  const secret = row.secret === null ? undefined : sealer.open(row.secret, sealedFor(row.alertRuleId));
  const url =
    row.sealedUrl === null ? row.url : sealer.open(row.sealedUrl, addressSealedFor(row.alertRuleId));
  if (url === null || url === undefined || secret === undefined)
    return failure(null, 'The secret of this webhook can no longer be opened: enter it again.', true);
  const body = JSON.stringify(row.message);
  try {
    const response = await egress.request({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sonde-Webhooks/1',
        ...signatureHeaders({ id: row.id, at: new Date(clock.now()), body, secret }),
      },
      body,
      timeoutMs: isPatient ? patientMs : promptMs,
      maxRedirects: 0,
      maxResponseBytes: answerBytesMax,
      signal,
    });
    response.discard();
    if (response.status >= 200 && response.status < 300)
      return { isDelivered: true, statusCode: response.status };
    return failure(response.status, `It was answered with ${response.status}.`, response.status === gone);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.stage === 'timeout') return silence(isPatient);
    return failure(error.status ?? null, error.message, error.stage === 'blocked');
  }
}

const failure = (statusCode: number | null, error: string, isHopeless: boolean): NotSent => ({
  isDelivered: false,
  statusCode,
  error,
  isHopeless,
});

const silence = (isPatient: boolean): NotSent => ({
  ...failure(
    null,
    isPatient
      ? `The receiver said nothing within ${patientMs / 1000} seconds. Until it answers or is given up, all webhooks of your organization are sent one after the other.`
      : `The receiver said nothing within ${promptMs / 1000} seconds. It is called again and given ${patientMs / 1000}; until it answers or is given up, all webhooks of your organization are sent one after the other.`,
    false,
  ),
  wasSilent: true,
});
