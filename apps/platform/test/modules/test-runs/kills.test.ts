import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTargetServer, type TargetServer } from '@sonde/fakes';
import type { Json } from '../../support/platform.ts';
import { testRedisUrl } from '../../support/redis.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { openCluster, type Cluster } from '../jobs/support/cluster.ts';

const tests = Number(process.env['KILL_TESTS'] ?? 120);
const repeat = 2;
/** Two in the suite; `KILLS=10` for a storm. */
const kills = Number(process.env['KILLS'] ?? 2);
const over = new Set(['Completed', 'Partial', 'Failed', 'Cancelled']);

// Several processes need a database server. The run says so instead of passing silently.
const server = testDatabaseUrl;
if (server) describe('a run over several processes', () => underKills(server));
else
  test('a run over several processes is tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));

function underKills(url: string): void {
  let cluster: Cluster;
  let target: TargetServer;
  const asked = new Map<string, number>();

  before(async () => {
    target = await startTargetServer();
    target.route('/slow', async (request, response) => {
      const { message } = request.json as { message: string };
      asked.set(message, (asked.get(message) ?? 0) + 1);
      await pause(100);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ message: 'a good answer' }));
    });
    cluster = await openCluster({
      server: url,
      redisUrl: testRedisUrl,
      targetUrl: target.url('/slow'),
    });
    await Promise.all([
      cluster.start('api'),
      cluster.start('api'),
      cluster.start('worker'),
      cluster.start('worker'),
    ]);
  });
  after(async () => {
    await cluster.close();
    await target.close();
  });

  test(
    'every test and repeat has one result while workers are killed, and what may have been sent twice is bounded',
    { timeout: 280_000 },
    async (t) => {
      const metric = await cluster.ask('POST', '/metrics', {
        name: 'Says good',
        backend: 'builtin',
        kind: 'contains_any',
        args: { values: ['good'] },
        metric_scope: ['Single-Turn'],
      });
      const set = await cluster.ask('POST', '/test_sets/bulk', {
        name: 'Killed',
        test_set_type: 'Single-Turn',
        metrics: [{ metric: metric.id }],
        tests: Array.from({ length: tests }, (_, place) => ({ prompt: { content: `question ${place}` } })),
      });
      const { test_run_id: id } = await cluster.ask(
        'POST',
        `/test_sets/${set.id}/execute/${cluster.endpointId}`,
        { repeat, concurrency: 5 },
      );
      for (let killed = 0; killed < kills; killed += 1) {
        await pause(1200);
        await cluster.kill(killed % 2 === 0 ? 'worker' : 'api');
        await cluster.start(killed % 2 === 0 ? 'worker' : 'api');
      }
      const run = await ended(cluster, id);
      const rows = await cluster.query<{
        test_id: string;
        repeat: number;
        status: string;
        reason_code: string | null;
      }>('select test_id, repeat, status, reason_code from test_results where test_run_id = $1', [id]);
      assert.equal(rows.length, tests * repeat);
      assert.equal(new Set(rows.map((row) => `${row.test_id}:${row.repeat}`)).size, tests * repeat);
      const count = (status: string): number => rows.filter((row) => row.status === status).length;
      assert.deepEqual(
        [run.counts.passed, run.counts.errors, run.counts.total],
        [count('Pass'), count('Error'), tests * repeat],
      );
      assert.equal(count('Pass') + count('Error'), tests * repeat, 'nothing is left open');
      // What was in flight when a worker died is not sent again: it is an error that says so.
      assert.ok(rows.every(({ status, reason_code }) => status !== 'Error' || reason_code === 'interrupted'));
      assert.ok(count('Error') <= kills * 5, `${count('Error')} were interrupted`);
      const calls = [...asked.values()].reduce((sum, calls_) => sum + calls_, 0);
      assert.ok(calls <= tests * repeat, `${calls} calls for ${tests * repeat} results: one was sent twice`);
      assert.equal(run.status, count('Error') > 0 ? 'Partial' : 'Completed');
      t.diagnostic(
        `${count('Error')} of ${tests * repeat} were interrupted by ${kills} kills; ${calls} calls`,
      );
    },
  );
}

async function ended(cluster: Cluster, id: string): Promise<Json> {
  for (;;) {
    const run = await cluster.ask('GET', `/test_runs/${id}`);
    if (over.has(run.status)) return run;
    await pause(200);
  }
}
