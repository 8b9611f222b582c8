import { gateOf } from '@sonde/contract/run-ends';
import { datedName, undated } from '@sonde/contract/dated-name';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type {
  MetricReference,
  RestorableListQuery,
  Test,
  TestInput,
  TestSet,
  TestSetChanges,
  TestSetCreate,
  TestSource,
} from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import {
  createRows,
  planList,
  readList,
  visibleTo,
  type ExpectedVersions,
  type GetOptions,
} from '#kernel/resource';
import type { Scorer } from '#metrics';
import { presentTestSet } from './present.ts';
import { testNotFound } from './problems.ts';
import { testResource, testSetResource } from './resource.ts';
import * as store from './store.ts';
import { tests, testSetTests, type TestSetRow } from './tables.ts';
import type { Tests } from './tests-service.ts';
import { requireType, type Writing } from './writing.ts';

export interface TestSetsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly writing: Writing;
  readonly tests: Pick<Tests, 'presentAll'>;
  readonly scorer: Pick<Scorer, 'prepare' | 'name'>;
}

export type TestSets = ReturnType<typeof createTestSets>;

export function createTestSets({ database, clock, writing, tests: shown, scorer }: TestSetsOptions) {
  const rows = createRows({ resource: testSetResource, clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  async function presentAll(
    tx: Tx,
    principal: MemberPrincipal,
    found: readonly TestSetRow[],
  ): Promise<TestSet[]> {
    const counts = await store.countTests(
      tx,
      principal,
      found.map(({ id }) => id),
    );
    return found.map((row) => presentTestSet(principal, row, counts.get(row.id) ?? 0));
  }
  const present = async (tx: Tx, principal: MemberPrincipal, row: TestSetRow): Promise<TestSet> =>
    (await presentAll(tx, principal, [row]))[0] as TestSet;

  async function insert(
    tx: Tx,
    principal: MemberPrincipal,
    input: TestSetCreate,
    projectId: string | null,
    source: TestSource = { kind: 'manual' },
  ): Promise<TestSetRow> {
    await writing.checkMetrics(tx, principal, input.metrics ?? []);
    const at = new Date(clock.now());
    return rows.insert(tx, {
      id: newId(),
      organizationId: principal.organizationId,
      projectId,
      name: input.name,
      description: input.description ?? null,
      shortDescription: input.short_description ?? null,
      testSetType: input.test_set_type,
      status: input.status ?? 'New',
      priority: input.priority ?? 0,
      tags: input.tags ?? [],
      metadata: input.metadata ?? {},
      metrics: input.metrics ?? [],
      gates: gateOf(input.gates),
      source,
      version: 1,
      createdBy: principal.userId,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    });
  }

  return {
    /** For other capabilities, inside their own transaction. */
    getRow: (tx: Tx, principal: MemberPrincipal, id: string, options?: GetOptions): Promise<TestSetRow> =>
      rows.get(tx, principal, id, options),
    insertRow: insert,
    /** What it holds, where nobody has said it. */
    async describe(tx: Tx, row: TestSetRow, description: string): Promise<void> {
      if (row.description === null) await rows.patchRow(tx, row, { description });
    },
    addTests: (tx: Tx, principal: MemberPrincipal, id: string, testIds: readonly string[]): Promise<number> =>
      store.associate(tx, writing.membership(principal, id), testIds),

    async create(principal: MemberPrincipal, input: TestSetCreate): Promise<TestSet> {
      return inTenant(principal, async (tx) => {
        const projectId = await writing.holdProject(tx, principal, input.project_id);
        return present(tx, principal, await insert(tx, principal, input, projectId));
      });
    },

    async createWithTests(
      principal: MemberPrincipal,
      { tests: inputs, ...input }: TestSetCreate & { readonly tests: readonly TestInput[] },
    ): Promise<TestSet & { test_ids: string[] }> {
      return inTenant(principal, async (tx) => {
        const projectId = await writing.holdProject(tx, principal, input.project_id);
        const set = await insert(tx, principal, input, projectId);
        const made = await writing.insert(tx, principal, {
          inputs,
          set,
          projectId: set.projectId,
          place: (index) => `tests.${index}`,
        });
        const ids = made.map(({ id }) => id);
        await store.associate(tx, { ...writing.membership(principal, set.id), at: set.createdAt }, ids);
        return { ...(await present(tx, principal, set)), test_ids: ids };
      });
    },

    /** Sets of the explorer are its own business. */
    list: (principal: MemberPrincipal, query: RestorableListQuery): Promise<Page<TestSet>> =>
      inTenant(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await presentAll(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string, includeDeleted = false): Promise<TestSet> =>
      inTenant(principal, async (tx) =>
        present(tx, principal, await rows.get(tx, principal, id, { includeDeleted })),
      ),

    update: (
      principal: MemberPrincipal,
      id: string,
      input: TestSetChanges,
      expected: ExpectedVersions,
    ): Promise<TestSet> =>
      inTenant(principal, async (tx) => {
        await writing.checkMetrics(tx, principal, input.metrics ?? []);
        const changes = {
          name: input.name,
          description: input.description,
          shortDescription: input.short_description,
          status: input.status,
          priority: input.priority,
          tags: input.tags,
          metadata: input.metadata,
          metrics: input.metrics,
          gates: input.gates === undefined ? undefined : gateOf(input.gates),
        };
        const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
        return present(tx, principal, await rows.patch(tx, principal, id, named, expected));
      }),

    remove: (principal: MemberPrincipal, id: string): Promise<TestSet> =>
      inTenant(principal, async (tx) => present(tx, principal, await rows.remove(tx, principal, id))),

    restore: (principal: MemberPrincipal, id: string): Promise<TestSet> =>
      inTenant(principal, async (tx) => present(tx, principal, await rows.restore(tx, principal, id))),

    duplicate: (principal: MemberPrincipal, id: string): Promise<TestSet> =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id);
        const at = new Date(clock.now());
        const copy = await rows.insert(tx, {
          ...row,
          id: newId(),
          projectId: await writing.projectBeside(tx, principal, row),
          name: datedName(
            `${undated(row.name)
              .replace(/ \(copy\)$/, '')
              .slice(0, 170)} (copy)`,
            at,
          ),
          status: 'New',
          version: 1,
          createdBy: principal.userId,
          createdAt: at,
          updatedAt: at,
        });
        await store.copyMembership(tx, principal.organizationId, id, copy.id);
        return present(tx, principal, copy);
      }),

    tests: (principal: MemberPrincipal, id: string, query: RestorableListQuery): Promise<Page<Test>> => {
      const plan = planList(query, testResource.fields, testResource.sort);
      return inTenant(principal, async (tx) => {
        await rows.get(tx, principal, id);
        // Room for the hash of a set of a million; beyond its room it would be searched from end to end for each test.
        await tx.execute(sql`select set_config('hash_mem_multiplier', '16', true)`);
        const members = tx
          .select({ id: testSetTests.testId })
          .from(testSetTests)
          .where(
            and(eq(testSetTests.organizationId, principal.organizationId), eq(testSetTests.testSetId, id)),
          );
        const page = await readList(tx, tests, {
          plan,
          // "is true" keeps it a set looked up by its hash. As a join or an array, a planner that knows nothing yet of
          // tests just imported takes the organization for small and compares each of its tests with each of the set.
          within: and(
            visibleTo(principal, tests),
            isNull(tests.deletedAt),
            sql`(${tests.id} in ${members}) is true`,
          ),
          present: (row) => row,
        });
        return new Page(await shown.presentAll(tx, principal, page.rows), page.total, page);
      });
    },

    associate: (principal: MemberPrincipal, id: string, testIds: readonly string[]) =>
      inTenant(principal, async (tx) => {
        const set = await rows.get(tx, principal, id, { toChange: true });
        const distinct = [...new Set(testIds)];
        const found = await store.findTests(tx, principal.organizationId, distinct);
        if (
          found.length < distinct.length ||
          found.some(({ projectId }) => isElsewhere(principal, projectId))
        )
          throw testNotFound();
        requireType(set.testSetType, found, (index) => `test_ids.${index}`);
        const added = await store.associate(tx, writing.membership(principal, id), distinct);
        const counts = await store.countTests(tx, principal, [id]);
        return {
          success: true,
          total_tests: counts.get(id) ?? 0,
          message: `${added} ${added === 1 ? 'test was' : 'tests were'} added.`,
          metadata: { new_associations: added, existing_associations: distinct.length - added },
        };
      }),

    disassociate: (principal: MemberPrincipal, id: string, testIds: readonly string[]) =>
      inTenant(principal, async (tx) => {
        await rows.get(tx, principal, id, { toChange: true });
        const removed = await store.disassociate(tx, writing.membership(principal, id), testIds);
        const counts = await store.countTests(tx, principal, [id]);
        return {
          success: true,
          total_tests: counts.get(id) ?? 0,
          removed_associations: removed,
          message: `${removed} ${removed === 1 ? 'test was' : 'tests were'} taken out.`,
        };
      }),

    /** Each metric with the name it has today, or had when it was deleted. */
    metrics: (principal: MemberPrincipal, id: string) =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id);
        const names = await scorer.name(tx, principal, row.metrics);
        return row.metrics.map((reference, place) => ({
          ...reference,
          name: names[place]?.name ?? '',
          is_deleted: names[place]?.isDeleted ?? true,
        }));
      }),

    linkMetric: (
      principal: MemberPrincipal,
      { id, metric_id: metric }: { id: string; metric_id: string },
      rest: Omit<MetricReference, 'metric'>,
    ): Promise<TestSet> =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        const reference = { metric, ...rest };
        await writing.checkMetrics(tx, principal, [reference]);
        const others = row.metrics.filter((known) => known.metric !== metric);
        return present(tx, principal, await rows.patchRow(tx, row, { metrics: [...others, reference] }));
      }),

    unlinkMetric: (
      principal: MemberPrincipal,
      { id, metric_id: metric }: { id: string; metric_id: string },
    ): Promise<TestSet> =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id, { forUpdate: true });
        const metrics = row.metrics.filter((known) => known.metric !== metric);
        return present(tx, principal, await rows.patchRow(tx, row, { metrics }));
      }),
  };
}

const isElsewhere = (principal: MemberPrincipal, projectId: string | null): boolean =>
  principal.projectId !== null && projectId !== null && projectId !== principal.projectId;
