// node tools/run-tests.mjs <file> …: several at once, in the order given; a process takes one after another.
import { fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './install.mjs';

const atOnce = 2;
/** A process that has grown to this makes room for a fresh one. */
const mostBytes = 2_000_000_000;
/** Past it a file is ended: each test has its own bound, and this is for what hangs without one. */
const mostMs = 900_000;
// Loaded first, as the platform itself does: it makes loading Drizzle cheap.
const first = pathToFileURL(join(root, 'apps', 'platform', 'src', 'drizzle-modules.ts')).href;

const started = performance.now();
const waiting = process.argv.slice(2);
/** @type {{ files: number; tests: number; passed: number; skipped: string[]; failed: { file: string; text: string }[] }} */
const total = { files: waiting.length, tests: 0, passed: 0, skipped: [], failed: [] };
await Promise.all(Array.from({ length: atOnce }, takeTurns));
report();

async function takeTurns() {
  let process_;
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    process_ ??= startProcess();
    const begun = performance.now();
    const result = await process_.run(file);
    tell(file, result, (performance.now() - begun) / 1000);
    if (!result.isGood || result.bytes > mostBytes) {
      await process_.end();
      process_ = undefined;
    }
  }
  await process_?.end();
}

function startProcess() {
  const child = fork(join(root, 'tools', 'test-process.mjs'), {
    cwd: root,
    // Where a test starts this runner, its own is not to be asked.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_TEST_'))),
    execArgv: ['--import', first],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise((settle) => child.once('exit', (code, signal) => settle(signal ?? code)));
  return {
    async run(file) {
      const late = setTimeout(() => child.kill('SIGKILL'), mostMs);
      const answered = new Promise((settle) => child.once('message', settle));
      child.send(resolve(root, file));
      const result = await Promise.race([
        answered,
        ended.then((code) => ({
          isGood: false,
          tests: 0,
          failed: 0,
          skipped: [],
          text: `The process ended with ${code}.`,
        })),
      ]);
      clearTimeout(late);
      return result;
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function tell(file, { isGood, tests, failed, skipped, text }, seconds) {
  total.tests += tests;
  total.passed += tests - failed - skipped.length;
  total.skipped.push(...skipped.map((name) => `${file}: ${name}`));
  console.log(`${isGood ? '✔' : '✖'} ${file} (${tests} tests, ${seconds.toFixed(1)} s)`);
  if (isGood) return;
  total.failed.push({ file, text });
  console.log(text);
}

function report() {
  for (const name of total.skipped) console.log(`skipped: ${name}`);
  // Told again with its reasons: hundreds of files may lie between a failure and the end of what is read.
  for (const { file, text } of total.failed) console.log(`\n✖ ${file}\n${text}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `\n${total.tests} tests in ${total.files} files, ${total.skipped.length} skipped, ${total.failed.length} files failed; ${seconds} s`,
  );
  // What a file ends badly in need not be one of its tests.
  const failed = Math.max(total.tests - total.passed - total.skipped.length, total.failed.length);
  console.log(`${total.passed} passed, ${failed} failed, ${total.skipped.length} skipped`);
  if (total.failed.length > 0) process.exitCode = 1;
}
