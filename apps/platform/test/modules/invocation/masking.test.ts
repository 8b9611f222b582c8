import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TargetBody } from '../../../src/modules/invocation/body.ts';
import { createMasker, MASK } from '../../../src/modules/invocation/masking.ts';
import { spell } from '../../../src/modules/invocation/spellings.ts';

const SECRET = ['fake', 'secret', 'value/+', '42'].join('-');

const FORMS: [string, string][] = [
  ['as it is', SECRET],
  ['percent-encoded', encodeURIComponent(SECRET)],
  ['form-encoded', new URLSearchParams({ a: SECRET }).toString().slice(2)],
  ['base64', Buffer.from(SECRET).toString('base64')],
  ['base64url', Buffer.from(SECRET).toString('base64url')],
  ['inside JSON', JSON.stringify({ a: SECRET })],
];

for (const [name, form] of FORMS) {
  void test(`a secret ${name} is masked inside other text`, () => {
    const masked = createMasker({ secrets: [SECRET] }).text(`before ${form} after`);
    assert.ok(!masked.includes(form), masked);
    assert.ok(masked.includes(MASK));
  });
}

void test('a secret with quotes is masked in its JSON spelling', () => {
  const secret = 'fake"quoted\\secret';
  assert.ok(
    !createMasker({ secrets: [secret] })
      .text(JSON.stringify({ a: secret }))
      .includes('quoted'),
  );
});

const KEY_OF_BASE64 = ['Zm9v/YmFy', 'c2VjcmV0/S2V5', 'Zz=='].join('+');
const QUOTED = 'fäke "k<ey>" +/';

for (const [name, spelled] of Object.entries({
  PHP: (text: string) => ascii(JSON.stringify(text)).replaceAll('/', '\\/'),
  Python: (text: string) => ascii(JSON.stringify(text)),
  Go: (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  '.NET': (text: string) =>
    ascii(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '\\u0022'), true)
      .replaceAll('+', '\\u002B')
      .replaceAll('<', '\\u003C')
      .replaceAll('>', '\\u003E'),
  'an address in small letters': (text: string) =>
    encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
}))
  void test(`a secret is masked as ${name} writes it`, () => {
    for (const secret of [KEY_OF_BASE64, QUOTED]) {
      const shown = createMasker({ secrets: [secret] }).text(`said: ${spelled(secret)}`);
      assert.match(shown, new RegExp(`^said: "?${MASK}"?$`), spelled(secret));
    }
  });

function ascii(json: string, inCapitals = false): string {
  return json.replace(/[^\x20-\x7e]/g, (character) => {
    const digits = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${inCapitals ? digits.toUpperCase() : digits}`;
  });
}

void test('the login that a Basic header brings is masked as it is read, and so is its password alone', () => {
  const login = ['robot', ['not', 'a', 'password'].join('-')].join(':');
  const masker = createMasker({ secrets: [Buffer.from(login).toString('base64')] });
  assert.equal(masker.text(`Unknown user: ${login}`), `Unknown user: ${MASK}`);
  assert.equal(masker.text('The password not-a-password is wrong'), `The password ${MASK} is wrong`);
  assert.equal(masker.text('robot'), 'robot');
});

void test('a secret that a stream says in pieces is masked across them, and the rest of it stays', () => {
  const masker = createMasker({ secrets: [SECRET] });
  const event = (content: string, id: number) => ({ id, choices: [{ delta: { content, role: 'x' } }] });
  const said = `My key is ${SECRET}, and that is all.`;
  for (const size of [1, 4, 9]) {
    const pieces = said.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
    const body: TargetBody = { kind: 'events', values: pieces.map(event), source: 'stream' };
    const shown = masker.answer(body);
    assert.ok(shown.kind === 'events');
    const values = shown.values as ReturnType<typeof event>[];
    assert.equal(values.map(({ choices }) => choices[0]?.delta.content).join(''), said.replace(SECRET, MASK));
    assert.deepEqual(
      values.map(({ id }) => id),
      pieces.map((_, id) => id),
    );
  }
  const plain: TargetBody = { kind: 'events', values: ['nothing ', 'of ', 'it'], source: 'lines' };
  assert.deepEqual(masker.answer(plain), plain);
});

void test('a form spells every character as URLSearchParams does', () => {
  const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  for (const text of [...characters.map((character) => `a${character}b`), '😀 \r\n', "(~!*') +&=%"])
    assert.equal(spell(text, 'form'), new URLSearchParams([['', text]]).toString().slice(1));
});

void test('values and keys are masked at any depth, and other data stays as it is', () => {
  const masker = createMasker({ secrets: [SECRET] });
  const value = { list: [1, null, { deep: `x${SECRET}y` }], [SECRET]: true, fine: 'text' };
  assert.deepEqual(masker.value(value), {
    list: [1, null, { deep: `x${MASK}y` }],
    [MASK]: true,
    fine: 'text',
  });
});

void test('a short secret is masked where it stands alone and not inside words', () => {
  const masker = createMasker({ secrets: ['test'] });
  assert.equal(masker.text('the test of a tester'), `the ${MASK} of a tester`);
});

void test('without secrets nothing is copied', () => {
  const value = { a: 1 };
  assert.equal(createMasker({ secrets: [undefined, '', null] }).value(value), value);
});

const HEADERS: [string, string, string][] = [
  ['Authorization', 'Bearer abc', `Bearer ${MASK}`],
  ['authorization', 'Basic YTpi', `Basic ${MASK}`],
  ['X-Api-Key', 'abc', MASK],
  ['api-key', 'abc', MASK],
  ['Cookie', 'a=b', MASK],
  ['X-Auth-Token', 'abc', MASK],
  ['Ocp-Apim-Subscription-Key', 'abc', MASK],
  ['X-Tenant', 'abc', MASK],
  ['Content-Type', 'application/json', 'application/json'],
  ['X-Sort-Key', 'name', 'name'],
  ['Author', 'someone', 'someone'],
];

for (const [name, value, shown] of HEADERS) {
  void test(`the header ${name} is shown as ${shown}`, () => {
    assert.deepEqual(createMasker({ secrets: [], headerNames: ['x-tenant'] }).headers({ [name]: value }), {
      [name]: shown,
    });
  });
}

void test('query parameters that are credentials by name are masked', () => {
  const masker = createMasker({ secrets: [] });
  assert.equal(
    masker.url('https://h.test/p?key=abc&sort_key=name&q=1&access_token=x#f'),
    `https://h.test/p?key=${MASK}&sort_key=name&q=1&access_token=${MASK}#f`,
  );
});

void test('fields that are credentials by name are masked in a body, others with similar names are not', () => {
  const masked = createMasker({ secrets: [] }).body({
    api_key: 'abc',
    password: 'x',
    sort_key: 'name',
    require_token: true,
    tokens: 'many',
  });
  assert.deepEqual(masked, {
    api_key: MASK,
    password: MASK,
    sort_key: 'name',
    require_token: true,
    tokens: 'many',
  });
});

void test('hundreds of secrets, short and long, are masked in one reading as each would be alone', () => {
  const secrets = Array.from({ length: 250 }, (_, index) => [
    `a${index}`,
    `fake-long-secret-(${index})*`,
  ]).flat();
  const masker = createMasker({ secrets });
  assert.equal(masker.text('a1 a249, a250 xa1 a1x (a2)'), `${MASK} ${MASK}, a250 xa1 a1x (${MASK})`);
  assert.equal(masker.text('xfake-long-secret-(7)*y'), `x${MASK}y`);
  assert.equal(masker.text(encodeURIComponent('fake-long-secret-(7)*')), MASK);
});

void test('a secret that is the beginning of a longer one leaves nothing of the longer one', () => {
  const masker = createMasker({ secrets: ['fake-secret', 'fake-secret-longer', 'ab', 'ab-cd'] });
  assert.equal(masker.text('fake-secret-longer fake-secret ab-cd ab'), `${MASK} ${MASK} ${MASK} ${MASK}`);
});

void test('a secret learnt during the call is masked from then on', () => {
  const masker = createMasker({ secrets: ['fake-first-secret'] });
  assert.equal(masker.text('fake-first-secret fake-token-two'), `${MASK} fake-token-two`);
  masker.add('fake-token-two');
  assert.equal(masker.text('fake-first-secret fake-token-two'), `${MASK} ${MASK}`);
});

void test('a text that holds nearly nothing but secrets is masked as a whole', () => {
  const masker = createMasker({ secrets: ['a1', 'fake-long-secret'] });
  assert.equal(masker.text('a1 '.repeat(20_000)), MASK);
  assert.equal(masker.text('a1 '.repeat(5_000)), `${MASK} `.repeat(5_000));
});

// Looked for as a whole, each place of such an answer was compared with half of the secret: ten megabytes took minutes.
void test(
  'a secret that repeats itself is masked, and costs no more than others',
  { timeout: 60_000 },
  () => {
    const half = 'a'.repeat(8_000);
    const masker = createMasker({ secrets: [`${half}b${half}`, `${'0'.repeat(200)}real-key`] });
    const text = (input: string): string => masker.text(input);
    assert.equal(text('a'.repeat(10_000_000)), MASK);
    assert.equal(text(`x${'0'.repeat(200)}real-key.`).replaceAll(MASK, ''), 'x.');
    const encoded = Buffer.from(`${half}b${half}`).toString('base64');
    assert.equal(text(`x ${encoded} y`).replaceAll(MASK, ''), 'x  y');
    const twice = 'correct horse battery staple, '.repeat(2);
    assert.equal(
      createMasker({ secrets: [twice] }).text(`${twice.slice(1)}-${twice}`),
      `${twice.slice(1)}-${MASK}`,
    );
  },
);

void test('secrets that no expression could hold hide the whole text, and no error spells them', () => {
  const secrets = Array.from({ length: 12 }, () => randomBytes(50_000).toString('hex'));
  assert.equal(createMasker({ secrets }).text(`x ${secrets[3]} y`), MASK);
});

void test('what holds no secret is given back as it is, and what holds one is copied', () => {
  const masker = createMasker({ secrets: [SECRET] });
  const harmless = { list: [1, null, { deep: 'text' }], ['__proto__']: { fine: true } };
  assert.equal(masker.value(harmless), harmless);
  const telling = { harmless, said: [`x${SECRET}`] };
  assert.deepEqual(masker.value(telling), { harmless, said: [`x${MASK}`] });
  assert.deepEqual(telling.said, [`x${SECRET}`]);
});

// Each search copied an expression of many secrets: an answer of small values held everybody up for seconds.
void test('what is shorter than any secret is not searched, and a longer text once for all of them', (t) => {
  const secrets = Array.from({ length: 25 }, (_, index) => `fake-secret:${index}/abc`);
  const masker = createMasker({ secrets });
  assert.equal(masker.text(`x ${secrets[7]}`), `x ${MASK}`);
  const searches = t.mock.method(RegExp.prototype, 'exec');
  const small = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 'value']));
  assert.equal(masker.value(small), small);
  assert.equal(searches.mock.callCount(), 0);
  assert.equal(masker.text('a text that holds none of them, though it is long enough').length, 56);
  assert.equal(searches.mock.callCount(), 1);
});

/** A wide part that counts how often it is looked into. */
function countedPart(): { part: Record<string, unknown>; reads: () => number } {
  let reads = 0;
  const part: Record<string, unknown> = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`name-${index}`, `a word ${SECRET.slice(0, -1)}`]),
  );
  Object.defineProperty(part, 'counted', {
    enumerable: true,
    get: () => {
      reads += 1;
      return 'text';
    },
  });
  return { part, reads: () => reads };
}

void test('a large part without a secret is read once, however often a mapping shows it', () => {
  const { part, reads } = countedPart();
  const masker = createMasker({ secrets: [SECRET] });
  for (let time = 0; time < 90; time += 1) assert.equal(masker.value([part]) instanceof Array, true);
  assert.equal(reads(), 1);
});

void test('a part that was read before is read again for a secret that was learnt since', () => {
  const part = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`name-${index}`, 'learnt-later-1']),
  );
  const masker = createMasker({ secrets: [SECRET] });
  assert.equal(masker.value(part), part);
  masker.add('learnt-later-1');
  assert.ok(!JSON.stringify(masker.value(part)).includes('learnt-later-1'));
  const short = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`name-${index}`, 'abtokcd']));
  const other = createMasker({ secrets: ['tok'] });
  assert.equal(other.value(short), short);
  other.addInWords('tok');
  assert.ok(!JSON.stringify(other.value(short)).includes('abtokcd'));
});
