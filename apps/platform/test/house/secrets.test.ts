import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const sources = globSync(
  [
    'apps/platform/src/modules/{identity,tokens,tenancy,realtime,connector}/**/*.ts',
    'apps/platform/src/kernel/**/*.ts',
    'apps/web/bff/**/*.ts',
    'packages/server-kit/src/**/*.ts',
  ],
  { cwd: root },
).map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));

test('no secret is compared character by character: hashes are looked up, digits and keys compared in constant time', () => {
  // A name of a secret on either side of a comparison, unless the other side is a word, nothing, or a library's code.
  const name = String.raw`\w*(?:[hH]ash|[sS]ecret|[mM]ac|[dD]igest|[sS]ignature|[cC]ode|[vV]erifier|[tT]oken)`;
  const comparison = new RegExp(
    String.raw`\b${name}\b\s*(?:===|!==)(?!\s*(?:undefined|null|'[\w.]*'|\d|changedResult))|(?:===|!==)\s*${name}\b(?!\.|\()`,
  );
  const found = sources.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => comparison.test(line) && !/(?:status|exit)Code|typeof/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});

test('randomness for secrets comes from the system, never from Math.random', () => {
  for (const { file, text } of sources) assert.doesNotMatch(text, /Math\.random/, file);
});
