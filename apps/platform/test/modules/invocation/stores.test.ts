import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { Secret } from '@sonde/server-kit';
import { createConversationStore, createTokenStore } from '#invocation';
import { createSealer } from '#kernel/seal';
import { createTestClock, startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const clock = createTestClock();
const sealer = createSealer({ key: new Secret('x'.repeat(40)) });
const turn = [
  { role: 'user', content: 'a\0' },
  { role: 'assistant', content: 'b' },
];
let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
let endpointId = '';
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
  endpointId = (await platform.call('GET', '/endpoints', { token: owner.token })).body[0].id;
});
after(() => platform.close());
const stores = () => {
  const { database } = platform.app;
  return {
    conversations: createConversationStore({ database, clock }),
    tokens: createTokenStore({ database, clock, sealer }),
  };
};

test('one store goes on with the history of another, in order, and nobody else sees it', async () => {
  const conversation = { endpointId, conversationId: 'c1' };
  const [one, two] = [stores().conversations, stores().conversations];
  await one.append(owner.organizationId, conversation, turn, clock.now() + 60_000);
  await two.append(
    owner.organizationId,
    conversation,
    [{ role: 'user', content: 'c' }],
    clock.now() + 60_000,
  );
  const history = await one.load(owner.organizationId, conversation);
  assert.deepEqual(history, [...turn, { role: 'user', content: 'c' }]);
  assert.equal(await one.load(stranger.organizationId, conversation), undefined);
  assert.equal(await one.load(owner.organizationId, { ...conversation, conversationId: 'c2' }), undefined);
});

test('a conversation that has expired is unknown, and is removed', async () => {
  const conversation = { endpointId, conversationId: 'c3' };
  const { conversations } = stores();
  await conversations.append(owner.organizationId, conversation, turn, clock.now() + 1_000);
  clock.advance(1_000);
  assert.equal(await conversations.load(owner.organizationId, conversation), undefined);
  clock.advance(1);
  assert.equal(await conversations.removeExpired(), 1);
});

test('of many callers of two processes one fetches a token, and the rest get that one', async () => {
  const [one, two] = [stores().tokens, stores().tokens];
  let fetched = 0;
  const refresh = (store: typeof one) =>
    store.refresh(
      owner.organizationId,
      'recipe',
      () => true,
      async () => {
        fetched += 1;
        await new Promise((resolve) => setImmediate(resolve));
        return { accessToken: `fake-token-${fetched}`, freshUntil: clock.now() + 60_000 };
      },
    );
  const tokens = await Promise.all(Array.from({ length: 20 }, (_, index) => refresh(index % 2 ? one : two)));
  assert.equal(fetched, 1);
  assert.deepEqual(new Set(tokens.map(({ accessToken }) => accessToken)), new Set(['fake-token-1']));
  assert.equal((await two.find(owner.organizationId, 'recipe'))?.accessToken, 'fake-token-1');
  assert.equal(await two.find(stranger.organizationId, 'recipe'), undefined);
  const { rows } = await platform.app.database.executeSql('select token_sealed from target_tokens');
  assert.ok(!JSON.stringify(rows).includes('fake-token'), 'it is kept sealed');
});

test('a fetch that fails frees the way for the next, and one whose process died is waited for no longer than its lease', async () => {
  const { tokens } = stores();
  const fail = () =>
    tokens.refresh(
      owner.organizationId,
      'r2',
      () => true,
      () => Promise.reject(new Error('refused')),
    );
  await assert.rejects(fail(), /refused/);
  const fresh = { accessToken: 'fake-2', freshUntil: clock.now() + 60_000 };
  assert.deepEqual(
    await tokens.refresh(
      owner.organizationId,
      'r2',
      () => true,
      async () => fresh,
    ),
    fresh,
  );
  void stores().tokens.refresh(
    owner.organizationId,
    'r3',
    () => true,
    () => new Promise(() => undefined),
  );
  while (
    (
      await platform.app.database.executeSql('select 1 from target_tokens where recipe = $1', [
        sealer.digest('r3', `target-recipe:${owner.organizationId}`),
      ])
    ).rows.length === 0
  );
  clock.advance(30_001);
  const later = { accessToken: 'fake-3', freshUntil: clock.now() + 60_000 };
  assert.deepEqual(
    await tokens.refresh(
      owner.organizationId,
      'r3',
      () => true,
      async () => later,
    ),
    later,
  );
});

test('tokens that are no longer fresh are removed', async () => {
  const { tokens } = stores();
  clock.advance(3_600_000);
  assert.ok((await tokens.removeExpired()) >= 1);
  assert.equal(await tokens.find(owner.organizationId, 'recipe'), undefined);
});

test('a history keeps its newest turns: 200 of them, and 2 MB of text', async () => {
  const { conversations } = stores();
  const until = clock.now() + 60_000;
  const many = { endpointId, conversationId: 'many' };
  let dropped = 0;
  for (let index = 0; index < 203; index += 1)
    dropped += await conversations.append(
      owner.organizationId,
      many,
      [{ role: 'user', content: `${index}` }],
      until,
    );
  assert.equal(dropped, 3);
  const kept = await conversations.load(owner.organizationId, many);
  assert.deepEqual([kept?.length, kept?.[0]?.content, kept?.at(-1)?.content], [200, '3', '202']);

  const large = { endpointId, conversationId: 'large' };
  const text = 'ä'.repeat(400_000);
  for (let index = 0; index < 4; index += 1)
    await conversations.append(
      owner.organizationId,
      large,
      [{ role: 'user', content: `${index}${text}` }],
      until,
    );
  const rest = await conversations.load(owner.organizationId, large);
  assert.deepEqual(
    rest?.map(({ content }) => String(content).slice(0, 1)),
    ['2', '3'],
  );
  const huge = { endpointId, conversationId: 'huge' };
  await conversations.append(owner.organizationId, huge, [{ role: 'user', content: text.repeat(4) }], until);
  assert.equal((await conversations.load(owner.organizationId, huge))?.length, 1);
});

test('what is stored of a recipe bears the key of the installation, so that nobody tries guesses against it', async () => {
  const recipe = createHash('sha256').update('client and secret').digest('hex');
  const { tokens } = stores();
  const token = { accessToken: 'fetched', freshUntil: clock.now() + 60_000 };
  await tokens.refresh(
    owner.organizationId,
    recipe,
    () => true,
    async () => token,
  );
  assert.equal((await tokens.find(owner.organizationId, recipe))?.accessToken, 'fetched');
  const { rows } = await platform.app.database.executeSql('select recipe from target_tokens');
  const stored = rows.map((row) => row['recipe']);
  assert.ok(stored.length > 0);
  assert.ok(!stored.includes(recipe));
  assert.ok(stored.includes(sealer.digest(recipe, `target-recipe:${owner.organizationId}`)));
});
