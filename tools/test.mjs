// `npm test`: types, lint, format and every test. `npm run check` is the fast half of it, see fast-tests.mjs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { isFast, knowsADatabase, longestFirst } from './fast-tests.mjs';
import { environment, install, node, root } from './install.mjs';

install();
const tool = (name, file, ...args) => [name, node, [join(root, 'node_modules', ...file), ...args]];
const checks = [
  tool('types', ['typescript', 'bin', 'tsc'], '-p', 'tsconfig.json'),
  tool('types of the web app', ['typescript', 'bin', 'tsc'], '-p', 'apps/web/spa/tsconfig.json'),
  tool('lint', ['oxlint', 'bin', 'oxlint'], '--quiet'),
  tool('format', ['oxfmt', 'bin', 'oxfmt'], '--check'),
];
const isSecondPass = process.argv.includes('--second-database');
if (!isSecondPass) for (const [name, command, args] of checks) run(name, command, args);
// Types, lint and format alone, for whoever names the tests to run themselves.
if (process.argv.includes('--check')) process.exit(0);

const isFastHalf = process.argv.includes('--fast');
if (!isFastHalf) buildWeb();
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const all = chosen.length > 0 ? chosen : testFiles();
// The rest of them has passed on the other database and asks nothing of this one.
const files = all
  .filter((file) => !isFastHalf || isFast(root, file))
  .filter((file) => !isSecondPass || knowsADatabase(root, file));
const database = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'the embedded database';
console.log(
  isFastHalf
    ? `\nThe fast ${files.length} of ${all.length} test files:`
    : `\nTests on ${database}, ${files.length} of ${all.length} files:`,
);
run('tests', node, [join(root, 'tools', 'run-tests.mjs'), ...longestFirst(root, files)], {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
  // The pages write numbers as their reader does; here everybody reads English.
  LC_ALL: 'C.UTF-8',
});

function testFiles() {
  const list = spawnSync(
    node,
    [
      '-e',
      "const {globSync}=require('node:fs');console.log(globSync(['apps/*/test/**/*.test.ts','packages/*/test/**/*.test.ts','tools/test/**/*.test.ts']).sort().join('\\n'))",
    ],
    { cwd: root, encoding: 'utf8' },
  );
  return list.stdout.trim().split('\n').filter(Boolean);
}

function run(name, command, args, extra = {}) {
  const started = Date.now();
  const done = spawnSync(command, args, {
    cwd: root,
    env: environment(extra),
    stdio: 'inherit',
  });
  if (done.status !== 0) {
    console.error(`\n${name}: failed`);
    process.exit(done.status ?? 1);
  }
  if (name !== 'tests') console.log(`${name}: ok (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
