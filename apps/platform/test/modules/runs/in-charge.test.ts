import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '#kernel/clock';
import { createSteps, takeOver, TakenOver, type Charge } from '#runs';
import { createLedger } from '../../../src/modules/test-runs/execution/ledger.ts';
import { testRunRows } from '../../../src/modules/test-runs/run-kind.ts';
import { cancelRun, failRun } from '../../../src/modules/test-runs/store.ts';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
let endpoint: string;
const held: (() => void)[] = [];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/held', async (_request, response) => {
    await new Promise<void>((settle) => held.push(settle));
    response.end(JSON.stringify({ answer: 'a good answer' }));
  });
  endpoint = await makeEndpoint(shop.call, shop.target.url('/held'));
});
after(async () => {
  for (const release of held) release();
  await shop.close();
});

/** A run whose tests are all under way at a target that does not answer. */
async function runUnderWay(tests: number) {
  const set = await shop.makeSet(Array.from({ length: tests }, (_, place) => `question ${place}`));
  const before = held.length;
  const { test_run_id: runId } = await shop.start(set, { concurrency: tests }, endpoint);
  while (held.length < before + tests) await pause(10);
  const { rows } = await shop.platform.database.executeSql(
    `select r.owner, r.organization_id, array_agg(t.id::text order by t.position) as results
     from test_runs r join test_results t on t.test_run_id = r.id where r.id = $1 group by 1, 2`,
    [runId],
  );
  const [row] = rows as { owner: string; organization_id: string; results: string[] }[];
  assert.ok(row);
  const { owner, organization_id: organizationId, results } = row;
  const { database } = shop.platform;
  return { runId, owner, organizationId, results, database, clock: systemClock };
}

test('whoever has lost a run begins no step and writes nothing of one, and its places are free', async () => {
  const run = await runUnderWay(1);
  const { database, organizationId, runId } = run;
  const steps = (owner: string) =>
    createSteps({
      ...run,
      random: Math.random,
      charge: { kind: testRunRows, organizationId, runId, owner } satisfies Charge,
      endpointId: endpoint,
      limits: { maxConcurrency: 1, maxRequestsPerMinute: null, placeMaxMs: 60_000 },
    });
  const written: string[] = [];
  const write = async () => void written.push('step');
  const { signal } = new AbortController();
  const former = steps(run.owner);
  assert.equal(await former.begin('1', { signal, write }), true);
  assert.ok((await former.takeNow('2')) > 0, 'the one place is taken');
  const owner = randomUUID();
  const charge = { kind: testRunRows, organizationId, runId, owner };
  assert.equal(await database.tenant(organizationId, (tx) => takeOver(tx, charge)), true);
  await assert.rejects(former.begin('2', { signal, write }), TakenOver);
  await assert.rejects(former.finish('1', write), TakenOver);
  assert.deepEqual(written, ['step']);
  const next = steps(owner);
  assert.equal(await next.begin('2', { signal, write }), true);
  await next.finish('2', write);
  assert.deepEqual(written, ['step', 'step', 'step']);
  assert.equal(await next.takeNow('3'), 0);
});

const server = testDatabaseUrl;
if (server) describe('batches of results and those who end a run', () => sideBySide(server));
else
  test('batches and cancellations side by side are tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set: the embedded database does one thing after another.'));

function sideBySide(url: string): void {
  const endings = {
    'is cancelled': cancelRun,
    fails: failRun,
  };
  for (const [what, end] of Object.entries(endings))
    test(`a run that ${what} while a batch of its results is written waits for it, and never against it`, async () => {
      const run = await runUnderWay(4);
      const { database, organizationId, runId, results } = run;
      const ledger = createLedger(run);
      const other = new pg.Client({
        connectionString: databaseUrl(url, shop.platform.databaseName ?? ''),
      });
      await other.connect();
      // Somebody reads the last result for a change of it, so that the batch stops where it has the others already.
      await other.query('begin');
      await other.query('select id from test_results where id = $1 for update', [results.at(-1)]);
      const waiting = async (count: number): Promise<void> => {
        for (;;) {
          const { rows } = await other.query<{ waiting: number }>(
            `select count(distinct pid)::int as waiting from pg_locks
             where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
          );
          if ((rows[0]?.waiting ?? 0) >= count) return;
          await pause(10);
        }
      };
      const batch = ledger.write(
        results.map((id) => ({
          id,
          status: 'Error' as const,
          reasonCode: 'test',
          reason: 'Test.',
          calls: 1,
        })),
      );
      await waiting(1);
      const ended = database.tenant(organizationId, (tx) =>
        end(tx, organizationId, runId, { by: null, at: new Date(), reason: 'test', error: 'test' }),
      );
      await waiting(2);
      await other.query('commit');
      await other.end();
      const { kept } = await batch;
      assert.equal(kept.size, results.length);
      assert.ok(await ended);
      const shown = await shop.call('GET', `/test_runs/${runId}`);
      assert.deepEqual([shown.body.counts.errors, shown.body.counts.cancelled], [4, 0]);
      for (const release of held) release();
    });
}
