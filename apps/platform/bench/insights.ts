import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#kernel/database';
import { newId } from '#kernel/ids';
import { createLog } from '#kernel/log';
import { openPostgres } from '#kernel/postgres';
import { createApp, type App } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { administer, firstOwner, returning } from './lists.ts';
import { quantile, round2 } from './measure.ts';
import { seedResults, type Past } from './past-results.ts';

const times = 20;

/**
 * Each question of the dashboard over a year of results, under row-level security, while a run writes. A million results
 * unless `BENCH_RESULTS` says otherwise. A database that `BENCH_SEEDED_DATABASE` names is kept: it is seeded once, and
 * measured as often as one likes; its keys lie
 * in a folder of the same name.
 */
export async function run(): Promise<Record<string, unknown>> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (!server) return { skipped: 'Set BENCH_DATABASE_URL to a PostgreSQL server.' };
  const kept = process.env['BENCH_SEEDED_DATABASE'];
  const name = kept ?? `sonde_bench_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`).catch((error: unknown) => {
    if (kept === undefined) throw error;
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const directory =
    kept === undefined ? mkdtempSync(join(tmpdir(), 'sonde-bench-')) : join(tmpdir(), `sonde-bench-${kept}`);
  const log = createLog('silent');
  const config = loadConfig({ DATA_DIR: directory, PORT: '0', PASSWORD_CHECK_BREACHED: 'false' });
  const database = await openPostgres({ url: url.href, poolSize: 4, log });
  const app = await createApp(config, { log, database });
  try {
    const owner = (await returning(app)) ?? (await firstOwner(app));
    const past = (await pastOf(database)) ?? (await seed(database, owner.organizationId));
    const { rows } = await database.executeSql(
      'select count(*)::int as results, count(distinct test_run_id)::int as runs from test_results',
    );
    return {
      insights: {
        ...rows[0],
        seeding_results_per_second: past.perSecond,
        load_average: loadavg().map(round2),
        p95_ms: await whileWriting(database, { ...past, ...owner }, () => timesOf(app, owner.token)),
      },
    };
  } finally {
    await app.close();
    if (kept === undefined) {
      await administer(server, `drop database if exists ${name} with (force)`);
      rmSync(directory, { recursive: true, force: true });
    }
  }
}

type Place = Pick<Past, 'testSetId' | 'endpointId'> & { readonly perSecond: number | null };

async function seed(database: Database, organizationId: string): Promise<Place> {
  const started = performance.now();
  const past = await seedResults(database, {
    organizationId,
    results: Number(process.env['BENCH_RESULTS'] ?? 1_000_000),
    months: 12,
    now: Date.now(),
    onProgress: (done) => {
      if (done % 250_000 === 0) process.stderr.write(`${done} results\n`);
    },
  });
  await database.executeSql('vacuum analyze');
  return { ...past, perSecond: Math.round(past.results / ((performance.now() - started) / 1000)) };
}

/** Where the results of a seeded database belong; nothing when it is new. */
async function pastOf(database: Database): Promise<Place | undefined> {
  const { rows } = await database.executeSql(
    'select test_set_id, endpoint_id from test_runs order by created_at limit 1',
  );
  const [row] = rows;
  return (
    row && { testSetId: String(row['test_set_id']), endpointId: String(row['endpoint_id']), perSecond: null }
  );
}

const months = 12;
const outcomes = ['count', 'passed', 'failed', 'errors', 'not_evaluated'];
const previous = { period: 'previous' };
const questions: Readonly<Record<string, object>> = {
  whole: {
    entity: 'test_result',
    measures: [...outcomes, 'pass_rate', 'error_rate', 'flaky'],
    months,
    compare_to: previous,
  },
  requirements: {
    entity: 'test_result',
    group_by: ['requirement_id', 'requirement'],
    measures: [...outcomes, 'pass_rate'],
    months,
    compare_to: previous,
  },
  quality: {
    entity: 'test_result',
    group_by: ['month', 'requirement_id'],
    measures: ['passed', 'failed', 'pass_rate'],
    months,
    limit: 1000,
  },
  quality_by_day: {
    entity: 'test_result',
    group_by: ['day', 'requirement_id'],
    measures: ['pass_rate'],
    months,
    limit: 1000,
  },
  latency: {
    entity: 'test_result',
    group_by: ['month'],
    measures: ['count', 'p50_latency_ms', 'p95_latency_ms'],
    months,
  },
  errors: { entity: 'test_result', group_by: ['week'], measures: ['errors', 'error_rate'], months },
  metrics: {
    entity: 'metric',
    group_by: ['metric_name', 'month'],
    measures: ['passed', 'pass_rate'],
    months,
  },
  runs: { entity: 'test_run', group_by: ['test_set', 'month'], measures: ['count', 'pass_rate'], months },
  tests: { entity: 'test', group_by: ['requirement'], measures: ['count', 'unrun_count', 'pass_rate'] },
};

async function timesOf(app: App, token: string): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${token}` };
  const measured: Record<string, number> = {};
  for (const [name, question] of Object.entries(questions))
    measured[name] = await p95(async () => {
      const payload = { it: question };
      const answer = await app.http.inject({
        method: 'POST',
        url: '/api/v1/insights/query',
        headers,
        payload,
      });
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.body}`);
    });
  measured['ids_of_failed_tests'] = await p95(async () => {
    const url = '/api/v1/insights/ids?entity=test_result&outcome=fail&months=3&limit=50';
    const answer = await app.http.inject({ url, headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  measured['regressions'] = await p95(async () => {
    const answer = await app.http.inject({ url: '/api/v1/insights/regressions?months=12', headers });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  measured['next_review'] = await p95(async () => {
    const url = '/api/v1/review_queue/next';
    const answer = await app.http.inject({ method: 'POST', url, headers, payload: {} });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  return measured;
}

async function p95(ask: () => Promise<void>): Promise<number> {
  const durations: number[] = [];
  for (let warm = 0; warm < 2; warm += 1) await ask();
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await ask();
    durations.push(performance.now() - started);
  }
  return round2(quantile(durations, 0.95));
}

/** Settles results of a run in batches of fifty, as its worker does, until the work is done. */
async function whileWriting<T>(
  database: Database,
  { organizationId, testSetId, endpointId }: Place & { organizationId: string },
  work: () => Promise<T>,
): Promise<T> {
  const runId = newId();
  const state = { isOver: false };
  await database.tenant(organizationId, (tx) =>
    tx.execute(
      sql`insert into test_runs (id, organization_id, test_configuration_id, test_set_id, endpoint_id, name, status, planned,
            snapshot, created_at, updated_at)
          select ${runId}, ${organizationId}, test_configuration_id, ${testSetId}, ${endpointId}, 'Under way', 'Progress',
            100000, snapshot, now(), now() from test_runs where test_set_id = ${testSetId} limit 1`,
    ),
  );
  const writing = (async () => {
    for (let batch = 0; !state.isOver; batch += 1) {
      await database.tenant(organizationId, (tx) =>
        tx.execute(
          sql`insert into test_results (id, organization_id, project_id, test_run_id, endpoint_id, test_id, test_version,
                requirement_id, position, repeat, scorers, status, automated_status, duration_ms, created_at, finished_at)
              select gen_random_uuid(), ${organizationId}, project_id, ${runId}, ${endpointId}, id, 1, requirement_id,
                ${batch}::int, ${batch}::int + 1, '{0}', 'Pass', 'Pass', 500, now(), now()
              from tests where organization_id = ${organizationId} limit 50`,
        ),
      );
      await pause(20);
    }
  })();
  // Told below, when the questions have ended: unheard it would end the process, and the database would be left behind.
  writing.catch(() => undefined);
  try {
    return await work();
  } finally {
    state.isOver = true;
    await writing;
  }
}
