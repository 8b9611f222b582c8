import { sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import { relations, type Other } from '#metrics';
import { tests } from '#tests';
import type { ResultRow, StoredOutput } from '../tables.ts';
import { textOf } from './output.ts';

interface Partner {
  readonly id: string;
  readonly test_id: string;
  readonly repeat: number;
  readonly status: string;
  readonly duration_ms: number | null;
  readonly output: StoredOutput | null;
}

/**
 * For each result, those that it is judged together with: the repeats of its own test, and the answer to the original
 * of which it is a mutation, in the same run and repeat.
 */
export async function readPartners(
  tx: Tx,
  organizationId: string,
  rows: readonly ResultRow[],
): Promise<(row: ResultRow) => Partnered[]> {
  const [first] = rows;
  if (!first) return () => [];
  const origins = await readOrigins(tx, organizationId, rows);
  const wanted = [
    ...new Set([...rows.map(({ testId }) => testId), ...[...origins.values()].map(({ testId }) => testId)]),
  ];
  const { rows: partners } = await tx.execute<Partner & Record<string, unknown>>(
    sql`select r.id, r.test_id, r.repeat, r.status, r.duration_ms, o.output
        from test_results r left join test_outputs o on o.test_result_id = r.id
        where r.organization_id = ${organizationId} and r.test_run_id = ${first.testRunId}
          and r.test_id in (${sql.join(
            wanted.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})`,
  );
  const byTest = Map.groupBy(partners, ({ test_id }) => test_id);
  return (row) => {
    const repeats = (byTest.get(row.testId) ?? []).filter(({ id }) => id !== row.id);
    const origin = origins.get(row.testId);
    const original = origin && byTest.get(origin.testId)?.find(({ repeat }) => repeat === row.repeat);
    return [
      ...repeats.map((partner) => partnered(partner, 'repeat')),
      ...(origin && original ? [partnered(original, origin.relation)] : []),
    ];
  };
}

/** A partner with its stored answer, which may be but the beginning of it. */
export interface Partnered {
  readonly relation: Other['relation'];
  readonly output: StoredOutput | null;
  readonly durationMs: number | null;
}

const partnered = (partner: Partner, relation: Other['relation']): Partnered => ({
  relation,
  output: partner.output,
  durationMs: partner.duration_ms,
});

/** The beginning of an answer says nothing of the rest, so nothing is compared with it. */
export const otherOf = ({ relation, output, durationMs }: Partnered): Other => ({
  relation,
  output: output?.success && !output.is_truncated ? textOf(output.output) : null,
  duration_ms: durationMs,
});

interface Origin {
  readonly testId: string;
  readonly relation: (typeof relations)[number];
}

async function readOrigins(
  tx: Tx,
  organizationId: string,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, Origin>> {
  const ids = [...new Set(rows.map(({ testId }) => testId))];
  const { rows: found } = await tx.execute<{ id: string; source: { ref?: unknown } }>(
    sql`select id, source from ${tests} where organization_id = ${organizationId} and source_kind = 'mutation'
          and id in (${sql.join(
            ids.map((id) => sql`${id}::uuid`),
            sql`, `,
          )})`,
  );
  return new Map(
    found.flatMap(({ id, source }) => {
      const origin = originOf(source.ref);
      return origin ? [[id, origin] as const] : [];
    }),
  );
}

function originOf(ref: unknown): Origin | undefined {
  if (typeof ref !== 'object' || ref === null) return undefined;
  const testId: unknown = Reflect.get(ref, 'test_id');
  const named: unknown = Reflect.get(ref, 'relation');
  const relation = relations.find((word) => word === named);
  return typeof testId === 'string' && relation ? { testId, relation } : undefined;
}
