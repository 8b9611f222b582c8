import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** What reads a text once for each of its places would need hours. */
const patienceMs = 120_000;

test('the longest texts that an endpoint may have are each read in a time that their length allows', () => {
  const child = spawnSync(process.execPath, [fileURLToPath(new URL('long-texts.ts', import.meta.url))], {
    encoding: 'utf8',
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  assert.equal(child.status, 0, child.signal ?? child.stderr);
  const taken: unknown = JSON.parse(child.stdout);
  for (const name of [
    'url',
    'query_params',
    'request_mapping',
    'response_mapping',
    'before_steps',
    'polling',
  ])
    assert.ok(Array.isArray(taken) && taken.includes(name), name);
});
