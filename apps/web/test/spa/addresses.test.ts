import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const source = join(import.meta.dirname, '../../spa/src');
/** Ways past the router and past `addressOf`, each of which would lead beside the path below which the app lies. */
const fromTheRoot =
  /(?:href|src|action)=(?:"|'|\{["'`])\/|location\.(?:replace|assign)\(["'`]|\.href = ["'`]\/|window\.open\(["'`]\/|history\.(?:push|replace)\(["'`]\//;

void test('no page names an address from the root of the host', async () => {
  const files = (await readdir(source, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  assert.ok(files.length > 100);
  for (const name of files) {
    const lines = (await readFile(join(source, name), 'utf8')).split('\n');
    const wrong = lines.filter((line) => fromTheRoot.test(line));
    assert.deepEqual(wrong, [], name);
  }
});
