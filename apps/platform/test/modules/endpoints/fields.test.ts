import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EndpointCreate, EndpointSettings, EndpointUpdate } from '@sonde/contract';
import { endpointSettings, type SettingEntry } from '@sonde/contract/table';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';

const entries = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, `v${index}`]));

const most: Record<string, number> = {
  request_headers: 100,
  secret_headers: 50,
  query_params: 100,
  token_params: 100,
  response_mapping: 100,
};

for (const [name, count] of Object.entries(most)) {
  test(`an endpoint takes ${count} ${name} and not one more`, () => {
    const base = { name: 'Target', url: 'https://target.example.test/chat' };
    assert.equal(EndpointCreate.safeParse({ ...base, [name]: entries(count) }).success, true);
    assert.equal(EndpointCreate.safeParse({ ...base, [name]: entries(count + 1) }).success, false);
    assert.equal(EndpointUpdate.safeParse({ [name]: entries(count + 1) }).success, false);
  });
}

void describe('settings of an endpoint, each that the contract lists', () => {
  let platform: TestPlatform;
  let owner: SignedUp;
  let other: SignedUp;
  before(async () => {
    platform = await startPlatform();
    owner = await platform.signUp();
    other = await platform.signUp();
  });
  after(() => platform.close());

  const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
    platform.call(method, path, { token, body });
  const defaults: Readonly<Record<string, unknown>> = EndpointSettings.parse({});
  const entries: readonly SettingEntry[] = endpointSettings;
  const valueOf = ({ kind, min, options }: SettingEntry): unknown =>
    ({ number: min ?? 1, text: 'Team Claims', check: true, choice: options?.at(-1) })[kind];
  const create = async (name: string, fields: object): Promise<CallResult['body']> => {
    const made = await call('POST', '/endpoints', {
      name,
      url: 'https://target.example.test/chat',
      ...fields,
    });
    assert.equal(made.status, 201, made.text);
    return made.body;
  };

  test('each choice of a setting says in words what it means', () => {
    for (const { name, options = [], labels = {} } of entries)
      assert.deepEqual(Object.keys(labels).toSorted(), options.toSorted(), name);
  });

  for (const entry of entries) {
    const { name } = entry;
    const value = valueOf(entry);

    test(`${name} is kept, copied, changed alone and taken back`, async () => {
      assert.notEqual(value, defaults[name]);
      const made = await create(name, { [name]: value, description: 'Stays' });
      assert.equal(made[name], value);
      assert.equal((await call('POST', `/endpoints/${made.id}/duplicate`)).body[name], value);
      const other = await call('PATCH', `/endpoints/${made.id}`, { description: 'Changed' });
      assert.equal(other.body[name], value);
      const back = await call('PATCH', `/endpoints/${made.id}`, { [name]: defaults[name] });
      assert.deepEqual([back.body[name], back.body.description], [defaults[name], 'Changed']);
      assert.deepEqual(back.body.endpoint_metadata, {});
    });

    test(`${name} travels in files, and a file that leaves it out takes it back`, async () => {
      const { id } = await create(`File of ${name}`, { [name]: value });
      const { content } = (await call('GET', `/endpoints/export?ids=${id}&format=json`)).body;
      const [row] = (await call('POST', '/endpoints/import', { content }, other.token)).body;
      const there = (path: string, body?: unknown) => call(body ? 'POST' : 'GET', path, body, other.token);
      assert.equal((await there(`/endpoints/${row.endpoint_id}`)).body[name], value);
      const file = JSON.parse(content);
      delete file.endpoints[0][name];
      const [changed] = (await there('/endpoints/import', { content: JSON.stringify(file) })).body;
      assert.deepEqual([changed.status, changed.changes], ['changed', [name]]);
      assert.equal((await there(`/endpoints/${row.endpoint_id}`)).body[name], defaults[name]);
    });

    test(`${name} is refused in another form`, async () => {
      for (const wrong of [{}, [], ...(entry.kind === 'text' ? [7] : ['ten thousand'])]) {
        const refused = await call('POST', '/endpoints', {
          name,
          url: 'https://target.example.test/chat',
          [name]: wrong,
        });
        assert.equal(refused.status, 422, `${name}: ${JSON.stringify(wrong)}`);
        assert.match(refused.text, new RegExp(name));
      }
    });
  }
});
