import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');
const modulesFolder = join(root, 'apps/platform/src/modules');

/** Which doors a module may knock at. The table in docs/architecture.md is this one. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  audit: [],
  mail: [],
  system: ['tokens'],
  traces: ['files'],
  tokens: ['audit'],
  usage: ['audit'],
  tenancy: ['tokens', 'audit', 'mail', 'usage'],
  identity: ['tokens', 'tenancy', 'audit', 'mail', 'usage'],
  models: ['tenancy'],
  endpoints: ['tenancy'],
  requirements: ['tenancy'],
  files: [],
  labels: ['tenancy'],
  tags: [],
  sources: ['files', 'tenancy'],
  jobs: ['tenancy'],
  notifications: ['tenancy', 'mail'],
  realtime: ['tokens', 'tenancy', 'jobs', 'notifications'],
  invocation: ['tenancy', 'endpoints', 'traces'],
  connector: ['tokens', 'tenancy', 'endpoints', 'invocation'],
  autoconfigure: ['tenancy', 'endpoints', 'invocation', 'models'],
  metrics: ['tenancy', 'models', 'invocation', 'requirements'],
  exploration: ['tenancy', 'endpoints', 'invocation', 'models', 'jobs', 'notifications'],
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
  'apps/web/bff': ['contract', 'server-kit'],
  'apps/web/spa': ['contract', 'secrets'],
  'apps/platform': ['contract', 'server-kit', 'egress', 'jinja', 'secrets', 'paste-reader'],
};

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(importPattern)].map((match) => match[1] ?? match[2] ?? '');
}

const sources = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => join(root, file));

test('a module knocks only at the doors that the table lists for it', () => {
  const offences: string[] = [];
  for (const file of sources('apps/platform/src/modules/**/*.ts')) {
    const module = relative(modulesFolder, file).split('/')[0] ?? '';
    const allowed = doors[module];
    if (!allowed) {
      offences.push(`${module}: is not in the table`);
      continue;
    }
    for (const specifier of importsOf(file)) {
      if (
        specifier.startsWith('.') &&
        !resolve(dirname(file), specifier).startsWith(join(modulesFolder, module))
      )
        offences.push(`${relative(root, file)} leaves its module: ${specifier}`);
      if (
        specifier.startsWith('#') &&
        !specifier.startsWith('#kernel') &&
        !allowed.includes(specifier.slice(1))
      )
        offences.push(`${relative(root, file)} may not import ${specifier}`);
    }
  }
  assert.deepEqual([...new Set(offences)], []);
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
