import { z } from 'zod';
import { defineOperation } from './operation.ts';
import {
  Id,
  JsonObject,
  Name,
  Timestamp,
  Version,
  idParams,
  listQuery,
  restorableListQuery,
  restorableQuery,
} from './primitives.ts';
import { MetricReference, Test, TestInput, TestSource, TestStatus, testStatuses } from './tests.ts';
import { word } from './words.ts';

const tag = 'Test sets';

export const testSetTypes = ['Single-Turn', 'Multi-Turn'] as const;
export const TestSetType = word(testSetTypes);

/**
 * What a run of the set must reach to be green. A run in which nothing was decided, or that did not come to its end, never is. Where
 * neither a pass rate nor a baseline is named, no test may fail. Without any limit there is no gate.
 */
export const Gates = z
  .strictObject({
    min_pass_rate: z.number().min(0).max(100).optional().meta({
      description: 'Percent of the decided; 100 where there is no baseline either',
    }),
    max_errors: z.number().int().min(0).optional().meta({
      description:
        'Tests that may end in an error; 0 where a pass rate, or no baseline, is named. A gate of a baseline alone judges them by comparing, and allows none while there is no run to compare with',
    }),
    max_not_evaluated: z.number().int().min(0).optional(),
    baseline: z
      .union([z.enum(['last', 'chosen']), Id])
      .optional()
      .meta({
        description:
          'A run, the last one of set and endpoint, or the one chosen as their baseline; the gate fails when this run is worse beyond chance, which takes six tests that were lost at the least, or one where both decided fewer than six and no pass rate is named, where nothing could be compared with it, and by any failed test where there is no such run yet and no pass rate is named',
      }),
    max_worse: z.number().int().min(0).optional().meta({
      description:
        'How many tests that passed in the baseline, or when they were last decided where it left them open, may fail or end in an error, by chance or not; 0 fails the gate by any of them. Needs a baseline',
    }),
  })
  .refine(({ baseline, max_worse }) => max_worse === undefined || baseline !== undefined, {
    error: 'Tests get worse than in a baseline: say which.',
    path: ['max_worse'],
  });
export type Gates = z.output<typeof Gates>;

export const TestSet = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  short_description: z.string().nullable(),
  test_set_type: z.enum(testSetTypes),
  status: z.enum(testStatuses),
  priority: z.number().int(),
  tags: z.array(z.string()),
  metadata: JsonObject,
  metrics: z.array(MetricReference),
  gates: Gates.nullable(),
  source: TestSource.nullable(),
  test_count: z.number().int(),
  version: z.number().int(),
  permitted_actions: z.array(z.string()),
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type TestSet = z.output<typeof TestSet>;

const fields = {
  project_id: Id.nullable().optional(),
  name: Name.min(1),
  description: z.string().max(10_000).nullable().optional(),
  short_description: z.string().max(500).nullable().optional(),
  status: TestStatus.optional(),
  priority: z.number().int().min(-1000).max(1000).optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  metadata: JsonObject.optional(),
  metrics: z.array(MetricReference).max(50).optional(),
  gates: Gates.nullable().optional(),
};
export const TestSetCreate = z.strictObject({ ...fields, test_set_type: TestSetType });
export type TestSetCreate = z.output<typeof TestSetCreate>;
export const TestSetChanges = z.strictObject(fields).partial().extend({ version: Version.optional() });
export type TestSetChanges = z.output<typeof TestSetChanges>;

export const createTestSet = defineOperation({
  id: 'test_sets.create',
  method: 'POST',
  path: '/test_sets',
  tag,
  summary: 'Create a test set',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.created',
  access: { who: 'member', permission: 'test_set:create' },
  body: TestSetCreate,
  answers: { 201: TestSet },
  tool: true,
});

export const createTestSetWithTests = defineOperation({
  id: 'test_sets.bulk_create',
  method: 'POST',
  path: '/test_sets/bulk',
  tag,
  summary: 'Create a test set with its tests, all or nothing',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.created',
  access: { who: 'member', permission: 'test_set:create', also: ['test:create'] },
  body: TestSetCreate.extend({ tests: z.array(TestInput).min(1).max(1000) }),
  answers: { 201: TestSet.extend({ test_ids: z.array(Id) }) },
  problems: ['test.invalid', 'test_set.type_differs'],
  bodyLimitBytes: 16 * 1024 * 1024,
  tool: true,
});

export const listTestSets = defineOperation({
  id: 'test_sets.list',
  method: 'GET',
  path: '/test_sets',
  tag,
  summary: 'Test sets',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:read' },
  query: restorableListQuery,
  answers: { 200: z.array(TestSet) },
  tool: true,
});

export const getTestSet = defineOperation({
  id: 'test_sets.get',
  method: 'GET',
  path: '/test_sets/{id}',
  tag,
  summary: 'One test set',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:read' },
  params: idParams,
  query: restorableQuery,
  answers: { 200: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted'],
  tool: true,
});

export const updateTestSet = defineOperation({
  id: 'test_sets.update',
  method: 'PUT',
  path: '/test_sets/{id}',
  tag,
  summary: 'Change a test set',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'test_set:update' },
  params: idParams,
  body: TestSetChanges,
  answers: { 200: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted', 'version.stale'],
});

export const deleteTestSet = defineOperation({
  id: 'test_sets.delete',
  method: 'DELETE',
  path: '/test_sets/{id}',
  tag,
  summary: 'Delete a test set; its tests, runs and results stay',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.deleted',
  access: { who: 'member', permission: 'test_set:delete' },
  params: idParams,
  answers: { 200: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted'],
});

export const restoreTestSet = defineOperation({
  id: 'test_sets.restore',
  method: 'POST',
  path: '/test_sets/{id}/restore',
  tag,
  summary: 'Take the deletion of a test set back',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.restored',
  access: { who: 'member', permission: 'test_set:delete' },
  params: idParams,
  answers: { 200: TestSet },
  problems: ['test_set.not_found'],
});

export const duplicateTestSet = defineOperation({
  id: 'test_sets.duplicate',
  method: 'POST',
  path: '/test_sets/{id}/duplicate',
  tag,
  summary: 'Copy a test set; the copy holds the same tests',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.created',
  access: { who: 'member', permission: 'test_set:create', also: ['test_set:read'] },
  params: idParams,
  answers: { 201: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted'],
});

export const listTestsOfSet = defineOperation({
  id: 'test_sets.tests',
  method: 'GET',
  path: '/test_sets/{id}/tests',
  tag,
  summary: 'The tests of a set',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:read', also: ['test:read'] },
  params: idParams,
  query: listQuery,
  answers: { 200: z.array(Test) },
  problems: ['test_set.not_found', 'test_set.deleted'],
  tool: true,
});

const testIds = z.strictObject({ test_ids: z.array(Id).min(1).max(10_000) });

export const associateTests = defineOperation({
  id: 'test_sets.associate',
  method: 'POST',
  path: '/test_sets/{id}/associate',
  tag,
  summary: 'Put tests into a set; tests of another type are refused by name',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.tests_added',
  access: { who: 'member', permission: 'test_set:update' },
  params: idParams,
  body: testIds,
  answers: {
    200: z.object({
      success: z.boolean(),
      total_tests: z.number().int(),
      message: z.string(),
      metadata: z.object({ new_associations: z.number().int(), existing_associations: z.number().int() }),
    }),
  },
  problems: ['test_set.not_found', 'test_set.deleted', 'test_set.type_differs', 'test.not_found'],
});

export const disassociateTests = defineOperation({
  id: 'test_sets.disassociate',
  method: 'POST',
  path: '/test_sets/{id}/disassociate',
  tag,
  summary: 'Take tests out of a set; the tests stay',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.tests_removed',
  access: { who: 'member', permission: 'test_set:update' },
  params: idParams,
  body: testIds,
  answers: {
    200: z.object({
      success: z.boolean(),
      total_tests: z.number().int(),
      removed_associations: z.number().int(),
      message: z.string(),
    }),
  },
  problems: ['test_set.not_found', 'test_set.deleted'],
});

export const listTestSetMetrics = defineOperation({
  id: 'test_sets.metrics',
  method: 'GET',
  path: '/test_sets/{id}/metrics',
  tag,
  summary: 'The metrics every test of a set is judged by',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:read' },
  params: idParams,
  answers: {
    200: z.array(
      MetricReference.extend({
        name: z.string().meta({
          description:
            'As it is used here: where it is turned round, its name says so (“Does not contain …”). Empty for a metric of another project',
        }),
        is_deleted: z
          .boolean()
          .meta({ description: 'A run of the set is refused until it is unlinked or restored' }),
      }),
    ),
  },
  problems: ['test_set.not_found', 'test_set.deleted'],
});

const metricParams = z.strictObject({ id: Id, metric_id: Id });

export const linkTestSetMetric = defineOperation({
  id: 'test_sets.metrics_add',
  method: 'POST',
  path: '/test_sets/{id}/metrics/{metric_id}',
  tag,
  summary: 'Judge every test of a set by a metric',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.updated',
  access: { who: 'member', permission: 'test_set:update' },
  params: metricParams,
  body: MetricReference.omit({ metric: true }),
  bodyOptional: true,
  answers: { 200: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted', 'metric.not_found'],
});

export const unlinkTestSetMetric = defineOperation({
  id: 'test_sets.metrics_remove',
  method: 'DELETE',
  path: '/test_sets/{id}/metrics/{metric_id}',
  tag,
  summary: 'Stop judging a set by a metric',
  scope: 'project',
  takes: 'moment',
  audit: 'test_set.updated',
  access: { who: 'member', permission: 'test_set:update' },
  params: metricParams,
  answers: { 200: TestSet },
  problems: ['test_set.not_found', 'test_set.deleted', 'metric.not_found'],
});
