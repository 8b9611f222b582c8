import type { JobStatus } from '@sonde/contract';
import { and, eq, getTableColumns, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { Page } from '#kernel/http';
import { readRows, visibleTo, type ListPlan } from '#kernel/resource';
import { jobs, type JobRow } from './tables.ts';

/** Who may see a job: its organization, and within it the project a caller is bound to. */
interface Reach {
  readonly organizationId: string;
  readonly projectId: string | null;
}

/** What is under way of people, with one endpoint, in the whole organization, with sessions and tokens, or by name. */
export type Whose =
  | WhoseWithin
  | { readonly credentialIds: readonly string[] }
  | { readonly taskIds: readonly string[] };

interface WhoseWithin {
  readonly organizationId: string;
  readonly userIds?: readonly string[];
  readonly endpointId?: string;
}

const within = (reach: Reach): SQL => visibleTo(reach, jobs);

export async function insertJob(tx: Tx, row: JobRow): Promise<void> {
  await tx.insert(jobs).values(row);
}

export async function findJob(tx: Tx, reach: Reach, id: string): Promise<JobRow | undefined> {
  const [row] = await tx
    .select()
    .from(jobs)
    .where(and(within(reach), eq(jobs.id, id)));
  return row;
}

/** Changes a job that has not finished; what is over stays as it is, whoever comes late. */
export async function updateUnfinished(
  tx: Tx,
  organizationId: string,
  id: string,
  { step, ...changes }: Partial<JobRow>,
  isForward = false,
): Promise<JobRow | undefined> {
  const [row] = await tx
    .update(jobs)
    .set({
      ...changes,
      // Of two that write at once, the one that counted first may write last.
      ...(step === undefined ? {} : { step: isForward ? sql`greatest(${jobs.step}, ${step})` : step }),
    })
    .where(and(eq(jobs.organizationId, organizationId), eq(jobs.id, id), isNull(jobs.finishedAt)))
    .returning();
  return row;
}

/** The unfinished jobs of these, changed. */
export async function updateUnfinishedOf(tx: Tx, whose: Whose, changes: Partial<JobRow>): Promise<JobRow[]> {
  return tx
    .update(jobs)
    .set(changes)
    .where(and(isOf(whose), isNull(jobs.finishedAt)))
    .returning();
}

function isOf(whose: Whose): SQL | undefined {
  if ('taskIds' in whose) return inArray(jobs.id, [...whose.taskIds]);
  if ('credentialIds' in whose) return inArray(jobs.credentialId, [...whose.credentialIds]);
  const { organizationId, userIds, endpointId } = whose;
  return and(
    eq(jobs.organizationId, organizationId),
    userIds === undefined ? undefined : inArray(jobs.createdBy, [...userIds]),
    endpointId === undefined ? undefined : eq(jobs.endpointId, endpointId),
  );
}

export async function countUnfinished(tx: Tx, organizationId: string, kind: string): Promise<number> {
  return tx.$count(
    jobs,
    and(eq(jobs.organizationId, organizationId), eq(jobs.kind, kind), isNull(jobs.finishedAt)),
  );
}

/** Without their results, which may be large. */
export async function listJobs(tx: Tx, reach: Reach, plan: ListPlan): Promise<Page<JobRow>> {
  const { result: _result, ...light } = getTableColumns(jobs);
  return readRows<JobRow, JobRow>(
    tx,
    { source: jobs, columns: { ...light, result: sql<null>`null` } },
    { plan, within: within(reach), present: (row) => row },
  );
}

/** Unfinished jobs that nobody has touched for a while, of every organization: for the house's own supervision. */
export async function findQuiet(tx: Tx, before: Date, limit: number): Promise<JobRow[]> {
  return tx
    .select()
    .from(jobs)
    .where(and(isNull(jobs.finishedAt), lt(jobs.updatedAt, before)))
    .orderBy(jobs.updatedAt)
    .limit(limit);
}

export async function touch(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  for (const id of ids) await tx.update(jobs).set({ updatedAt: now }).where(eq(jobs.id, id));
}

export async function removeFinished(tx: Tx, before: Date): Promise<number> {
  const removed = await tx.delete(jobs).where(lt(jobs.finishedAt, before)).returning({ id: jobs.id });
  return removed.length;
}

export const finalStatuses: readonly JobStatus[] = ['SUCCESS', 'FAILURE', 'REVOKED'];
