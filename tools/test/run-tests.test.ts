import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test, type TestContext } from 'node:test';

const runner = resolve(import.meta.dirname, '../run-tests.mjs');

/** Runs test files of the given texts, in their order. */
function run(
  t: TestContext,
  texts: Readonly<Record<string, string>>,
  surroundings: Readonly<Record<string, string>> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-run-tests-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const files = Object.entries(texts).map(([name, text]) => {
    const file = join(folder, `${name}.test.mjs`);
    writeFileSync(file, `import { after, before, test } from 'node:test';\n${text}`);
    return file;
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [runner, ...files], {
    encoding: 'utf8',
    // A test that waits for nothing is ended by this alone.
    env: { ...process.env, TEST_TIMEOUT_MS: '10000', ...surroundings },
  });
  return { status, told: `${stdout}${stderr}` };
}

const good = `test('holds', () => {});`;

test('a run is green when every test of every file has passed, and tells how many there were', (t) => {
  const { status, told } = run(t, {
    one: good,
    two: `${good} test('later', { skip: 'not here' }, () => {});`,
  });
  assert.equal(status, 0, told);
  assert.match(told, /3 tests in 2 files, 1 skipped, 0 files failed/);
  assert.match(told, /^2 passed, 0 failed, 1 skipped$/m);
  assert.match(told, /skipped: .*two\.test\.mjs: later: not here/);
});

const faults: Readonly<Record<string, string>> = {
  'a test that fails': `test('does not hold', () => { throw new Error('the fault'); });`,
  'a file that cannot be loaded': `throw new Error('the fault');`,
  'what comes before the tests': `before(() => { throw new Error('the fault'); }); ${good}`,
  'what comes after the tests': `after(() => { throw new Error('the fault'); }); ${good}`,
  'what a test leaves running': `test('ends', () => void setTimeout(() => { throw new Error('the fault'); }, 5));`,
  'a promise that nobody awaits': `test('ends', () => void Promise.reject(new Error('the fault')));`,
  'a test that waits for nothing': `test('the fault', () => new Promise(() => {}));`,
  'the end of the process': `test('the fault', () => process.exit(0));`,
  'a death of the process': `test('the fault', () => process.kill(process.pid, 'SIGKILL'));`,
  'another folder for the next file': `test('the fault', () => process.chdir('/'));`,
  'a listener for the next file': `test('the fault', () => void process.on('SIGTERM', () => {}));`,
};

test('a run is red by whatever a file ends badly in, names it, and goes on with the others', (t) => {
  const texts = Object.fromEntries(Object.values(faults).map((text, index) => [`fault-${index}`, text]));
  const { status, told } = run(t, { ...texts, good });
  assert.equal(status, 1, told);
  Object.keys(faults).forEach((what, index) =>
    assert.ok(new RegExp(`^✖ .*fault-${index}\\.test`, 'm').test(told), what),
  );
  assert.match(told, /^✔ .*good\.test\.mjs \(1 tests/m);
  assert.match(told, new RegExp(`, ${Object.keys(faults).length} files failed`));
});

test('the environment that a file leaves is not that of the next one', (t) => {
  const { status, told } = run(t, {
    // Two files at once are in two processes; a third comes after one of them.
    one: `test('sets', () => { process.env.LEFT = 'environment'; delete process.env.PATH; });`,
    two: `test('sets', () => { process.env.LEFT = 'environment'; delete process.env.PATH; });`,
    three: `import assert from 'node:assert/strict'; test('sees', () => assert.deepEqual([process.env.LEFT, typeof process.env.PATH], [undefined, 'string']));`,
  });
  assert.equal(status, 0, told);
});

test('what a process compiled is there for the processes after it, although it is not asked to end but ended', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-compiled-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { status, told } = run(
    t,
    { one: `test('a word of this test', () => {});` },
    { NODE_COMPILE_CACHE: folder },
  );
  assert.equal(status, 0, told);
  const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  assert.ok(
    kept.some(({ parentPath, name }) => readFileSync(join(parentPath, name)).includes('a word of this test')),
  );
});

test('a second database is asked by what chooses one, and not by journeys, whose services are on the embedded one', async () => {
  const root = resolve(import.meta.dirname, '../..');
  const { knowsADatabase } = await import(join(root, 'tools/fast-tests.mjs'));
  const files = globSync(['apps/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'], { cwd: root });
  const asked = files.filter((file) => knowsADatabase(root, file));
  assert.deepEqual(
    asked.filter((file) => file.startsWith('apps/web/')),
    [],
  );
  // Through what they import, and by themselves.
  for (const file of ['modules/tests/bulk-edit', 'kernel/migrate', 'modules/files/killed'])
    assert.ok(asked.includes(`apps/platform/test/${file}.test.ts`), file);
});
