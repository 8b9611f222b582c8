import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { TestInput } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { visibleTo } from '#kernel/resource';
import { revealTests, tests, testSetTests, withdrawTests, type TestRow } from '#tests';
import { testImportRows, testImports, type ImportRow } from './tables.ts';

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.insert(testImports).values(row);
}

/** Files that come in belong to the one who uploads them. */
export async function findImport(
  tx: Tx,
  { organizationId, userId }: { organizationId: string; userId: string },
  id: string,
): Promise<ImportRow | undefined> {
  const [row] = await tx
    .select()
    .from(testImports)
    .where(
      and(
        eq(testImports.organizationId, organizationId),
        eq(testImports.userId, userId),
        eq(testImports.id, id),
      ),
    );
  return row;
}

export async function findByTask(tx: Tx, organizationId: string, taskId: string) {
  const [row] = await tx
    .select()
    .from(testImports)
    .where(and(eq(testImports.organizationId, organizationId), eq(testImports.taskId, taskId)));
  return row;
}

type Place = Pick<ImportRow, 'organizationId' | 'id'>;

/** The import, while it is in one of these states. */
const isIn = ({ organizationId, id }: Place, states: readonly ImportRow['status'][]) =>
  and(
    eq(testImports.organizationId, organizationId),
    eq(testImports.id, id),
    inArray(testImports.status, [...states]),
  );

/** Undefined when it has gone another way meanwhile. */
export async function changeImport(
  tx: Tx,
  at: Place,
  from: readonly ImportRow['status'][],
  changes: Partial<ImportRow>,
): Promise<ImportRow | undefined> {
  const [row] = await tx.update(testImports).set(changes).where(isIn(at, from)).returning();
  return row;
}

/** Undefined when it is not in one of these states any more: of a cancelling and a confirming one wins. */
export async function cancelImport(
  tx: Tx,
  at: Place,
  from: readonly ImportRow['status'][],
): Promise<ImportRow | undefined> {
  const [row] = await tx.delete(testImports).where(isIn(at, from)).returning();
  return row;
}

export async function deleteImport(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx
    .delete(testImports)
    .where(and(eq(testImports.organizationId, organizationId), eq(testImports.id, id)));
}

/** Over all organizations: which of these objects with rows an import still names. */
export async function namedRows(tx: Tx, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const key = sql<string>`${testImports.found} ->> 'rowsKey'`;
  const rows = await tx
    .select({ key })
    .from(testImports)
    .where(inArray(key, [...keys]));
  return new Set(rows.map((row) => row.key));
}

export const listExpired = (tx: Tx, before: Date): Promise<ImportRow[]> =>
  tx
    .select()
    .from(testImports)
    .where(lt(testImports.expiresAt, before))
    .orderBy(asc(testImports.expiresAt))
    .limit(500);

export async function recordMade(
  tx: Tx,
  { organizationId, id: importId }: Pick<ImportRow, 'organizationId' | 'id'>,
  made: readonly {
    readonly place: number;
    readonly testId: string;
    readonly isNew: boolean;
    readonly input: TestInput | null;
  }[],
): Promise<void> {
  if (made.length > 0)
    await tx.insert(testImportRows).values(made.map((row) => ({ ...row, importId, organizationId })));
}

/** A page of what existing tests will say. */
export const listChanges = (
  tx: Tx,
  { organizationId, id }: Pick<ImportRow, 'organizationId' | 'id'>,
  after: number,
) =>
  tx
    .select()
    .from(testImportRows)
    .where(
      and(
        eq(testImportRows.organizationId, organizationId),
        eq(testImportRows.importId, id),
        eq(testImportRows.isNew, false),
        gt(testImportRows.place, after),
      ),
    )
    .orderBy(asc(testImportRows.place))
    .limit(250);

/** Where an import goes on after its worker died. */
export async function lastPlace(tx: Tx, organizationId: string, importId: string): Promise<number> {
  const [row] = await tx
    .select({ place: testImportRows.place })
    .from(testImportRows)
    .where(and(eq(testImportRows.organizationId, organizationId), eq(testImportRows.importId, importId)))
    .orderBy(desc(testImportRows.place))
    .limit(1);
  return row?.place ?? 0;
}

const idsAtOnce = 500;

type ImportKey = Pick<ImportRow, 'organizationId' | 'id'>;

const madeBy = ({ organizationId, id }: ImportKey) =>
  and(eq(testImportRows.organizationId, organizationId), eq(testImportRows.importId, id));

/** New tests of an import beyond a place, in the order of the file. */
const nextMade = (tx: Tx, row: ImportKey, after: number): Promise<{ place: number; testId: string }[]> =>
  tx
    .select({ place: testImportRows.place, testId: testImportRows.testId })
    .from(testImportRows)
    .where(and(madeBy(row), eq(testImportRows.isNew, true), gt(testImportRows.place, after)))
    .orderBy(asc(testImportRows.place))
    .limit(idsAtOnce);

export async function* madeIds(tx: Tx, row: ImportKey): AsyncGenerator<string[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await nextMade(tx, row, after);
    if (rows.length > 0) yield rows.map(({ testId }) => testId);
    after = rows.at(-1)?.place;
  }
}

/** Shows the next portion; false when all are shown. What was shown before and deleted since stays deleted. */
export async function revealSome(tx: Tx, { organizationId, id }: ImportKey): Promise<boolean> {
  const [row] = await tx
    .select({ revealedTo: testImports.revealedTo })
    .from(testImports)
    .where(and(eq(testImports.organizationId, organizationId), eq(testImports.id, id)))
    .for('update');
  const rows = row ? await nextMade(tx, { organizationId, id }, row.revealedTo) : [];
  const last = rows.at(-1);
  if (!last) return false;
  await revealTests(
    tx,
    organizationId,
    rows.map(({ testId }) => testId),
  );
  await tx
    .update(testImports)
    .set({ revealedTo: last.place })
    .where(and(eq(testImports.organizationId, organizationId), eq(testImports.id, id)));
  return true;
}

/** Nothing of an import that came to no end is left, neither hidden nor shown. */
export async function withdraw(tx: Tx, row: ImportKey): Promise<void> {
  for await (const ids of madeIds(tx, row)) await withdrawTests(tx, row.organizationId, ids);
  await tx.delete(testImportRows).where(madeBy(row));
}

/** What was made is written down no longer, a portion at a time; false when nothing is left. */
export async function forgetSome(tx: Tx, row: ImportKey): Promise<boolean> {
  const [last] = await tx
    .select({ place: testImportRows.place })
    .from(testImportRows)
    .where(madeBy(row))
    .orderBy(asc(testImportRows.place))
    .offset(idsAtOnce * 4 - 1)
    .limit(1);
  await tx
    .delete(testImportRows)
    .where(and(madeBy(row), last ? lte(testImportRows.place, last.place) : undefined));
  return last !== undefined;
}

/** Tests of a set that the file may speak of, by their own id, or because they say the same: of those that the caller sees. */
export async function findMembers(
  tx: Tx,
  principal: MemberPrincipal,
  { testSetId, externalIds, hashes }: { testSetId: string; externalIds: string[]; hashes: string[] },
): Promise<TestRow[]> {
  const rows = await tx
    .select({ test: tests })
    .from(tests)
    .innerJoin(testSetTests, eq(testSetTests.testId, tests.id))
    .where(
      and(
        visibleTo(principal, tests),
        eq(testSetTests.organizationId, principal.organizationId),
        eq(testSetTests.testSetId, testSetId),
        isNull(tests.deletedAt),
        or(
          hashes.length > 0 ? inArray(tests.contentHash, hashes) : undefined,
          externalIds.length > 0 ? inArray(tests.externalId, externalIds) : undefined,
        ),
      ),
    )
    .orderBy(asc(tests.createdAt), asc(tests.id));
  return rows.map(({ test }) => test);
}
