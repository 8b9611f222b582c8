import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { metricNameInUse } from '@sonde/contract/metric-name';
import { foldName, visibleTo } from '#kernel/resource';
import { argumentFaults, needsOf, thresholdFaults } from './definition.ts';
import { findKind } from './kinds.ts';
import { metricInvalid, metricNotFound, tooManyHeavy, tooManyReferences } from './problems.ts';
import type { MetricReference, Scorer, ScorerSnapshot } from './scorer.ts';
import { metrics as table, type MetricRow } from './tables.ts';

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Of one request or run; each may have arguments of its own, which are checked and kept with it. */
export const referencesMax = 100_000;
/** Arguments that are compiled, schemas and large patterns: to look at one takes milliseconds. */
export const heavyMax = 2000;
const compiled: ReadonlySet<string> = new Set(['regex', 'json_path', 'json_schema', 'citation']);
const lightAtOnce = 50;

/**
 * Freezes metrics as places name them: by id or by name, with arguments and a threshold of their own. However many there
 * are, others are served meanwhile.
 */
export function createFinder(): Scorer['prepare'] {
  return async (tx, seeing, references) => {
    if (references.length === 0) return [];
    if (references.length > referencesMax) throw tooManyReferences(referencesMax);
    const wanted = new Set(references.map(({ metric }) => metric));
    const ids = [...wanted].filter((metric) => uuid.test(metric));
    const names = [...new Set([...wanted].filter((metric) => !uuid.test(metric)).map(foldName))];
    const named: (SQL | undefined)[] = [
      ids.length > 0 ? inArray(table.id, ids) : undefined,
      names.length > 0 ? inArray(table.nameKey, names) : undefined,
    ];
    const rows = await tx
      .select()
      .from(table)
      .where(and(visibleTo(seeing, table), isNull(table.deletedAt), or(...named)));
    const find = createChoice(rows, seeing.projectId);
    const snapshots: ScorerSnapshot[] = [];
    let heavy = 0;
    for (const [place, reference] of references.entries()) {
      const row = find(reference);
      snapshots.push(snapshotOf(row, reference));
      const isHeavy = reference.args !== undefined && isCompiled(snapshots.at(-1));
      if (isHeavy && (heavy += 1) > heavyMax) throw tooManyHeavy(heavyMax);
      if (isHeavy || place % lightAtOnce === lightAtOnce - 1) await setImmediate();
    }
    return snapshots;
  };
}

function isCompiled(snapshot: ScorerSnapshot | undefined): boolean {
  const { kind, args } = snapshot?.definition ?? {};
  return typeof kind === 'string' && compiled.has(kind) && (findKind(kind)?.isHeavy(args) ?? false);
}

/**
 * What places name, for people to read, as it is used there: of one that was deleted its former name, of one that is gone
 * for good what is left, of one of another project nothing.
 */
export const nameReferences: Scorer['name'] = async (tx, seeing, references) => {
  if (references.length === 0) return [];
  const ids = references.map(({ metric }) => metric).filter((metric) => uuid.test(metric));
  const names = references
    .map(({ metric }) => metric)
    .filter((metric) => !uuid.test(metric))
    .map(foldName);
  const rows = await tx
    .select({
      id: table.id,
      name: table.name,
      nameKey: table.nameKey,
      deletedAt: table.deletedAt,
      definition: table.definition,
      isSeen: sql<boolean>`${visibleTo(seeing, table)}`,
    })
    .from(table)
    .where(
      and(
        eq(table.organizationId, seeing.organizationId),
        or(
          ids.length > 0 ? inArray(table.id, ids) : undefined,
          names.length > 0 ? and(visibleTo(seeing, table), inArray(table.nameKey, names)) : undefined,
        ),
      ),
    );
  return references.map(({ metric, negate }) => {
    const found = rows
      .filter(({ id, nameKey }) => id === metric.toLowerCase() || nameKey === foldName(metric))
      .toSorted((left, right) => Number(left.deletedAt !== null) - Number(right.deletedAt !== null))[0];
    // It judges here as well, and whose it is says no more than that it does.
    if (found && !found.isSeen) return { name: '', isDeleted: found.deletedAt !== null };
    const known = { name: found?.name ?? metric, negate: found?.definition.negate ?? false };
    return { name: metricNameInUse(known, { negate }), isDeleted: !found || found.deletedAt !== null };
  });
};

/** Of several with one name, the project's own comes first, then the one of no project. */
function createChoice(rows: readonly MetricRow[], projectId: string | null) {
  const rank = (row: MetricRow): number => (row.projectId === projectId ? 0 : row.projectId === null ? 1 : 2);
  const sorted = rows.toSorted(
    (left, right) => rank(left) - rank(right) || left.createdAt.getTime() - right.createdAt.getTime(),
  );
  const byId = new Map(sorted.map((row) => [row.id, row]));
  const byName = Map.groupBy(sorted, ({ nameKey }) => nameKey);
  return ({ metric }: MetricReference): MetricRow => {
    const row = uuid.test(metric) ? byId.get(metric.toLowerCase()) : byName.get(foldName(metric))?.[0];
    if (!row) throw metricNotFound(metric);
    return row;
  };
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
    name: metricNameInUse({ name: row.name, negate: definition.negate }, { negate }),
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
