import { inArray, and, eq, not, sql, type SQL } from 'drizzle-orm';
import type { MemberPrincipal } from '#kernel/http';
import type { Kernel, Module } from '#kernel/module';
import { visibleTo } from '#kernel/resource';
import type { FilesModule } from '#files';
import type { Labels } from '#labels';
import type { Metrics } from '#metrics';
import type { Requirements } from '#requirements';
import type { Tenancy } from '#tenancy';
import { isDraft } from './drafts.ts';
import type { LabelKind } from './labels.ts';
import { testResource, testSetResource } from './resource.ts';
import { testRoutes, testSetRoutes } from './routes.ts';
import { createTestSets, type TestSets } from './sets-service.ts';
import { findTests } from './store.ts';
import { tests as table } from './tables.ts';
import { createTests, type Tests } from './tests-service.ts';
import { createWriting, type Writing } from './writing.ts';

export interface TestsApi {
  readonly tests: Tests;
  readonly testSets: TestSets;
  readonly writing: Writing;
}

interface Needs {
  readonly tenancy: Pick<Tenancy, 'projects'>;
  readonly requirements: Requirements;
  readonly labels: { readonly categories: Labels; readonly topics: Labels };
  readonly files: Pick<FilesModule, 'entities'>;
  readonly metrics: Pick<Metrics, 'scorer'>;
}

export function testsModule({ database, clock, ...needs }: Kernel & Needs): Module<TestsApi> {
  const { projects } = needs.tenancy;
  const { scorer } = needs.metrics;
  const labels = {
    requirement: needs.requirements,
    category: labelKind(needs.labels.categories),
    topic: labelKind(needs.labels.topics),
  };
  needs.labels.categories.heldBy(holding(table.categoryId));
  needs.labels.topics.heldBy(holding(table.topicId));
  needs.requirements.showWith(async (tx, principal, ids) => {
    // What waits to be gone through covers nothing yet.
    const counts = await holding(table.requirementId).count(tx, principal, ids, not(isDraft));
    return new Map([...counts].map(([id, count]) => [id, { tests: count }]));
  });
  const writing = createWriting({ clock, labels, scorer, projects });
  const tests = createTests({ database, clock, labels, writing });
  const testSets = createTestSets({ database, clock, writing, tests, scorer });
  needs.files.entities.register({
    type: 'Test',
    permission: 'test:update',
    find: async (tx, principal, id) => {
      const [row] = await findTests(tx, principal.organizationId, [id]);
      const isElsewhere = principal.projectId && row?.projectId && row.projectId !== principal.projectId;
      return row && !isElsewhere ? { projectId: row.projectId } : undefined;
    },
  });
  return {
    api: { tests, testSets, writing },
    routes: (mount) => {
      testRoutes(mount, tests);
      testSetRoutes(mount, testSets);
    },
    purged: [{ resource: testResource }, { resource: testSetResource }],
    tagged: [testResource, testSetResource],
  };
}

const labelKind = (labels: Labels): LabelKind => ({
  findOrCreateAll: (tx, { organizationId, userId }, { names, projectId }) =>
    labels.findOrMakeAll(tx, { organizationId, projectId }, names, userId),
  require: labels.require,
  namesOf: labels.namesOf,
});

/** Tests are sorted by these columns: they are counted by them, and follow when two labels become one. */
function holding(column: typeof table.categoryId | typeof table.topicId | typeof table.requirementId) {
  return {
    async count(
      tx: Parameters<LabelKind['namesOf']>[0],
      principal: MemberPrincipal,
      ids: readonly string[],
      those?: SQL,
    ) {
      if (ids.length === 0) return new Map<string, number>();
      const rows = await tx
        .select({ id: column, count: sql<number>`count(*)::int` })
        .from(table)
        .where(
          and(visibleTo(principal, table), inArray(column, [...ids]), sql`${table.deletedAt} is null`, those),
        )
        .groupBy(column);
      return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, count] as const])));
    },
    async move(
      tx: Parameters<LabelKind['namesOf']>[0],
      organizationId: string,
      from: string,
      to: string | null,
    ): Promise<void> {
      await tx
        .update(table)
        .set(column === table.categoryId ? { categoryId: to } : { topicId: to })
        .where(and(eq(table.organizationId, organizationId), eq(column, from)));
    },
  };
}
