import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fc } from '../support/fuzz.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let owner: SignedUp;
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
});
after(() => platform.close());

const lists = ['/endpoints', '/projects', '/traces', '/jobs'];
const fields = [
  'id',
  'name',
  'status',
  'created_at',
  'started_at',
  'duration_ms',
  'last_test_success',
  'project_id',
  'turns',
  'nonsense',
  'constructor',
  '__proto__',
  'hasOwnProperty',
];
const literal = fc.oneof(
  fc.constantFrom(
    'null',
    'true',
    'false',
    '1.5',
    '-1',
    '9'.repeat(400),
    '2026-01-01T00:00:00Z',
    "'+275760-09-12T00:00:00Z'",
    "'-000001-01-01T00:00:00Z'",
    "'0000-01-01T00:00:00Z'",
    '01890a5d-ac96-774b-bcce-b302099a8057',
    "'\u0000'",
    "'\ud800'",
    "'%_\\'",
  ),
  fc.string({ maxLength: 20, unit: 'binary' }).map((text) => `'${text.replaceAll("'", "''")}'`),
);
const field = fc.oneof(
  fc.constantFrom(...fields),
  fc.constantFrom(...fields).map((name) => `tolower(${name})`),
);
const comparison = fc.oneof(
  fc
    .tuple(field, fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'), literal)
    .map((parts) => parts.join(' ')),
  fc
    .tuple(fc.constantFrom('contains', 'startswith', 'endswith'), field, literal)
    .map(([name, of, value]) => `${name}(${of},${value})`),
  fc
    .tuple(field, fc.array(literal, { minLength: 1, maxLength: 4 }))
    .map(([of, values]) => `${of} in (${values.join(',')})`),
);
const filter = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    comparison,
    fc.tuple(tie('node'), fc.constantFrom('and', 'or'), tie('node')).map((parts) => parts.join(' ')),
    tie('node').map((inner) => `not (${inner})`),
  ),
})).node;

const isAnswer = (status: number): boolean => status === 200 || status === 422;

test('no filter, well made or not, is more than an answer or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...lists),
      fc.oneof(filter, comparison, fc.string({ unit: 'binary' })),
      async (path, text) => {
        const query = new URLSearchParams({ $filter: text.toWellFormed().slice(0, 1900) });
        const { status, text: answer } = await platform.call('GET', `${path}?${query.toString()}`, {
          token: owner.token,
        });
        assert.ok(isAnswer(status), `${status} ${answer} for ${text}`);
      },
    ),
    { numRuns: 300 },
  );
});

test('names that every object has are unknown fields', async () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    for (const query of [`sort_by=${name}`, `$filter=${name} eq 1`, `$select=${name}`]) {
      const { status } = await platform.call('GET', `/endpoints?${encodeURI(query)}`, { token: owner.token });
      assert.equal(status, 422, query);
    }
});

test('a filter that nests for ever is refused', async () => {
  for (const text of [
    `${'not '.repeat(400)}name eq 'a'`,
    `${'('.repeat(200)}name eq 'a'${')'.repeat(200)}`,
  ]) {
    const query = new URLSearchParams({ $filter: text });
    const { status, body } = await platform.call('GET', `/endpoints?${query.toString()}`, {
      token: owner.token,
    });
    assert.equal(status, 422);
    assert.match(body.errors[0].message, /nested too deeply/);
  }
});
