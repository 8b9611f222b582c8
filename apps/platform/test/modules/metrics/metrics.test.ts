import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startPlatform,
  type CallResult,
  type Json,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform({ env: { DEFAULT_GENERATION_MODEL: 'none' } });
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });

let count = 0;
const scope = { metric_scope: ['Single-Turn'] };
async function create(fields: Record<string, unknown>): Promise<CallResult['body']> {
  count += 1;
  const made = await call('POST', '/metrics', { name: `Metric ${count}`, ...scope, ...fields });
  assert.equal(made.status, 201, made.text);
  return made.body;
}
async function refused(fields: Record<string, unknown>, paths: readonly string[]): Promise<void> {
  const { status, body, text } = await call('POST', '/metrics', { name: 'Refused', ...scope, ...fields });
  assert.equal(status, 422, text);
  assert.deepEqual(
    body.errors.map(({ path }: { path: string }) => path).toSorted(),
    [...paths].toSorted(),
    text,
  );
}

test('a built-in metric comes back with the defaults of its kind, what it needs and what may be done with it', async () => {
  const made = await create({
    backend: 'builtin',
    kind: 'token_f1',
    metric_scope: ['single turn', 'MULTI_TURN'],
    tags: ['a'],
  });
  assert.deepEqual(
    [
      made.score_type,
      made.threshold,
      made.threshold_operator,
      made.min_score,
      made.max_score,
      made.needs,
      made.version,
    ],
    ['numeric', 0.5, '>=', 0, 1, ['output', 'expected'], 1],
  );
  assert.deepEqual(made.metric_scope, ['Single-Turn', 'Multi-Turn']);
  assert.deepEqual(made.permitted_actions, ['read', 'update', 'delete']);
  assert.deepEqual((await call('GET', `/metrics/${made.id}`)).body, made);
  const found = await call('GET', "/metrics?$filter=backend eq 'BuiltIn' and kind eq 'token_f1'");
  assert.deepEqual(
    found.body.map(({ id }: { id: string }) => id),
    [made.id],
  );
});

test('the kinds are listed with the schema of their arguments and a page', async () => {
  const { body } = await call('GET', '/metrics/kinds');
  assert.ok(body.length >= 42);
  const regex = body.find(({ kind }: { kind: string }) => kind === 'regex');
  assert.equal(regex.args_schema.properties.pattern.type, 'string');
  assert.match(regex.page, /RE2, a library/);
});

test('a schema that could judge nothing is refused where it is kept, and told where its fault is', async () => {
  const kind = { backend: 'builtin', kind: 'json_schema' };
  const faulty = { schema: { type: 'object', properties: { name: { typ: 'string' } } } };
  await refused({ ...kind, args: faulty }, ['args.schema']);
  const made = await create({ ...kind, args: { schema: { type: 'object', required: ['name'] } } });
  const changed = await call('PATCH', `/metrics/${made.id}`, { args: faulty });
  assert.deepEqual([changed.status, changed.body.errors[0].path], [422, 'args.schema'], changed.text);
  assert.match(changed.body.errors[0].message, /"typ" at \/properties\/name is no word of JSON Schema/);
  assert.equal((await call('PATCH', `/metrics/${made.id}`, { description: 'As before' })).status, 200);
});

test('what the kinds say of themselves needs no other page to be understood', async () => {
  const { body } = await call('GET', '/metrics/kinds');
  const unexplained = body.flatMap(({ kind, page, args_schema: schema }: Json) =>
    [
      page,
      ...Object.values<Json>(schema.properties ?? {}).map(({ description = '' }) => description),
    ].flatMap((text) => (/max_ms|\bNFC\b|\bRE2\b(?!, a library)/.test(text) ? [`${kind}: ${text}`] : [])),
  );
  assert.deepEqual(unexplained, []);
});

test('what the kinds say of themselves is in words, and each of their settings has a name that people read', async () => {
  const { body } = await call('GET', '/metrics/kinds');
  const kinds = new Set(body.map(({ kind }: Json) => kind));
  const coded = body.flatMap(({ kind, page, args_schema: schema }: Json) => {
    const settings: [string, Json][] = Object.entries<Json>(schema.properties ?? {});
    // What is typed into a list is named beside it as it is typed.
    const typed = settings.flatMap(([, setting]): string[] => setting.items?.enum ?? []);
    const texts = [page, ...settings.flatMap(([, { title, description = '' }]) => [title, description])];
    return [
      ...settings.flatMap(([name, { title = name }]) =>
        title === name ? [`${kind}.${name} has no title`] : [],
      ),
      ...texts.flatMap((text: string = '') => [
        ...(text.match(/\b[a-z]+_[a-z_]+\b/g) ?? []).filter(
          (word) => word !== 'api_key' && !typed.includes(word),
        ),
        ...[...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
          kinds.has(code) || settings.some(([name]) => name === code) ? [`${kind}: \`${code}\``] : [],
        ),
      ]),
    ];
  });
  assert.deepEqual(coded, []);
});

test('a kind that works as it is becomes a metric without arguments, and no other does', async () => {
  const { body: kinds } = await call('GET', '/metrics/kinds');
  assert.ok(kinds.some((one: { works_as_is: boolean }) => !one.works_as_is));
  for (const { kind, title, works_as_is: works } of kinds) {
    const { status, text } = await call('POST', '/metrics', {
      name: `As it is: ${title}`,
      backend: 'builtin',
      kind,
      metric_scope: ['Single-Turn', 'Multi-Turn'],
    });
    assert.equal(status, works ? 201 : 422, `${kind}: ${text}`);
  }
});

test('what a backend needs is demanded, what it does not know is refused', async () => {
  await refused({ backend: 'builtin', kind: 'nonsense' }, ['kind']);
  await refused({ backend: 'builtin', kind: 'regex', args: { pattern: '(' } }, ['args.pattern']);
  await refused({ backend: 'builtin', kind: 'exact', args: { colour: 1 } }, ['args.colour']);
  await refused({ backend: 'builtin', kind: 'exact', source: 'x' }, ['source']);
  await refused({ backend: 'builtin', kind: 'exact', metric_scope: [] }, ['metric_scope']);
  await refused({ backend: 'judge' }, ['evaluation_prompt']);
  await refused({ backend: 'code' }, ['source']);
  await refused({ backend: 'sdk' }, ['function_name']);
  await refused({ backend: 'magic' }, ['backend']);
});

test('numeric and categorical rules hold on every write, and every threshold can fail and can pass', async () => {
  const judge = { backend: 'judge', evaluation_prompt: 'Is it polite?' };
  await refused({ ...judge, score_type: 'numeric' }, ['min_score', 'max_score', 'threshold']);
  await refused({ ...judge, score_type: 'numeric', min_score: 5, max_score: 1, threshold: 2 }, ['max_score']);
  await refused({ ...judge, score_type: 'numeric', min_score: 0, max_score: 5, threshold: 0 }, ['threshold']);
  await refused({ ...judge, score_type: 'categorical', categories: ['a'], passing_categories: [] }, [
    'categories',
    'passing_categories',
  ]);
  await refused({ ...judge, score_type: 'categorical', categories: ['a', 'b'], passing_categories: ['c'] }, [
    'passing_categories',
  ]);
  await refused(
    { ...judge, score_type: 'categorical', categories: ['a', 'b'], passing_categories: ['a', 'b'] },
    ['passing_categories'],
  );
  await refused({ backend: 'builtin', kind: 'token_f1', threshold: 0 }, ['threshold']);
  await refused({ backend: 'builtin', kind: 'token_f1', threshold: 1.5 }, ['threshold']);
  const made = await create({ ...judge, score_type: 'numeric', min_score: 0, max_score: 5, threshold: 3 });
  for (const change of [{ threshold: 9 }, { max_score: null }, { kind: 'exact' }]) {
    const { status } = await call('PATCH', `/metrics/${made.id}`, change);
    assert.equal(status, 422, JSON.stringify(change));
  }
  assert.equal((await call('GET', `/metrics/${made.id}`)).body.version, 1);
});

test('each change is a version that never changes, and an earlier one can be made the next', async () => {
  const made = await create({ backend: 'builtin', kind: 'contains_any', args: { values: ['refund'] } });
  const changed = await call('PATCH', `/metrics/${made.id}`, { args: { values: ['money'] }, version: 1 });
  assert.deepEqual([changed.status, changed.body.version, changed.body.args.values], [200, 2, ['money']]);
  assert.equal((await call('PATCH', `/metrics/${made.id}`, { name: 'x', version: 1 })).status, 412);
  const restored = await call('POST', `/metrics/${made.id}/versions/1/restore`);
  assert.deepEqual([restored.status, restored.body.version, restored.body.args.values], [200, 3, ['refund']]);
  const { body } = await call('GET', `/metrics/${made.id}/versions`);
  assert.deepEqual(
    body.map((row: { version: number; definition: { args: { values: string[] } } }) => [
      row.version,
      row.definition.args.values[0],
    ]),
    [
      [3, 'refund'],
      [2, 'money'],
      [1, 'refund'],
    ],
  );
  const unknown = await call('POST', `/metrics/${made.id}/versions/9/restore`);
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'metric.version_not_found']);
});

test('a deleted metric answers 410 with the way back, and a name is taken once', async () => {
  const made = await create({ backend: 'builtin', kind: 'exact' });
  const taken = await call('POST', '/metrics', {
    name: made.name.toUpperCase(),
    ...scope,
    backend: 'builtin',
    kind: 'exact',
  });
  assert.deepEqual([taken.status, taken.body.code], [409, 'metric.name_taken']);
  assert.equal((await call('DELETE', `/metrics/${made.id}`)).status, 200);
  const gone = await call('GET', `/metrics/${made.id}`);
  assert.deepEqual(
    [gone.status, gone.body.code, gone.body.restore_url],
    [410, 'metric.deleted', `/metrics/${made.id}/restore`],
  );
  assert.equal((await call('POST', `/metrics/${made.id}/restore`)).status, 200);
  assert.equal((await call('GET', `/metrics/${made.id}`)).status, 200);
});

test("another organization's metric and requirement answer as unknown ones", async () => {
  const made = await create({ backend: 'builtin', kind: 'exact' });
  const mine = (await call('POST', '/requirements', { name: 'Mine' })).body.id;
  for (const [method, path, body] of [
    ['GET', `/metrics/${made.id}`, undefined],
    ['PATCH', `/metrics/${made.id}`, { name: 'x' }],
    ['DELETE', `/metrics/${made.id}`, undefined],
    ['POST', `/metrics/${made.id}/try`, { output: 'x' }],
    ['POST', `/metrics/${made.id}/improve`, { prompt: 'stricter' }],
    ['GET', `/metrics/${made.id}/versions`, undefined],
    ['POST', `/metrics/${made.id}/versions/1/restore`, undefined],
    ['GET', `/metrics/${made.id}/requirements`, undefined],
    ['POST', `/requirements/${mine}/metrics/${made.id}`, undefined],
  ] as const) {
    const { status } = await call(method, path, body, stranger.token);
    assert.equal(status, 404, path);
  }
});

test('trying spends what scoring spends, so a viewer tries nothing', async () => {
  const viewer = await joinAs(platform, owner, 'viewer');
  const made = await create({ backend: 'builtin', kind: 'exact' });
  const draft = { name: 'x', ...scope, backend: 'judge', evaluation_prompt: 'Write a long poem.', votes: 9 };
  for (const [path, body] of [
    [`/metrics/${made.id}/try`, { output: 'x' }],
    ['/metrics/try', { metric: draft, output: 'x' }],
  ] as const)
    assert.equal((await call('POST', path, body, viewer.token)).body.code, 'auth.permission_denied');
  assert.equal((await call('GET', `/metrics/${made.id}`, undefined, viewer.token)).status, 200);
});

test('requirements and metrics are linked both ways, once, and shown with each other', async () => {
  const metric = await create({ backend: 'builtin', kind: 'pii' });
  const requirement = (await call('POST', '/requirements', { name: 'Keeps data private' })).body;
  for (const path of [
    `/requirements/${requirement.id}/metrics/${metric.id}`,
    `/metrics/${metric.id}/requirements/${requirement.id}`,
  ])
    assert.equal((await call('POST', path)).status, 200);
  const named = { id: requirement.id, name: requirement.name };
  assert.deepEqual((await call('GET', `/metrics/${metric.id}`)).body.requirements, [named]);
  assert.deepEqual((await call('GET', `/metrics/${metric.id}/requirements`)).body, [named]);
  const shown = (await call('GET', `/requirements/${requirement.id}`)).body;
  assert.deepEqual([shown.metrics, shown.counts.metrics], [[{ id: metric.id, name: metric.name }], 1]);
  assert.deepEqual(
    (await call('GET', `/requirements/${requirement.id}/metrics`)).body.map(({ id }: { id: string }) => id),
    [metric.id],
  );
  assert.equal((await call('DELETE', `/metrics/${metric.id}/requirements/${requirement.id}`)).status, 200);
  assert.deepEqual((await call('GET', `/requirements/${requirement.id}`)).body.metrics, []);
});

test('a metric is tried on an answer with arguments of the moment, and nothing is stored', async () => {
  const { id } = await create({ backend: 'builtin', kind: 'contains_any', args: { values: ['refund'] } });
  const tried = (body: object) => call('POST', `/metrics/${id}/try`, body);
  const passed = (await tried({ output: 'A refund is due.' })).body;
  assert.deepEqual([passed.verdict, passed.metric_version, passed.evidence[0].text], ['pass', 1, 'refund']);
  assert.equal((await tried({ output: 'A refund is due.', negate: true })).body.verdict, 'fail');
  assert.equal((await tried({ output: 'A refund is due.', args: { values: ['no'] } })).body.verdict, 'fail');
  assert.equal((await tried({ output: 'A refund is due.', args: { colour: 1 } })).status, 422);
  assert.equal((await tried({})).body.reason_code, 'missing_output');
  assert.equal((await tried({ output: 'refund', colour: 1 })).status, 422);
  assert.equal((await call('GET', `/metrics/${id}`)).body.version, 1);
  // Large enough to be read beside the thread that answers.
  assert.equal((await tried({ output: `${'x '.repeat(50_000)}refund` })).body.verdict, 'pass');
});

test('code judges in its sandbox, and what it does wrong is an error with a code', async () => {
  const source =
    'export default ({ output, args, scores }) => ({ score: output.length / (args.max ?? 10), reason: "by length" })';
  const { id } = await create({ backend: 'code', source, threshold: 0.5 });
  const tried = async (body: object) => (await call('POST', `/metrics/${id}/try`, body)).body;
  const passed = await tried({ output: '12345678' });
  assert.deepEqual([passed.verdict, passed.score, passed.reason], ['pass', 0.8, 'by length']);
  assert.equal((await tried({ output: '12345678', args: { max: 100 } })).verdict, 'fail');
  const draft = async (text: string) =>
    (
      await call('POST', '/metrics/try', {
        metric: { name: 'x', ...scope, backend: 'code', source: text },
        output: 'x',
      })
    ).body;
  assert.equal((await draft('export default () => { for (;;); }')).reason_code, 'code_timeout');
  assert.equal((await draft('export default () => "good"')).reason_code, 'code_no_answer');
  assert.equal((await draft('export default () => true')).verdict, 'pass');
});

test('without a model a judge decides nothing, and says why; a missing program is an error', async () => {
  const judge = { name: 'x', ...scope, backend: 'judge', evaluation_prompt: 'Is it polite?' };
  const judged = (await call('POST', '/metrics/try', { metric: judge, output: 'x' })).body;
  assert.deepEqual([judged.verdict, judged.reason_code], ['not_evaluated', 'model_not_configured']);
  const sdk = { name: 'x', ...scope, backend: 'sdk', function_name: 'polite' };
  const asked = (await call('POST', '/metrics/try', { metric: sdk, output: 'x' })).body;
  assert.deepEqual([asked.verdict, asked.reason_code], ['not_evaluated', 'no_project']);
});

test('a metric is made of plain words where a rule reads them, and refused where none does', async () => {
  for (const [prompt, kind, args] of [
    ['The answer must mention "30 days"', 'contains_all', { values: ['30 days'] }],
    ['It must not say "guarantee" or "promise"', 'contains_none', { values: ['guarantee', 'promise'] }],
    ['Answers in German', 'language', { language: 'de' }],
    ['At most 100 words', 'length', { max: 100, unit: 'words' }],
    ['No personal data in the answer', 'pii', {}],
    ['Must refuse', 'refusal', {}],
    ['Never refuses a customer', 'no_refusal', {}],
    ['Answers within 2 seconds', 'latency', { max_ms: 2000 }],
    ['Valid JSON object', 'json_valid', { require: 'object' }],
    ['Links only to example.com', 'url_allow_list', { hosts: ['example.com'] }],
    ['Nothing is hallucinated', 'groundedness', {}],
    ['Must call the tool refund_order', 'tool_called', { tool: 'refund_order' }],
  ] as const) {
    const { status, body, text } = await call('POST', '/metrics/generate', { prompt });
    assert.equal(status, 201, `${prompt}: ${text}`);
    assert.equal(body.kind, kind, prompt);
    for (const [name, value] of Object.entries(args)) assert.deepEqual(body.args[name], value, prompt);
  }
  const vague = await call('POST', '/metrics/generate', { prompt: 'It should feel right' });
  assert.deepEqual([vague.status, vague.body.code], [422, 'metric.not_understood']);
});

test('plain instructions improve a metric as its next version; a dry run changes nothing; what is missing is named', async () => {
  const { id } = await create({ backend: 'builtin', kind: 'contains_any', args: { values: ['refund'] } });
  const improve = (prompt: string, dry_run?: boolean) =>
    call('POST', `/metrics/${id}/improve`, { prompt, dry_run });
  const dry = await improve('Also accept "money back"', true);
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual(
    [dry.body.args.values, dry.body.version, dry.body.dry_run],
    [['refund', 'money back'], 2, true],
  );
  assert.deepEqual(
    dry.body.changes.map(({ field }: { field: string }) => field),
    ['args.values'],
  );
  assert.equal((await call('GET', `/metrics/${id}`)).body.version, 1);
  assert.equal((await improve('Also accept "money back", whole words')).body.version, 2);
  assert.deepEqual((await call('GET', `/metrics/${id}`)).body.args.values, ['refund', 'money back']);
  const unclear = await improve('Make it nicer');
  assert.deepEqual([unclear.status, unclear.body.code], [422, 'metric.not_improvable']);
  assert.match(unclear.body.detail, /0 reviews/);
  const impossible = await improve('Set the threshold to 7');
  assert.deepEqual([impossible.status, impossible.body.code], [422, 'metric.invalid']);
  assert.equal((await call('GET', `/metrics/${id}`)).body.version, 2);
  const f1 = await create({ backend: 'builtin', kind: 'token_f1' });
  const stricter = await call('POST', `/metrics/${f1.id}/improve`, { prompt: 'Make it stricter' });
  assert.equal(stricter.body.threshold, 0.6);
});
