import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database, Tx } from '#kernel/database';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let person: SignedUp;
let statements = 0;
before(async () => {
  platform = await startPlatform();
  person = await platform.signUp();
  const { database } = platform;
  const counted = (tx: Tx): Tx =>
    new Proxy(tx, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          statements += 1;
          return value.apply(of, given);
        };
      },
    });
  const plain: Database = { ...database };
  const counting: Database['tenant'] = (organizationId, work) =>
    plain.tenant(organizationId, (tx, afterCommit) => work(counted(tx), afterCommit));
  Object.assign(database, { tenant: counting });
});
after(() => platform.close());

async function call(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await platform.call(method, path, { token: person.token, body });
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer.body;
}

let round = 0;
/** Everything about them is new each time: what they ask, and under which names. */
const newTests = (count: number): Json[] => {
  round += 1;
  return Array.from({ length: count }, (_, at) => ({
    test_type: 'Single-Turn',
    prompt: { content: `question ${round}-${at}` },
    topic: `topic ${round}-${at}`,
    category: `category ${round}-${at}`,
    requirement: `requirement ${round}-${at}`,
    tags: [`tag ${round}-${at}`],
  }));
};
const madeTests = async (count: number): Promise<string[]> => {
  const made = await call('POST', '/tests/bulk', { tests: newTests(count) });
  return made.ids;
};
const madeSet = async (tests: Json[]): Promise<string> =>
  (await call('POST', '/test_sets/bulk', { name: `set ${round}`, test_set_type: 'Single-Turn', tests })).id;
const imported = async (count: number): Promise<string> =>
  (await call('POST', `/explorer/import/${await madeSet(newTests(count))}`, {})).test_set.id;
/** All under one topic. */
const treeOf = async (count: number): Promise<string> => {
  const tests = newTests(count).map((one) => ({ ...one, topic: `Top/${one.topic}` }));
  return (await call('POST', `/explorer/import/${await madeSet(tests)}`, {})).test_set.id;
};

/** Each with so many things: what is prepared, and then the call that counts. */
const calls: Readonly<Record<string, (count: number) => Promise<() => Promise<Json>>>> = {
  'tests are made': async (count) => {
    const tests = newTests(count);
    return () => call('POST', '/tests/bulk', { tests });
  },
  'tests are saved': async (count) => {
    const tests = newTests(count);
    return () => call('PUT', '/tests/bulk', { tests });
  },
  'tests are changed together': async (count) => {
    const test_ids = await madeTests(count);
    return () => call('PATCH', '/tests/bulk', { test_ids, topic: 'another', tags: ['other'] });
  },
  'tests are deleted': async (count) => {
    const test_ids = await madeTests(count);
    return () => call('DELETE', '/tests/bulk', { test_ids });
  },
  'a set is made with its tests': async (count) => {
    const tests = newTests(count);
    return () => madeSet(tests);
  },
  'tests join a set': async (count) => {
    const [set, test_ids] = [await madeSet(newTests(1)), await madeTests(count)];
    return () => call('POST', `/test_sets/${set}/associate`, { test_ids });
  },
  'requirements are pasted': async (count) => {
    const requirements = newTests(count).map(({ requirement }) => ({ name: requirement }));
    return () => call('POST', '/requirements/bulk', { requirements });
  },
  'a set comes into the explorer': async (count) => {
    const set = await madeSet(newTests(count));
    return () => call('POST', `/explorer/import/${set}`, {});
  },
  'a set goes out of the explorer': async (count) => {
    const set = await imported(count);
    return () => call('POST', `/explorer/export/${set}`, { name: `out ${round}` });
  },
  'a topic is renamed with those below it': async (count) => {
    const set = await treeOf(count);
    return () => call('PUT', `/explorer/${set}/topics/Top`, { new_name: 'Upper' });
  },
  'a topic goes into another with those below it': async (count) => {
    const set = await treeOf(count);
    await call('POST', `/explorer/${set}/topics`, { path: 'Upper' });
    for (const { path } of (await call('GET', `/explorer/${set}/topics`)).slice(1, 3))
      await call('POST', `/explorer/${set}/topics`, { path: path.replace('Top', 'Upper') });
    return () => call('PUT', `/explorer/${set}/topics/Top`, { new_name: 'Upper' });
  },
  'a topic is deleted with those below it': async (count) => {
    const set = await treeOf(count);
    return () => call('DELETE', `/explorer/${set}/topics/Top`);
  },
  'spans are reported': async (count) => {
    round += 1;
    const spans = Array.from({ length: count }, (_, at) => ({
      trace_id: `${String(round).padStart(16, '0')}${String(at + 1).padStart(16, '0')}`,
      span_id: String(at + 1).padStart(16, '0'),
      name: 'chat',
      started_at: new Date().toISOString(),
    }));
    return () => call('POST', '/telemetry/traces', { spans });
  },
};

// All of them in one transaction, on the only connection that an embedded database has.
for (const [name, prepare] of Object.entries(calls))
  test(`${name}: many take no more statements than a few`, async () => {
    const counts: number[] = [];
    for (const count of [3, 43]) {
      const run = await prepare(count);
      statements = 0;
      await run();
      counts.push(statements);
    }
    const [few = 0, many = 0] = counts;
    assert.ok(few > 0 && many <= few + 5, `${few} statements for 3, ${many} for 43`);
  });
