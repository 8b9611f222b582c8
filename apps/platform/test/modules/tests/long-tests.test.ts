import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const long = 'a'.repeat(199_000);

test('a test is no longer than a hundred of them may be together, by whatever it is long', async () => {
  for (const more of [
    { test_configuration: { goal: 'learn', script: Array.from({ length: 6 }, () => long) } },
    { prompt: { content: 'hello' }, metadata: { notes: Array.from({ length: 6 }, () => long) } },
  ]) {
    const single = await shop.call('POST', '/tests', more);
    assert.deepEqual([single.status, single.body.errors?.[0]?.code], [422, 'too_big']);
    const bulk = await shop.call('POST', '/test_sets/bulk', {
      name: 'Long',
      test_set_type: 'prompt' in more ? 'Single-Turn' : 'Multi-Turn',
      tests: [more],
    });
    assert.deepEqual([bulk.status, bulk.body.errors?.[0]?.path], [422, 'tests.0']);
  }
  const kept = await shop.call('POST', '/tests', { prompt: { content: long, expected_response: long } });
  assert.equal(kept.status, 201);
  const changed = await shop.call('PUT', `/tests/${kept.body.id}`, {
    metadata: { notes: Array.from({ length: 4 }, () => long) },
  });
  assert.deepEqual([changed.status, changed.body.errors?.[0]?.code], [422, 'too_big']);
});

test('of the versions of a test and of a metric as many are read as a page has, and how many there are is told', async () => {
  const metric = {
    backend: 'builtin',
    kind: 'contains_any',
    metric_scope: ['Single-Turn'],
    name: 'Often changed',
  };
  const things = [
    ['tests', { prompt: { content: 'often changed' } }, (at: number) => ({ metadata: { at } })],
    ['metrics', { ...metric, args: { values: ['0'] } }, (at: number) => ({ args: { values: [`${at}`] } })],
  ] as const;
  for (const [path, made, change] of things) {
    const { body, status, text } = await shop.call('POST', `/${path}`, made);
    assert.equal(status, 201, text);
    for (let at = 1; at < 22; at += 1)
      assert.equal((await shop.call('PATCH', `/${path}/${body.id}`, change(at))).status, 200);
    const versions = async (query: string) => {
      const page = await shop.call('GET', `/${path}/${body.id}/versions${query}`);
      const rows = page.body as { version: number }[];
      return [page.headers['x-total-count'], rows.length, rows[0]?.version, rows.at(-1)?.version];
    };
    assert.deepEqual(await versions(''), ['22', 20, 22, 3], path);
    assert.deepEqual(await versions('?skip=20'), ['22', 2, 2, 1], path);
    assert.deepEqual(await versions('?limit=1&skip=21'), ['22', 1, 1, 1], path);
    assert.equal((await shop.call('GET', `/${path}/${body.id}/versions?limit=101`)).status, 422, path);
  }
});

test('large answers that nobody takes fill a share of the memory, and then their callers wait', async (t) => {
  const made = await shop.call('POST', '/tests', {
    prompt: { content: 'hello' },
    metadata: { notes: 'a'.repeat(990_000) },
  });
  for (let count = 1; count < 30; count += 1)
    assert.equal((await shop.call('POST', `/tests/${made.body.id}/duplicate`)).status, 201);
  const { hostname, port } = new URL(await shop.platform.listen());
  const path = '/api/v1/tests?limit=30&sort_by=created_at&sort_order=desc';
  const sockets: Socket[] = [];
  const leave = (): void => sockets.forEach((socket) => socket.destroy());
  t.after(leave);
  /** The status of an answer whose rest is left where it is. */
  async function ask(token: string): Promise<string> {
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket);
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return first.toString('latin1').split(' ', 2)[1] ?? '';
  }
  const statuses: string[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await ask(shop.owner.token));
  assert.equal(statuses[0], '200');
  assert.equal(statuses.at(-1), '429');
  const stranger = await shop.platform.signUp();
  assert.equal(await ask(stranger.token), '200');
  leave();
  for (let status = ''; status !== '200';) status = await ask(shop.owner.token);
});
