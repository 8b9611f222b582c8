import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  operations,
  permissions,
  permissionsByField,
  permissionsOf,
  type Operation,
  type Permission,
} from '@sonde/contract';
import { z } from 'zod';
import { openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';
import { apiToken } from './support.ts';

let shop: Workshop;
before(async () => {
  shop = await openWorkshop();
});
after(() => shop.close());

const tokenWith = (...permissions: Permission[]): Promise<string> =>
  apiToken(shop.platform, shop.owner, { permissions });

test('what a token may not do by the direct route it does not do by a neighbouring one', async () => {
  const setId = await shop.makeSet(['What is the code?']);
  const run = await shop.ended((await shop.start(setId)).test_run_id);
  const [held] = (await shop.call('GET', `/test_sets/${setId}/tests`)).body;
  const said = shop.target.requests.length;
  const doors: [method: 'GET' | 'POST', path: string, body: unknown, has: Permission, lacks: Permission][] = [
    ['GET', `/test_runs/${run.id}/download?format=jsonl`, undefined, 'test_run:read', 'test_result:read'],
    [
      'POST',
      '/tests/execute',
      { endpoint_id: shop.endpointId, prompt: { content: 'anything' } },
      'test_run:execute',
      'endpoint:invoke',
    ],
    ['POST', `/tests/${held.id}/duplicate`, {}, 'test:create', 'test:read'],
    ['POST', `/test_sets/${setId}/duplicate`, {}, 'test_set:create', 'test_set:read'],
    ['GET', `/test_sets/${setId}/tests`, undefined, 'test_set:read', 'test:read'],
    ['GET', `/test_sets/${setId}/download`, undefined, 'test_set:read', 'test:read'],
    ['POST', `/endpoints/${shop.endpointId}/duplicate`, {}, 'endpoint:create', 'endpoint:read'],
    [
      'POST',
      '/alert_rules',
      { name: 'Out', on: 'pass_rate_below', threshold: 100, channels: [{ notification: true }] },
      'alert_rule:create',
      'test_run:read',
    ],
    ['POST', `/traces/${'a'.repeat(32)}/test`, {}, 'test:create', 'trace:read'],
    ['POST', '/traces/tests', { trace_ids: ['a'.repeat(32)] }, 'test:create', 'trace:read'],
    ['POST', `/explorations/${run.id}/tests`, {}, 'test:create', 'job:read'],
    ['POST', `/explorer/import/${setId}`, {}, 'explorer:create', 'test_set:read'],
    ['POST', '/review_queue/next', {}, 'test_result:update', 'test_result:read'],
    [
      'POST',
      `/metrics/${shop.metricId}/improve`,
      { prompt: 'Agree with the reviews', dry_run: true },
      'metric:update',
      'test_result:read',
    ],
    [
      'GET',
      `/test_runs/compare/report?runs=${run.id},${run.id}`,
      undefined,
      'test_run:read',
      'test_result:read',
    ],
  ];
  for (const [method, path, body, has, lacks] of doors) {
    const refused = await shop.call(method, path, body, await tokenWith(has));
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [403, `This needs the permission ${lacks}.`],
      path,
    );
  }
  assert.equal(shop.target.requests.length, said, 'and no application is called');
  const whole = await tokenWith('test_run:read', 'test_result:read');
  const taken = await shop.call('GET', `/test_runs/${run.id}/download?format=jsonl`, undefined, whole);
  assert.equal(taken.status, 200, taken.text);
});

test('each copy of a thing asks for the right to read it, since it shows it', () => {
  for (const { id, access } of operations.filter((operation) => operation.id.endsWith('.duplicate'))) {
    const needed = permissionsOf(access);
    assert.ok(
      needed.some((permission) => permission.endsWith(':read')),
      `${id}: ${needed.join(', ')}`,
    );
  }
});

test('a body that names what a token may not read is refused, whatever is to be made of it', async () => {
  const setId = await shop.makeSet(['What is the code?']);
  const [held] = (await shop.call('GET', `/test_sets/${setId}/tests`)).body;
  const some = '01890a5d-ac96-774b-bcce-b302099a8057';
  const test = { prompt: { content: 'anything' } };
  const doors: [path: string, body: object, has: Permission[], field: string, lacks: Permission][] = [
    ['/test_sets/generate', { tests: [held.id] }, ['test_set:create', 'test:create'], 'tests', 'test:read'],
    [
      '/test_sets/generate',
      { sources: [{ id: some }] },
      ['test_set:create', 'test:create'],
      'sources',
      'source:read',
    ],
    [
      '/test_sets/generate',
      { explorations: [some] },
      ['test_set:create', 'test:create'],
      'explorations',
      'job:read',
    ],
    [
      '/test_sets/generate',
      { requirements: [some] },
      ['test_set:create', 'test:create'],
      'requirements',
      'requirement:read',
    ],
    ['/tests/bulk', { tests: [test], test_set_id: setId }, ['test:create'], 'test_set_id', 'test_set:update'],
    ['/sources', { title: 'Theirs', file_id: some }, ['source:create'], 'file_id', 'file:read'],
  ];
  for (const [path, body, has, field, lacks] of doors) {
    const named = path.endsWith('generate') ? { name: 'Made of it', ...body } : body;
    const refused = await shop.call('POST', path, named, await tokenWith(...has));
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [403, `This needs the permission ${lacks}, for what \`${field}\` names.`],
      path,
    );
  }
  const plain = await shop.call('POST', '/tests/bulk', { tests: [test] }, await tokenWith('test:create'));
  assert.equal(plain.status, 201, plain.text);
});

test('a file is sent to an application by those who may read it', async () => {
  const sent = { input: 'Look', files: [{ file_id: '01890a5d-ac96-774b-bcce-b302099a8057' }] };
  const invoke = (token: string) => shop.call('POST', `/endpoints/${shop.endpointId}/invoke`, sent, token);
  const refused = await invoke(await tokenWith('endpoint:invoke'));
  assert.equal(refused.body.detail, 'This needs the permission file:read.', refused.text);
  assert.equal((await invoke(await tokenWith('endpoint:invoke', 'file:read'))).body.code, 'file.not_found');
});

test('a run tells nobody more of its endpoint, its parameters and its answers than they may read', async () => {
  const setId = await shop.makeSet(['What is the code?']);
  const first = await shop.ended((await shop.start(setId)).test_run_id);
  shop.target.route('/chat', (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'a secret of the application' }));
  });
  await shop.call('PATCH', `/endpoints/${shop.endpointId}`, { timeout_seconds: 17 });
  const second = await shop.ended((await shop.start(setId)).test_run_id);
  const token = await tokenWith('test_run:read');
  const { id, name } = first.endpoint;
  for (const path of [`/test_runs/${first.id}`, `/test_runs/${first.id}?merged=true`]) {
    const { body } = await shop.call('GET', path, undefined, token);
    assert.deepEqual(body.snapshot.endpoint, { id, name }, path);
    assert.ok(!('parameters' in body.snapshot), path);
  }
  const compare = (by?: string) =>
    shop.call('GET', `/test_runs/compare?runs=${first.id},${second.id}`, undefined, by);
  const narrow = await compare(token);
  assert.equal(narrow.status, 200, narrow.text);
  const [told] = narrow.body.comparisons;
  assert.deepEqual(narrow.body.base.snapshot.endpoint, { id, name });
  assert.equal(told.counts.regressed, 1);
  assert.match(told.sentence, /1 test got worse\./);
  assert.deepEqual(told.causes, ['The endpoint was changed.']);
  assert.doesNotMatch(narrow.text, /What is the code|secret of the application/);
  const whole = await compare();
  assert.match(whole.text, /What is the code/);
  assert.match(whole.text, /secret of the application/);
  assert.match(whole.body.comparisons[0].causes.join(' '), /timeout seconds/);
  assert.ok(whole.body.base.snapshot.endpoint.url);
});

test('an operation lets nobody in who lacks one of the permissions it names, whatever else they hold', async () => {
  const someId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const several = operations.filter(({ access }) => permissionsOf(access).length > 1);
  assert.ok(several.length > 25);
  const named = [...new Set(several.flatMap(({ access }) => permissionsOf(access)))];
  const tokens = new Map<Permission, string>();
  for (const operation of several)
    for (const lacking of permissionsOf(operation.access)) {
      if (!tokens.has(lacking))
        tokens.set(lacking, await tokenWith(...named.filter((permission) => permission !== lacking)));
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        key === 'trace_id' ? 'a'.repeat(32) : someId,
      );
      const refused = await shop.call(operation.method, path, undefined, tokens.get(lacking));
      assert.deepEqual(
        [refused.status, refused.body.detail],
        [403, `This needs the permission ${lacking}.`],
        operation.id,
      );
    }
});

/**
 * What an operation names of another kind without asking for a right to that: it chooses among what is shown anyway
 * (`narrows`), is kept as an id and shown by its name (`points`), or is what the permission itself is for (`meant`).
 */
const nameIsEnough: Readonly<Record<string, readonly string[]>> = {
  narrows: [
    'annotations.agreement: test_run_id metric_id',
    'annotations.list: test_run_id trace_id trace_db_id metric_id',
    'insights.get: test_run_ids test_set_ids endpoint_ids requirement_ids category_ids topic_ids metric_ids test_ids',
    'insights.ids: test_run_ids test_set_ids endpoint_ids requirement_ids category_ids topic_ids metric_ids test_ids',
    'insights.query: test_run_id',
    'insights.regressions: endpoint_ids test_set_ids',
    'review_queue.assignment: test_run_id',
    'review_queue.next: test_run_id metric_id',
    'review_queue.progress: test_run_id',
    'test_runs.results: metric_id',
    'test_sets.get_baseline: endpoint_id',
    'test_sets.last_run: endpoint_id',
  ],
  points: [
    'alert_rules.create: test_set_id endpoint_id',
    'alert_rules.update: test_set_id endpoint_id',
    'explorer.settings_put: default_endpoint_id metric_ids',
    'metrics.create: model_id',
    'metrics.link_requirement: requirement_id',
    'metrics.try_draft: model_id',
    'metrics.unlink_requirement: requirement_id',
    'metrics.update: model_id',
    'organizations.update: default_generation_model_id',
    'review_queue.assign: test_run_id',
    'schedules.create: test_set_id endpoint_id experiment_id execution_model_id evaluation_model_id',
    'schedules.update: test_set_id endpoint_id experiment_id execution_model_id evaluation_model_id',
    'telemetry.send: trace_id',
    'test_sets.associate: test_ids',
    'test_sets.bulk_create: requirement_id behavior_id category_id topic_id',
    'test_sets.delete_baseline: endpoint_id',
    'test_sets.disassociate: test_ids',
    'test_sets.metrics_add: metric_id',
    'test_sets.metrics_remove: metric_id',
    'test_sets.put_baseline: endpoint_id',
    'tests.bulk_create: requirement_id behavior_id category_id topic_id',
    'tests.bulk_save: requirement_id behavior_id category_id topic_id',
    'tests.bulk_update: requirement_id category_id topic_id',
    'tests.create: requirement_id behavior_id category_id topic_id',
    'tests.extract_from_conversation: endpoint_id',
    'tests.update: requirement_id behavior_id category_id topic_id',
  ],
  meant: [
    // Tests and sets of the explorer are its own, whatever their ids are called.
    'explorer.delete_many: test_set_ids',
    'explorer.evaluate: test_ids metric_ids',
    'explorer.evaluate_suggestions: metric_ids',
    'explorer.generate_outputs: test_ids',
    'explorer.settings_get: test_set_id',
    'explorer.settings_put: test_set_id',
    'explorer.suggestion_pipeline: metric_ids',
    'explorer.test_delete: test_id',
    'explorer.test_update: test_id',
    // In words, not by id.
    'models.generate: requirements',
    'test_sets.generate: model_id',
    'tests.execute: requirement_id behavior_id test_set_id evaluation_model_id',
    'test_runs.create: experiment_id execution_model_id evaluation_model_id test_set_id endpoint_id',
    'test_runs.preflight: experiment_id execution_model_id evaluation_model_id test_set_id endpoint_id',
    'test_runs.rescore: evaluation_model_id',
    'test_sets.execute: endpoint_id experiment_id execution_model_id evaluation_model_id',
  ],
  // `file:read` is asked for where the file is found, since bodies hold files at any depth.
  'asked for by the service': [
    'endpoints.invoke: files file_id',
    'endpoints.test: files file_id',
    'endpoints.test_draft: files file_id',
    'test_sets.bulk_create: files',
    'tests.bulk_create: files',
    'tests.bulk_save: files',
    'tests.create: files',
    'tests.execute: files',
    'tests.update: files',
  ],
};

test('what an operation names of another kind it asks for, or shows nothing of', () => {
  const kinds = [...new Set(permissions.map((permission) => permission.split(':')[0] as string))];
  const spelled: Readonly<Record<string, string>> = {
    behavior: 'requirement',
    exploration: 'job',
    task: 'job',
    trace_db: 'trace',
    version: '',
  };
  const accounted = Object.values(nameIsEnough)
    .flat()
    .flatMap((line) => {
      const [id = '', fields = ''] = line.split(': ');
      return fields.split(' ').map((field) => `${id} ${field}`);
    });
  const found: string[] = [];
  for (const operation of operations) {
    if (operation.access.who !== 'member') continue;
    const held = [
      ...permissionsOf(operation.access),
      ...permissionsByField(operation.access).map(([, permission]) => permission),
    ];
    for (const field of fieldsOf(operation)) {
      const stem = field.replace(/_ids?$/, '').replace(/s$/, '');
      const known = spelled[stem] ?? stem;
      const kind = kinds.findLast((one) => known === one || known.endsWith(`_${one}`));
      if (
        kind === undefined ||
        kind === 'project' ||
        held.some((permission) => permission.startsWith(`${kind}:`))
      )
        continue;
      found.push(`${operation.id} ${field}`);
    }
  }
  assert.deepEqual(found.toSorted(), accounted.toSorted());
});

const namesThings = new Set(['requirements', 'explorations', 'sources', 'tests', 'files']);

/** Of its path, its query and its body, however deep, those that hold ids. */
function fieldsOf({ path, query, body }: Operation): string[] {
  const found = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if ('properties' in schema) for (const name of Object.keys(schema.properties as object)) found.add(name);
    for (const part of Object.values(schema)) walk(part);
  };
  for (const part of [query, body])
    if (part) walk(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }));
  return [...found].filter((name) => /_ids?$/.test(name) || namesThings.has(name));
}
