import * as contract from '@sonde/contract';
import type { AnswerOf, QueryOf } from '@sonde/contract';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { MemberPrincipal, Mount } from '#kernel/http';
import { newId } from '#kernel/ids';
import { usageEvents } from './tables.ts';

/** What is metered as it happens. Stock is never metered: it is counted when somebody asks. */
const flowResources = ['test_executions', 'tracing_spans', 'test_generation', 'model_tokens'] as const;
export type FlowResource = (typeof flowResources)[number];

type Report = AnswerOf<typeof contract.getUsage>;
type History = AnswerOf<typeof contract.getUsageHistory>;

/** How much of something an organization has now; the module that keeps it counts it. */
export type CountStock = (tx: Tx, organizationId: string) => Promise<number>;

export type Usage = ReturnType<typeof createUsage>;

export function createUsage({ database, clock }: { database: Database; clock: Clock }) {
  const counts = new Map<string, CountStock>();
  async function countStock(tx: Tx, organizationId: string): Promise<Record<string, number>> {
    const stock: Record<string, number> = {};
    for (const [resource, count] of counts) stock[resource] = await count(tx, organizationId);
    return stock;
  }

  /** Counts something that happened, in the transaction in which it did. */
  async function record(tx: Tx, organizationId: string, resource: FlowResource, amount = 1): Promise<void> {
    if (amount < 1) return;
    await tx.insert(usageEvents).values({
      id: newId(),
      organizationId,
      resource,
      amount: Math.round(amount),
      at: new Date(clock.now()),
    });
  }

  async function report(principal: MemberPrincipal): Promise<Report> {
    const { start, end } = monthOf(clock.now());
    return database.tenant(principal.organizationId, async (tx) => {
      const flows = await tx
        .select({ resource: usageEvents.resource, used: total })
        .from(usageEvents)
        .where(
          and(
            eq(usageEvents.organizationId, principal.organizationId),
            gte(usageEvents.at, start),
            lt(usageEvents.at, end),
          ),
        )
        .groupBy(usageEvents.resource);
      const stock = await countStock(tx, principal.organizationId);
      const limit = null;
      return {
        period_start: start.toISOString(),
        period_end: end.toISOString(),
        resources: [
          ...flowResources.map((resource) => ({
            resource,
            kind: 'flow' as const,
            used: flows.find((row) => row.resource === resource)?.used ?? 0,
            limit,
          })),
          ...Object.entries(stock).map(([resource, used]) => ({
            resource,
            kind: 'stock' as const,
            used,
            limit,
          })),
        ],
      };
    });
  }

  async function history(
    principal: MemberPrincipal,
    query: QueryOf<typeof contract.getUsageHistory>,
  ): Promise<History> {
    const since = new Date(clock.now() - (query.days - 1) * dayMs);
    since.setUTCHours(0, 0, 0, 0);
    return database.tenant(principal.organizationId, async (tx) => {
      const rows = await tx
        .select({ day, resource: usageEvents.resource, amount: total })
        .from(usageEvents)
        .where(
          and(
            eq(usageEvents.organizationId, principal.organizationId),
            gte(usageEvents.at, since),
            query.resource ? eq(usageEvents.resource, query.resource) : undefined,
          ),
        )
        .groupBy(day, usageEvents.resource)
        .orderBy(day, usageEvents.resource);
      return rows;
    });
  }

  return {
    record,
    /** The same outside a transaction of the caller's. */
    recordUsage: (organizationId: string, resource: FlowResource, amount = 1): Promise<void> =>
      database.tenant(organizationId, (tx) => record(tx, organizationId, resource, amount)),
    stock: { add: (resource: string, count: CountStock): void => void counts.set(resource, count) },
    routes(mount: Mount): void {
      mount(contract.getUsage, ({ principal }) => report(principal));
      mount(contract.getUsageHistory, ({ principal, query }) => history(principal, query));
    },
  };
}

const dayMs = 24 * 3600 * 1000;
const total = sql<number>`sum(${usageEvents.amount})`.mapWith(Number);
const day = sql<string>`to_char(${usageEvents.at} at time zone 'UTC', 'YYYY-MM-DD')`;

/** Flow resources are metered by calendar month, UTC. */
function monthOf(nowMs: number): { start: Date; end: Date } {
  const now = new Date(nowMs);
  return {
    start: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    end: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)),
  };
}
