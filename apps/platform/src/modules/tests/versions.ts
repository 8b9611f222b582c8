import { sql } from 'drizzle-orm';
import type { Test } from '@sonde/contract';
import type { Tx } from '#kernel/database';
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

/** The versions asked for, by `<test id>:<version>`. */
export async function readTestVersions(
  tx: Tx,
  organizationId: string,
  wanted: readonly { readonly testId: string; readonly testVersion: number }[],
): Promise<ReadonlyMap<string, RunnableTest>> {
  if (wanted.length === 0) return new Map();
  const keys = JSON.stringify(wanted.map(({ testId, testVersion }) => [testId, testVersion]));
  const { rows } = await tx.execute<{
    test_id: string;
    version: number;
    test_type: Test['test_type'];
    content: string;
    definition: TestDefinition;
    requirement_id: string | null;
    category_id: string | null;
    topic_id: string | null;
  }>(
    sql`select v.test_id, v.version, v.test_type, v.content, v.definition, v.requirement_id, v.category_id, v.topic_id
        from (select distinct (k->>0)::uuid as test_id, (k->>1)::int as version
              from json_array_elements(${keys}::json) k) w
        join test_versions v on v.test_id = w.test_id and v.version = w.version
        where v.organization_id = ${organizationId}`,
  );
  return new Map(
    rows.map((row) => [
      `${row.test_id}:${row.version}`,
      {
        testId: row.test_id,
        version: row.version,
        testType: row.test_type,
        content: row.content,
        definition: row.definition,
        requirementId: row.requirement_id,
        categoryId: row.category_id,
        topicId: row.topic_id,
      },
    ]),
  );
}
