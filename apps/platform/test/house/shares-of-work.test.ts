import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const platform = fileURLToPath(new URL('../../', import.meta.url));

test('work that others can make long leaves places for other organizations', () => {
  let seen = 0;
  for (const file of globSync('src/modules/**/*.ts', { cwd: platform })) {
    const text = readFileSync(join(platform, file), 'utf8');
    for (const [, body = ''] of text.matchAll(/: JobDefinition<[^=]+> = \{([^}]+)\}/g)) {
      const name = /name: '([^']+)'/.exec(body)?.[1] ?? '';
      seen += 1;
      const number = (key: string): number => Number(new RegExp(`${key}: (\\d+)`).exec(body)?.[1]);
      assert.ok(
        number('perGroup') < number('concurrency'),
        `${name} in ${file}: one organization takes every place`,
      );
    }
  }
  assert.ok(seen >= 12, `only ${seen} kinds of work were found`);
});
