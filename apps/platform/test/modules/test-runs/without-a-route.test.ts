import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { walkWithoutRoute } from '../../support/without-a-route.ts';

const script = fileURLToPath(new URL('support/journey-without-a-route.ts', import.meta.url));

test('set, run, comparison and report work in a network namespace without a route out', async (t) => {
  const {
    TEST_DATABASE_URL: _database,
    TEST_REDIS_URL: _redis,
    NODE_TEST_CONTEXT: _context,
    ...env
  } = process.env;
  const walk = await walkWithoutRoute(script, env);
  if (walk === 'not permitted') {
    t.diagnostic('This machine lets nobody unshare its network, so nothing was walked.');
    return;
  }
  assert.equal(walk.code, 0, walk.text);
  const told: unknown = JSON.parse(walk.text.trim().split('\n').at(-1) ?? '');
  assert.deepEqual(told, { sound: 3, flawed: 2, regressed: 2, report: true });
});
