import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPauses } from '#kernel/pauses';

test('whoever has worked for long lets the others have their turn', async () => {
  let turns = 0;
  const pause = createPauses();
  setImmediate(() => (turns += 1));
  // Work is what takes time, and a pause is judged by nothing else.
  for (const since = performance.now(); performance.now() - since < 20;);
  await pause();
  assert.equal(turns, 1);
});
