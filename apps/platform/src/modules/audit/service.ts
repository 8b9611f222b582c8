import type { AuditEvent, ListQuery } from '@sonde/contract';
import { eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import type { Caller, MemberPrincipal, Page } from '#kernel/http';
import { shortened } from '#kernel/cut-text';
import { newId } from '#kernel/ids';
import { storableJson } from '#kernel/json-text';
import type { Jobs } from '#kernel/jobs';
import type { Limiter } from '#kernel/limiter';
import { planList, readList, type ListFields } from '#kernel/resource';
import { memberships, users } from '#people';
import { auditEvents } from './tables.ts';

export interface AuditEntry {
  /** What was tried, as `resource.verb`. */
  readonly action: string;
  readonly outcome?: 'success' | 'refused';
  /** When absent, the organization the actor belongs to now. */
  readonly organizationId?: string | null;
  readonly actorId?: string | null;
  readonly actorEmail?: string | null;
  /** With what it is called at the time, since it may be gone when the trail is read; people are looked up. */
  readonly target?: { readonly type: string; readonly id: string; readonly name?: string };
  readonly caller?: Caller;
  /** Ids and words only; never a credential. */
  readonly details?: Record<string, unknown>;
}

export type Audit = ReturnType<typeof createAudit>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly limiter: Limiter;
}

/** Of one person and one kind of refusal. More tells nobody more, and a program that insists would fill the table. */
const refusalsPerHour = 100;
const retentionDays = 400;
const cleanUp = { name: 'clean-up-audit', payload: z.object({}), cron: '41 3 * * *' };

/** The memory of who did what to access. Written in the transaction of the deed, so neither exists without the other. */
export function createAudit({ database, clock, jobs, limiter }: Options) {
  jobs.work(cleanUp, async () => {
    const before = new Date(clock.now() - retentionDays * 24 * 3600 * 1000);
    await database.query.delete(auditEvents).where(lt(auditEvents.at, before));
  });

  async function record(tx: Tx, entry: AuditEntry): Promise<void> {
    const actor = entry.actorId ?? null;
    const targetName = await nameOf(tx, entry.target);
    await tx.insert(auditEvents).values({
      id: newId(),
      organizationId:
        entry.organizationId ??
        sql`(select ${memberships.organizationId} from ${memberships} where ${memberships.userId} = ${actor}::uuid)`,
      at: new Date(clock.now()),
      action: entry.action,
      outcome: entry.outcome ?? 'success',
      actorId: actor,
      actorEmail:
        entry.actorEmail ?? sql`(select ${users.email} from ${users} where ${users.id} = ${actor}::uuid)`,
      targetType: entry.target?.type ?? null,
      targetId: entry.target?.id ?? null,
      ip: entry.caller?.ip ?? null,
      userAgent: entry.caller?.userAgent ?? null,
      details: storable({ ...entry.details, ...(targetName === undefined ? {} : { [nameKey]: targetName }) }),
    });
  }

  /** What a person who may come in was refused, which they can provoke as often as they like. */
  async function recordRefusal(entry: AuditEntry & { readonly actorId: string }): Promise<void> {
    const { allowed } = await limiter.take(`audit:${entry.action}:${entry.actorId}`, refusalsPerHour, 3600);
    if (allowed) await record(database.query, { ...entry, outcome: 'refused' });
  }

  async function list(principal: MemberPrincipal, query: ListQuery): Promise<Page<AuditEvent>> {
    const plan = planList(query, fields, 'at');
    const within = eq(auditEvents.organizationId, principal.organizationId);
    return database.tenant(principal.organizationId, (tx) =>
      readList(tx, auditEvents, { plan, within, present }),
    );
  }

  return { record, recordRefusal, list };
}

/** A name may hold what no JSON of a table can, half of a pair of surrogates: the trail tells of the deed all the same. */
const storable = (details: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(storableJson(details)) as Record<string, unknown>;

/** Where details keep the name of the target. */
const nameKey = 'target_name';

async function nameOf(tx: Tx, target: AuditEntry['target']): Promise<string | undefined> {
  if (target?.type !== 'user' || !z.uuid().safeParse(target.id).success)
    return target?.name && shortened(target.name, 200);
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, target.id));
  return person?.email;
}

const fields: ListFields = {
  id: { column: auditEvents.id, type: 'id' },
  at: { column: auditEvents.at, type: 'time' },
  action: { column: auditEvents.action, type: 'text', isSearched: true },
  outcome: { column: auditEvents.outcome, type: 'text', words: ['success', 'refused'] },
  actor_id: { column: auditEvents.actorId, type: 'id' },
  actor_email: { column: auditEvents.actorEmail, type: 'text', isSearched: true },
  target_type: { column: auditEvents.targetType, type: 'text', isSearched: true },
  target_id: { column: auditEvents.targetId, type: 'text' },
  ip: { column: auditEvents.ip, type: 'text' },
};

const present = (row: typeof auditEvents.$inferSelect): AuditEvent => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  outcome: row.outcome,
  actor_id: row.actorId,
  actor_email: row.actorEmail,
  target_type: row.targetType,
  target_id: row.targetId,
  target_name: typeof row.details[nameKey] === 'string' ? row.details[nameKey] : null,
  ip: row.ip,
  user_agent: row.userAgent,
  details: row.details,
});
