import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTargetServer, type TargetServer } from '@sonde/fakes';
import type { Json } from '../../support/platform.ts';
import { testRedisUrl } from '../../support/redis.ts';
import { testDatabaseUrl } from '../../support/database.ts';
import { openCluster, type Cluster } from '../jobs/support/cluster.ts';

const tests = 60;

// Several processes need a database server. The run says so instead of passing silently.
const server = testDatabaseUrl;
if (server) describe('a job of the explorer over several processes', () => underKills(server));
else
  test('a killed job of the explorer is tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
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
    cluster = await openCluster({ server: url, redisUrl: testRedisUrl, targetUrl: target.url('/slow') });
    await Promise.all([cluster.start('api'), cluster.start('worker')]);
  });
  after(async () => {
    await cluster.close();
    await target.close();
  });

  test(
    'another worker goes on where a killed one stood, and asks nothing twice',
    { timeout: 300_000 },
    async () => {
      const metric = await cluster.ask('POST', '/metrics', {
        name: 'Says good',
        backend: 'builtin',
        kind: 'contains_any',
        args: { values: ['good'] },
        metric_scope: ['Single-Turn'],
      });
      const { id } = await cluster.ask('POST', '/explorer', { name: 'Killed' });
      await cluster.ask('PUT', `/explorer/${id}/settings`, {
        default_endpoint_id: cluster.endpointId,
        metric_ids: [metric.id],
      });
      for (let place = 0; place < tests; place += 1)
        await cluster.ask('POST', `/explorer/${id}/tests`, { input: `question ${place}` });
      const { task_id } = await cluster.ask('POST', `/explorer/${id}/generate_outputs`, { evaluate: true });
      while (asked.size < 15) await pause(20);
      await cluster.kill('worker');
      assert.ok(asked.size < tests, 'it was killed in the middle');
      await cluster.start('worker');
      const { status, result } = await ended(cluster, task_id);
      assert.equal(status, 'SUCCESS');
      assert.equal(result.passed + result.failed_total, tests);
      assert.ok(result.failed_total <= 10, `${result.failed_total} were being asked`);
      assert.ok([...asked.values()].every((times) => times === 1));
      assert.match(result.failed[0]?.error ?? 'Sonde was stopped', /Sonde was stopped/);
    },
  );
}

async function ended(cluster: Cluster, taskId: string): Promise<Json> {
  for (;;) {
    const job = await cluster.ask('GET', `/jobs/${taskId}`);
    if (job.finished_at) return job;
    await pause(100);
  }
}
