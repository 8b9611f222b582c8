import { and, asc, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { PageQuery } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { requirementsTable } from '#requirements';
import type { RequirementName } from './resource.ts';
import {
  metricVersions,
  metrics,
  requirementMetrics,
  type MetricRow,
  type MetricVersionRow,
} from './tables.ts';

/** Written once; two writers of one version cannot both have read the row for update. */
export async function insertVersion(tx: Tx, row: MetricRow, userId: string | null): Promise<void> {
  await tx.insert(metricVersions).values({
    organizationId: row.organizationId,
    metricId: row.id,
    version: row.version,
    name: row.name,
    definition: row.definition,
    createdBy: userId,
    createdAt: row.updatedAt,
  });
}

/** One page, as each may be as long as what it is a version of; and how many there are. */
export async function listVersions(
  tx: Tx,
  organizationId: string,
  metricId: string,
  { skip, limit }: PageQuery,
): Promise<{ rows: MetricVersionRow[]; total: number }> {
  const ofIt = and(eq(metricVersions.organizationId, organizationId), eq(metricVersions.metricId, metricId));
  const rows = await tx
    .select()
    .from(metricVersions)
    .where(ofIt)
    .orderBy(desc(metricVersions.version))
    .limit(limit)
    .offset(skip);
  return { rows, total: await tx.$count(metricVersions, ofIt) };
}

/** What was in force at a version: deleting and restoring count up too, and change no definition. */
export async function findVersion(
  tx: Tx,
  organizationId: string,
  { metricId, version }: { metricId: string; version: number },
): Promise<MetricVersionRow | undefined> {
  const [row] = await tx
    .select()
    .from(metricVersions)
    .where(
      and(
        eq(metricVersions.organizationId, organizationId),
        eq(metricVersions.metricId, metricId),
        lte(metricVersions.version, version),
      ),
    )
    .orderBy(desc(metricVersions.version))
    .limit(1);
  return row;
}

export async function link(
  tx: Tx,
  organizationId: string,
  { requirementId, metricId, now }: { requirementId: string; metricId: string; now: Date },
): Promise<void> {
  await tx
    .insert(requirementMetrics)
    .values({ organizationId, requirementId, metricId, createdAt: now })
    .onConflictDoNothing();
}

export async function unlink(
  tx: Tx,
  organizationId: string,
  { requirementId, metricId }: { requirementId: string; metricId: string },
): Promise<void> {
  await tx
    .delete(requirementMetrics)
    .where(
      and(
        eq(requirementMetrics.organizationId, organizationId),
        eq(requirementMetrics.requirementId, requirementId),
        eq(requirementMetrics.metricId, metricId),
      ),
    );
}

type Seeing = Pick<MemberPrincipal, 'organizationId' | 'projectId'>;

/** Living requirements by metric: one of the organization may be linked with some of every project. */
export async function requirementsOf(
  tx: Tx,
  seeing: Seeing,
  metricIds: readonly string[],
): Promise<Map<string, RequirementName[]>> {
  const found = new Map<string, RequirementName[]>();
  if (metricIds.length === 0) return found;
  const rows = await tx
    .select({ metricId: requirementMetrics.metricId, id: requirementsTable.id, name: requirementsTable.name })
    .from(requirementMetrics)
    .innerJoin(requirementsTable, eq(requirementsTable.id, requirementMetrics.requirementId))
    .where(
      and(
        eq(requirementMetrics.organizationId, seeing.organizationId),
        inArray(requirementMetrics.metricId, [...metricIds]),
        visibleTo(seeing, requirementsTable),
        isNull(requirementsTable.deletedAt),
      ),
    )
    .orderBy(asc(requirementsTable.name));
  for (const { metricId, id, name } of rows)
    found.set(metricId, [...(found.get(metricId) ?? []), { id, name }]);
  return found;
}

/** Living metrics by requirement. */
export async function metricsOf(
  tx: Tx,
  seeing: Seeing,
  requirementIds: readonly string[],
): Promise<{ requirementId: string; metric: MetricRow }[]> {
  if (requirementIds.length === 0) return [];
  return tx
    .select({ requirementId: requirementMetrics.requirementId, metric: metrics })
    .from(requirementMetrics)
    .innerJoin(metrics, eq(metrics.id, requirementMetrics.metricId))
    .where(
      and(
        eq(requirementMetrics.organizationId, seeing.organizationId),
        inArray(requirementMetrics.requirementId, [...requirementIds]),
        visibleTo(seeing, metrics),
        isNull(metrics.deletedAt),
      ),
    )
    .orderBy(asc(metrics.name));
}
