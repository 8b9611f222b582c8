import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unplacedIn } from '../../../src/modules/invocation/unplaced.ts';
import type { TargetConfiguration } from '../../../src/modules/invocation/configuration.ts';
import type { Json } from '../../support/platform.ts';
import { makeEndpoint, openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
let project: string;
before(async () => {
  shop = await openWorkshop();
  project = (await made('POST', '/projects', { name: 'With parameters' })).id;
});
after(() => shop.close());

async function made(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await shop.call(method, path, body);
  assert.ok(answer.status < 300, answer.text);
  return answer.body;
}

test('a value of a version that has no place in what is sent is told before the run, by its name', async () => {
  await made('PUT', `/projects/${project}/parameters/schema`, {
    fields: [
      { name: 'branch', type: 'string', default: 'central' },
      { name: 'tone', type: 'string', default: 'plain' },
      { name: 'unused', type: 'string', default: 'of no version' },
    ],
  });
  const { id: experiment } = await made('POST', `/projects/${project}/experiments`, { name: 'Branch' });
  for (const values of [{ branch: 'north' }, { branch: 'north', tone: 'kind' }])
    await made('POST', `/experiments/${experiment}/versions`, { values });
  const set = await shop.makeSet(['one'], { project_id: project });
  const told = async (mapping: Json, options: Json): Promise<Json[]> => {
    const endpoint = await makeEndpoint(shop.call, shop.target.url('/chat'), {
      project_id: project,
      request_mapping: mapping,
    });
    const { ok, checks } = await made('POST', '/preflight-checks', {
      test_set_id: set,
      endpoint_id: endpoint,
      ...options,
    });
    assert.equal(ok, true);
    return checks
      .filter(({ name }: Json) => name === 'parameters')
      .map(({ severity, message }: Json) => [severity, message]);
  };
  const fixed = { message: '{{ input }}', branch: 'central' };
  const of = (version: string) => ({ experiment_id: experiment, version });
  assert.deepEqual(await told(fixed, of('v1')), [
    [
      'warning',
      'The parameter “branch” of this version is sent nowhere: the request has no {{ params.branch }}. The version changes nothing.',
    ],
  ]);
  assert.deepEqual(await told({ message: '{{ input }}', tone: '{{ params.tone }}' }, of('v2')), [
    [
      'warning',
      'The parameter “branch” of this version is sent nowhere: the request has no {{ params.branch }}.',
    ],
  ]);
  assert.deepEqual(await told({ message: '{{ input }}', branch: '{{ params.branch }}' }, of('v1')), []);
  assert.deepEqual(await told(fixed, {}), [], 'no version was asked for');
});

test('a parameter is placed anywhere in what is sent, by any way of writing it', () => {
  const sent = (more: Partial<TargetConfiguration>): readonly string[] =>
    unplacedIn(
      {
        organizationId: 'one',
        name: 'Target',
        url: 'https://target.example.test/chat',
        method: 'POST',
        protocol: 'REST',
        authType: 'none',
        requestHeaders: {},
        requestMapping: { message: '{{ input }}' },
        responseMapping: {},
        disableTracing: false,
        params: { branch: 'north' },
        ...more,
      },
      ['branch'],
    );
  assert.deepEqual(sent({}), ['branch']);
  assert.deepEqual(sent({ requestMapping: { params: 'branch', of: 'params.branch' } }), ['branch']);
  assert.deepEqual(sent({ requestMapping: '{"m": "{{ input }}", "b": "{{ params["branch"] }}"}' }), []);
  assert.deepEqual(sent({ requestMapping: { b: "{{ params['branch'] | upper }}" } }), []);
  assert.deepEqual(sent({ requestMapping: '{% for name in params %}{{ name }}{% endfor %}' }), []);
  assert.deepEqual(sent({ url: 'https://target.example.test/{{ params.branch }}' }), []);
  assert.deepEqual(sent({ requestHeaders: { 'X-Branch': '{{ params.branch }}' } }), []);
  assert.deepEqual(sent({ protocol: 'SDK' }), []);
});
