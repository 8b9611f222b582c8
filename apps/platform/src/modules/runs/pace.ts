import { sql } from 'drizzle-orm';
import type { Endpoint } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { freePlaces } from './places.ts';

/** How often an endpoint may be called, over all runs and processes. */
export interface EndpointLimits {
  readonly maxConcurrency: number | null;
  readonly maxRequestsPerMinute: number | null;
  /** What one run allows itself besides; it holds back nobody else. */
  readonly own?: { readonly runId: string; readonly perMinute: number };
  /** Nothing that holds a place at the endpoint holds it longer: a call, and the longest wait before its next try. */
  readonly placeMaxMs: number;
}

type Limited = Pick<Endpoint, 'max_concurrency' | 'max_requests_per_minute' | 'timeout_seconds' | 'polling'>;

// Of the protocol that waits longest where nobody has said for how long.
const usualTimeoutSeconds = 120;
const longestRestMs = 10 * 60_000;

export function limitsOf(endpoint: Limited | undefined, own?: EndpointLimits['own']): EndpointLimits {
  const callSeconds =
    (endpoint?.timeout_seconds ?? usualTimeoutSeconds) + (endpoint?.polling?.max_seconds ?? 0);
  return {
    maxConcurrency: endpoint?.max_concurrency ?? null,
    maxRequestsPerMinute: endpoint?.max_requests_per_minute ?? null,
    ...(own ? { own } : {}),
    placeMaxMs: callSeconds * 1000 + longestRestMs,
  };
}

export interface Place {
  readonly organizationId: string;
  readonly endpointId: string;
}

export interface Asked {
  readonly wanted: number;
  readonly limits: EndpointLimits;
  readonly now: Date;
  /** A step that is under way already and calls once more. */
  readonly except?: { readonly runId: string; readonly step: string };
}

export interface Grant {
  /** How many calls may begin now. */
  readonly calls: number;
  /** When none may: how long to wait before asking again. */
  readonly waitMs: number;
}

// An endpoint that never said how much it bears is not held back until it refuses a call.
const startingRate = 600;
const slowestRate = 1;
const raise = 1.05;

/**
 * Grants up to `wanted` calls, and counts them: first by what the run allows itself, then by what the endpoint bears. The
 * row of the endpoint is locked to the end of the transaction, so that runs in any process take turns. An endpoint without
 * limits that has never refused a call has no row and no wait.
 */
export async function grantCalls(tx: Tx, place: Place, asked: Asked): Promise<Grant> {
  const { limits, now } = asked;
  if (!limits.own) return grantShared(tx, place, asked);
  const { runId, perMinute } = limits.own;
  const own: Place = { organizationId: place.organizationId, endpointId: runId };
  await ensureRow(tx, own, now);
  const bucket = await lockRow(tx, own);
  const { tokens, burst } = filled(bucket, perMinute, now);
  const wanted = Math.min(asked.wanted, Math.floor(tokens));
  if (wanted === 0) return { calls: 0, waitMs: Math.ceil(((1 - tokens) / perMinute) * 60_000) };
  const grant = await grantShared(tx, place, { ...asked, wanted });
  await store(tx, own, { tokens: Math.min(burst, tokens) - grant.calls, requestsPerMinute: null }, now);
  return grant;
}

async function grantShared(tx: Tx, place: Place, { wanted, limits, now, except }: Asked): Promise<Grant> {
  const { maxConcurrency, maxRequestsPerMinute: ceiling } = limits;
  if (maxConcurrency !== null || ceiling !== null) await ensureRow(tx, place, now);
  const row = await lockRow(tx, place);
  if (!row) return { calls: wanted, waitMs: 0 };
  const blockedMs = row.blockedUntil ? row.blockedUntil.getTime() - now.getTime() : 0;
  if (blockedMs > 0) return { calls: 0, waitMs: blockedMs };
  let calls = wanted;
  if (maxConcurrency !== null) {
    calls = Math.min(calls, await freePlaces(tx, place, { most: maxConcurrency, now, except }));
    if (calls === 0) return { calls: 0, waitMs: 50 };
  }
  const rate = Math.min(row.requestsPerMinute ?? Infinity, ceiling ?? Infinity);
  if (rate === Infinity) return { calls, waitMs: 0 };
  const { tokens, burst } = filled(row, rate, now);
  const granted = Math.min(calls, Math.floor(tokens));
  // Success raises slowly what a refusal has halved; past what it bears, or where it began, it is let go again.
  const next =
    row.requestsPerMinute === null ? Infinity : row.requestsPerMinute * raise ** (granted / burst / 10);
  const isLetGo = next >= (ceiling ?? startingRate * 4);
  await store(tx, place, { tokens: tokens - granted, requestsPerMinute: isLetGo ? null : next }, now);
  if (granted > 0) return { calls: granted, waitMs: 0 };
  return { calls: 0, waitMs: Math.ceil(((1 - tokens) / rate) * 60_000) };
}

/** What has come in since the last look: a second's worth at most, and always one. */
function filled(row: Bucket | undefined, rate: number, now: Date): { tokens: number; burst: number } {
  const burst = Math.max(1, rate / 60);
  if (!row) return { tokens: 1, burst };
  const elapsed = Math.max(0, now.getTime() - row.refilledAt.getTime());
  return { tokens: Math.min(burst, row.tokens + (elapsed / 60_000) * rate), burst };
}

async function store(
  tx: Tx,
  { organizationId, endpointId }: Place,
  { tokens, requestsPerMinute }: { tokens: number; requestsPerMinute: number | null },
  now: Date,
): Promise<void> {
  await tx.execute(
    sql`update endpoint_rates set tokens = ${tokens}, refilled_at = ${now.toISOString()}::timestamptz,
          requests_per_minute = ${requestsPerMinute}, blocked_until = null
        where endpoint_id = ${endpointId} and organization_id = ${organizationId}`,
  );
}

/** The run has ended, and needs no pace of its own any more. */
export async function forgetOwnPace(
  tx: Tx,
  { organizationId, runId }: { readonly organizationId: string; readonly runId: string },
): Promise<void> {
  await tx.execute(
    sql`delete from endpoint_rates where endpoint_id = ${runId} and organization_id = ${organizationId}`,
  );
}

/** The target has refused a call for its rate: everybody calls it half as often, and not before it asked to. */
export async function slowDown(
  tx: Tx,
  { organizationId, endpointId }: Place,
  { observedPerMinute, afterMs, now }: { observedPerMinute: number; afterMs: number; now: Date },
): Promise<void> {
  const until = new Date(now.getTime() + afterMs).toISOString();
  const first = Math.max(slowestRate, Math.min(startingRate, observedPerMinute / 2));
  await tx.execute(
    sql`insert into endpoint_rates (endpoint_id, organization_id, requests_per_minute, tokens, refilled_at, blocked_until)
        values (${endpointId}, ${organizationId}, ${first}, 1, ${now.toISOString()}::timestamptz, ${until}::timestamptz)
        on conflict (endpoint_id) do update set
          requests_per_minute = case
            when endpoint_rates.blocked_until > ${now.toISOString()}::timestamptz then endpoint_rates.requests_per_minute
            else greatest(${slowestRate}, coalesce(endpoint_rates.requests_per_minute / 2, ${first})) end,
          blocked_until = greatest(endpoint_rates.blocked_until, ${until}::timestamptz)`,
  );
}

/** Calls a minute until now; the guess from which a refused endpoint is slowed down. */
export function observedRate(calls: number, elapsedMs: number): number {
  const minutes = elapsedMs / 60_000;
  return minutes > 1 / 60 ? Math.max(1, calls / minutes) : startingRate;
}

async function ensureRow(tx: Tx, { organizationId, endpointId }: Place, now: Date): Promise<void> {
  await tx.execute(
    sql`insert into endpoint_rates (endpoint_id, organization_id, requests_per_minute, tokens, refilled_at)
        values (${endpointId}, ${organizationId}, null, 1, ${now.toISOString()}::timestamptz)
        on conflict (endpoint_id) do nothing`,
  );
}

interface Bucket {
  readonly tokens: number;
  readonly refilledAt: Date;
}

async function lockRow(tx: Tx, { organizationId, endpointId }: Place) {
  const { rows } = await tx.execute<{
    requests_per_minute: number | null;
    tokens: number;
    refilled_at: string | Date;
    blocked_until: string | Date | null;
  }>(
    sql`select requests_per_minute, tokens, refilled_at, blocked_until from endpoint_rates
        where endpoint_id = ${endpointId} and organization_id = ${organizationId} for update`,
  );
  const [row] = rows;
  return (
    row && {
      requestsPerMinute: row.requests_per_minute,
      tokens: row.tokens,
      refilledAt: new Date(row.refilled_at),
      blockedUntil: row.blocked_until === null ? null : new Date(row.blocked_until),
    }
  );
}
