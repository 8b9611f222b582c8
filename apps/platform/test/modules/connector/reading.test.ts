import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSlowWork } from '#kernel/slow-work';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { createReading } from '../../../src/modules/connector/reading.ts';
import { openProgram } from './program.ts';

const megabyte = 1024 * 1024;

/** Time goes on by itself only while something is read; rests are told, and end when they are told to. */
function bench() {
  let nowMs = 0;
  const rests: { readonly ms: number; end(): void }[] = [];
  const taken: string[] = [];
  const timing = {
    now: () => nowMs,
    rest: (ms: number) => new Promise<void>((end) => rests.push({ ms: Math.round(ms), end })),
  };
  const read = createReading({ slowWork: createSlowWork(timing), ...timing });
  const send = (of: string, name: string, bytes: number, takesMs = 0) =>
    read(of, bytes, () => {
      nowMs += takesMs;
      taken.push(name);
    });
  return { send, taken, rests, goOn: (ms: number) => void (nowMs += ms) };
}

test('what takes long to read leaves the thread to others, and the next one of the organization waits', async () => {
  const { send, taken, rests } = bench();
  void send('one', 'a', 5000, 80);
  void send('one', 'b', 5000, 80);
  await setImmediate();
  assert.deepEqual(taken, ['a']);
  assert.equal(rests[0]?.ms, 80);
  await send('two', 'c', 5000);
  assert.deepEqual(taken, ['a', 'c']);
  rests[0]?.end();
  await setImmediate();
  assert.deepEqual(taken, ['a', 'c', 'b']);
});

test('more bytes than a second may bring are received later, for all programs of an organization together', async () => {
  const { send, rests, goOn } = bench();
  await send('one', 'a', 3 * megabyte);
  void send('one', 'of another program', 3 * megabyte);
  await setImmediate();
  assert.deepEqual(
    rests.map(({ ms }) => ms),
    [384],
  );
  await send('two', 'b', 3 * megabyte);
  goOn(600);
  await send('one', 'c', 3 * megabyte);
  assert.equal(rests.length, 1);
});

let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  platform = await startPlatform();
  person = await platform.signUp();
});
after(() => platform.close());

test('long messages and short ones are answered in the order in which they came', async () => {
  const program = await openProgram(await platform.listen(), person.token);
  await program.next();
  program.send(`[${'[],'.repeat(200_000)}0]`);
  program.send({ type: 'ping' });
  program.send('no JSON');
  program.send({ type: 'ping' });
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await program.next()).type);
  assert.deepEqual(answers, ['error', 'pong', 'error', 'pong']);
  await program.leave();
});
