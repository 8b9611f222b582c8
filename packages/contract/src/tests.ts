import { z } from 'zod';
import { defineOperation } from './operation.ts';
import {
  Id,
  JsonObject,
  Timestamp,
  Version,
  idParams,
  listQuery,
  restorableListQuery,
  restorableQuery,
  pageQuery,
} from './primitives.ts';
import { word } from './words.ts';

const tag = 'Tests';

export const testTypes = ['Single-Turn', 'Multi-Turn', 'Image'] as const;
export const TestType = word(testTypes);
export const testStatuses = ['New', 'Review', 'Approved'] as const;
export const TestStatus = word(testStatuses);

/** How a test, a set or a run names a metric: what it leaves out comes from the metric itself. */
export const MetricReference = z.strictObject({
  metric: Id,
  args: JsonObject.optional(),
  threshold: z.number().optional(),
  negate: z.boolean().optional(),
});
export type MetricReference = z.output<typeof MetricReference>;
const metricReferences = z.array(MetricReference).max(50);

/**
 * How the verdicts of several metrics become one: all must pass, one is enough, or a weighted mean of scores. It is said of the metrics
 * that the test names itself; those of its set and its requirement must pass besides, unless a weight names them.
 */
export const Combine = z.union([
  z.enum(['all', 'any']),
  z.strictObject({
    weights: z.record(Id, z.number().min(0).max(1000)),
    threshold: z.number().min(0).max(1),
  }),
]);
export type Combine = z.output<typeof Combine>;

export const Prompt = z.strictObject({
  content: z.string().min(1).max(200_000),
  expected_response: z.string().max(200_000).nullable().optional(),
  language_code: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .optional(),
});
export type Prompt = z.output<typeof Prompt>;

/** A conversation to be held: toward a goal by a simulated user, or word for word when `script` is given. */
export const TestConversation = z
  .strictObject({
    goal: z.string().trim().min(1).max(5000),
    instructions: z.string().max(10_000).optional(),
    restrictions: z.string().max(10_000).optional(),
    scenario: z.string().max(5000).optional(),
    max_turns: z.number().int().min(1).max(50).default(10),
    min_turns: z.number().int().min(1).max(50).optional(),
    script: z.array(z.string().min(1).max(200_000)).min(1).max(50).optional().meta({
      description: 'The user turns, sent as they are; a recorded conversation is replayed in this way',
    }),
  })
  .refine(({ min_turns, max_turns }) => min_turns === undefined || min_turns <= max_turns, {
    path: ['min_turns'],
    error: 'The fewest turns are more than the most.',
  });
export type TestConversation = z.output<typeof TestConversation>;

export const testSourceKinds = [
  'manual',
  'import',
  'generation',
  'exploration',
  'conversation',
  'trace',
  'mutation',
] as const;
/** From what a test was made: a finding, a requirement, a passage, another test, an attack family. */
export const TestSource = z.looseObject({
  kind: z.enum(testSourceKinds),
  ref: z.unknown().optional(),
});
export type TestSource = z.output<typeof TestSource>;

const Named = z.object({ id: Id, name: z.string() });

export const Test = z.object({
  id: Id,
  project_id: Id.nullable(),
  test_type: z.enum(testTypes),
  prompt: Prompt.nullable(),
  test_configuration: TestConversation.nullable(),
  requirement: Named.nullable(),
  category: Named.nullable(),
  topic: Named.nullable(),
  status: z.enum(testStatuses),
  priority: z.number().int(),
  tags: z.array(z.string()),
  metadata: JsonObject,
  metrics: z.array(MetricReference),
  combine: Combine,
  source: TestSource,
  external_id: z.string().nullable(),
  files: z.array(Id),
  version: z.number().int(),
  permitted_actions: z.array(z.string()),
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Test = z.output<typeof Test>;

/** A requirement, category or topic may be named by its text; it is found without regard to case and blanks, or made. */
const label = z.string().trim().min(1).max(200).nullable().optional();

export const TestInput = z.strictObject({
  project_id: Id.nullable().optional(),
  test_type: TestType.optional(),
  prompt: Prompt.nullable().optional(),
  test_configuration: TestConversation.nullable().optional(),
  requirement: label,
  requirement_id: Id.nullable().optional(),
  behavior: label.meta({ description: 'Former name of requirement' }),
  behavior_id: Id.nullable().optional().meta({ description: 'Former name of requirement_id' }),
  category: label,
  category_id: Id.nullable().optional(),
  topic: label,
  topic_id: Id.nullable().optional(),
  status: TestStatus.optional(),
  priority: z.number().int().min(-1000).max(1000).optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
  metadata: JsonObject.optional(),
  metrics: metricReferences.optional(),
  combine: Combine.optional(),
  source: TestSource.optional(),
  external_id: z.string().trim().min(1).max(500).nullable().optional(),
  files: z.array(Id).max(20).optional(),
});
export type TestInput = z.output<typeof TestInput>;

export const KeptTest = z.object({
  id: Id,
  is_new: z
    .boolean()
    .meta({ description: 'False when a test of the project asked and expected the same already' }),
});

/** What keeping answers: the tests in the order of what they were made of. */
export const KeptTests = z.object({
  ids: z.array(Id),
  created: z.number().int(),
  known: z
    .number()
    .int()
    .meta({ description: 'Said the same as a test that was there, or as an earlier one here' }),
  message: z.string(),
});

const bulkMax = 1000;

export const createTest = defineOperation({
  id: 'tests.create',
  method: 'POST',
  path: '/tests',
  tag,
  summary: 'Create a test',
  scope: 'project',
  takes: 'moment',
  audit: 'test.created',
  access: { who: 'member', permission: 'test:create' },
  body: TestInput,
  answers: { 201: Test },
  problems: ['test.invalid', 'requirement.not_found'],
  bodyLimitBytes: 4 * 1024 * 1024,
});

export const listTests = defineOperation({
  id: 'tests.list',
  method: 'GET',
  path: '/tests',
  tag,
  summary: 'Tests',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test:read' },
  query: restorableListQuery,
  answers: { 200: z.array(Test) },
  tool: true,
});

export const getTest = defineOperation({
  id: 'tests.get',
  method: 'GET',
  path: '/tests/{id}',
  tag,
  summary: 'One test',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test:read' },
  params: idParams,
  query: restorableQuery,
  answers: { 200: Test },
  problems: ['test.not_found', 'test.deleted'],
  tool: true,
});

const TestChanges = TestInput.extend({ version: Version.optional() });

export const updateTest = defineOperation({
  id: 'tests.update',
  method: 'PUT',
  path: '/tests/{id}',
  tag,
  summary: 'Change a test; the change is a new version',
  scope: 'project',
  takes: 'moment',
  audit: 'test.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'test:update' },
  params: idParams,
  body: TestChanges,
  answers: { 200: Test },
  problems: ['test.not_found', 'test.deleted', 'test.invalid', 'version.stale'],
  bodyLimitBytes: 4 * 1024 * 1024,
});

export const deleteTest = defineOperation({
  id: 'tests.delete',
  method: 'DELETE',
  path: '/tests/{id}',
  tag,
  summary: 'Delete a test; results that used it stay readable',
  scope: 'project',
  takes: 'moment',
  audit: 'test.deleted',
  access: { who: 'member', permission: 'test:delete' },
  params: idParams,
  answers: { 200: Test },
  problems: ['test.not_found', 'test.deleted'],
});

export const restoreTest = defineOperation({
  id: 'tests.restore',
  method: 'POST',
  path: '/tests/{id}/restore',
  tag,
  summary: 'Take the deletion of a test back',
  scope: 'project',
  takes: 'moment',
  audit: 'test.restored',
  access: { who: 'member', permission: 'test:delete' },
  params: idParams,
  answers: { 200: Test },
  problems: ['test.not_found'],
});

export const duplicateTest = defineOperation({
  id: 'tests.duplicate',
  method: 'POST',
  path: '/tests/{id}/duplicate',
  tag,
  summary: 'Copy a test',
  scope: 'project',
  takes: 'moment',
  audit: 'test.created',
  access: { who: 'member', permission: 'test:create', also: ['test:read'] },
  params: idParams,
  answers: { 201: Test },
  problems: ['test.not_found', 'test.deleted'],
});

export const listTestVersions = defineOperation({
  id: 'tests.versions',
  method: 'GET',
  path: '/tests/{id}/versions',
  tag,
  summary: 'The versions of a test, newest first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test:read' },
  params: idParams,
  query: pageQuery,
  answers: {
    200: z.array(
      z.object({
        version: z.number().int(),
        test_type: z.enum(testTypes),
        prompt: Prompt.nullable(),
        test_configuration: TestConversation.nullable(),
        metrics: z.array(MetricReference),
        combine: Combine,
        metadata: JsonObject,
        created_by: Id.nullable(),
        created_at: Timestamp,
      }),
    ),
  },
  problems: ['test.not_found', 'test.deleted'],
});

export const createTests = defineOperation({
  id: 'tests.bulk_create',
  method: 'POST',
  path: '/tests/bulk',
  tag,
  summary: 'Create several tests, all or none; the answer has their ids in order',
  scope: 'project',
  takes: 'moment',
  audit: 'test.created',
  access: { who: 'member', permission: 'test:create', naming: { test_set_id: 'test_set:update' } },
  body: z.strictObject({
    tests: z.array(TestInput).min(1).max(bulkMax),
    test_set_id: Id.optional(),
  }),
  answers: {
    201: z.object({
      success: z.boolean(),
      total_tests: z.number().int(),
      ids: z.array(Id),
      message: z.string(),
    }),
  },
  problems: ['test.invalid', 'test_set.not_found', 'test_set.deleted', 'test_set.type_differs'],
  bodyLimitBytes: 16 * 1024 * 1024,
  tool: true,
});

const bulkChanges = TestInput.pick({
  status: true,
  priority: true,
  tags: true,
  requirement: true,
  requirement_id: true,
  category: true,
  category_id: true,
  topic: true,
  topic_id: true,
}).shape;
export const BulkTestChanges = z
  .strictObject({ test_ids: z.array(Id).min(1).max(bulkMax), ...bulkChanges })
  .refine(({ test_ids: _ids, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    path: ['status'],
    error: 'Say what is to be changed.',
  });
export type BulkTestChanges = z.output<typeof BulkTestChanges>;

export const updateTests = defineOperation({
  id: 'tests.bulk_update',
  method: 'PATCH',
  path: '/tests/bulk',
  tag,
  summary: 'Change status, priority, tags or labels of several tests, all or none; each gets a new version',
  scope: 'project',
  takes: 'moment',
  audit: 'test.updated',
  access: { who: 'member', permission: 'test:update' },
  body: BulkTestChanges,
  answers: { 200: z.object({ updated_ids: z.array(Id), not_found_ids: z.array(Id) }) },
  problems: ['requirement.not_found'],
  tool: true,
});

/** Each in its own way, as a grid is edited and pasted into. */
export const saveTests = defineOperation({
  id: 'tests.bulk_save',
  method: 'PUT',
  path: '/tests/bulk',
  tag,
  summary: 'Change several tests, each in its own way, and create others: all or none',
  description:
    'Each change names its test and what becomes different; with `version`, a test that somebody else has changed since is refused, and nothing is stored. New tests go to the end of the set.',
  scope: 'project',
  takes: 'moment',
  audit: 'test.updated',
  access: {
    who: 'member',
    permission: 'test:update',
    naming: { tests: 'test:create', test_set_id: 'test_set:update' },
  },
  body: z
    .strictObject({
      changes: z
        .array(TestChanges.extend({ id: Id }))
        .max(500)
        .default([]),
      tests: z.array(TestInput).max(bulkMax).default([]),
      test_set_id: Id.optional().meta({ description: 'The set that new tests join' }),
    })
    .refine(({ changes, tests }) => changes.length + tests.length > 0, {
      path: ['changes'],
      error: 'Say what is to be changed or created.',
    }),
  answers: { 200: z.object({ updated: z.array(Test), created: z.array(Test) }) },
  problems: [
    'test.invalid',
    'test.not_found',
    'test.deleted',
    'version.stale',
    'requirement.not_found',
    'test_set.not_found',
    'test_set.deleted',
    'test_set.type_differs',
  ],
  bodyLimitBytes: 16 * 1024 * 1024,
});

export const deleteTests = defineOperation({
  id: 'tests.bulk_delete',
  method: 'DELETE',
  path: '/tests/bulk',
  tag,
  summary: 'Delete several tests',
  scope: 'project',
  takes: 'moment',
  audit: 'test.deleted',
  access: { who: 'member', permission: 'test:delete' },
  body: z.strictObject({ test_ids: z.array(Id).min(1).max(bulkMax) }),
  answers: { 200: z.object({ deleted_ids: z.array(Id), not_found_ids: z.array(Id) }) },
});

export const listTestSetsOfTest = defineOperation({
  id: 'tests.test_sets',
  method: 'GET',
  path: '/tests/{id}/test_sets',
  tag,
  summary: 'The sets a test is in',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test:read' },
  params: idParams,
  query: listQuery,
  answers: { 200: z.array(z.object({ id: Id, name: z.string() })) },
  problems: ['test.not_found', 'test.deleted'],
});

const ChatMessage = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().max(200_000) });

export const extractTest = defineOperation({
  id: 'tests.extract_from_conversation',
  method: 'POST',
  path: '/tests/extract-from-conversation',
  tag,
  summary: 'Make a draft of a test from a conversation; nothing is saved',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'Nothing is changed.' },
  access: { who: 'member', permission: 'test:create' },
  body: z.strictObject({
    messages: z.array(ChatMessage).min(1).max(200),
    endpoint_id: Id.optional(),
    test_type: TestType.optional(),
  }),
  answers: {
    200: z.object({
      test_type: z.enum(testTypes),
      requirement: z.string().nullable(),
      category: z.string().nullable(),
      topic: z.string().nullable(),
      prompt: Prompt.nullable(),
      test_configuration: TestConversation.nullable(),
      source: TestSource,
    }),
  },
  bodyLimitBytes: 4 * 1024 * 1024,
});
