import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pageSources } from '../../../../tools/build-web.mjs';

test('whatever the pages import of this house decides whether they are built anew', () => {
  const files = pageSources.flatMap((folder) =>
    globSync('**/*.{ts,tsx,css}', { cwd: folder }).map((name) => join(folder, name)),
  );
  const imported = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\} from)\b.*'@sonde\/([\w-]+)/gm)].map(
        ([, name = '']) => name,
      ),
    ),
  );
  assert.ok(imported.has('contract'));
  const root = join(import.meta.dirname, '../../../..');
  for (const name of imported) assert.ok(pageSources.includes(join(root, 'packages', name, 'src')), name);
});
