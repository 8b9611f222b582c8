import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seedResults } from '../../../bench/past-results.ts';
import { startPlatform } from '../../support/platform.ts';

test('of many results that the planner knows nothing of yet, each is weighed by its own verdicts alone', async () => {
  const results = 20_000;
  const platform = await startPlatform();
  try {
    const { token, organizationId } = await platform.signUp();
    const { database } = platform.app;
    const read = async (): Promise<number> => {
      await database.executeSql('select pg_stat_force_next_flush()');
      const { rows } = await database.executeSql(
        `select idx_tup_read::int as read from pg_stat_user_indexes where indexrelname = 'test_verdicts_by_metric'`,
      );
      return Number(rows[0]?.['read']);
    };
    await database.executeSql('alter table test_results set (autovacuum_enabled = false)');
    await database.executeSql('alter table test_verdicts set (autovacuum_enabled = false)');
    await seedResults(database, { organizationId, results, months: 1, now: Date.now() });
    const before = await read();
    const next = await platform.call('POST', '/review_queue/next', { token, body: {} });
    assert.equal(next.status, 200, next.text);
    assert.equal(next.body.remaining, 1000);
    // The result that is shown is read by itself, for which the planner may go through them.
    const passed = ((await read()) - before) / results;
    assert.ok(passed < 10, `all verdicts of the metric were gone through ${Math.round(passed)} times`);
  } finally {
    await platform.close();
  }
});
