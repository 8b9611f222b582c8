import { z } from 'zod';
import { defineOperation, type Operation } from './operation.ts';
import {
  Id,
  Name,
  Timestamp,
  Version,
  idParams,
  restorableListQuery,
  restorableQuery,
} from './primitives.ts';
import { TestSet } from './test-sets.ts';

const tag = 'Weak spots';

/** What all routes share by which weak spots are looked for; each is found under its former name too. */
const entry = <const Path extends string, const Rest extends Omit<Operation, 'path' | 'tag' | 'aliases'>>(
  path: Path,
  rest: Rest,
) =>
  defineOperation({
    ...rest,
    path: `/explorer${path}`,
    tag,
    aliases: [{ path: `/adaptive_testing${path}` }],
  });

const read = { who: 'member', permission: 'explorer:read' } as const;
const change = { who: 'member', permission: 'explorer:update' } as const;
const moment = { scope: 'project', takes: 'moment' } as const;

export const ExplorerSet = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  counts: z.object({
    tests: z.number().int(),
    suggestions: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    errors: z.number().int(),
  }),
  running_task_id: Id.nullable(),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type ExplorerSet = z.output<typeof ExplorerSet>;

const editable = {
  name: Name.min(1),
  description: z.string().max(10_000).nullable().optional(),
  tags: z.array(z.string().trim().min(1).max(100)).max(50).optional(),
};
export const ExplorerSetCreate = z.strictObject({ ...editable, project_id: Id.nullable().optional() });
export type ExplorerSetCreate = z.output<typeof ExplorerSetCreate>;
export const ExplorerSetUpdate = z.strictObject({ ...editable, version: Version }).partial();
export type ExplorerSetUpdate = z.output<typeof ExplorerSetUpdate>;

const known = ['explorer.not_found', 'explorer.deleted'] as const;

export const createExplorerSet = entry('', {
  ...moment,
  id: 'explorer.create',
  method: 'POST',
  summary: 'Begin to look for weak spots: a set with a tree of topics',
  access: { who: 'member', permission: 'explorer:create' },
  audit: 'explorer.created',
  body: ExplorerSetCreate,
  answers: { 201: ExplorerSet },
  problems: ['project.not_found'],
});
export const listExplorerSets = entry('', {
  ...moment,
  id: 'explorer.list',
  method: 'GET',
  summary: 'Sets that look for weak spots',
  access: read,
  query: restorableListQuery,
  answers: { 200: z.array(ExplorerSet) },
});
export const getExplorerSet = entry('/{id}', {
  ...moment,
  id: 'explorer.get',
  method: 'GET',
  summary: 'One set that looks for weak spots',
  access: read,
  params: idParams,
  query: restorableQuery,
  answers: { 200: ExplorerSet },
  problems: known,
});
export const updateExplorerSet = entry('/{id}', {
  ...moment,
  id: 'explorer.update',
  method: 'PUT',
  summary: 'Rename or describe a set that looks for weak spots',
  access: change,
  audit: 'explorer.updated',
  params: idParams,
  body: ExplorerSetUpdate,
  answers: { 200: ExplorerSet },
  problems: [...known, 'version.stale'],
});
export const deleteExplorerSet = entry('/{id}', {
  ...moment,
  id: 'explorer.delete',
  method: 'DELETE',
  summary: 'Delete a set that looks for weak spots',
  access: { who: 'member', permission: 'explorer:delete' },
  audit: 'explorer.deleted',
  params: idParams,
  answers: { 200: ExplorerSet },
  problems: known,
});
export const restoreExplorerSet = entry('/{id}/restore', {
  ...moment,
  id: 'explorer.restore',
  method: 'POST',
  summary: 'Restore a deleted set that looks for weak spots',
  access: { who: 'member', permission: 'explorer:delete' },
  audit: 'explorer.restored',
  params: idParams,
  answers: { 200: ExplorerSet },
  problems: ['explorer.not_found'],
});
export const deleteExplorerSets = entry('/bulk', {
  ...moment,
  id: 'explorer.delete_many',
  method: 'DELETE',
  summary: 'Delete several sets that look for weak spots; those that are not there are named',
  access: { who: 'member', permission: 'explorer:delete' },
  audit: 'explorer.deleted',
  body: z.strictObject({ test_set_ids: z.array(Id).min(1).max(100) }),
  answers: { 200: z.object({ deleted_ids: z.array(Id), not_found_ids: z.array(Id) }) },
});

const Named = z.object({ id: Id, name: z.string() });
export const ExplorerSettings = z.object({ default_endpoint: Named.nullable(), metrics: z.array(Named) });
export type ExplorerSettings = z.output<typeof ExplorerSettings>;
const setParams = z.strictObject({ test_set_id: Id });

export const getExplorerSettings = entry('/{test_set_id}/settings', {
  ...moment,
  id: 'explorer.settings_get',
  method: 'GET',
  summary: 'The endpoint and the metrics by which a set looks for weak spots',
  access: read,
  params: setParams,
  answers: { 200: ExplorerSettings },
  problems: known,
});
export const putExplorerSettings = entry('/{test_set_id}/settings', {
  ...moment,
  id: 'explorer.settings_put',
  method: 'PUT',
  summary: 'Set endpoint and metrics; what is left out stays, null clears',
  access: change,
  audit: 'explorer.settings_changed',
  params: setParams,
  body: z.strictObject({
    default_endpoint_id: Id.nullable().optional(),
    metric_ids: z.array(Id).max(50).nullable().optional(),
  }),
  answers: { 200: ExplorerSettings },
  problems: [...known, 'explorer.invalid'],
});

export const explorerPathMax = 500;
const TopicPath = z
  .string()
  .trim()
  .min(1)
  .max(explorerPathMax)
  .meta({ description: 'Names with / between them, such as Safety/Violence' });
const TopicFilter = z.string().trim().max(explorerPathMax).optional();

export const ExplorerTopic = z.object({
  id: Id,
  path: z.string(),
  name: z.string(),
  parent_path: z.string().nullable(),
  depth: z.number().int(),
  tests: z.number().int().meta({ description: 'Of the topic itself' }),
  passed: z.number().int(),
  failed: z.number().int(),
  errors: z.number().int(),
  score: z.number().nullable().meta({ description: 'Mean of its scored tests' }),
});
export type ExplorerTopic = z.output<typeof ExplorerTopic>;

const metricScores = z.record(
  z.string(),
  z.object({ score: z.number().nullable(), is_successful: z.boolean().nullable(), reason: z.string() }),
);
export const explorerLabels = ['', 'pass', 'fail', 'error'] as const;
export const ExplorerTest = z.object({
  id: Id,
  topic: z.string(),
  input: z.string(),
  output: z.string().nullable(),
  label: z.enum(explorerLabels),
  labeler: z.string(),
  to_eval: z.boolean(),
  model_score: z.number().nullable(),
  metrics: metricScores.nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ExplorerTest = z.output<typeof ExplorerTest>;

export const getExplorerTree = entry('/{id}/tree', {
  ...moment,
  id: 'explorer.tree',
  method: 'GET',
  summary: 'All topics with their counts and scores, and one page of tests',
  access: read,
  params: idParams,
  query: z.strictObject({
    topic: TopicFilter,
    limit: z.coerce.number().int().min(0).max(1000).default(100),
    skip: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  answers: {
    200: z.object({ topics: z.array(ExplorerTopic), tests: z.array(ExplorerTest), total: z.number().int() }),
  },
  problems: known,
  tool: true,
});
export const listExplorerTopics = entry('/{id}/topics', {
  ...moment,
  id: 'explorer.topics',
  method: 'GET',
  summary: 'Topics of a set, in the order of their paths',
  access: read,
  params: idParams,
  answers: { 200: z.array(ExplorerTopic) },
  problems: known,
});
export const createExplorerTopic = entry('/{id}/topics', {
  ...moment,
  id: 'explorer.topic_create',
  method: 'POST',
  summary: 'Add a topic, and those above it that are missing; one that exists is answered',
  access: change,
  audit: 'explorer.topic_created',
  params: idParams,
  body: z.strictObject({ path: TopicPath }),
  answers: { 201: ExplorerTopic },
  problems: [...known, 'explorer.invalid', 'explorer.too_large'],
});
const topicParams = idParams.extend({
  path: TopicPath.meta({
    description: 'One segment: each / is written %2F. The id of the topic is taken too',
  }),
});
export const renameExplorerTopic = entry('/{id}/topics/{path}', {
  ...moment,
  id: 'explorer.topic_rename',
  method: 'PUT',
  summary: 'Rename or move a topic with all below it; onto one that exists, the two become one',
  access: change,
  audit: 'explorer.topic_renamed',
  params: topicParams,
  body: z.strictObject({
    new_name: TopicPath.meta({
      description: 'A name, for the same place in the tree; with a / in it, the whole new path',
    }),
  }),
  answers: { 200: z.object({ topic_path: z.string(), merged_tests: z.number().int() }) },
  problems: [...known, 'explorer.topic_not_found', 'explorer.invalid'],
});
export const deleteExplorerTopic = entry('/{id}/topics/{path}', {
  ...moment,
  id: 'explorer.topic_delete',
  method: 'DELETE',
  summary: 'Delete a topic and those below it; their tests move to the parent',
  access: change,
  audit: 'explorer.topic_deleted',
  params: topicParams,
  answers: { 200: z.object({ deleted: z.boolean(), topic_path: z.string(), moved_tests: z.number().int() }) },
  problems: [...known, 'explorer.topic_not_found'],
});

const testsQuery = z.strictObject({
  topic: TopicFilter,
  include_subtopics: z.enum(['true', 'false']).default('true'),
  label: z.enum(['pass', 'fail', 'error', 'none']).optional(),
  search: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
});
export const listExplorerTests = entry('/{id}/tests', {
  ...moment,
  id: 'explorer.tests',
  method: 'GET',
  summary: 'Tests of a set or of one of its topics, the worst scores first',
  access: read,
  params: idParams,
  query: testsQuery,
  answers: { 200: z.array(ExplorerTest) },
  problems: known,
  tool: true,
});

const input = z.string().min(1).max(20_000);
const testFields = {
  topic: z.string().trim().max(explorerPathMax).nullable().optional(),
  output: z.string().max(200_000).nullable().optional(),
  label: z.enum(explorerLabels).optional(),
  labeler: z.string().trim().max(200).optional(),
  to_eval: z.boolean().optional(),
  model_score: z.number().min(-1e9).max(1e9).nullable().optional(),
};
export const createExplorerTest = entry('/{id}/tests', {
  ...moment,
  id: 'explorer.test_create',
  method: 'POST',
  summary: 'Add a test; one with the same input in the same topic is changed instead',
  access: change,
  audit: 'explorer.test_created',
  params: idParams,
  body: z.strictObject({ ...testFields, input, generate_embedding: z.boolean().optional() }),
  answers: { 201: ExplorerTest },
  problems: [...known, 'explorer.invalid', 'explorer.too_large'],
});
const testParams = idParams.extend({ test_id: Id });
export const updateExplorerTest = entry('/{id}/tests/{test_id}', {
  ...moment,
  id: 'explorer.test_update',
  method: 'PUT',
  summary: 'Change a test; a new input takes output and score away',
  access: change,
  audit: 'explorer.test_updated',
  params: testParams,
  body: z.strictObject({ ...testFields, input: input.optional() }),
  answers: { 200: ExplorerTest },
  problems: [...known, 'explorer.test_not_found', 'explorer.invalid', 'explorer.too_large'],
});
export const deleteExplorerTest = entry('/{id}/tests/{test_id}', {
  ...moment,
  id: 'explorer.test_delete',
  method: 'DELETE',
  summary: 'Delete a test',
  access: change,
  audit: 'explorer.test_deleted',
  params: testParams,
  answers: { 200: ExplorerTest },
  problems: [...known, 'explorer.test_not_found'],
});

const Started = z.object({
  task_id: Id,
  tests: z.number().int(),
  skipped: z.number().int(),
});
const chosen = {
  test_ids: z.array(Id).min(1).max(5000).optional(),
  topic: TopicFilter,
  include_subtopics: z.boolean().default(true),
  overwrite: z.boolean().default(false),
};
const metricsNamed = {
  metric_ids: z.array(Id).min(1).max(50).optional(),
  metric_names: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
};
const limit = { bucket: 'explorer_jobs', max: 120, windowSeconds: 60, per: 'organization' } as const;
const jobProblems = [
  ...known,
  'explorer.invalid',
  'explorer.busy',
  'explorer.nothing_to_do',
  'explorer.test_not_found',
] as const;

export const generateExplorerOutputs = entry('/{id}/generate_outputs', {
  ...moment,
  id: 'explorer.generate_outputs',
  method: 'POST',
  summary: 'Ask the endpoint each test, as a job',
  access: { who: 'member', permission: 'endpoint:invoke', also: ['explorer:update'] },
  audit: 'explorer.outputs_started',
  params: idParams,
  body: z.strictObject({
    ...chosen,
    endpoint_id: Id.optional(),
    evaluate: z.boolean().default(false).meta({ description: 'Score each answer as it comes' }),
  }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: jobProblems,
  limit,
  tool: true,
});
export const evaluateExplorer = entry('/{id}/evaluate', {
  ...moment,
  id: 'explorer.evaluate',
  method: 'POST',
  summary: 'Score the outputs of tests, as a job; a test passes when every metric passes',
  access: change,
  audit: 'explorer.evaluation_started',
  params: idParams,
  body: z.strictObject({ ...chosen, ...metricsNamed }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: jobProblems,
  limit,
  tool: true,
});

export const ExplorerSuggestion = z.object({
  id: Id,
  topic: z.string(),
  input: z.string(),
  output: z.string().nullable(),
  label: z.enum(explorerLabels),
  labeler: z.string(),
  model_score: z.number().nullable(),
  metrics: metricScores.nullable(),
  error: z.string().nullable(),
  diversity_score: z.number().nullable(),
  made_by: z.string().meta({ description: 'mutation, neighbour or model' }),
  why: z.string().nullable(),
  near_test_id: Id.nullable(),
  created_at: Timestamp,
});
export type ExplorerSuggestion = z.output<typeof ExplorerSuggestion>;

const wanted = {
  topic: TopicFilter,
  num_examples: z.number().int().min(1).max(50).default(10),
  num_suggestions: z.number().int().min(1).max(100).default(20),
  user_feedback: z.string().max(1000).optional(),
  generate_embeddings: z.boolean().optional(),
};
export const generateExplorerSuggestions = entry('/{id}/generate_suggestions', {
  scope: 'project',
  takes: 'target',
  id: 'explorer.generate_suggestions',
  method: 'POST',
  summary: 'Inputs that may fail as well: failing ones said otherwise, and asked in neighbouring topics',
  description:
    'Ranked by how much they differ from what is there and by the failures near them. An AI model is asked too where one is configured. They wait to be accepted or rejected.',
  access: change,
  audit: 'explorer.suggested',
  params: idParams,
  body: z.strictObject(wanted),
  bodyOptional: true,
  answers: {
    200: z.object({ suggestions: z.array(ExplorerSuggestion), num_examples_used: z.number().int() }),
  },
  problems: [...known, 'explorer.nothing_to_do', 'explorer.too_large'],
  limit: { bucket: 'explorer_suggestions', max: 60, windowSeconds: 60, per: 'organization' },
  tool: true,
});
export const runExplorerPipeline = entry('/{id}/suggestion_pipeline', {
  ...moment,
  id: 'explorer.suggestion_pipeline',
  method: 'POST',
  summary: 'Suggest, ask and score, as one job',
  access: { who: 'member', permission: 'endpoint:invoke', also: ['explorer:update'] },
  audit: 'explorer.pipeline_started',
  params: idParams,
  body: z.strictObject({ ...wanted, ...metricsNamed, endpoint_id: Id.optional() }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...jobProblems, 'explorer.too_large'],
  limit,
});
const given = z.strictObject({
  input,
  topic: z.string().trim().max(explorerPathMax).optional(),
  output: z.string().max(200_000).optional(),
});
export const generateSuggestionOutputs = entry('/{id}/generate_suggestion_outputs', {
  ...moment,
  id: 'explorer.suggestion_outputs',
  method: 'POST',
  summary: 'Ask the endpoint suggestions, as a job: those given, or all that wait',
  access: { who: 'member', permission: 'endpoint:invoke', also: ['explorer:update'] },
  audit: 'explorer.outputs_started',
  params: idParams,
  body: z.strictObject({
    endpoint_id: Id.optional(),
    suggestions: z.array(given).min(1).max(100).optional(),
  }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...jobProblems, 'explorer.too_large'],
  limit,
});
export const evaluateSuggestions = entry('/{id}/evaluate_suggestions', {
  ...moment,
  id: 'explorer.evaluate_suggestions',
  method: 'POST',
  summary: 'Score the outputs of suggestions, as a job: those given, or all that wait',
  access: change,
  audit: 'explorer.evaluation_started',
  params: idParams,
  body: z.strictObject({ ...metricsNamed, suggestions: z.array(given).min(1).max(100).optional() }),
  bodyOptional: true,
  answers: { 202: Started },
  problems: [...jobProblems, 'explorer.too_large'],
  limit,
});
export const listExplorerSuggestions = entry('/{id}/suggestions', {
  ...moment,
  id: 'explorer.suggestions',
  method: 'GET',
  summary: 'Suggestions that wait, failing ones and the most different first',
  access: read,
  params: idParams,
  query: z.strictObject({
    topic: TopicFilter,
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    skip: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  answers: { 200: z.array(ExplorerSuggestion) },
  problems: known,
});
const suggestionParams = idParams.extend({ suggestion_id: Id });
export const acceptSuggestion = entry('/{id}/suggestions/{suggestion_id}/accept', {
  ...moment,
  id: 'explorer.suggestion_accept',
  method: 'POST',
  summary: 'Make a suggestion a test',
  access: change,
  audit: 'explorer.suggestion_accepted',
  params: suggestionParams,
  answers: { 200: ExplorerTest },
  problems: [...known, 'explorer.test_not_found', 'explorer.too_large'],
});
export const rejectSuggestion = entry('/{id}/suggestions/{suggestion_id}/reject', {
  ...moment,
  id: 'explorer.suggestion_reject',
  method: 'POST',
  summary: 'Put a suggestion aside; it is not made again',
  access: change,
  audit: 'explorer.suggestion_rejected',
  params: suggestionParams,
  answers: { 200: ExplorerSuggestion },
  problems: [...known, 'explorer.test_not_found'],
});

const naming = z.strictObject({
  name: Name.min(1).optional(),
  description: z.string().max(10_000).nullable().optional(),
});
export const importIntoExplorer = entry('/import/{src}', {
  ...moment,
  id: 'explorer.import',
  method: 'POST',
  summary: 'Copy the single-turn tests of a test set into a new set that looks for weak spots',
  access: { who: 'member', permission: 'explorer:create', also: ['test_set:read', 'test:read'] },
  audit: 'explorer.imported',
  params: z.strictObject({ src: Id }),
  body: naming,
  bodyOptional: true,
  answers: {
    201: z.object({
      test_set: ExplorerSet,
      imported: z.number().int(),
      skipped: z.number().int(),
      skipped_test_ids: z.array(Id),
    }),
  },
  problems: ['test_set.not_found', 'test_set.deleted', 'explorer.too_large'],
});
export const exportFromExplorer = entry('/export/{src}', {
  ...moment,
  id: 'explorer.export',
  method: 'POST',
  summary: 'Copy tests of a set that looks for weak spots into a new test set, with its metrics',
  access: { who: 'member', permission: 'test_set:create', also: ['explorer:read', 'test:create'] },
  audit: 'explorer.exported',
  params: z.strictObject({ src: Id }),
  body: naming.extend({
    topic: TopicFilter,
    include_subtopics: z.boolean().default(true),
    label: z.enum(['pass', 'fail', 'error']).optional(),
  }),
  bodyOptional: true,
  answers: {
    201: z.object({
      test_set: TestSet,
      exported: z.number().int(),
      skipped: z.number().int(),
      skipped_test_ids: z.array(Id),
    }),
  },
  problems: [...known, 'explorer.nothing_to_do', 'explorer.too_large'],
});

/** What a job that looks for weak spots leaves: counts, and what could not be done. */
export const ExplorerJobResult = z.object({
  explorer_set_id: Id,
  suggested: z.number().int(),
  generated: z.number().int(),
  evaluated: z.number().int(),
  passed: z.number().int(),
  failing: z.number().int(),
  failed: z.array(z.object({ test_id: Id, error: z.string() })),
  failed_total: z.number().int(),
});
export type ExplorerJobResult = z.output<typeof ExplorerJobResult>;
