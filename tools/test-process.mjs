// Runs test files one after another as run-tests.mjs tells it, all in this process. What takes longest about a file that
// needs the platform is loading its modules and making their code ready, and here that is done once.
import { flushCompileCache } from 'node:module';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { isDeepStrictEqual } from 'node:util';

/** Node keeps waiting for a test that waits for nothing, so this is what ends one. */
const testTimeoutMs = Number(process.env.TEST_TIMEOUT_MS ?? 300_000);

process.on('message', (file) => void runFile(file));
// Nobody would hear how it ends.
process.on('disconnect', () => process.exit(1));

async function runFile(file) {
  const environment = { ...process.env };
  const before = surroundings();
  const told = { isGood: true, tests: 0, failed: 0, skipped: [], text: '' };
  let own = 0;
  // Node ends a file when nothing is open any more that it could wait for, so neither may the way to the parent be.
  process.channel.unref();
  const isOver = watchForTheEnd(() => {
    told.isGood = false;
    told.text += `\n${file} ended before its tests did.`;
    tell(told, 1);
  });
  const events = run({ files: [file], isolation: 'none', timeout: testTimeoutMs });
  events.on('test:fail', ({ todo }) => (told.isGood &&= Boolean(todo)));
  events.on('test:pass', ({ name, skip }) => skip && told.skipped.push(`${name}: ${skip}`));
  // A file of which Node sees no test it counts as one, by its own name.
  for (const end of ['test:pass', 'test:fail'])
    events.on(end, ({ name }) => (own += name.endsWith(file) ? 0 : 1));
  events.on('test:summary', ({ success, counts }) => {
    told.isGood &&= success;
    told.tests += counts.tests;
    told.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  for await (const text of events.compose(spec)) told.text += text;
  isOver();

  if (own === 0) {
    told.isGood = false;
    told.text += `\n${file} declared no test before it had been loaded: what a file awaits stands in a hook.`;
  }
  putBack(environment);
  const after = surroundings();
  const changed = Object.keys(after).filter((what) => !isDeepStrictEqual(after[what], before[what]));
  if (changed.length > 0) {
    told.isGood = false;
    told.text += `\n${file} leaves to the next file another ${changed.join(', another ')}.`;
  }
  // This process is not asked to end but ended, and what it compiled would be lost to those after it.
  flushCompileCache();
  tell(told, told.isGood ? undefined : 1);
}

/** What a file that stays in its own bounds leaves as it found it. */
function surroundings() {
  return {
    folder: process.cwd(),
    umask: process.umask(),
    // Of other events libraries hear from when they are loaded on, which is once.
    'listener of the process': [
      'SIGINT',
      'SIGTERM',
      'SIGHUP',
      'uncaughtException',
      'unhandledRejection',
    ].filter((name) => process.listenerCount(name) > 0),
    'exit code': process.exitCode,
  };
}

/** Libraries note things for themselves in the environment, and tests set what they test with: the next file sees neither. */
function putBack(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Calls back if the process would end, and Node's own handling of that, which ends a file, leads nowhere. */
function watchForTheEnd(callback) {
  let timesLeft = 50;
  const onEnd = () => {
    timesLeft -= 1;
    if (timesLeft > 0) setTimeout(() => undefined, 20);
    else callback();
  };
  process.on('beforeExit', onEnd);
  return () => void process.off('beforeExit', onEnd);
}

/** With a code, the process is not fit for another file. */
function tell(result, code) {
  process.channel.ref();
  process.send({ ...result, bytes: process.memoryUsage().rss }, () => {
    if (code !== undefined) process.exit(code);
  });
}
