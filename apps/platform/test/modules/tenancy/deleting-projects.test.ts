import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { operations } from '@sonde/contract';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { multipart } from '../files/support/uploads.ts';

const single = { test_type: 'Single-Turn', prompt: { content: 'What is it called?' } };
const endpoint = {
  name: 'Beside',
  url: 'http://127.0.0.1:9/x',
  method: 'POST',
  request_mapping: { message: '{{ input }}' },
  response_mapping: { output: '$.answer' },
};

/** What each operation that puts something into a project is asked for; `project_id` comes with it. */
const bodies: Readonly<Record<string, object>> = {
  'alert_rules.create': { name: 'Low', on: 'pass_rate_below', threshold: 50, channels: ['notification'] },
  'architect.create': {},
  'categories.create': { name: 'Beside' },
  'endpoints.create': endpoint,
  'experiments.create': { name: 'Beside' },
  'explorer.create': { name: 'Beside' },
  'metrics.create': {
    name: 'Beside',
    backend: 'builtin',
    kind: 'contains_any',
    args: { values: ['x'] },
    metric_scope: ['Single-Turn'],
  },
  'metrics.generate': { prompt: 'The answer must contain the word "deductible".' },
  'owasp.generate': { categories: ['llm01'], num_tests: 2 },
  'parameters.environment_create': { name: 'canary' },
  'parameters.environment_move': { experiment_id: null },
  'parameters.schema_put': { fields: [] },
  'probes.import': { probes: ['ansiescape.raw'] },
  'projects.experiment_create': { name: 'Beside' },
  'projects.parameters_put': {},
  'requirements.bulk_create': { requirements: [{ name: 'Beside in bulk' }] },
  'requirements.create': { name: 'Beside' },
  'sources.create': { title: 'Beside', content: 'The deductible is 250 dollars.' },
  'tasks.create': { title: 'Beside' },
  'test_sets.bulk_create': { name: 'Beside', test_set_type: 'Single-Turn', tests: [single] },
  'test_sets.create': { name: 'Beside', test_set_type: 'Single-Turn' },
  'test_sets.generate': { name: 'Beside', requirements: ['The deductible is 250 dollars.'], num_tests: 1 },
  'tests.bulk_create': { tests: [single] },
  'tests.bulk_save': { changes: [], tests: [single] },
  'tests.create': single,
  'tokens.create': { name: 'Beside' },
  'topics.create': { name: 'Beside' },
};

/** Operations that name a project and leave nothing in it, or a record of what was done there, as runs do. */
const puttingNothing = new Set([
  'connector.trigger',
  'endpoints.auto_configure',
  'endpoints.preview_import',
  'endpoints.test_draft',
  'metrics.try_draft',
  'parameters.environment_delete',
  'probes.preview',
  'projects.delete',
  'projects.update',
  'telemetry.send',
  // Both take what creating takes, and move nothing.
  'test_sets.update',
  'tests.update',
]);
/** They put what another of the list puts, by the same way, or are asked for below. */
const asOthers = new Set(['endpoints.import', 'explorations.keep', 'sources.upload']);

test('each operation that names a project is either known to put nothing into it, or tried beside its deletion', () => {
  const naming = operations.filter(
    ({ method, path, body, query }) =>
      method !== 'GET' && (path.includes('/projects/{id}') || names(body) || names(query)),
  );
  const unknown = naming.flatMap(({ id }) =>
    Object.hasOwn(bodies, id) || puttingNothing.has(id) || asOthers.has(id) ? [] : [id],
  );
  assert.deepEqual(unknown, []);
});

// Two transactions at once need a database server. The run says so instead of passing silently.
if (testDatabaseUrl)
  describe('a project that is deleted at the same moment', () => beside(testDatabaseUrl ?? ''));
else
  test('a project that is deleted beside other work is tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));

function beside(server: string): void {
  let platform: TestPlatform;
  let other: pg.Client;
  let owner: SignedUp;
  before(async () => {
    platform = await startPlatform();
    other = new pg.Client({ connectionString: databaseUrl(server, platform.databaseName ?? '') });
    await other.connect();
    owner = await platform.signUp();
  });
  after(async () => {
    await other.end();
    await platform.close();
  });

  const call = (method: string, path: string, body?: object) =>
    platform.call(method, path, { token: owner.token, body });

  async function make(path: string, body: object): Promise<string> {
    const made = await call('POST', path, body);
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  }

  /** Asks while the project is being deleted, and lets the deletion end once the request waits or is answered. */
  async function whileDeleting<T>(projectId: string, ask: () => Promise<T>): Promise<T> {
    await other.query('begin');
    await other.query('update projects set deleted_at = now() where id = $1', [projectId]);
    let isAnswered = false;
    const answer = ask().finally(() => (isAnswered = true));
    while (!isAnswered && !(await isSomebodyWaiting())) await pause(5);
    await other.query('commit');
    return answer;
  }
  async function isSomebodyWaiting(): Promise<boolean> {
    const { rows } = await other.query(
      'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    );
    return rows.length > 0;
  }

  for (const [id, body] of Object.entries(bodies))
    test(`gets nothing by ${id}`, async () => {
      const operation = operations.find((one) => one.id === id);
      assert.ok(operation, id);
      const project = await make('/projects', { name: id });
      const isInPath = operation.path.includes('{id}');
      const path = operation.path.replace('{id}', project).replace('{name}', 'Staging');
      const answer = await whileDeleting(project, () =>
        call(operation.method, path, isInPath ? body : withProject(id, body, project)),
      );
      // Who makes a metric along with it says so of the metric.
      assert.ok(answer.status === 404 || answer.status === 409, answer.text);
      assert.match(answer.body.detail, /There is no such project\./);
    });

  test('gets no source that is uploaded', async () => {
    const project = await make('/projects', { name: 'Upload' });
    const { body, type } = await multipart([
      { bytes: 'The deductible is 250.', name: 'a.txt', field: 'file' },
    ]);
    const answer = await whileDeleting(project, () =>
      platform.call('POST', `/sources/upload?project_id=${project}`, {
        token: owner.token,
        body,
        headers: { 'content-type': type },
      }),
    );
    assert.equal(answer.status, 404, answer.text);
  });

  test('gets nothing back that was deleted in it', async () => {
    for (const [path, body] of [
      ['/endpoints', endpoint],
      ['/experiments', { name: 'Gone' }],
    ] as const) {
      const project = await make('/projects', { name: `Back in ${path}` });
      const thing = await make(path, { ...body, project_id: project });
      assert.equal((await call('DELETE', `${path}/${thing}`)).status, 200);
      const answer = await whileDeleting(project, () => call('POST', `${path}/${thing}/restore`));
      assert.equal(answer.status, 404, answer.text);
    }
  });

  test('is either not deleted or has no endpoints, however many are made in it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await make('/projects', { name: `Race ${round}` });
      const asked = [1, 2, 3].map(() => call('POST', '/endpoints', { ...endpoint, project_id: project }));
      const deleted = await call('DELETE', `/projects/${project}`);
      const made = (await Promise.all(asked)).map(({ status }) => status);
      const allowed = deleted.status === 200 ? [404] : [201];
      if (deleted.status !== 200) assert.equal(deleted.body.code, 'project.not_empty');
      for (const status of made)
        if (deleted.status === 200 || status === 201) assert.ok(allowed.includes(status), made.join());
    }
  });

  test('makes way for the oldest that is left, where none was named', async () => {
    const person = await platform.signUp();
    const { rows } = await other.query('select id from projects where organization_id = $1', [
      person.organizationId,
    ]);
    const next = await platform.call('POST', '/projects', { token: person.token, body: { name: 'Next' } });
    const answer = await whileDeleting(rows[0].id, () =>
      platform.call('POST', '/endpoints', { token: person.token, body: endpoint }),
    );
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.body.project_id, next.body.id);
  });
}

/** In bulk a test names its project itself. */
function withProject(id: string, body: object, project_id: string): object {
  if (id === 'tests.bulk_create' || id === 'tests.bulk_save')
    return { ...body, tests: [{ ...single, project_id }] };
  return { ...body, project_id };
}

/** Whether a schema has `project_id`, at its top or in lists and unions of it. */
function names(schema: unknown): boolean {
  const definition = Object(Object(schema)._zod).def as Record<string, unknown> | undefined;
  if (!definition) return false;
  const shape = Object(definition['shape']) as Record<string, unknown>;
  const inner = ['innerType', 'in', 'element', 'left', 'right'].map((key) => definition[key]);
  const options = Array.isArray(definition['options']) ? definition['options'] : [];
  return 'project_id' in shape || [...Object.values(shape), ...inner, ...options].some(names);
}
