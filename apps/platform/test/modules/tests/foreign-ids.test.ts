import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import * as contract from '@sonde/contract';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { multipart } from '../files/support/uploads.ts';

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const areas = [
  'tests',
  'test_sets',
  'requirements',
  'categories',
  'topics',
  'import',
  'explorations',
] as const;
type Area = (typeof areas)[number];

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
const own: Record<string, string> = {};
before(async () => {
  platform = await startPlatform();
  owner = await platform.signUp();
  stranger = await platform.signUp();
  const make = async (path: string, body: unknown): Promise<string> =>
    (await call('POST', path, body, owner.token)).body.id;
  own['tests'] = await make('/tests', { prompt: { content: 'x' } });
  own['test_sets'] = await make('/test_sets', { name: 'Set', test_set_type: 'Single-Turn' });
  own['requirements'] = await make('/requirements', { name: 'It must not give legal advice' });
  own['categories'] = await make('/categories', { name: 'Category' });
  own['topics'] = await make('/topics', { name: 'Topic' });
  const { body, type } = await multipart([{ bytes: 'prompt\nHello?\n', name: 'a.csv', field: 'file' }]);
  const analyzed = await platform.call('POST', '/import/analyze', {
    token: owner.token,
    body,
    headers: { 'content-type': type },
  });
  own['import'] = analyzed.body.import_id;
  own['explorations'] = (
    await call(
      'POST',
      '/test_sets/generate',
      { name: 'Made', requirements: [own['requirements']] },
      owner.token,
    )
  ).body.task_id;
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = stranger.token): Promise<CallResult> =>
  platform.call(method, path, { token, ...(body === undefined ? {} : { body }) });

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly hasBody: boolean;
}

/** Every operation of these areas that names a thing by its id, as the contract has them: a new one is walked by itself. */
const routes: readonly Route[] = Object.entries(contract).flatMap(([name, one]) => {
  const operation = one as Partial<contract.Operation>;
  const { method, path } = operation;
  return typeof path === 'string' && method && /^\/\w+\/\{(?:id|task_id)\}/.test(path) && areaOf(path)
    ? [{ name, method, path, hasBody: operation.body !== undefined }]
    : [];
});

function areaOf(path: string): Area | undefined {
  const first = path.split('/')[1];
  return areas.find((area) => area === first);
}

/** The least that each accepts; the rest takes an empty one. */
const bodies: Readonly<Record<string, unknown>> = {
  associateTests: { test_ids: [unknownId] },
  disassociateTests: { test_ids: [unknownId] },
  updateTest: { priority: 1 },
  updateTestSet: { name: 'Other' },
  updateRequirement: { name: 'Other' },
  updateCategory: { name: 'Other' },
  updateTopic: { name: 'Other' },
  putBaseline: { test_run_id: unknownId },
};

const filled = (path: string, id: string): string =>
  path.replace(/\{(?:id|task_id)\}/, id).replaceAll(/\{\w+\}/g, unknownId);

test("each route answers another organization's id exactly as one that never was", async () => {
  assert.ok(routes.length > 40, `${routes.length} routes`);
  for (const { name, method, path, hasBody } of routes) {
    const area = areaOf(path) as Area;
    const body = hasBody ? (bodies[name] ?? {}) : undefined;
    const foreign = await call(method, filled(path, own[area] ?? ''), body);
    const unknown = await call(method, filled(path, unknownId), body);
    assert.equal(foreign.status, 404, `${name}: ${foreign.text}`);
    assert.deepEqual(
      [foreign.body.code, foreign.body.detail],
      [unknown.body.code, unknown.body.detail],
      name,
    );
  }
});

test('an id that is none, and one that names something foreign inside a body, are refused in words', async () => {
  for (const { name, method, path, hasBody } of routes) {
    const answer = await call(method, filled(path, 'not-an-id'), hasBody ? (bodies[name] ?? {}) : undefined);
    assert.ok([404, 422].includes(answer.status), `${name}: ${answer.text}`);
    assert.ok(answer.body.code && answer.body.detail, name);
  }
  const set = { name: 'Mine', test_set_type: 'Single-Turn' };
  const mine = (await call('POST', '/test_sets', set)).body.id;
  const prompt = { content: 'x' };
  for (const [method, path, body, code] of [
    ['POST', '/tests', { prompt, requirement_id: own['requirements'] }, 'requirement.not_found'],
    ['POST', '/tests', { prompt, category_id: own['categories'] }, 'category.not_found'],
    ['POST', '/tests', { prompt, topic_id: own['topics'] }, 'topic.not_found'],
    ['POST', '/tests', { prompt, project_id: unknownId }, 'project.not_found'],
    ['POST', '/tests/bulk', { tests: [{ prompt }], test_set_id: own['test_sets'] }, 'test_set.not_found'],
    ['PUT', '/tests/bulk', { changes: [{ id: own['tests'], priority: 1 }] }, 'test.not_found'],
    ['PUT', '/tests/bulk', { tests: [{ prompt }], test_set_id: own['test_sets'] }, 'test_set.not_found'],
    ['POST', `/test_sets/${mine}/associate`, { test_ids: [own['tests']] }, 'test.not_found'],
    [
      'POST',
      '/test_sets/generate',
      { name: 'x', requirements: [own['requirements']] },
      'requirement.not_found',
    ],
    ['POST', '/test_sets/generate', { name: 'x', tests: [own['tests']] }, 'test.not_found'],
    ['POST', '/test_sets/generate', { name: 'x', sources: [{ id: unknownId }] }, 'source.not_found'],
    ['POST', '/test_sets/generate', { name: 'x', explorations: [own['explorations']] }, 'job.not_found'],
    ['POST', '/tests/execute', { endpoint_id: unknownId, test_id: own['tests'] }, undefined],
    ['POST', '/traces/tests', { trace_ids: ['0'.repeat(31) + '1'] }, 'trace.not_found'],
    ['GET', '/garak/probes/no-such-probe', undefined, 'probe.not_found'],
    ['POST', '/garak/import', { probes: ['no-such-probe'] }, 'probe.not_found'],
    ['POST', '/garak/import/preview', { probes: ['no-such-probe'] }, 'probe.not_found'],
  ] as const) {
    const answer = await call(method, path, body);
    assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
    if (code !== undefined) assert.equal(answer.body.code, code, `${method} ${path}`);
  }
  const { body: told } = await call('DELETE', '/tests/bulk', { test_ids: [own['tests']] });
  assert.deepEqual(told, { deleted_ids: [], not_found_ids: [own['tests']] });
});

test('what the rules of tests and sets refuse is a clear 4xx that names the place', async () => {
  const set = (await call('POST', '/test_sets', { name: 'Single', test_set_type: 'Single-Turn' })).body.id;
  for (const [path, body, code, place] of [
    ['/test_sets', { name: 'No type' }, 'request.invalid', 'test_set_type'],
    ['/test_sets', { name: '', test_set_type: 'Single-Turn' }, 'request.invalid', 'name'],
    ['/test_sets', { name: 'x', test_set_type: 'Image' }, 'request.invalid', 'test_set_type'],
    ['/tests', {}, 'test.invalid', 'prompt'],
    [
      '/tests',
      { test_type: 'Multi-Turn', prompt: { content: 'x' } },
      'test.invalid',
      'test_configuration.goal',
    ],
    ['/tests', { test_type: 'Image', prompt: { content: 'x' } }, 'test.invalid', 'files'],
    [
      '/tests',
      { test_configuration: { goal: 'x', max_turns: 51 } },
      'request.invalid',
      'test_configuration.max_turns',
    ],
    [
      '/tests',
      { test_configuration: { goal: 'x', max_turns: 2, min_turns: 3 } },
      'request.invalid',
      'test_configuration.min_turns',
    ],
    ['/tests/bulk', { tests: [] }, 'request.invalid', 'tests'],
    [
      '/tests/bulk',
      { tests: [{ test_configuration: { goal: 'x' } }], test_set_id: set },
      'test_set.type_differs',
      'tests.0',
    ],
    ['/test_sets/generate', { name: 'x' }, 'request.invalid', 'requirements'],
    [
      '/test_sets/generate',
      { name: 'x', requirements: ['y'], num_tests: 201 },
      'request.invalid',
      'num_tests',
    ],
    ['/requirements', { name: ' ' }, 'request.invalid', 'name'],
    ['/categories', { name: '' }, 'request.invalid', 'name'],
    ['/garak/import', { probes: [] }, 'request.invalid', 'probes'],
    ['/owasp/generate', { colour: 'red' }, 'request.invalid', undefined],
  ] as const) {
    const answer = await call('POST', path, body);
    assert.deepEqual([answer.status, answer.body.code], [422, code], `${path}: ${answer.text}`);
    if (place !== undefined) assert.equal(answer.body.errors[0].path, place, path);
  }
});
