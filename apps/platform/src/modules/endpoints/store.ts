import { maxEndpointsInFile } from '@sonde/contract';
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { layersSql, type Layers } from '#experiments';
import { endpoints, type EndpointRow } from './tables.ts';

/** The organization comes first in every function: row-level security is the second wall, not the first. */
export async function insertEndpoint(tx: Tx, row: EndpointRow): Promise<EndpointRow> {
  const [inserted] = await tx.insert(endpoints).values(row).returning();
  if (!inserted) throw new Error('An inserted endpoint was not returned.');
  return inserted;
}

export async function findEndpoint(
  tx: Tx,
  organizationId: string,
  id: string,
): Promise<EndpointRow | undefined> {
  const [row] = await tx
    .select()
    .from(endpoints)
    .where(and(eq(endpoints.organizationId, organizationId), eq(endpoints.id, id)));
  return row;
}

const {
  description: _description,
  secretHeaderNames: _secretHeaderNames,
  secretNames: _secretNames,
  status: _status,
  lastTestedAt: _lastTestedAt,
  tags: _tags,
  version: _version,
  createdBy: _createdBy,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...targetColumns
} = getTableColumns(endpoints);

/** What a call needs of an endpoint; all the rest is read for people. */
export type TargetRow = Pick<EndpointRow, keyof typeof targetColumns>;

/**
 * An endpoint and the parameters of its project, which every call needs, in one statement. It is prepared once for each
 * connection, since putting its text together costs as much as running it.
 */
export function createTargetQuery() {
  const prepared = new WeakMap<Tx, ReturnType<typeof prepareTargetQuery>>();
  return async (
    tx: Tx,
    organizationId: string,
    id: string,
  ): Promise<{ row: TargetRow; layers: Layers } | undefined> => {
    const query = prepared.get(tx) ?? prepareTargetQuery(tx);
    prepared.set(tx, query);
    const [found] = await query.execute({ organizationId, id });
    return found;
  };
}

const prepareTargetQuery = (tx: Tx) =>
  tx
    .select({
      row: targetColumns,
      layers: layersSql({
        organizationId: sql`${endpoints}.organization_id`,
        projectId: sql`${endpoints}.project_id`,
        environment: sql`${endpoints}.environment`,
      }),
    })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.organizationId, sql.placeholder('organizationId')),
        eq(endpoints.id, sql.placeholder('id')),
      ),
    )
    .prepare('endpoint_target');

export async function updateEndpoint(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: Partial<EndpointRow>,
): Promise<EndpointRow | undefined> {
  const [row] = await tx
    .update(endpoints)
    .set(changes)
    .where(
      and(eq(endpoints.organizationId, organizationId), eq(endpoints.id, id), isNull(endpoints.deletedAt)),
    )
    .returning();
  return row;
}

export async function markAnswer(tx: Tx, organizationId: string, id: string, at: Date): Promise<void> {
  await tx
    .update(endpoints)
    .set({ lastTestedAt: at, lastTestSuccess: true })
    .where(
      and(
        eq(endpoints.organizationId, organizationId),
        eq(endpoints.id, id),
        sql`${endpoints.lastTestSuccess} is not true`,
      ),
    );
}

export async function namesLike(tx: Tx, organizationId: string, prefix: string): Promise<string[]> {
  const rows = await tx
    .select({ name: endpoints.name })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.organizationId, organizationId),
        sql`starts_with(${endpoints.name}, ${prefix})`,
        isNull(endpoints.deletedAt),
      ),
    );
  return rows.map((row) => row.name);
}

/** Live ones of a project: those of the names of a file, or as many from a place on as tell whether a file holds them. */
export async function endpointsNamed(
  tx: Tx,
  organizationId: string,
  projectId: string,
  which: { readonly names: readonly string[] } | { readonly skip: number },
): Promise<EndpointRow[]> {
  const names = 'names' in which ? which.names : undefined;
  return tx
    .select()
    .from(endpoints)
    .where(
      and(
        eq(endpoints.organizationId, organizationId),
        eq(endpoints.projectId, projectId),
        isNull(endpoints.deletedAt),
        names === undefined ? undefined : inArray(endpoints.name, [...names]),
      ),
    )
    .orderBy(endpoints.name, endpoints.id)
    .offset('skip' in which ? which.skip : 0)
    .limit(names === undefined ? maxEndpointsInFile + 1 : 2 * maxEndpointsInFile);
}

export async function isProjectUsed(tx: Tx, organizationId: string, projectId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(
      and(
        eq(endpoints.organizationId, organizationId),
        eq(endpoints.projectId, projectId),
        isNull(endpoints.deletedAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export const countLive = (tx: Tx, organizationId: string): Promise<number> =>
  tx.$count(endpoints, and(eq(endpoints.organizationId, organizationId), isNull(endpoints.deletedAt)));
