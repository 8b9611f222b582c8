import { isDeepStrictEqual } from 'node:util';
import type { TestInput } from '@sonde/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { jsonText } from '#kernel/json-text';
import { testSetTests, testSets, tests, type TestRow, type TestSetRow, type TestsApi } from '#tests';
import type { ProbeFamily } from './family.ts';

export interface Place {
  readonly organizationId: string;
  readonly projectId: string | null;
}

/** The living set that an earlier import of this family made in the same project. */
export const findSet = (tx: Tx, place: Place, family: ProbeFamily): Promise<TestSetRow | undefined> =>
  findSetOf(tx, place, { kind: 'generation', key: 'family', value: family.name });

/** By what its source says of where it came from. */
export async function findSetOf(
  tx: Tx,
  { organizationId, projectId }: Place,
  { kind, key, value }: { readonly kind: string; readonly key: string; readonly value: string },
): Promise<TestSetRow | undefined> {
  const [row] = await tx
    .select()
    .from(testSets)
    .where(
      and(
        eq(testSets.organizationId, organizationId),
        projectId === null ? isNull(testSets.projectId) : eq(testSets.projectId, projectId),
        isNull(testSets.deletedAt),
        sql`${jsonText(testSets.source, 'kind')} = ${kind}`,
        sql`${jsonText(testSets.source, 'ref', key)} = ${value}`,
      ),
    )
    .orderBy(testSets.createdAt)
    .limit(1);
  return row;
}

const testsOf = (tx: Tx, organizationId: string, setId: string): Promise<TestRow[]> =>
  tx
    .select({ test: tests })
    .from(testSetTests)
    .innerJoin(tests, eq(tests.id, testSetTests.testId))
    .where(
      and(
        eq(testSetTests.organizationId, organizationId),
        eq(testSetTests.testSetId, setId),
        eq(tests.organizationId, organizationId),
        isNull(tests.deletedAt),
      ),
    )
    .then((rows) => rows.map(({ test }) => test));

export interface Taken {
  readonly set: TestSetRow;
  readonly made: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** What is new is made, what the catalogue says otherwise now is changed, and the rest stays as it is. */
export async function takeInto(
  tx: Tx,
  { api, principal, set }: { api: TestsApi; principal: MemberPrincipal; set: TestSetRow },
  inputs: readonly TestInput[],
): Promise<Taken> {
  const known = new Map(
    (await testsOf(tx, principal.organizationId, set.id)).map((row) => [row.externalId, row]),
  );
  const fresh: TestInput[] = [];
  let changed = 0;
  for (const input of inputs) {
    const row = known.get(input.external_id ?? null);
    if (!row) fresh.push(input);
    else if (differs(row, input)) {
      await api.tests.change(tx, principal, { id: row.id, input });
      changed += 1;
    }
  }
  const made = await api.writing.insert(tx, principal, {
    inputs: fresh,
    set,
    projectId: set.projectId,
    place: (index) => `tests.${index}`,
  });
  await api.testSets.addTests(
    tx,
    principal,
    set.id,
    made.map(({ id }) => id),
  );
  return { set, made: made.length, changed, unchanged: inputs.length - made.length - changed };
}

const differs = ({ definition }: TestRow, { prompt, metrics }: TestInput): boolean =>
  definition.prompt?.content !== prompt?.content || !isDeepStrictEqual(definition.metrics, metrics ?? []);
