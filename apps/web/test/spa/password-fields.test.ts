import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../spa/src/', import.meta.url));
/** A grid copies and pastes cells by itself, and holds no password. */
const sources = globSync('**/*.tsx', { cwd: root, exclude: ['features/tests/sheet/**'] }).map((file) => ({
  file,
  text: readFileSync(`${root}${file}`, 'utf8'),
}));

void test('nothing keeps anybody from pasting a password or a code', () => {
  for (const { file, text } of sources) {
    const handlers = [...text.matchAll(/onPaste=\{[^}]*\}/g)].map(([handler]) => handler);
    for (const handler of handlers) assert.doesNotMatch(handler, /preventDefault/, file);
    assert.doesNotMatch(text, /onCopy=|onCut=/, file);
  }
});

void test('password managers are told what each field of signing in is', () => {
  const told = (file: string): string[] =>
    [
      ...(sources.find((source) => source.file === file)?.text ?? '').matchAll(/autoComplete="([\w-]+)"/g),
    ].map(([, name = '']) => name);
  assert.deepEqual(told('features/auth/password-form.tsx'), ['username', 'current-password']);
  assert.deepEqual(told('ui/new-password-field.tsx'), ['new-password']);
  assert.ok(told('features/auth/magic-link-request.tsx').includes('one-time-code'));
  for (const file of [
    'features/auth/register.tsx',
    'features/auth/owner.tsx',
    'features/auth/forgot-password.tsx',
  ])
    assert.ok(told(file).includes('username'), file);
});

void test('every hidden text can be shown, and there is one place where text is hidden', () => {
  const hiding = sources.filter(({ text }) => /type=(?:"password"|\{[^}]*'password')/.test(text));
  assert.deepEqual(
    hiding.map(({ file }) => file),
    ['ui/field.tsx'],
  );
  assert.match(hiding[0]?.text ?? '', /aria-pressed=\{shown\}/);
});
