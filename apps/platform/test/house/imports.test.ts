import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const modulesFolder = join(root, 'apps/platform/src/modules');

/** Whose things they are every module may ask, so this door needs no entry. */
const openDoor = 'tenancy';

/**
 * Which other doors a module knocks at; one that is not named knocks at none. What it is given by its layer under a type
 * of its own needs no door.
 */
export const doors: Readonly<Record<string, readonly string[]>> = {
  mcp: ['tokens'],
  jobs: ['tokens'],
  architect: ['jobs', 'mcp', 'models', 'notifications', 'test-generation', 'tokens'],
  audit: ['people'],
  traces: ['files'],
  tokens: ['people', 'audit'],
  system: ['tokens'],
  tenancy: ['mail', 'people', 'usage', 'audit', 'tokens'],
  endpoints: ['usage', 'experiments'],
  notifications: ['mail', 'people'],
  sources: ['files'],
  identity: ['mail', 'people', 'audit', 'tokens'],
  invocation: ['experiments', 'endpoints'],
  autoconfigure: ['experiments', 'models', 'invocation'],
  connector: ['tokens', 'experiments', 'endpoints', 'invocation'],
  explorer: [
    'endpoints',
    'invocation',
    'jobs',
    'labels',
    'metrics',
    'models',
    'runs',
    'test-generation',
    'test-runs',
    'tests',
    'usage',
  ],
  runs: ['invocation'],
  exploration: ['jobs', 'endpoints', 'notifications', 'invocation', 'runs', 'metrics'],
  metrics: ['models', 'requirements', 'invocation'],
  tests: ['files', 'labels', 'requirements', 'metrics'],
  'test-runs': [
    'files',
    'notifications',
    'usage',
    'jobs',
    'requirements',
    'experiments',
    'endpoints',
    'invocation',
    'metrics',
    'models',
    'people',
    'runs',
    'tests',
  ],
  probes: ['metrics', 'test-import', 'tests', 'usage'],
  comments: ['notifications'],
  tasks: ['comments', 'notifications'],
  insights: ['endpoints', 'labels', 'metrics', 'people', 'requirements', 'test-runs', 'tests'],
  reviews: ['metrics', 'notifications', 'people', 'requirements', 'test-runs', 'tests', 'traces'],
  'test-export': ['metrics', 'test-import', 'tests'],
  'trace-tests': ['tests', 'traces'],
  schedules: ['endpoints', 'experiments', 'notifications', 'people', 'test-runs', 'tests'],
  alerts: ['endpoints', 'mail', 'notifications', 'test-runs', 'tests'],
  'test-generation': [
    'exploration',
    'jobs',
    'labels',
    'metrics',
    'models',
    'notifications',
    'requirements',
    'sources',
    'test-import',
    'tests',
    'usage',
  ],
  generation: ['metrics', 'models', 'test-generation'],
  'test-import': ['files', 'jobs', 'metrics', 'notifications', 'tests'],
};

/** Which packages each part of the tree may use. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/contract': [],
  'packages/server-kit': [],
  'packages/secrets': [],
  'packages/egress': ['secrets'],
  'packages/paste-reader': ['secrets'],
  'packages/jinja': [],
  'packages/sdk': ['contract'],
  'apps/chatbot': ['server-kit'],
  'apps/generation': ['server-kit'],
  'apps/web/bff': ['contract', 'server-kit'],
  'apps/web/spa': ['contract', 'secrets', 'paste-reader'],
  'apps/platform': ['contract', 'server-kit', 'egress', 'jinja', 'secrets', 'paste-reader'],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');
}

/** The file behind an import of our own; packages stand below whoever imports them and so close no circle. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier);
  if (!specifier.startsWith('#')) return undefined;
  const platform = join(root, 'apps/platform');
  const places = platformImports['imports'] ?? {};
  const [pattern = '', place = ''] =
    Object.entries(places).find(
      ([name]) => name === specifier || (name.endsWith('*') && specifier.startsWith(name.slice(0, -1))),
    ) ?? [];
  return join(platform, place.replace('*', specifier.slice(pattern.length - 1)));
}

const platformImports = JSON.parse(readFileSync(join(root, 'apps/platform/package.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

/** Tarjan: groups of files of which each reaches each. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const place = order.size;
    order.set(file, place);
    lowest.set(file, place);
    path.push(file);
    for (const next of graph.get(file) ?? [])
      if (!order.has(next) || path.includes(next))
        lowest.set(file, Math.min(lowest.get(file) ?? place, order.get(next) ?? visit(next)));
    if (lowest.get(file) === place) {
      const circle = path.splice(path.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest.get(file) ?? place;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => join(root, file));

test('a module knocks at the doors that the table lists for it, at each of them and at no other', () => {
  const offences: string[] = [];
  const used: Record<string, Set<string>> = {};
  for (const file of sources('apps/platform/src/modules/**/*.ts')) {
    const module = relative(modulesFolder, file).split('/')[0] ?? '';
    const knocked = (used[module] ??= new Set());
    for (const specifier of importsOf(file)) {
      if (
        specifier.startsWith('.') &&
        !resolve(dirname(file), specifier).startsWith(join(modulesFolder, module))
      )
        offences.push(`${relative(root, file)} leaves its module: ${specifier}`);
      const door = /^#(?!kernel\/)(.+)/.exec(specifier)?.[1];
      if (door !== undefined && door !== openDoor) knocked.add(door);
    }
  }
  assert.deepEqual(offences, []);
  const sorted = (table: Readonly<Record<string, Iterable<string>>>) =>
    Object.fromEntries(
      Object.entries(table)
        .map(([module, names]): [string, string[]] => [module, [...names].toSorted()])
        .filter(([, names]) => names.length > 0),
    );
  assert.deepEqual(sorted(used), sorted(doors));
});

test('no files import one another in a circle, types included', () => {
  const files = sources('{apps,packages}/**/*.{ts,tsx}').filter(
    (file) => !/node_modules|\/dist\//.test(file),
  );
  const known = new Set(files);
  const graph = new Map(
    files.map((file) => [
      file,
      importsOf(file).flatMap((specifier) => {
        const target = targetOf(file, specifier);
        return target !== undefined && known.has(target) ? [target] : [];
      }),
    ]),
  );
  assert.deepEqual(
    circlesOf(graph).map((circle) => circle.map((file) => relative(root, file))),
    [],
  );
});

test('the kernel knows no module, and nothing but the composition root builds the house', () => {
  const offences = sources('apps/platform/src/kernel/**/*.ts').flatMap((file) =>
    importsOf(file)
      .filter(
        (specifier) =>
          (specifier.startsWith('#') && !specifier.startsWith('#kernel')) ||
          specifier.includes('/modules/') ||
          specifier.includes('../config') ||
          specifier.includes('../app'),
      )
      .map((specifier) => `${relative(root, file)} imports ${specifier}`),
  );
  assert.deepEqual(offences, []);
});

test('each part of the tree uses only the packages that stand below it', () => {
  const offences: string[] = [];
  for (const [folder, allowed] of Object.entries(packages)) {
    for (const file of sources(`${folder}/**/*.{ts,tsx}`)) {
      if (/\/(node_modules|dist|test|bench)\//.test(file)) continue;
      for (const specifier of importsOf(file)) {
        const name = specifier.startsWith('@sonde/') ? (specifier.split('/')[1] ?? '') : undefined;
        if (name && name !== folder.split('/')[1] && !allowed.includes(name))
          offences.push(`${relative(root, file)} imports ${specifier}`);
      }
    }
  }
  assert.deepEqual(offences, []);
});

test('imports of our own files carry their real ending', () => {
  const offences = sources('{apps,packages}/**/*.ts')
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.') && !/\.(ts|tsx|json|css|mjs)$/.test(specifier))
        .map((specifier) => `${relative(root, file)} imports ${specifier}`),
    );
  assert.deepEqual(offences, []);
});

test('the environment is read in configuration and entry files only', () => {
  const allowed = /\/(main|config)\.ts$|\/(test|bench|tools|packages\/fakes|scripts)\/|vite\.config/;
  const offences = sources('{apps,packages}/**/*.ts')
    .filter((file) => !/node_modules|\/dist\//.test(file) && !allowed.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes('process.env'))
    .map((file) => relative(root, file));
  assert.deepEqual(offences, []);
});

test('no file has a name that says nothing', () => {
  const empty = /(^|\/)(utils?|helpers?|common|misc|shared|base|manager|stuff|types)\.tsx?$/;
  const offences = sources('{apps,packages}/**/*.{ts,tsx}').filter(
    (file) => !/node_modules|\/dist\//.test(file) && empty.test(file),
  );
  assert.deepEqual(offences, []);
});

test('every event that is published is heard', () => {
  const text = sources('apps/platform/src/**/*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const published = [...text.matchAll(/\.(?:publish|keep)\((?:tx, )?\{\s*name: '([\w.]+)'/g)];
  const heard = new Set(
    [...text.matchAll(/\.subscribe\('([\w.]+)'|\bevent: '([\w.]+)'/g)].map(([, one, two]) => one ?? two),
  );
  assert.ok(published.length >= 5);
  assert.deepEqual(
    published.map(([, name]) => name).filter((name) => !heard.has(name)),
    [],
  );
});
