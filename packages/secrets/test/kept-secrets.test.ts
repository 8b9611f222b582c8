import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from '../src/index.ts';

const letters = 'aBcDeFgHiJkLmNoPqRsTuVwXyZ';
/** Visibly fake, and put together here so that no scanner takes them for real. */
const drawn = (length: number): string => (letters + letters.toLowerCase() + letters).slice(0, length);
const mixed = (length: number): string => 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'.repeat(3).slice(0, length);
const hex = (length: number): string => '0123456789abcdef'.repeat(4).slice(0, length);

const placed: readonly string[] = [
  `hf_${drawn(34)}`,
  `-Ab8Q~${mixed(34)}`,
  `.Ab8Q~${mixed(34)}`,
  'correct_horse_battery_staple_battery',
  `${mixed(10)}xxxx${mixed(12)}`,
  `${mixed(18)}...${mixed(8)}`,
  `todo${drawn(20)}`,
  `example${mixed(20)}`,
  `-${mixed(24)}`,
  `*${mixed(24)}`,
];
const places: readonly ((key: string) => string)[] = [
  (key) => `curl https://bot.test/chat -H "Authorization: Bearer ${key}" -d '{}'`,
  (key) => `{"api_key": "${key}"}`,
  (key) => `api_key=${key}`,
  (key) => `-H 'X-Api-Key: ${key}'`,
];
test('what may be a credential is cut out where a credential belongs, however much it looks like a placeholder', () => {
  const shown = placed.flatMap((key) =>
    places.map((place) => place(key)).filter((text) => redact({ text }).text.includes(key)),
  );
  assert.deepEqual(shown, []);
});

const bare: readonly string[] = [
  `hf_${drawn(34)}`,
  `api_org_${drawn(34)}`,
  `pcsk_${mixed(40)}`,
  `llx-${mixed(40)}`,
  `jina_${mixed(40)}`,
  `pa-${mixed(42)}`,
  `dapi${hex(32)}`,
  `xapp-1-${mixed(40).toUpperCase()}`,
  `hvs.${mixed(40)}`,
  `GOCSPX-${mixed(28)}`,
  `sbp_${hex(40)}`,
  `glrt-${mixed(20)}`,
  `glptt-${hex(40)}`,
  `AC${hex(32)}`,
  `SK${hex(32)}`,
  `1234567890:${mixed(35)}`,
  `M${mixed(23)}.${mixed(6)}.${mixed(27)}`,
  `abc8Q~${mixed(34)}`,
];
test('the key of a known vendor is cut out wherever it stands alone', () => {
  const shown = bare.filter((key) => redact({ text: `we use ${key} for it` }).text.includes(key));
  assert.deepEqual(shown, []);
});

test('private keys of PGP and of JSON web keys are cut out', () => {
  const pgp = `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\n\n${mixed(60)}\n-----END PGP PRIVATE KEY BLOCK-----`;
  assert.ok(!redact({ text: pgp }).text.includes(mixed(60)));
  const key = `{"kty":"EC","crv":"P-256","x":"${drawn(43)}","d":"${mixed(43)}"}`;
  assert.ok(!redact({ text: key }).text.includes(mixed(43)));
});

/** What a rule begins with, over and over, with and without what would end it. */
const units = [
  'X-a: 12345678-1234-1234-1234-111111111111 ',
  'eyJaaaaaaaaaa-',
  '-----BEGIN PRIVATE ',
  'VF.DM.aaaaaaaaaaaa.',
  'snd_aaaaaaaaaaaaaaaaaaaaaaa.',
  'cookie: a',
  '?key=aaaaaaaa',
  'a://b:',
  '"name":"token","value":"',
  '"d":"aaaaaaaaaaaaaaaaaaaaaaaaa',
  'api_key',
  'key is ',
  'Client(',
  "auth=('a','",
  '-u a:',
  '{ ',
];
for (const unit of units)
  test(`half a megabyte of ${JSON.stringify(unit)} is looked through to its end`, () => {
    const secret = mixed(40);
    const text = `${unit.repeat(500_000 / unit.length)}\n" Authorization: Bearer ${secret}`;
    assert.ok(!redact({ text }).text.includes(secret));
  });

test('many credentials are taken out of a long text in one pass over it', () => {
  const keys = Array.from({ length: 5_000 }, (_, index) => `${mixed(20)}${index}`);
  const text = keys.map((key) => `x-api-key: ${key}\n${key}`).join('\n');
  const result = redact({ text });
  assert.equal(result.values.size, keys.length);
  assert.ok(!keys.some((key) => result.text.includes(key)));
});
