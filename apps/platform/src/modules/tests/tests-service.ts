import type {
  BodyOf,
  BulkTestChanges,
  PageQuery,
  RestorableListQuery,
  Test,
  TestInput,
} from '@sonde/contract';
import type * as contract from '@sonde/contract';
import type { Clock } from '#kernel/clock';
import type { Database, Tx } from '#kernel/database';
import { Page, type MemberPrincipal } from '#kernel/http';
import { newId } from '#kernel/ids';
import { createRows, requireTheirs, requireWithinReach, type ExpectedVersions } from '#kernel/resource';
import { contentHash, contentOf, defineTest } from './definition.ts';
import { readLabelNames, readLabels, type LabelKinds } from './labels.ts';
import { presentTest, presentVersion } from './present.ts';
import { testInvalid } from './problems.ts';
import { changeMany } from './bulk-edit.ts';
import { keepTests, type Kept } from './keeping.ts';
import { testResource, testSetResource } from './resource.ts';
import * as store from './store.ts';
import type { TestRow } from './tables.ts';
import { requireFiles, requireType, type Writing } from './writing.ts';

export interface TestsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly labels: LabelKinds;
  readonly writing: Writing;
}

export type Tests = ReturnType<typeof createTests>;

export function createTests({ database, clock, labels, writing }: TestsOptions) {
  const rows = createRows({ resource: testResource, clock });
  const sets = createRows({ resource: testSetResource, clock });
  const inTenant = <T>(principal: MemberPrincipal, work: (tx: Tx) => Promise<T>) =>
    database.tenant(principal.organizationId, work);

  async function presentAll(tx: Tx, principal: MemberPrincipal, found: readonly TestRow[]): Promise<Test[]> {
    const names = await readLabelNames(labels, tx, principal, found);
    return found.map((row) => presentTest(principal, row, names));
  }
  const present = async (tx: Tx, principal: MemberPrincipal, row: TestRow): Promise<Test> =>
    (await presentAll(tx, principal, [row]))[0] as Test;

  /** What changes what the test says is a new version; results keep naming the one they were run with. */
  async function change(
    tx: Tx,
    principal: MemberPrincipal,
    {
      id,
      input,
      expected,
      place = '',
    }: { id: string; input: TestInput; expected?: ExpectedVersions; place?: string },
  ): Promise<TestRow> {
    const row = await rows.get(tx, principal, id, { forUpdate: true });
    const defined = defineTest(input, row, undefined, place);
    if (Array.isArray(defined)) throw testInvalid(defined);
    if (defined.testType !== row.testType) await requireFittingSets(tx, principal, { ...row, ...defined });
    requireFiles(principal, [input]);
    await writing.checkMetrics(tx, principal, input.metrics ?? []);
    const [sorted] = await readLabels(labels, tx, principal, {
      inputs: [input],
      projectId: row.projectId,
      before: row,
    });
    const changed = await rows.patchRow(
      tx,
      row,
      {
        ...defined,
        ...sorted,
        content: contentOf(defined.definition),
        contentHash: contentHash(defined),
        status: input.status ?? row.status,
        priority: input.priority ?? row.priority,
        tags: input.tags ?? row.tags,
        externalId: input.external_id === undefined ? row.externalId : input.external_id,
        source: input.source ?? row.source,
        sourceKind: input.source?.kind ?? row.sourceKind,
      },
      expected,
    );
    await store.insertVersion(tx, changed);
    return changed;
  }

  /** A set that tests are put into. */
  const getFilled = (tx: Tx, principal: MemberPrincipal, id: string) =>
    sets.get(tx, principal, id, { toChange: true });

  const touchSetsOf = (tx: Tx, { organizationId }: MemberPrincipal, testIds: readonly string[]) =>
    store.touchSetsOf(tx, organizationId, { testIds, at: writing.now() });

  return {
    presentAll,

    async create(principal: MemberPrincipal, input: TestInput): Promise<Test> {
      return inTenant(principal, async (tx) => {
        const projectId = await writing.holdProject(tx, principal, input.project_id);
        const [row] = await writing.insert(tx, principal, {
          inputs: [input],
          set: undefined,
          projectId,
          place: () => '',
        });
        return present(tx, principal, row as TestRow);
      });
    },

    async createMany(
      principal: MemberPrincipal,
      {
        tests: inputs,
        test_set_id: setId,
      }: { tests: readonly TestInput[]; test_set_id?: string | undefined },
    ) {
      return inTenant(principal, async (tx) => {
        const ownProjectId = await writing.holdProject(tx, principal, inputs[0]?.project_id);
        const set = setId === undefined ? undefined : await getFilled(tx, principal, setId);
        const projectId = set ? set.projectId : ownProjectId;
        const made = await writing.insert(tx, principal, {
          inputs,
          set,
          projectId,
          place: (index) => `tests.${index}`,
        });
        const ids = made.map(({ id }) => id);
        if (set) await store.associate(tx, writing.membership(principal, set.id), ids);
        return {
          success: true,
          total_tests: ids.length,
          ids,
          message: `${ids.length} ${ids.length === 1 ? 'test was' : 'tests were'} created.`,
        };
      });
    },

    /** Like `createMany`, but each content once: what is there already is the test that is kept. */
    async keep(
      principal: MemberPrincipal,
      {
        tests: inputs,
        projectId: given,
        testSetId,
      }: { tests: readonly TestInput[]; projectId: string | null | undefined; testSetId: string | undefined },
    ): Promise<Kept[]> {
      return inTenant(principal, async (tx) => {
        const set = testSetId === undefined ? undefined : await getFilled(tx, principal, testSetId);
        const projectId = set ? set.projectId : await writing.holdProject(tx, principal, given);
        return keepTests(tx, principal, { inputs, set, projectId }, writing);
      });
    },

    list: (principal: MemberPrincipal, query: RestorableListQuery): Promise<Page<Test>> =>
      inTenant(principal, async (tx) => {
        const page = await rows.list(tx, principal, query, (row) => row);
        return new Page(await presentAll(tx, principal, page.rows), page.total, page);
      }),

    get: (principal: MemberPrincipal, id: string, includeDeleted = false): Promise<Test> =>
      inTenant(principal, async (tx) =>
        present(tx, principal, await rows.get(tx, principal, id, { includeDeleted })),
      ),

    update: (
      principal: MemberPrincipal,
      id: string,
      input: TestInput,
      expected: ExpectedVersions,
    ): Promise<Test> =>
      inTenant(principal, async (tx) => {
        const row = await change(tx, principal, { id, input, expected });
        await touchSetsOf(tx, principal, [id]);
        return present(tx, principal, row);
      }),

    /** For other capabilities, inside their own transaction. */
    change,

    remove: (principal: MemberPrincipal, id: string): Promise<Test> =>
      inTenant(principal, async (tx) => {
        const row = await rows.remove(tx, principal, id);
        await touchSetsOf(tx, principal, [id]);
        return present(tx, principal, row);
      }),

    restore: (principal: MemberPrincipal, id: string): Promise<Test> =>
      inTenant(principal, async (tx) => {
        const before = await rows.get(tx, principal, id, { includeDeleted: true, forUpdate: true });
        const row = await rows.restore(tx, principal, id);
        if (row.version !== before.version) await store.insertVersion(tx, row);
        await touchSetsOf(tx, principal, [id]);
        return present(tx, principal, row);
      }),

    duplicate: (principal: MemberPrincipal, id: string): Promise<Test> =>
      inTenant(principal, async (tx) => {
        const row = await rows.get(tx, principal, id);
        const at = new Date(clock.now());
        const copy: TestRow = {
          ...row,
          id: newId(),
          projectId: await writing.projectBeside(tx, principal, row),
          externalId: null,
          status: 'New',
          version: 1,
          createdBy: principal.userId,
          createdAt: at,
          updatedAt: at,
        };
        await store.insertTests(tx, [copy]);
        return present(tx, principal, copy);
      }),

    /** In the order of their ids, so that two who save the same tests do not wait for one another in a circle. */
    async saveMany(
      principal: MemberPrincipal,
      { changes, tests: inputs, test_set_id: setId }: BodyOf<typeof contract.saveTests>,
    ): Promise<{ updated: Test[]; created: Test[] }> {
      return inTenant(principal, async (tx) => {
        const ownProjectId = await writing.holdProject(tx, principal, inputs[0]?.project_id);
        const updated = new Map<string, TestRow>();
        const inOrder = changes
          .map((wanted, index) => ({ ...wanted, index }))
          .toSorted((a, b) => (a.id < b.id ? -1 : 1));
        for (const { id, version, index, ...input } of inOrder) {
          const expected = version === undefined ? undefined : new Set([version]);
          updated.set(id, await change(tx, principal, { id, input, expected, place: `changes.${index}` }));
        }
        const set = setId === undefined ? undefined : await getFilled(tx, principal, setId);
        const created = await writing.insert(tx, principal, {
          inputs,
          set,
          projectId: set ? set.projectId : ownProjectId,
          place: (index) => `tests.${index}`,
        });
        const ids = created.map(({ id }) => id);
        if (set) await store.associate(tx, writing.membership(principal, set.id), ids);
        await touchSetsOf(tx, principal, [...updated.keys()]);
        return {
          updated: await presentAll(
            tx,
            principal,
            [...new Set(changes.map(({ id }) => id))].flatMap((id) => updated.get(id) ?? []),
          ),
          created: await presentAll(tx, principal, created),
        };
      });
    },

    updateMany: (principal: MemberPrincipal, changes: BulkTestChanges) =>
      inTenant(principal, async (tx) => {
        const changed = await changeMany(tx, principal, changes, { labels, at: writing.now() });
        await touchSetsOf(tx, principal, changed.updated_ids);
        return changed;
      }),

    /** What is not there any more, or never was for the caller, is told and is no fault. */
    removeMany: (principal: MemberPrincipal, ids: readonly string[]) =>
      inTenant(principal, async (tx) => {
        const found = await store.findTests(tx, principal.organizationId, ids);
        const theirs = found.filter(
          ({ projectId }) => !principal.projectId || !projectId || projectId === principal.projectId,
        );
        for (const row of theirs) {
          requireWithinReach(principal, row);
          requireTheirs(principal, row);
        }
        const deleted = new Set(
          await store.deleteTests(
            tx,
            principal.organizationId,
            theirs.map(({ id }) => id),
            new Date(clock.now()),
          ),
        );
        await touchSetsOf(tx, principal, [...deleted]);
        return {
          deleted_ids: ids.filter((id) => deleted.has(id)),
          not_found_ids: ids.filter((id) => !deleted.has(id)),
        };
      }),

    versions: (principal: MemberPrincipal, id: string, query: PageQuery) =>
      inTenant(principal, async (tx) => {
        await rows.get(tx, principal, id);
        const found = await store.listVersions(tx, principal.organizationId, id, query);
        return new Page(found.rows.map(presentVersion), found.total);
      }),

    testSetsOf: (principal: MemberPrincipal, id: string, { skip, limit }: { skip: number; limit: number }) =>
      inTenant(principal, async (tx) => {
        await rows.get(tx, principal, id);
        const found = await store.setsOfTest(tx, principal, id);
        return new Page(found.slice(skip, skip + limit), found.length);
      }),
  };

  /** A test that is in sets of one type cannot become one of the other. */
  async function requireFittingSets(tx: Tx, principal: MemberPrincipal, row: TestRow): Promise<void> {
    for (const { id } of await store.setsOfTest(tx, { ...principal, projectId: null }, row.id)) {
      const [set] = await store.findSets(tx, principal.organizationId, [id]);
      if (set) requireType(set.testSetType, [row], () => 'test_type');
    }
  }
}
