import { resultStates, testRunStatuses } from '@sonde/contract';
import { jsonText } from '#kernel/json-text';
import { defineResource } from '#kernel/resource';
import { runDeleted, runNotFound } from './problems.ts';
import { sql } from 'drizzle-orm';
import { testVersions } from '#tests';
import { testResults, testRuns } from './tables.ts';

export const runs = defineResource({
  entity: 'test_run',
  table: testRuns,
  path: '/test_runs',
  sort: 'created_at',
  problems: { notFound: runNotFound, deleted: runDeleted },
  fields: {
    id: { column: testRuns.id, type: 'id' },
    name: { column: testRuns.name, type: 'text', isSearched: true },
    status: { column: testRuns.status, type: 'text', words: testRunStatuses },
    gate: { column: testRuns.gate, type: 'text', words: ['passed', 'failed'] },
    project_id: { column: testRuns.projectId, type: 'id' },
    'test_set.id': { column: testRuns.testSetId, type: 'id' },
    test_set_id: { column: testRuns.testSetId, type: 'id' },
    'endpoint.id': { column: testRuns.endpointId, type: 'id' },
    endpoint_id: { column: testRuns.endpointId, type: 'id' },
    test_configuration_id: { column: testRuns.testConfigurationId, type: 'id' },
    experiment_id: { column: testRuns.experimentId, type: 'id' },
    experiment_version: { column: testRuns.experimentVersion, type: 'number' },
    parent_run_id: { column: testRuns.parentRunId, type: 'id' },
    reference_test_run_id: { column: testRuns.referenceTestRunId, type: 'id' },
    created_by: { column: testRuns.createdBy, type: 'id' },
    created_at: { column: testRuns.createdAt, type: 'time' },
    started_at: { column: testRuns.startedAt, type: 'time' },
    finished_at: { column: testRuns.finishedAt, type: 'time' },
    updated_at: { column: testRuns.updatedAt, type: 'time' },
    deleted_at: { column: testRuns.deletedAt, type: 'time' },
  },
});

/** What people look for first; what has not ended stands behind all. */
const outcomesInOrder = ['Fail', 'flagged', 'Error', 'NotEvaluated', 'Pass', 'Cancelled'] as const;
const rankOfOutcome = sql`coalesce(array_position(${sql.raw(
  `array[${outcomesInOrder.map((status) => `'${status}'`).join(', ')}]`,
)}, case when ${testResults.status} = 'NotEvaluated' and ${testResults.flags} > 0 then 'flagged' else ${testResults.status} end), ${outcomesInOrder.length + 1})`;

/** Repeats of one test stand together, and rows that are equal in it by their id. */
const placeOfTest = sql<number>`(${testResults.position} * 64 + ${testResults.repeat})`;

/** Failed, flagged and not decided, errors, not evaluated, passed; each in the order of the tests. No two of a run are equal. */
export const placeByOutcome = sql<number>`(${rankOfOutcome} * 1000000000000 + ${placeOfTest})`;

/** What lists of results may be filtered and sorted by. */
export const resultFields = {
  id: { column: testResults.id, type: 'id' },
  test_run_id: { column: testResults.testRunId, type: 'id' },
  test_id: { column: testResults.testId, type: 'id' },
  requirement_id: { column: testResults.requirementId, type: 'id' },
  category_id: { column: testResults.categoryId, type: 'id' },
  topic_id: { column: testResults.topicId, type: 'id' },
  status: { column: testResults.status, type: 'text', words: resultStates },
  automated_status: { column: testResults.automatedStatus, type: 'text', words: resultStates },
  reason_code: { column: testResults.reasonCode, type: 'text' },
  flags: { column: testResults.flags, type: 'number' },
  repeat: { column: testResults.repeat, type: 'number' },
  position: { column: placeOfTest, type: 'number' },
  outcome: { column: placeByOutcome, type: 'number' },
  duration_ms: { column: testResults.durationMs, type: 'number' },
  status_code: { column: testResults.statusCode, type: 'number' },
  created_at: { column: testResults.createdAt, type: 'time' },
  finished_at: { column: testResults.finishedAt, type: 'time' },
  output_text: {
    column: sql`(select left(${jsonText(sql`o.output`, 'output')}, 20000) from test_outputs o where o.test_result_id = ${testResults.id})`,
    type: 'text',
    isSearched: true,
  },
  content: {
    column: sql`(select v.content from ${testVersions} v where v.test_id = ${testResults.testId} and v.version = ${testResults.testVersion})`,
    type: 'text',
    isSearched: true,
  },
} as const;
