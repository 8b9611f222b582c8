import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { onboardingPages, signedInPages, signedOutPages } from './support/page-paths.ts';

const read = (file: string): Promise<string> =>
  readFile(new URL(`../../spa/src/app/${file}`, import.meta.url), 'utf8');
const looked = [...signedOutPages, ...onboardingPages, ...signedInPages].map(
  (path) => path.split('?', 1)[0] ?? path,
);

test('each route of the router is looked at: a page without a screenshot fails here', async () => {
  const router = `${await read('router.tsx')}${await read('pages.ts')}`;
  const routes = [...router.matchAll(/auth\(\s*'(\/[^']*)'|path: '(\/[^']*)'/g)].map(
    ([, called, named]) => called ?? named ?? '',
  );
  assert.ok(routes.length > 40, `${routes.length} routes were read off the router`);
  const missing = routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
    return !looked.some((path) => pattern.test(path));
  });
  assert.deepEqual(missing, []);
});

test('each part of the settings is looked at', async () => {
  const settings = await read('settings-pages.tsx');
  const areas = [...settings.matchAll(/^ {4}id: '(\w+)'/gm)].map(([, id = '']) => id);
  assert.ok(areas.length >= 10);
  assert.deepEqual(
    areas.filter((area) => !looked.includes(`/settings/${area}`)),
    [],
  );
});

test('each entry of the menu says in one line of its own what one finds there', async () => {
  const entries = (await read('pages.ts')).split(/^  \{$/m).filter((entry) => /^ {4}menu: /m.test(entry));
  assert.ok(entries.length >= 18);
  const lines = entries.map((entry) => /^ {4}says: '([^']+)',$/m.exec(entry)?.[1] ?? '');
  assert.deepEqual(
    lines.filter((line) => line.length < 10 || line.length > 90 || line.endsWith('.')),
    [],
  );
  assert.equal(new Set(lines).size, lines.length);
});
