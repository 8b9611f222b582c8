import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { foldName } from '#kernel/resource';
import { argumentFaults, needsOf, thresholdFaults } from './definition.ts';
import { findKind } from './kinds.ts';
import { metricInvalid, metricNotFound } from './problems.ts';
import type { MetricReference, Scorer, ScorerSnapshot } from './scorer.ts';
import { metrics as table, type MetricRow } from './tables.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Freezes metrics as places name them: by id or by name, with arguments and a threshold of their own. */
export function createFinder(): Scorer['prepare'] {
  return async (tx, organizationId, references, projectId = null) => {
    if (references.length === 0) return [];
    const ids = references.map(({ metric }) => metric).filter((metric) => uuid.test(metric));
    const names = references
      .map(({ metric }) => metric)
      .filter((metric) => !uuid.test(metric))
      .map(foldName);
    const named: (SQL | undefined)[] = [
      ids.length > 0 ? inArray(table.id, ids) : undefined,
      names.length > 0 ? inArray(table.nameKey, names) : undefined,
    ];
    const rows = await tx
      .select()
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isNull(table.deletedAt), or(...named)));
    const visible = rows.filter(
      (row) => projectId === null || row.projectId === null || row.projectId === projectId,
    );
    return references.map((reference) => snapshotOf(chosen(visible, reference, projectId), reference));
  };
}

/** What places name, for people to read: of one that was deleted its former name, of one that is gone for good what is left. */
export const nameReferences: Scorer['name'] = async (tx, organizationId, references) => {
  if (references.length === 0) return [];
  const ids = references.map(({ metric }) => metric).filter((metric) => uuid.test(metric));
  const names = references
    .map(({ metric }) => metric)
    .filter((metric) => !uuid.test(metric))
    .map(foldName);
  const rows = await tx
    .select({ id: table.id, name: table.name, nameKey: table.nameKey, deletedAt: table.deletedAt })
    .from(table)
    .where(
      and(
        eq(table.organizationId, organizationId),
        or(
          ids.length > 0 ? inArray(table.id, ids) : undefined,
          names.length > 0 ? inArray(table.nameKey, names) : undefined,
        ),
      ),
    );
  return references.map(({ metric }) => {
    const found = rows
      .filter(({ id, nameKey }) => id === metric.toLowerCase() || nameKey === foldName(metric))
      .toSorted((left, right) => Number(left.deletedAt !== null) - Number(right.deletedAt !== null))[0];
    return { name: found?.name ?? metric, isDeleted: !found || found.deletedAt !== null };
  });
};

/** Of several with one name, the project's own comes first, then the one of no project. */
function chosen(
  rows: readonly MetricRow[],
  { metric }: MetricReference,
  projectId: string | null,
): MetricRow {
  const key = foldName(metric);
  const rank = (row: MetricRow): number => (row.projectId === projectId ? 0 : row.projectId === null ? 1 : 2);
  const [row] = rows
    .filter(({ id, nameKey }) => (uuid.test(metric) ? id === metric.toLowerCase() : nameKey === key))
    .toSorted(
      (left, right) => rank(left) - rank(right) || left.createdAt.getTime() - right.createdAt.getTime(),
    );
  if (!row) throw metricNotFound(metric);
  return row;
}

export function snapshotOf(
  row: Pick<MetricRow, 'id' | 'name' | 'version' | 'definition'>,
  { args, threshold, negate }: Omit<MetricReference, 'metric'> = {},
): ScorerSnapshot {
  const definition = args === undefined ? row.definition : { ...row.definition, args: argsOf(row, args) };
  const operator = definition.threshold_operator;
  if (threshold !== undefined) {
    const range = { min: definition.min_score ?? 0, max: definition.max_score ?? 1 };
    const faults =
      operator === null
        ? [{ path: 'threshold', code: 'no_threshold', message: 'This metric has no threshold.' }]
        : thresholdFaults(threshold, operator, range);
    if (faults.length > 0) throw metricInvalid(faults);
  }
  return {
    metric_id: row.id,
    metric_version: row.version,
    name: row.name,
    backend: definition.backend,
    needs: needsOf(definition),
    reads_scores: definition.backend === 'code' && /\bscores\b/.test(definition.source ?? ''),
    metric_scope: definition.metric_scope,
    threshold: threshold ?? definition.threshold,
    threshold_operator: operator,
    negate: negate ?? definition.negate,
    definition,
  };
}

/** What a place gives lies over what the metric has, and is checked like it. */
function argsOf(
  { definition }: Pick<MetricRow, 'definition'>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = { ...definition.args, ...given };
  if (definition.backend !== 'builtin') return merged;
  const read = findKind(definition.kind ?? '')?.args.safeParse(merged);
  if (read && !read.success) throw metricInvalid(argumentFaults(read.error));
  return (read?.data ?? merged) as Record<string, unknown>;
}
