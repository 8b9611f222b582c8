import { EgressError, type Egress } from '@sonde/egress';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import { HopelessError, type JobDefinition, type JobRun, type Jobs } from '#kernel/jobs';
import type { Sealer } from '#kernel/seal';
import type { Tenancy } from '#tenancy';
import { addressSealedFor, sealedFor } from './channels.ts';
import { signatureHeaders } from './signature.ts';
import { findDelivery, makerOf, writeDelivery } from './store.ts';
import type { DeliveryRow } from './tables.ts';

const Delivering = z.object({ organization_id: z.string(), delivery_id: z.string() });
type Delivering = z.output<typeof Delivering>;

/** Nine tries within some ten minutes; then it has failed, and the page of the rule says so. */
export const deliver: JobDefinition<Delivering> = {
  name: 'deliver-alert',
  payload: Delivering,
  retryLimit: 8,
  retryDelaySeconds: 2,
  longestRetryDelaySeconds: 300,
  // A receiver that hangs holds its place until the time is out, and so no place of another organization.
  concurrency: 8,
  perGroup: 4,
  expireInSeconds: 60,
};

const timeoutMs = 15_000;
const answerBytesMax = 64 * 1024;
/** The receiver wants no more of it, so asking again would be rude. */
const gone = 410;

export interface DeliveringOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly sealer: Sealer;
  readonly egress: Egress;
  readonly people: Pick<Tenancy['people'], 'emailOf'>;
}

/** Why nothing goes anywhere for somebody who has left: they might still be the one who reads it. */
export const makerIsGone = 'The person who made the rule is not here any more.';

type Sent =
  | { readonly isDelivered: true; readonly statusCode: number }
  | {
      readonly isDelivered: false;
      readonly statusCode: number | null;
      readonly error: string;
      readonly isHopeless: boolean;
    };

export function registerDelivering(options: DeliveringOptions): void {
  options.jobs.work(deliver, (payload, run) => deliverOne(options, payload, run));
}

async function deliverOne(
  options: DeliveringOptions,
  { organization_id: organizationId, delivery_id: id }: Delivering,
  run: JobRun,
): Promise<void> {
  const { database, clock, people } = options;
  const row = await database.tenant(organizationId, async (tx) => {
    const found = await findDelivery(tx, organizationId, id);
    if (found?.status !== 'pending') return undefined;
    // They may have left since it was tried before.
    const maker = await makerOf(tx, organizationId, found.alertRuleId);
    if (maker !== undefined && (await people.emailOf(tx, organizationId, maker)) !== undefined) return found;
    await writeDelivery(tx, organizationId, id, { status: 'failed', lastError: makerIsGone });
    return undefined;
  });
  if (!row) return;
  const sent = await send(options, row, run.signal);
  const isOver = !sent.isDelivered && (sent.isHopeless || run.isLastAttempt);
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
  if (sent.isHopeless) throw new HopelessError(sent.error);
  throw new Error(sent.error);
}

async function send(
  { egress, sealer, clock }: DeliveringOptions,
  row: DeliveryRow,
  signal: AbortSignal,
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
      timeoutMs,
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
    return failure(error.status ?? null, error.message, error.stage === 'blocked');
  }
}

const failure = (statusCode: number | null, error: string, isHopeless: boolean): Sent => ({
  isDelivered: false,
  statusCode,
  error,
  isHopeless,
});
