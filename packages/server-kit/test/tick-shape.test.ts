import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const keepTickShape = new URL('../src/tick-shape.ts', import.meta.url).href;

/** Queues ticks until V8 notes their class, collects what is dead in turns without any tick, and tells what V8 noted. */
const program = `
import { setTimeout } from 'node:timers';
const { keepTickShape } = await import('${keepTickShape}');
const rest = () => new Promise((resolve) => setTimeout(resolve, 1));
const ticks = async () => {
  for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => process.nextTick(resolve));
  await rest();
};
await keepTickShape();
await ticks();
for (let collection = 0; collection < 4; collection++) {
  gc();
  await rest();
}
await ticks();
const stores = %GetFeedback(process.nextTick).filter((entry) => entry?.[0] === 'DefineKeyedOwnPropertyInLiteral');
process.stdout.write(JSON.stringify(stores.map(([, state]) => state.startsWith('MONOMORPHIC'))));
`;

const flags = ['--expose-gc', '--allow-natives-syntax', '--input-type=module'];

test('ticks keep the one class V8 knows through collections that find none alive', () => {
  const kept: unknown = JSON.parse(
    execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }),
  );
  assert.ok(Array.isArray(kept) && kept.length > 0 && kept.every((simple) => simple === true));
});
