import { and, eq, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database } from '#kernel/database';
import type { Log } from '#kernel/log';
import { targetQuotas as table } from '../tables.ts';
import type { ToldQuota } from './told-quota.ts';

/** What one answer says of how often the target may be called. */
export interface QuotaNews {
  readonly told: ToldQuota | undefined;
  /** It was refused for its rate (429); `forMs` is how long it asks callers to stay away. */
  readonly refused?: { readonly forMs: number | undefined } | undefined;
}

export interface QuotaSink {
  note(endpoint: { organizationId: string; endpointId: string }, news: QuotaNews): void;
}

export interface KnownQuota {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resets_at: string | null;
  readonly refused_until: string | null;
  readonly told_at: string;
}

export type QuotaStore = ReturnType<typeof createQuotaStore>;

const writeAfterMs = 500;
/** Where nobody says when a quota begins anew, or how long to stay away, what was told is soon old. */
const trustedMs = 3_600_000;
const refusalTrustedMs = 10 * 60_000;
const mostWaiting = 1_000;

type Row = typeof table.$inferInsert;

/**
 * What targets say of their quotas, by endpoint. Answers come by the hundred a second, so the last word of each endpoint
 * is kept here for a moment and written once; whoever asks this process hears that too.
 */
export function createQuotaStore({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let waiting = new Map<string, Row>();
  /** Endpoints of which this process has said something, for which an answer that says nothing more is news. */
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...waiting.values()];
    waiting = new Map();
    if (rows.length > 0) writing = writing.then(() => write(rows));
    return writing;
  }

  async function write(rows: readonly Row[]): Promise<void> {
    for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organizationId))
      await database
        .tenant(organizationId, (tx) =>
          tx
            .insert(table)
            .values(own.toSorted((one, other) => (one.endpointId < other.endpointId ? -1 : 1)))
            .onConflictDoUpdate({
              target: table.endpointId,
              set: {
                allowed: sql`excluded.allowed`,
                remaining: sql`excluded.remaining`,
                resetsAt: sql`excluded.resets_at`,
                refusedUntil: sql`excluded.refused_until`,
                toldAt: sql`excluded.told_at`,
              },
            }),
        )
        // A quota that could not be written costs a warning, never a call.
        .catch((error: unknown) => log.warn({ err: error }, 'quotas of targets could not be written'));
  }

  return {
    note(
      { organizationId, endpointId }: Parameters<QuotaSink['note']>[0],
      { told: quota, refused }: QuotaNews,
    ): void {
      const isNews = quota !== undefined || refused !== undefined || told.has(endpointId);
      if (!isNews) return;
      if (quota === undefined && refused === undefined) told.delete(endpointId);
      else if (told.size < mostWaiting * 10) told.add(endpointId);
      const now = clock.now();
      const forMs = refused?.forMs ?? (refused && quota?.resetsAt ? quota.resetsAt - now : undefined);
      waiting.set(endpointId, {
        endpointId,
        organizationId,
        allowed: quota?.allowed ?? null,
        // Refused, and nothing more was said: there is none left, nobody knows for how long.
        remaining: quota?.remaining ?? (refused && forMs === undefined ? 0 : null),
        resetsAt: quota?.resetsAt ? new Date(quota.resetsAt) : null,
        refusedUntil: forMs === undefined || forMs <= 0 ? null : new Date(now + Math.min(forMs, longestMs)),
        toldAt: new Date(now),
      });
      if (waiting.size >= mostWaiting) void flush();
      else timer ??= setTimeout(() => void flush(), writeAfterMs);
    },

    /** What still holds of what the target said last. */
    async known(organizationId: string, endpointId: string): Promise<KnownQuota | undefined> {
      await flush();
      const [row] = await database.tenant(organizationId, (tx) =>
        tx
          .select()
          .from(table)
          .where(and(eq(table.organizationId, organizationId), eq(table.endpointId, endpointId))),
      );
      return row && holding(row, clock.now());
    },

    /** For the scheduled clean-up. */
    async removeExpired(): Promise<number> {
      const now = clock.now();
      const removed = await database.query
        .delete(table)
        .where(
          and(
            lt(table.toldAt, new Date(now - trustedMs)),
            sql`coalesce(greatest(${table.resetsAt}, ${table.refusedUntil}), ${table.toldAt}) < ${new Date(now).toISOString()}::timestamptz`,
          ),
        )
        .returning({ one: sql`1` });
      return removed.length;
    },

    close: flush,
  };
}

const longestMs = 370 * 86_400_000;

function holding(row: typeof table.$inferSelect, now: number): KnownQuota | undefined {
  const trusted = row.remaining === 0 ? refusalTrustedMs : trustedMs;
  const ends = row.resetsAt?.getTime() ?? row.toldAt.getTime() + trusted;
  const isCounted = row.remaining !== null && ends > now;
  const isRefused = row.refusedUntil !== null && row.refusedUntil.getTime() > now;
  if (!isCounted && !isRefused) return undefined;
  return {
    limit: isCounted ? row.allowed : null,
    remaining: isCounted ? row.remaining : null,
    resets_at: isCounted ? (row.resetsAt?.toISOString() ?? null) : null,
    refused_until: isRefused ? (row.refusedUntil?.toISOString() ?? null) : null,
    told_at: row.toldAt.toISOString(),
  };
}
