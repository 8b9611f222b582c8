import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode, qrPath } from '../../../spa/src/lib/qr-code.ts';

const digest = (text: string): string =>
  createHash('sha256')
    .update(
      qrCode(text)
        .map((row) => row.map(Number).join(''))
        .join('\n'),
    )
    .digest('hex')
    .slice(0, 16);

/** Read back by another program when they were written down: sizes with and without alignment and version patterns. */
const known: [characters: number, side: number, digest: string][] = [
  [10, 21, 'e8cd73f75a17026f'],
  [60, 37, '27358b7bf48965d5'],
  [120, 49, 'a0290fe49a9db92b'],
  [180, 57, '29ef6669cd44e8d1'],
  [240, 65, '57e591071029e200'],
  [400, 85, 'b9a7e499d1fa326d'],
];

for (const [characters, side, expected] of known) {
  void test(`a QR code of ${characters} characters is the one that was read back`, () => {
    const text = 'otpauth://totp/Sonde:'.padEnd(characters, 'ä%40b').slice(0, characters);
    assert.equal(qrCode(text).length, side);
    assert.equal(digest(text), expected);
  });
}

void test('what is too long is refused rather than cut', () => {
  assert.throws(() => qrCode('x'.repeat(1000)), RangeError);
});

void test('the path has one square for each dark module', () => {
  const grid = qrCode('sonde');
  assert.equal(qrPath(grid).split('M').length - 1, grid.flat().filter(Boolean).length);
});
