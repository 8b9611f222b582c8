import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const kit = new URL('../src/index.ts', import.meta.url).href;

/** A program that answers every line it is given, closes once the line `finish` came, and may have an accident. */
const program = `
import { createInterface } from 'node:readline';
import { runServer } from '${kit}';
await runServer('The example', async () => {
  const finished = Promise.withResolvers();
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line === 'throw') setImmediate(() => { throw new Error('thrown where nobody catches'); });
    if (line === 'reject') void Promise.reject(new Error('rejected where nobody catches'));
    if (line === 'finish') finished.resolve();
    setImmediate(() => setImmediate(() => process.stdout.write(line + ' heard\\n')));
  });
  process.stdout.write('ready\\n');
  return { close: () => finished.promise };
});
`;

function run(source: string) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    errors,
    next: async (): Promise<unknown> => (await answers.next()).value,
    say: (line: string) => child.stdin.write(`${line}\n`),
    exitCode: async (): Promise<unknown> => (await once(child, 'close'))[0],
  };
}

for (const [accident, message] of [
  ['throw', 'thrown where nobody catches'],
  ['reject', 'rejected where nobody catches'],
] as const) {
  test(`an accident (${accident}) is told, lets what is under way finish, and ends with exit 1`, async (t) => {
    const example = run(program);
    t.after(() => example.child.kill('SIGKILL'));
    assert.equal(await example.next(), 'ready');
    for (const line of [accident, 'a question under way']) {
      example.say(line);
      assert.equal(await example.next(), `${line} heard`);
    }
    example.say('finish');
    assert.equal(await example.exitCode(), 1);
    const [told, ...more] = example.errors.map((line) => JSON.parse(line) as Record<string, unknown>);
    assert.deepEqual(more, []);
    assert.equal(told?.['level'], 60);
    const err = told['err'] as { message: string; stack: string };
    assert.equal(err.message, message);
    assert.match(err.stack, /at /);
  });
}

test('a signal closes with grace and exit 0', async (t) => {
  const example = run(program);
  t.after(() => example.child.kill('SIGKILL'));
  assert.equal(await example.next(), 'ready');
  example.say('finish');
  assert.equal(await example.next(), 'finish heard');
  example.child.kill('SIGTERM');
  assert.equal(await example.exitCode(), 0);
});

test('whoever ends it before it has started gets a whole close and exit 0', async (t) => {
  const example = run(`
import { runServer } from '${kit}';
await runServer('The example', async () => {
  const work = setInterval(() => {}, 1_000);
  process.kill(process.pid, 'SIGTERM');
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  clearInterval(work);
  return { close: async () => { process.stdout.write('closed\\n'); } };
});`);
  t.after(() => example.child.kill('SIGKILL'));
  assert.equal(await example.next(), 'closed');
  assert.equal(await example.exitCode(), 0);
});

test('a fault at start is one line and exit 1', async () => {
  const { exitCode, errors } = run(
    `import { runServer } from '${kit}'; await runServer('The example', async () => { throw new Error('no luck'); });`,
  );
  assert.equal(await exitCode(), 1);
  assert.deepEqual(errors, ['The example cannot start. no luck']);
});
