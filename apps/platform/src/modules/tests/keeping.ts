import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { TestInput } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import type { MemberPrincipal } from '#kernel/http';
import { waitForTurn } from '#kernel/wait-for-turn';
import { contentHash, defineTest } from './definition.ts';
import { testInvalid } from './problems.ts';
import { associate } from './store.ts';
import { tests, type TestSetRow } from './tables.ts';
import { requireType, type Writing } from './writing.ts';

export interface Kept {
  readonly id: string;
  /** False for one that said the same already, there or earlier in this request. */
  readonly isNew: boolean;
}

interface Keeping {
  readonly inputs: readonly TestInput[];
  readonly set: TestSetRow | undefined;
  readonly projectId: string | null;
}

/**
 * Tests made of what was seen, each once: a living test of the project that asks and expects the same is the one that is
 * kept, so that keeping again changes nothing. All of one request or none, in its order.
 */
export async function keepTests(
  tx: Tx,
  principal: MemberPrincipal,
  { inputs, set, projectId }: Keeping,
  writing: Pick<Writing, 'insert' | 'now'>,
): Promise<Kept[]> {
  const { organizationId } = principal;
  // Two who keep the same at once take turns, or each would find nothing and both would write.
  await waitForTurn(tx, `keep tests:${organizationId}:${projectId}`);
  const place = (index: number): string => `tests.${index}`;
  const hashes = inputs.map((input, index) => {
    const defined = defineTest(input, undefined, set?.testSetType, place(index));
    if (Array.isArray(defined)) throw testInvalid(defined);
    return contentHash(defined);
  });
  const known = await findByContent(tx, organizationId, projectId, hashes);
  if (set) requireType(set.testSetType, [...known.values()], () => 'test_set_id');
  const firsts = new Map(hashes.map((hash, index) => [hash, index] as const).toReversed());
  const fresh = [...firsts].filter(([hash]) => !known.has(hash)).toSorted(([, a], [, b]) => a - b);
  const made = await writing.insert(tx, principal, {
    inputs: fresh.flatMap(([, index]) => inputs[index] ?? []),
    set,
    projectId,
    place: (index) => place(fresh[index]?.[1] ?? 0),
  });
  const madeIds = new Map(fresh.map(([hash], index) => [hash, made[index]?.id ?? '']));
  const kept = hashes.map((hash, index) => ({
    id: madeIds.get(hash) ?? known.get(hash)?.id ?? '',
    isNew: madeIds.has(hash) && firsts.get(hash) === index,
  }));
  if (set)
    await associate(tx, { organizationId, testSetId: set.id, at: writing.now() }, [
      ...new Set(kept.map(({ id }) => id)),
    ]);
  return kept;
}

/** The oldest living test of the project for each of these contents. */
async function findByContent(tx: Tx, organizationId: string, projectId: string | null, hashes: string[]) {
  if (hashes.length === 0) return new Map<string, never>();
  const rows = await tx
    .select({
      id: tests.id,
      testType: tests.testType,
      content: tests.content,
      contentHash: tests.contentHash,
    })
    .from(tests)
    .where(
      and(
        eq(tests.organizationId, organizationId),
        projectId === null ? isNull(tests.projectId) : eq(tests.projectId, projectId),
        isNull(tests.deletedAt),
        inArray(tests.contentHash, [...new Set(hashes)]),
      ),
    )
    .orderBy(asc(tests.createdAt), asc(tests.id));
  return new Map(rows.toReversed().map((row) => [row.contentHash, row] as const));
}

export function tellKept(kept: readonly Kept[]) {
  const created = kept.filter(({ isNew }) => isNew).length;
  const known = kept.length - created;
  return {
    ids: kept.map(({ id }) => id),
    created,
    known,
    message: `${created} ${created === 1 ? 'test was' : 'tests were'} made${known === 0 ? '' : `; ${known} ${known === 1 ? 'was' : 'were'} there already`}.`,
  };
}
