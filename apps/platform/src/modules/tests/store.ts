import { and, asc, desc, eq, inArray, isNull, lt, not, sql } from 'drizzle-orm';
import type { PageQuery } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { isDraft } from './drafts.ts';
import { tests, testSets, testSetTests, testVersions, type TestRow, type TestVersionRow } from './tables.ts';

const rowsAtOnce = 500;

/** New tests with their first version, in as few statements as there are thousands. */
export async function insertTests(tx: Tx, rows: readonly TestRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    await tx.insert(tests).values(some);
    await tx.insert(testVersions).values(some.map(versionOf));
  }
}

/** Every change of a test leaves the version it made. */
export async function insertVersion(tx: Tx, row: TestRow): Promise<void> {
  await tx.insert(testVersions).values({ ...versionOf(row), createdAt: row.updatedAt });
}

/** Changes all of these in one statement, and leaves the versions it made. */
export async function updateTests(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  changes: Partial<TestRow>,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(tests)
    .set({ ...changes, version: sql`${tests.version} + 1` })
    .where(
      and(eq(tests.organizationId, organizationId), isNull(tests.deletedAt), inArray(tests.id, [...ids])),
    )
    .returning();
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await tx
      .insert(testVersions)
      .values(
        rows.slice(from, from + rowsAtOnce).map((row) => ({ ...versionOf(row), createdAt: row.updatedAt })),
      );
  return rows.map(({ id }) => id);
}

const versionOf = (row: TestRow): TestVersionRow => ({
  testId: row.id,
  version: row.version,
  organizationId: row.organizationId,
  testType: row.testType,
  content: row.content,
  definition: row.definition,
  requirementId: row.requirementId,
  categoryId: row.categoryId,
  topicId: row.topicId,
  createdBy: row.createdBy,
  createdAt: row.createdAt,
});

/** One page, as each may be as long as what it is a version of; and how many there are. */
export async function listVersions(
  tx: Tx,
  organizationId: string,
  testId: string,
  { skip, limit }: PageQuery,
): Promise<{ rows: TestVersionRow[]; total: number }> {
  const ofIt = and(eq(testVersions.organizationId, organizationId), eq(testVersions.testId, testId));
  const rows = await tx
    .select()
    .from(testVersions)
    .where(ofIt)
    .orderBy(desc(testVersions.version))
    .limit(limit)
    .offset(skip);
  return { rows, total: await tx.$count(testVersions, ofIt) };
}

export type FoundTest = Pick<TestRow, 'id' | 'projectId' | 'testType' | 'content' | 'createdBy'>;

/** Of the content, as much as a refusal may show. */
const shownContent = 200;

/** Living tests of the organization among these ids, in the order asked for, and not all that they say. */
export async function findTests(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<FoundTest[]> {
  const found = new Map<string, FoundTest>();
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await tx
      .select({
        id: tests.id,
        projectId: tests.projectId,
        testType: tests.testType,
        content: sql<string>`left(${tests.content}, ${shownContent})`,
        createdBy: tests.createdBy,
      })
      .from(tests)
      .where(
        and(
          eq(tests.organizationId, organizationId),
          isNull(tests.deletedAt),
          inArray(tests.id, ids.slice(from, from + rowsAtOnce)),
        ),
      );
    for (const row of rows) found.set(row.id, row);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function deleteTests(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
  at: Date,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .update(tests)
    .set({ deletedAt: at, updatedAt: at })
    .where(
      and(eq(tests.organizationId, organizationId), isNull(tests.deletedAt), inArray(tests.id, [...ids])),
    )
    .returning({ id: tests.id });
  return rows.map(({ id }) => id);
}

/** Adds at the end of the set, in the order given; answers how many were not in it before. */
export async function associate(
  tx: Tx,
  { organizationId, testSetId, at }: Membership,
  testIds: readonly string[],
): Promise<number> {
  // Two who add at once take turns, so that no two tests get one place.
  await tx
    .select({ id: testSets.id })
    .from(testSets)
    .where(and(eq(testSets.organizationId, organizationId), eq(testSets.id, testSetId)))
    .for('update');
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${testSetTests.position}), 0)`.mapWith(Number) })
    .from(testSetTests)
    .where(and(eq(testSetTests.organizationId, organizationId), eq(testSetTests.testSetId, testSetId)));
  const first = (last?.position ?? 0) + 1;
  let added = 0;
  for (let from = 0; from < testIds.length; from += rowsAtOnce) {
    const rows = await tx
      .insert(testSetTests)
      .values(
        testIds.slice(from, from + rowsAtOnce).map((testId, place) => ({
          testSetId,
          testId,
          organizationId,
          position: first + from + place,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: testSetTests.testId });
    added += rows.length;
  }
  if (added > 0) await touchSets(tx, organizationId, { ids: [testSetId], at });
  return added;
}

/** Which set tests come into or leave, and when. */
export interface Membership {
  readonly organizationId: string;
  readonly testSetId: string;
  readonly at: Date;
}

export async function disassociate(
  tx: Tx,
  { organizationId, testSetId, at }: Membership,
  testIds: readonly string[],
): Promise<number> {
  const rows = await tx
    .delete(testSetTests)
    .where(
      and(
        eq(testSetTests.organizationId, organizationId),
        eq(testSetTests.testSetId, testSetId),
        inArray(testSetTests.testId, [...testIds]),
      ),
    )
    .returning({ id: testSetTests.testId });
  if (rows.length > 0) await touchSets(tx, organizationId, { ids: [testSetId], at });
  return rows.length;
}

/** A set is updated when its tests are. Last in a transaction, and in the order of ids, so that nobody waits in a circle. */
export async function touchSetsOf(
  tx: Tx,
  organizationId: string,
  { testIds, at }: { readonly testIds: readonly string[]; readonly at: Date },
): Promise<void> {
  if (testIds.length === 0) return;
  const rows = await tx
    .selectDistinct({ id: testSetTests.testSetId })
    .from(testSetTests)
    .where(and(eq(testSetTests.organizationId, organizationId), inArray(testSetTests.testId, [...testIds])));
  await touchSets(tx, organizationId, { ids: rows.map(({ id }) => id), at });
}

async function touchSets(
  tx: Tx,
  organizationId: string,
  { ids, at }: { readonly ids: readonly string[]; readonly at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  const due = and(
    eq(testSets.organizationId, organizationId),
    inArray(testSets.id, [...ids]),
    isNull(testSets.deletedAt),
    lt(testSets.updatedAt, at),
  );
  await tx.select({ id: testSets.id }).from(testSets).where(due).orderBy(asc(testSets.id)).for('update');
  await tx.update(testSets).set({ updatedAt: at }).where(due);
}

export async function copyMembership(
  tx: Tx,
  organizationId: string,
  from: string,
  to: string,
): Promise<void> {
  await tx.execute(
    sql`insert into test_set_tests (test_set_id, test_id, organization_id, position)
        select ${to}, test_id, organization_id, position from test_set_tests
        where organization_id = ${organizationId} and test_set_id = ${from}`,
  );
}

/** How many tests of each set the caller sees. */
export async function countTests(
  tx: Tx,
  principal: Pick<MemberPrincipal, 'organizationId' | 'projectId'>,
  testSetIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (testSetIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: testSetTests.testSetId, count: sql<number>`count(*)::int` })
    .from(testSetTests)
    .innerJoin(tests, eq(tests.id, testSetTests.testId))
    .where(
      and(
        eq(testSetTests.organizationId, principal.organizationId),
        inArray(testSetTests.testSetId, [...testSetIds]),
        visibleTo(principal, tests),
        isNull(tests.deletedAt),
      ),
    )
    .groupBy(testSetTests.testSetId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export const setsOfTest = (
  tx: Tx,
  principal: Pick<MemberPrincipal, 'organizationId' | 'projectId'>,
  testId: string,
) =>
  tx
    .select({ id: testSets.id, name: testSets.name })
    .from(testSetTests)
    .innerJoin(testSets, eq(testSets.id, testSetTests.testSetId))
    .where(and(visibleTo(principal, testSets), eq(testSetTests.testId, testId), isNull(testSets.deletedAt)))
    .orderBy(asc(testSets.name), asc(testSets.id));

export const findSets = (tx: Tx, organizationId: string, ids: readonly string[]) =>
  tx
    .select()
    .from(testSets)
    .where(and(eq(testSets.organizationId, organizationId), inArray(testSets.id, [...ids])));

/**
 * Which of these questions the living tests made of these explorations ask already, each turn of a conversation by itself.
 * Anybody may say of a test that it was made of an exploration, so questions are compared where they are, and of
 * conversations only so many and such are read as explorations are kept as.
 */
export async function askedOfExplorations(
  tx: Tx,
  organizationId: string,
  taskIds: readonly string[],
  questions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0 || questions.length === 0) return new Set();
  const ofThese = and(
    eq(tests.organizationId, organizationId),
    isNull(tests.deletedAt),
    eq(tests.sourceKind, 'exploration'),
    inArray(sql<string>`${tests.source}->'ref'->>'task_id'`, [...taskIds]),
  );
  const asked = await tx
    .selectDistinct({ content: tests.content })
    .from(tests)
    .where(and(ofThese, inArray(tests.content, [...questions])));
  const conversations = await tx
    .select({ definition: tests.definition })
    .from(tests)
    .where(
      and(
        ofThese,
        eq(tests.testType, 'Multi-Turn'),
        sql`octet_length(${tests.definition}::text) <= ${longestKept}`,
      ),
    )
    .orderBy(desc(tests.createdAt), desc(tests.id))
    .limit(mostKept);
  return new Set([
    ...asked.map(({ content }) => content),
    ...conversations.flatMap(({ definition }) => definition.conversation?.script ?? []),
  ]);
}
/** What a test asks and expects; of a conversation, its goal stands for what it asks. */
export interface Asked {
  readonly requirementId: string;
  readonly content: string;
  readonly expected: string | null;
}

/** In one text, to be looked for among others. */
export const askedKey = ({ requirementId, content, expected }: Asked): string =>
  JSON.stringify([requirementId, content, expected]);

/**
 * What living tests of these requirements ask and expect already, as keys. Drafts count for nothing: nobody has kept
 * them. A requirement whose text was changed gives the same question with another answer, which is another test.
 */
export async function askedOfRequirements(
  tx: Tx,
  organizationId: string,
  asked: readonly Asked[],
): Promise<ReadonlySet<string>> {
  if (asked.length === 0) return new Set();
  const rows = await tx
    .select({
      requirementId: tests.requirementId,
      content: tests.content,
      expected: sql<string | null>`${tests.definition}->'prompt'->>'expected_response'`,
    })
    .from(tests)
    .where(
      and(
        eq(tests.organizationId, organizationId),
        isNull(tests.deletedAt),
        inArray(tests.requirementId, [...new Set(asked.map(({ requirementId }) => requirementId))]),
        inArray(tests.content, [...new Set(asked.map(({ content }) => content))]),
        not(isDraft),
      ),
    );
  return new Set(
    rows.flatMap(({ requirementId, content, expected }) =>
      requirementId === null ? [] : [askedKey({ requirementId, content, expected })],
    ),
  );
}

const mostKept = 500;
/** In bytes. */
const longestKept = 20_000;
