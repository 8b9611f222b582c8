import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { settings } from '../../apps/platform/src/config.ts';
import { usage } from '../../packages/sdk/src/cli/arguments.ts';
import { everydayOperations } from '../../apps/platform/src/modules/mcp/toolsets.ts';
import { kinds } from '../../apps/platform/src/modules/metrics/kinds.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const readme = read('README.md');
const documents = globSync(['*.md', 'docs/*.md', 'apps/**/README.md', 'packages/*/README.md'], {
  cwd: root,
  exclude: (path) => String(path).endsWith('node_modules'),
});

interface Package {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node: string };
}
const packageIn = (folder: string): Package => JSON.parse(read(folder, 'package.json')) as Package;

test('the numbers that documents name are those of the code', () => {
  assert.equal(Number(/(\d+) built-in\s+metrics/.exec(readme)?.[1]), kinds.length);
  assert.equal(Number(/everyday set has (\d+)/.exec(read('docs', 'mcp.md'))?.[1]), everydayOperations.length);
  assert.ok(packageIn('.').engines?.node.endsWith(/Node (\d+\.\d+)/.exec(readme)?.[1] ?? 'unsaid'));
});

test('each command that a document names is one of the house', () => {
  const scripts = packageIn('.').scripts ?? {};
  const folders = ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => join(kind, name)),
  );
  const packages = new Map(folders.map((folder) => packageIn(folder)).map((one) => [one.name, one]));
  const named = documents.flatMap((file) =>
    [...read(file).matchAll(/\bnpm (?:run )?(start|test|[a-z][\w:-]*)((?: -w (@sonde\/[\w-]+))?)/g)].flatMap(
      ([whole, script = '', , workspace]) => {
        if (!whole.startsWith('npm run ') && script !== 'start' && script !== 'test') return [];
        const known = workspace === undefined ? scripts : (packages.get(workspace)?.scripts ?? {});
        return [{ file, whole, isKnown: script in known }];
      },
    ),
  );
  assert.ok(named.length > 30, `${named.length}`);
  assert.deepEqual(
    named.filter(({ isKnown }) => !isKnown),
    [],
  );
});

test('each option of the command line that a document or the page of the SDK shows is one it takes', () => {
  const shown = [
    ...documents.map((file) => read(file)),
    read('apps/web/spa/src/features/connect/settings-shown.ts'),
  ]
    .flatMap((text) => [...text.matchAll(/npx sonde run[^\n]*/g)])
    .flatMap(([line]) => line.match(/--[a-z-]+/g) ?? []);
  assert.ok(shown.includes('--junit'));
  assert.deepEqual(
    shown.filter((option) => !usage.includes(option)),
    [],
  );
});

test('each setting and each place that the README names is there, and its map leaves out none', () => {
  const reference = read('docs', 'reference', 'configuration.md');
  const named = [...readme.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(
    ([, name]) => name ?? '',
  );
  assert.ok(named.length > 15);
  assert.deepEqual(
    named.filter((name) => !(name in settings.shape) && !reference.includes(`| \`${name}\` |`)),
    [],
  );
  const map = [...readme.matchAll(/^\| `((?:apps|packages)\/[\w-]+|deploy|tools)` \|/gm)].map(
    ([, path]) => path ?? '',
  );
  const folders = ['apps', 'packages'].flatMap((kind) =>
    readdirSync(join(root, kind)).map((name) => `${kind}/${name}`),
  );
  assert.deepEqual(map.toSorted(), [...folders, 'deploy', 'tools'].toSorted());
});

test('each link of a document leads to a file that is there', () => {
  const dead = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, path = '']) =>
      existsSync(join(root, dirname(file), path)) ? [] : [`${file}: ${path}`],
    ),
  );
  assert.deepEqual(dead, []);
});
