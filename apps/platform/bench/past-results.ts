import { sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#kernel/database';
import { newId } from '#kernel/ids';

export interface PastOptions {
  readonly organizationId: string;
  readonly results: number;
  readonly months: number;
  readonly now: number;
  readonly onProgress?: (done: number) => void;
}

export interface Past {
  readonly testSetId: string;
  readonly endpointId: string;
  readonly results: number;
  readonly runs: number;
}

const resultsOfRun = 5_000;
const testsOfSet = 1_000;
const requirementNames = [
  'Answers in the language of the question',
  'Names its sources',
  'Stays polite under pressure',
  'Refuses what it must not do',
  'Keeps personal data to itself',
  'Gives right figures',
  'Asks when a question is unclear',
  'Does not invent products',
  'Follows the house style',
  'Ends a conversation well',
];
const outputDays = 14;

/** As ids are made everywhere: by time, so that new rows come to lie beside each other. */
const idAt = (at: SQL): SQL => sql`(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7'
  || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/**
 * Months of runs with their results and verdicts, as real rows written by the role of the tenant: row-level security
 * and the counting of insights are in force, as they are for a run. Answers are kept for the last days alone.
 */
export async function seedResults(database: Database, options: PastOptions): Promise<Past> {
  const { organizationId } = options;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => database.tenant(organizationId, work);
  const place = await inTenant((tx) => makePlace(tx, options));
  const runs = Math.max(1, Math.ceil(options.results / resultsOfRun));
  let done = 0;
  for (let run = 0; run < runs; run += 1) {
    const count = Math.min(resultsOfRun, options.results - done);
    const at = momentOf(run, runs, options);
    await inTenant((tx) => writeRun(tx, options, { ...place, run, runs, count, at }));
    done += count;
    options.onProgress?.(done);
  }
  return { testSetId: place.testSetId, endpointId: place.endpointId, results: done, runs };
}

interface Place {
  readonly projectId: string | null;
  readonly testSetId: string;
  readonly endpointId: string;
  readonly metricId: string;
}

function momentOf(run: number, runs: number, { months, now }: PastOptions): string {
  const span = months * 30.4 * 86_400_000;
  return new Date(now - span + (span * (run + 0.5)) / runs).toISOString();
}

async function makePlace(tx: Tx, { organizationId, now, months }: PastOptions): Promise<Place> {
  const at = new Date(now - months * 30.4 * 86_400_000).toISOString();
  const [testSetId, endpointId] = [newId(), newId()];
  const found = await tx.execute<{ project: string | null; metric: string | null }>(
    sql`select (select id from projects where organization_id = ${organizationId} order by created_at limit 1) as project,
          (select id from metrics where organization_id = ${organizationId} and deleted_at is null limit 1) as metric`,
  );
  const { project: projectId = null, metric = null } = found.rows[0] ?? {};
  await tx.execute(
    sql`insert into endpoints (id, organization_id, project_id, name, url, method, protocol, environment, auth_type,
          request_headers, query_params, request_mapping, response_mapping, created_at, updated_at)
        values (${endpointId}, ${organizationId}, ${projectId}, 'Seeded application', 'https://seeded.example.test/', 'POST',
          'REST', 'Development', 'none', '{}', '{}', '{"message": "{{ input }}"}', '{"output": "$.answer"}', ${at}, ${at})`,
  );
  for (const name of requirementNames)
    await tx.execute(
      sql`insert into requirements (id, organization_id, project_id, name, name_key, created_at, updated_at)
          values (${newId()}, ${organizationId}, ${projectId}, ${name}, ${name.toLowerCase().replaceAll(' ', '')}, ${at}, ${at})
          on conflict do nothing`,
    );
  await tx.execute(
    sql`insert into test_sets (id, organization_id, project_id, name, test_set_type, status, created_at, updated_at)
        values (${testSetId}, ${organizationId}, ${projectId}, 'Seeded tests', 'Single-Turn', 'Approved', ${at}, ${at})`,
  );
  await tx.execute(
    sql`with wanted as (
          select n, gen_random_uuid() as id, 'Seeded question ' || n as content from generate_series(1, ${testsOfSet}::int) n),
        requirement as (
          select id, row_number() over (order by name) as at from requirements
          where organization_id = ${organizationId} and deleted_at is null limit 10),
        made as (
          insert into tests (id, organization_id, project_id, test_type, content, definition, requirement_id, status,
            source, source_kind, content_hash, created_at, updated_at)
          select w.id, ${organizationId}, ${projectId}::uuid, 'Single-Turn', w.content,
            json_build_object('prompt', json_build_object('content', w.content), 'conversation', null, 'metrics', '[]'::json,
              'combine', 'all', 'metadata', '{}'::json, 'files', '[]'::json),
            q.id, 'Approved', '{"kind": "seed"}', 'manual', md5(w.content), ${at}::timestamptz, ${at}::timestamptz
          from wanted w left join requirement q on q.at = 1 + w.n % 10
          returning id, content, definition, requirement_id),
        versions as (
          insert into test_versions (test_id, version, organization_id, test_type, content, definition, requirement_id, created_at)
          select id, 1, ${organizationId}, 'Single-Turn', content, definition, requirement_id, ${at}::timestamptz from made)
        insert into test_set_tests (test_set_id, test_id, organization_id, position)
        select ${testSetId}, id, ${organizationId}, row_number() over (order by id) from made`,
  );
  return { projectId, testSetId, endpointId, metricId: metric ?? newId() };
}

interface Run extends Place {
  readonly run: number;
  readonly runs: number;
  readonly count: number;
  readonly at: string;
}

/** Quality rises over the months, falls for one requirement near the end, and every tenth run has repeats. */
async function writeRun(tx: Tx, options: PastOptions, run: Run): Promise<void> {
  const { organizationId, now } = options;
  const [runId, configurationId] = [newId(), newId()];
  const repeat = run.run % 10 === 0 ? 5 : 1;
  await tx.execute(
    sql`insert into test_configurations (id, organization_id, project_id, test_set_id, endpoint_id, options, created_at)
        values (${configurationId}, ${organizationId}, ${run.projectId}, ${run.testSetId}, ${run.endpointId},
          ${JSON.stringify({ repeat })}::json, ${run.at})`,
  );
  const snapshot = {
    test_set: { id: run.testSetId, name: 'Seeded tests', version: 1 },
    endpoint: { id: run.endpointId, name: 'Seeded application' },
    parameters: {},
    environment: 'Development',
    tests: testsOfSet,
  };
  await tx.execute(
    sql`insert into test_runs (id, organization_id, project_id, test_configuration_id, test_set_id, endpoint_id, name,
          status, planned, snapshot, created_at, started_at, finished_at, updated_at)
        values (${runId}, ${organizationId}, ${run.projectId}, ${configurationId}, ${run.testSetId}, ${run.endpointId},
          ${`Seeded run ${run.run + 1}`}, 'Completed', ${run.count}, ${JSON.stringify(snapshot)}::json, ${run.at}, ${run.at},
          ${run.at}, ${run.at})`,
  );
  await tx.execute(
    sql`with chosen as (
          select t.id, t.requirement_id, row_number() over (order by t.id) as n from tests t
          where t.organization_id = ${organizationId} and t.source_kind = 'manual' and t.content like 'Seeded question %'
            and t.id in (select test_id from test_set_tests where test_set_id = ${run.testSetId})),
        drawn as (
          select c.id, c.requirement_id, (c.n + k * ${testsOfSet}::int)::int as position, (1 + k % 50)::int as repeat,
            random() as luck, random() as rest
          from chosen c, generate_series(0, ${Math.ceil(run.count / testsOfSet) - 1}::int) k
          where c.n + k * ${testsOfSet}::int <= ${run.count})
        insert into test_results (id, organization_id, project_id, test_run_id, endpoint_id, test_id, test_version,
          requirement_id, position, repeat, scorers, status, automated_status, calls, duration_ms, created_at, started_at,
          finished_at)
        select ${idAt(sql`${run.at}::timestamptz + interval '1 second' * position`)}, ${organizationId},
          ${run.projectId}::uuid, ${runId}, ${run.endpointId}, id, 1,
          requirement_id, position, repeat, '{0}', status, status, 1, exp(6 + 0.6 * rest + luck), ${run.at}::timestamptz,
          ${run.at}::timestamptz, ${run.at}::timestamptz + interval '1 second' * position
        from drawn, lateral (select case when luck < 0.01 then 'Error' when luck < 0.02 then 'NotEvaluated'
          when luck < 0.02 + ${0.2 - (0.1 * run.run) / run.runs}::float8 then 'Fail' else 'Pass' end as status) s`,
  );
  await tx.execute(
    sql`insert into test_verdicts (test_result_id, ordinal, organization_id, metric_id, metric_version, metric_name, verdict,
          automated_verdict, score, threshold, reason, duration_ms)
        select id, 0, ${organizationId}, ${run.metricId}, 1, 'Seeded metric', lower(status), lower(status),
          case status when 'Pass' then 0.9 else 0.3 end, 0.5, 'Seeded.', 1
        from test_results where test_run_id = ${runId} and organization_id = ${organizationId}
          and status in ('Pass', 'Fail')`,
  );
  if (now - Date.parse(run.at) < outputDays * 86_400_000)
    await tx.execute(
      sql`insert into test_outputs (test_result_id, organization_id, input, output)
          select id, ${organizationId}, '{"text": "Seeded question", "expected": null}',
            '{"success": true, "stage": "mapping", "output": "A seeded answer.", "context": null, "metadata": null, "tool_calls": null, "conversation_id": null, "error": null, "warnings": []}'
          from test_results where test_run_id = ${runId} and organization_id = ${organizationId}`,
    );
  await tx.execute(
    sql`update test_runs set passed = s.passed, failed = s.failed, errors = s.errors, not_evaluated = s.undecided
        from (select count(*) filter (where status = 'Pass') as passed, count(*) filter (where status = 'Fail') as failed,
                count(*) filter (where status = 'Error') as errors,
                count(*) filter (where status = 'NotEvaluated') as undecided
              from test_results where test_run_id = ${runId}) s
        where id = ${runId} and organization_id = ${organizationId}`,
  );
}
