import { sql } from 'drizzle-orm';
import type { Test } from '@sonde/contract';
import type { Tx } from '#kernel/database';
import { jsonText } from '#kernel/json-text';
import type { TestDefinition } from './tables.ts';

/** One version of a test, as a run needs it. */
export interface RunnableTest {
  readonly testId: string;
  readonly version: number;
  readonly testType: Test['test_type'];
  readonly content: string;
  readonly definition: TestDefinition;
  readonly requirementId: string | null;
  readonly categoryId: string | null;
  readonly topicId: string | null;
}

/** One version of a test, as it is planned: without what it says, which may be long. */
export interface TestOutline extends Omit<RunnableTest, 'content' | 'definition'> {
  readonly metrics: TestDefinition['metrics'];
  readonly maxTurns: number;
  readonly isAnswerExpected: boolean;
}

interface WantedVersion {
  readonly testId: string;
  readonly testVersion: number;
}

const versionsOf = (organizationId: string, wanted: readonly WantedVersion[]) => {
  const keys = JSON.stringify(wanted.map(({ testId, testVersion }) => [testId, testVersion]));
  return sql`from (select distinct (k->>0)::uuid as test_id, (k->>1)::int as version
                   from json_array_elements(${keys}::json) k) w
             join test_versions v on v.test_id = w.test_id and v.version = w.version
             where v.organization_id = ${organizationId}`;
};

interface VersionRow extends Record<string, unknown> {
  readonly test_id: string;
  readonly version: number;
  readonly test_type: Test['test_type'];
  readonly requirement_id: string | null;
  readonly category_id: string | null;
  readonly topic_id: string | null;
}

const columns = sql`v.test_id, v.version, v.test_type, v.requirement_id, v.category_id, v.topic_id`;

const commonOf = (row: VersionRow) => ({
  testId: row.test_id,
  version: row.version,
  testType: row.test_type,
  requirementId: row.requirement_id,
  categoryId: row.category_id,
  topicId: row.topic_id,
});

/** The outlines of the versions asked for, by `<test id>:<version>`. */
export async function readTestOutlines(
  tx: Tx,
  organizationId: string,
  wanted: readonly WantedVersion[],
): Promise<ReadonlyMap<string, TestOutline>> {
  if (wanted.length === 0) return new Map();
  const of = (...keys: string[]) => jsonText(sql`v.definition`, ...keys);
  const { rows } = await tx.execute<
    VersionRow & { metrics: string | null; max_turns: number | null; is_answer_expected: boolean }
  >(
    sql`select ${columns}, ${of('metrics')} as metrics, ${of('conversation', 'max_turns')}::int as max_turns,
          coalesce(${of('prompt', 'expected_response')}, '') <> '' as is_answer_expected
        ${versionsOf(organizationId, wanted)}`,
  );
  return new Map(
    rows.map((row) => [
      `${row.test_id}:${row.version}`,
      {
        ...commonOf(row),
        metrics: row.metrics === null ? [] : (JSON.parse(row.metrics) as TestDefinition['metrics']),
        maxTurns: row.max_turns ?? 1,
        isAnswerExpected: row.is_answer_expected,
      },
    ]),
  );
}

/** The versions asked for, by `<test id>:<version>`. */
export async function readTestVersions(
  tx: Tx,
  organizationId: string,
  wanted: readonly WantedVersion[],
): Promise<ReadonlyMap<string, RunnableTest>> {
  if (wanted.length === 0) return new Map();
  const { rows } = await tx.execute<VersionRow & { content: string; definition: TestDefinition }>(
    sql`select ${columns}, v.content, v.definition ${versionsOf(organizationId, wanted)}`,
  );
  return new Map(
    rows.map((row) => [
      `${row.test_id}:${row.version}`,
      { ...commonOf(row), content: row.content, definition: row.definition },
    ]),
  );
}
