import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reduceDimensions } from '../../training/principal.ts';

test('vectors keep their distances in the directions they differ in most', () => {
  // Far apart along (3, 4), a little across it, and all of them far from the middle.
  const vectors = [-2, -1, 0, 1, 2].map((along) =>
    Float32Array.from([100 + 3 * along - 0.04 * (along % 2), 50 + 4 * along + 0.03 * (along % 2), 7]),
  );
  const reduced = reduceDimensions(vectors, 1).map(([value = 0]) => value);
  const direction = Math.sign((reduced[4] ?? 0) - (reduced[0] ?? 0));
  for (const [at, value] of reduced.entries()) assert.ok(Math.abs(value * direction - (at - 2) * 5) < 0.05);
});
