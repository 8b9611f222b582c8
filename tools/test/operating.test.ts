import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { settings } from '../../apps/platform/src/config.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
const page = read('docs', 'operating.md');
const reference = read('docs', 'reference', 'configuration.md');

test('each command of the page for operators is one of the house', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name ?? '');
  assert.ok(named.length >= 8);
  assert.deepEqual(
    named.filter((name) => !(name in scripts)),
    [],
  );
});

test('each setting the page and the examples name is one that exists', () => {
  const ofContainers = new Set(['POSTGRES_PASSWORD', 'POSTGRES_USER', 'POSTGRES_DB']);
  const example = read('deploy', 'sonde.env.example');
  const compose = read('deploy', 'compose.yaml');
  const named = [
    ...[...page.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)/g)].map(([, name]) => name ?? ''),
    ...[...page.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? ''),
    ...[...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? ''),
    ...[...compose.matchAll(/^ {4}([A-Z0-9_]+):/gm)].map(([, name]) => name ?? ''),
  ];
  assert.ok(named.length > 25);
  const isKnown = (name: string): boolean =>
    name in settings.shape || reference.includes(`| \`${name}\` |`) || ofContainers.has(name);
  assert.deepEqual(
    named.filter((name) => !isKnown(name)),
    [],
  );
});

test('each file the page and the units name is there, and the units are ones systemd accepts', (t) => {
  for (const [, path = ''] of page.matchAll(/`(deploy\/[\w./-]+)`/g))
    assert.ok(existsSync(join(root, path)), path);
  const units = readdirSync(join(root, 'deploy', 'systemd'));
  assert.equal(units.length, 5);
  const folder = mkdtempSync(join(tmpdir(), 'sonde-units-'));
  try {
    for (const unit of units) {
      const text = read('deploy', 'systemd', unit);
      const program = / (apps\/[\w./-]+\.ts)/.exec(text)?.[1] ?? '';
      assert.ok(existsSync(join(root, program)), `${unit}: ${program}`);
      // Its program must be there for the check, and here it lies elsewhere.
      writeFileSync(join(folder, unit), text.replaceAll('/opt/sonde', root));
    }
    const paths = units.map((unit) => join(folder, unit));
    const checked = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    if (checked.error) return t.skip('systemd-analyze is not installed: the units were not verified.');
    const ours = checked.stderr.split('\n').filter((line) => line.includes('sonde-'));
    assert.deepEqual(ours, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
