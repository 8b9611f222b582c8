import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const specifiers = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'drizzle-orm/pglite'];

test('Drizzle’s modules are the same ones, found quickly or the long way', async () => {
  const before = specifiers.map((specifier) => import.meta.resolve(specifier));
  await import('../src/drizzle-modules.ts');
  for (let time = 0; time < 2; time += 1)
    assert.deepEqual(
      specifiers.map((specifier) => import.meta.resolve(specifier)),
      before,
    );
  const [main, direct]: unknown[] = await Promise.all([import('drizzle-orm'), import(before[0] ?? '')]);
  assert.equal(main, direct);
  assert.match(createRequire(import.meta.url).resolve('drizzle-orm'), /\.cjs$/);
  await assert.rejects(import('drizzle-orm/no-such-part' as string), {
    code: 'ERR_PACKAGE_PATH_NOT_EXPORTED',
  });
  assert.throws(() => import.meta.resolve('drizzle-orm-of-somebody-else'), { code: 'ERR_MODULE_NOT_FOUND' });
});

test('there is one copy of Drizzle, and all of it is ES modules', () => {
  const copies = globSync(
    '{node_modules,*/*/node_modules,node_modules/*/node_modules}/drizzle-orm/package.json',
    {
      cwd: root,
    },
  );
  assert.equal(copies.length, 1, copies.join(', '));
  const { type } = JSON.parse(readFileSync(`${root}/${copies[0]}`, 'utf8')) as { type: string };
  assert.equal(type, 'module');
});
