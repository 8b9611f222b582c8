import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealer } from '#kernel/seal';
import { Secret } from '@sonde/server-kit';

const keyOf = (letter: string): Secret => new Secret(letter.repeat(40));
const sealer = createSealer({ key: keyOf('a') });

test('what is sealed opens in its own place and nowhere else', () => {
  const sealed = sealer.seal('text ⚡', 'endpoint:1:auth_token');
  assert.equal(sealer.open(sealed, 'endpoint:1:auth_token'), 'text ⚡');
  assert.equal(sealer.open(sealed, 'endpoint:2:auth_token'), undefined);
  assert.equal(sealer.open(sealed, 'endpoint:1:client_secret'), undefined);
  assert.ok(!sealed.includes('text'));
  assert.notEqual(
    sealer.seal('text ⚡', 'endpoint:1:auth_token'),
    sealed,
    'every seal has a nonce of its own',
  );
});

test('a changed, shortened or meaningless value opens to nothing and throws nothing', () => {
  const parts = sealer.seal('plain', 'c').split('.');
  for (const [index, part] of parts.entries()) {
    const flipped = parts.with(index, `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`).join('.');
    assert.equal(sealer.open(flipped, 'c'), undefined, `part ${index}`);
  }
  const tag = Buffer.from(parts[3] ?? '', 'base64url');
  const shortened = parts.with(3, tag.subarray(0, 4).toString('base64url')).join('.');
  assert.equal(sealer.open(shortened, 'c'), undefined, 'a tag of four bytes');
  for (const text of ['', '.', 'v1....', 'plain', 'v1.a.b.c.d.e'])
    assert.equal(sealer.open(text, 'c'), undefined);
});

test('the previous key still opens, and tells that the value should be sealed anew', () => {
  const old = sealer.seal('plain', 'c');
  const rotated = createSealer({ key: keyOf('b'), previousKey: keyOf('a') });
  assert.equal(rotated.open(old, 'c'), 'plain');
  assert.deepEqual([rotated.isStale(old), rotated.isStale(rotated.seal('plain', 'c'))], [true, false]);
  assert.equal(createSealer({ key: keyOf('b') }).open(old, 'c'), undefined);
});
