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

test('of many who come at the same time each lets the others have their turn', async () => {
  const pause = createPauses();
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen = await Promise.all(
    Array.from({ length: 4 }, async () => {
      await pause();
      const before = turns;
      for (const since = performance.now(); performance.now() - since < 20;);
      return before;
    }),
  );
  isOver = true;
  assert.equal(new Set(seen).size, seen.length, `they worked in the turns ${seen.join(', ')}`);
});
