import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';

/** How often an endpoint may be called, over all runs and processes. */
export interface EndpointLimits {
  readonly maxConcurrency: number | null;
  readonly maxRequestsPerMinute: number | null;
}

interface Place {
  readonly organizationId: string;
  readonly endpointId: string;
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
 * Grants up to `wanted` calls, and counts them. The row of the endpoint is locked to the end of the transaction, so that
 * runs in any process take turns. An endpoint without limits that has never refused a call has no row and no wait.
 */
export async function grantCalls(
  tx: Tx,
  { organizationId, endpointId }: Place,
  { wanted, limits, now }: { wanted: number; limits: EndpointLimits; now: Date },
): Promise<Grant> {
  const isLimited = limits.maxConcurrency !== null || limits.maxRequestsPerMinute !== null;
  if (isLimited) await ensureRow(tx, { organizationId, endpointId }, limits.maxRequestsPerMinute, now);
  const row = await lockRow(tx, { organizationId, endpointId });
  if (!row) return { calls: wanted, waitMs: 0 };
  const blockedMs = row.blockedUntil ? row.blockedUntil.getTime() - now.getTime() : 0;
  if (blockedMs > 0) return { calls: 0, waitMs: blockedMs };
  let calls = wanted;
  if (limits.maxConcurrency !== null) {
    const { rows } = await tx.execute<{ running: number }>(
      sql`select count(*)::int as running from test_results
          where endpoint_id = ${endpointId} and status = 'running' and organization_id = ${organizationId}`,
    );
    calls = Math.min(calls, Math.max(0, limits.maxConcurrency - (rows[0]?.running ?? 0)));
    if (calls === 0) return { calls: 0, waitMs: 50 };
  }
  if (row.requestsPerMinute === null) return { calls, waitMs: 0 };
  const rate = Math.min(row.requestsPerMinute, limits.maxRequestsPerMinute ?? Infinity);
  const burst = Math.max(1, rate / 60);
  const elapsed = Math.max(0, now.getTime() - row.refilledAt.getTime());
  const tokens = Math.min(burst, row.tokens + (elapsed / 60_000) * rate);
  const granted = Math.min(calls, Math.floor(tokens));
  const ceiling = limits.maxRequestsPerMinute;
  // Success raises slowly what a refusal has halved; past the starting rate an unlimited endpoint is let go again.
  const next = Math.min(rate * (granted > 0 ? raise ** (granted / burst / 10) : 1), ceiling ?? Infinity);
  await tx.execute(
    sql`update endpoint_rates set tokens = ${tokens - granted}, refilled_at = ${now.toISOString()}::timestamptz,
          requests_per_minute = ${ceiling === null && next > startingRate * 4 ? null : next}, blocked_until = null
        where endpoint_id = ${endpointId} and organization_id = ${organizationId}`,
  );
  if (granted > 0) return { calls: granted, waitMs: 0 };
  return { calls: 0, waitMs: Math.ceil(((1 - tokens) / rate) * 60_000) };
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

async function ensureRow(tx: Tx, { organizationId, endpointId }: Place, rate: number | null, now: Date) {
  await tx.execute(
    sql`insert into endpoint_rates (endpoint_id, organization_id, requests_per_minute, tokens, refilled_at)
        values (${endpointId}, ${organizationId}, ${rate}, ${rate === null ? 0 : 1}, ${now.toISOString()}::timestamptz)
        on conflict (endpoint_id) do update
          set requests_per_minute = coalesce(least(endpoint_rates.requests_per_minute, excluded.requests_per_minute), excluded.requests_per_minute)`,
  );
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
