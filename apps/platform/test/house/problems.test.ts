import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import {
  commonProblems,
  operations,
  problemStatuses,
  refusals,
  sockets,
  type ProblemCode,
} from '@sonde/contract';
import { Problem, statusOf, type ProblemKind } from '@sonde/server-kit';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = globSync(['apps/platform/src/**/*.ts', 'packages/server-kit/src/**/*.ts'], { cwd: root }).map(
  (file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }),
);

/** Every refusal that the source builds, as kind and code. */
const thrown = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/new Problem\(\s*'(\w+)',\s*'([\w.]+)'/g)].map(([, kind = '', code = '']) => ({
    file,
    kind: kind as ProblemKind,
    code: code as ProblemCode,
  })),
);

test('every code that the source refuses with is in the table, with the status that its kind has', () => {
  assert.ok(thrown.length > 40, `${thrown.length} found`);
  for (const { file, kind, code } of thrown)
    assert.equal(problemStatuses[code], statusOf(new Problem(kind, code, '')), `${code} in ${file}`);
});

test('no refusal hides its code from this test', () => {
  const built = sources.flatMap(({ text }) => [...text.matchAll(/new Problem\(/g)]).length;
  assert.equal(built, thrown.length, 'each names kind and code as words');
});

test('every code of the table is thrown somewhere', () => {
  const used = new Set(thrown.map(({ code }) => code));
  assert.deepEqual(
    Object.keys(problemStatuses).filter((code) => !used.has(code as ProblemCode)),
    [],
  );
});

test('every code is listed by an operation or a socket that answers with it, unless any operation may', () => {
  const listed = new Set<string>([
    ...commonProblems,
    ...operations.flatMap(({ problems = [] }) => problems),
    ...sockets.flatMap(({ problems }) => problems),
  ]);
  assert.deepEqual(
    Object.keys(problemStatuses).filter((code) => !listed.has(code)),
    [],
  );
});

test('codes of messages on an open socket are listed by their socket', () => {
  const said = sources.flatMap(({ text }) =>
    [...text.matchAll(/type: 'error',\s*payload: \{ code: (\w+|'[\w.]+')/g)].map(([, code = '']) => code),
  );
  assert.deepEqual(said, ['messageInvalid'], 'and stand in the contract');
});

test('each code an operation lists appears under its status in the generated reference', () => {
  for (const operation of operations)
    for (const code of operation.problems ?? []) {
      const [, text = ''] =
        refusals(operation).find(([status]) => status === String(problemStatuses[code])) ?? [];
      assert.ok(text.includes(`\`${code}\``), `${operation.id}: ${code}`);
    }
});
