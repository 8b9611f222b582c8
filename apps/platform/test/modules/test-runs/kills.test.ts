import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTargetServer, type TargetServer } from '@sonde/fakes';
import { seededRandom } from '#metrics';
import { testRedisUrl } from '../../support/redis.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { openCluster, type Cluster } from '../jobs/support/cluster.ts';

const tests = 200;
const repeat = 3;
const concurrency = 10;
const kills = 10;
/** `KILL_SEED=…` strikes as a former run did; which process has the run at that moment is not in anybody's hands. */
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
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
      await pause(300);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ message: 'a good answer' }));
    });
    cluster = await openCluster({
      server: url,
      redisUrl: testRedisUrl,
      targetUrl: target.url('/slow'),
      byRoad: true,
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
    'every test and repeat has one result while processes are killed and the database goes away, and no call is made twice',
    { timeout: 600_000 },
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
        { repeat, concurrency },
      );
      const random = seededRandom(seed);
      const strike = async (): Promise<void> => {
        await pause(500 + random() * 2000);
        const role = random() < 0.5 ? 'worker' : 'api';
        await cluster.kill(role);
        await cluster.start(role);
      };
      for (let killed = 0; killed < kills / 2; killed += 1) await strike();
      const { road } = cluster;
      assert.ok(road);
      const refused = once(road.refusals, 'refused');
      road.cut();
      await refused;
      // Meanwhile answers come in that nobody can write down.
      await pause(3000);
      road.mend();
      for (let killed = kills / 2; killed < kills; killed += 1) await strike();
      await untilOver(cluster, id);
      const run = await cluster.ask('GET', `/test_runs/${id}`);
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
      assert.ok(count('Error') <= (kills + 1) * concurrency, `${count('Error')} were interrupted`);
      const calls = [...asked.values()].reduce((sum, calls_) => sum + calls_, 0);
      assert.ok(
        [...asked.values()].every((times) => times <= repeat),
        'a test and repeat was sent twice',
      );
      // What may have reached the target is counted, whether it had or not.
      assert.ok(calls >= count('Pass') && calls <= run.target_calls, `${calls} of ${run.target_calls}`);
      assert.ok(run.target_calls <= tests * repeat);
      assert.equal(run.status, count('Error') > 0 ? 'Partial' : 'Completed');
      t.diagnostic(
        `seed ${seed}: ${count('Error')} of ${tests * repeat} were interrupted by ${kills} kills and a lost database; ${calls} calls`,
      );
    },
  );
}

/** Asked of the database itself, which is there all the time. */
async function untilOver(cluster: Cluster, id: string): Promise<void> {
  for (;;) {
    const [run] = await cluster.query<{ status: string }>('select status from test_runs where id = $1', [id]);
    if (over.has(run?.status ?? '')) return;
    await pause(200);
  }
}
