import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const platform = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string): string => readFileSync(join(platform, file), 'utf8');

/** `kernel`, or the name of the module a file stands in. */
const ownerOf = (file: string): string => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? 'kernel';
const files = globSync('src/**/*.ts', { cwd: platform });
const declared = /pgTable\(\s*'([a-z_]+)'/g;

const tables = new Set(
  globSync('migrations/*.sql', { cwd: platform })
    .flatMap((file) => [
      ...textOf(file).matchAll(/create (?:table|view|or replace view)(?: if not exists)? ([a-z_]+)/g),
    ])
    .map(([, name = '']) => name),
);

/** What a module has declared in files of this name, by table. */
function declarations(name: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files.filter((path) => path.endsWith(`/${name}`) || path.includes('/kernel/')))
    for (const [, table = ''] of textOf(file).matchAll(declared))
      found.set(table, [...(found.get(table) ?? []), ownerOf(file)]);
  return found;
}
const owners = declarations('tables.ts');
const views = declarations('views.ts');
/** Bookkeeping of the kernel that is written as SQL. */
const ofTheKernel = new Set(['kept_events']);

test('each table belongs to one module, and only its owner shows it to others', () => {
  const owned = (table: string): string[] => owners.get(table) ?? views.get(table) ?? [];
  assert.deepEqual(
    [...tables].filter((table) => !ofTheKernel.has(table) && new Set(owned(table)).size !== 1),
    [],
  );
  for (const [table, shownBy] of views)
    assert.deepEqual(new Set(shownBy), new Set(owned(table)), `${table} is shown by another than its owner`);
  const elsewhere = files.filter(
    (file) =>
      ownerOf(file) !== 'kernel' && !/\/(tables|views)\.ts$/.test(file) && /pgTable\(/.test(textOf(file)),
  );
  assert.deepEqual(elsewhere, []);
});

test('SQL names tables of its own module, or reads what their owner shows', () => {
  const offences: string[] = [];
  for (const file of files) {
    const owner = ownerOf(file);
    const text = textOf(file);
    for (const [, verb = '', table = ''] of text.matchAll(
      /\b(from|join|into|update|using|lock table|truncate)\s+([a-z_]+)\b/g,
    )) {
      if (!tables.has(table) || ofTheKernel.has(table) || (owners.get(table) ?? []).includes(owner)) continue;
      const isRead = verb === 'from' || verb === 'join';
      if (
        !isRead ||
        !views.has(table) ||
        /delete\s+from\s+$/.test(text.slice(0, text.indexOf(`from ${table}`)))
      )
        offences.push(`${file}: ${verb} ${table}`);
    }
  }
  assert.deepEqual(offences, []);
});

test('what another module shows is never written', () => {
  const offences: string[] = [];
  for (const file of files) {
    const text = textOf(file);
    const borrowed = [...text.matchAll(/import\s*\{([^}]*)\}\s*from\s*'(?:#(?!kernel)[^']+|\.\/views\.ts)'/g)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(' as ').at(-1) ?? '');
    for (const name of borrowed)
      if (name && new RegExp(`\\.(insert|update|delete)\\(${name}\\)`).test(text))
        offences.push(`${file}: ${name}`);
  }
  assert.deepEqual(offences, []);
});

test('nothing is looked for with `not in` among what a statement finds', () => {
  const offences = files.filter((file) => /\bnot\s+in\s*\(\s*(?:select|with)\b/i.test(textOf(file)));
  assert.deepEqual(offences, [], 'it compares every row with every other, unless the planner expects few');
});
