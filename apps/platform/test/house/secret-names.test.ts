import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isSecretName } from '@sonde/secrets';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Who reads what others call their credential, in notations or sentences, and decides nothing about what is kept or shown. */
const readsNotations = [
  /^apps\/platform\/src\/modules\/autoconfigure\/(?:correct\.ts$|error-details\.ts$)/,
  // What an answer gives away, in sentences of its own.
  /^apps\/platform\/src\/modules\/(?:exploration\/reading\/internal-words|test-generation\/handed-out)\.ts$/,
  /^packages\/paste-reader\//,
];

const listed = /(?:\[|new Set\(\[)\s*((?:'[\w-]+'\s*,?\s*){3,})\]/g;
const alternatives = /\/((?:[^/\n\\]|\\.)*\|(?:[^/\n\\]|\\.)*)\/[a-z]*/g;

/** The names of credentials in a list of texts or in the alternatives of a regular expression. */
function secretNamesIn(text: string): string[][] {
  const lists = [...text.matchAll(listed)].map(([, items = '']) => items.match(/[\w-]+/g) ?? []);
  const expressions = [...text.matchAll(alternatives)].map(([, body = '']) =>
    body
      .replaceAll(/\[[^\]]*\]\??|\\.|\(\?[:!=<]*/g, '')
      .split(/[|()]/)
      .map((part) => part.replaceAll(/[^\w-]/g, '')),
  );
  return [...lists, ...expressions]
    .map((names) => [...new Set(names.filter((name) => isSecretName(name, 'header')))])
    .filter((names) => names.length >= 3);
}

test('one package alone says which names are secret: nobody else keeps a list of them', () => {
  const files = globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/node_modules|\/(?:dist|test|bench|training|fakes)\//.test(file) &&
      !file.startsWith('packages/secrets/') &&
      !readsNotations.some((pattern) => pattern.test(file)),
  );
  const offences = files.flatMap((file) =>
    secretNamesIn(readFileSync(join(root, file), 'utf8')).map((names) => `${file}: ${names.join(', ')}`),
  );
  assert.deepEqual(offences, []);
});

test('a list of such names would be seen, in each of its spellings', () => {
  for (const text of [
    "const names = ['password', 'token', 'api_key'];",
    "const names = new Set([\n  'authorization',\n  'x-api-key',\n  'client_secret',\n]);",
    'return /authorization|api-?key|secret/i.test(name);',
    'return /^(?:x-)?(?:token|password|api[-_]?key)$/i.test(name);',
  ])
    assert.equal(secretNamesIn(text).length, 1, text);
});
