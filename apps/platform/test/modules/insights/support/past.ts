import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';

export interface PastResult {
  readonly testId: string;
  readonly status: 'Pass' | 'Fail' | 'Error' | 'NotEvaluated' | 'Cancelled';
  readonly requirementId?: string;
  readonly repeat?: number;
  readonly durationMs?: number;
  readonly finishedAt?: string;
}

/** A run of long ago, with results as they would have been settled then. Answers the id of the run. */
export async function pastRun(
  database: Database,
  place: { organizationId: string; testSetId: string; endpointId: string; projectId?: string },
  { at, results, repeat = 1 }: { at: string; results: readonly PastResult[]; repeat?: number },
): Promise<string> {
  const runId = newId();
  const configurationId = newId();
  const { organizationId, testSetId, endpointId, projectId = null } = place;
  await database.tenant(organizationId, async (tx) => {
    await tx.execute(sql`insert into test_configurations
      (id, organization_id, project_id, test_set_id, endpoint_id, options, created_at)
      values (${configurationId}, ${organizationId}, ${projectId}, ${testSetId}, ${endpointId},
        ${JSON.stringify({ repeat })}::json, ${at})`);
    const of = (status: string): number => results.filter((result) => result.status === status).length;
    await tx.execute(sql`insert into test_runs (id, organization_id, project_id, test_configuration_id, test_set_id,
        endpoint_id, name, status, planned, passed, failed, errors, not_evaluated, cancelled, snapshot, created_at,
        finished_at, updated_at)
      values (${runId}, ${organizationId}, ${projectId}, ${configurationId}, ${testSetId}, ${endpointId}, ${`Run of ${at}`},
        'Completed', ${results.length}, ${of('Pass')}, ${of('Fail')}, ${of('Error')}, ${of('NotEvaluated')},
        ${of('Cancelled')}, ${JSON.stringify({ test_set: { id: testSetId, name: 'Set', version: 1 }, endpoint: { id: endpointId, name: 'Target' }, parameters: {}, environment: 'development', tests: 1 })}::json,
        ${at}, ${at}, ${at})`);
    for (const [position, result] of results.entries())
      await tx.execute(sql`insert into test_results (id, organization_id, project_id, test_run_id, endpoint_id, test_id,
          test_version, requirement_id, position, repeat, scorers, status, automated_status, duration_ms, created_at,
          finished_at)
        values (${newId()}, ${organizationId}, ${projectId}, ${runId}, ${endpointId}, ${result.testId}, 1,
          ${result.requirementId ?? null}, ${position}, ${result.repeat ?? 1}, '{}', ${result.status}, ${result.status},
          ${result.durationMs ?? null}, ${at}, ${result.finishedAt ?? at})`);
  });
  return runId;
}
