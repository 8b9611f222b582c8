import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';

const modules = join(import.meta.dirname, '../../src/modules');

/** Read by programs, models or whoever writes one: there a field is called by its name. */
const forPrograms = [
  /^mcp\//,
  /^architect\/model-round\.ts$/,
  /^autoconfigure\/model-reader\.ts$/,
  /^connector\/(?:connection|registration)\.ts$/,
  /^exploration\/model\//,
  /^invocation\/(?:files|schema|templates|variables)\.ts$/,
  // Values of a setting.
  /^models\/service\.ts$/,
  /^tokens\/exchange/,
  // What attacks say.
  /^probes\/families\//,
];

/** What stands in quotes and begins and ends as a sentence does, without what it quotes itself. */
function sentencesOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map((match) => (match[1] ?? match[2] ?? '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /^[A-Z$"“].*\s.*[.!?:]$/.test(text))
    .map((text) => text.replaceAll(/\{\{.*?\}\}|\$\{[^}]*\}|\\?`[^`]*`|"[^"]*"|“[^”]*”/g, '…'));
}

test('what people are told names nothing by a word of code', () => {
  const files = globSync('**/*.ts', { cwd: modules }).filter(
    (file) => !forPrograms.some((pattern) => pattern.test(file)),
  );
  const found = files.flatMap((file) =>
    sentencesOf(readFileSync(join(modules, file), 'utf8'))
      .filter((text) => /\b[a-z]+_[a-z_]+\b/.test(text))
      .map((text) => `${relative(modules, join(modules, file))}: ${text.slice(0, 160)}`),
  );
  assert.deepEqual(found, []);
});
