import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { startPlatform, type CallResult, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { download, multipart } from '../files/support/uploads.ts';

const clock = { shift: 0, now: (): number => Date.now() + clock.shift };
let platform: TestPlatform;
let owner: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform({ clock });
  owner = await platform.signUp();
  stranger = await platform.signUp();
});
after(() => platform.close());

const call = (method: string, path: string, body?: unknown, token = owner.token): Promise<CallResult> =>
  platform.call(method, path, { token, body });

async function analyze(name: string, bytes: string | Buffer): Promise<CallResult> {
  const { body, type } = await multipart([{ bytes, name, field: 'file' }]);
  return platform.call('POST', '/import/analyze', {
    token: owner.token,
    body,
    headers: { 'content-type': type },
  });
}

async function open(name: string, bytes: string | Buffer): Promise<CallResult['body']> {
  const made = await analyze(name, bytes);
  assert.equal(made.status, 201, made.text);
  return made.body;
}

const parse = async (id: string, body: object = {}): Promise<CallResult['body']> => {
  const parsed = await call('POST', `/import/${id}/parse`, body);
  assert.equal(parsed.status, 200, parsed.text);
  return parsed.body;
};

const testsOf = async (setId: string): Promise<CallResult['body']> =>
  (await call('GET', `/test_sets/${setId}/tests?limit=100&sort_by=created_at&sort_order=asc`)).body;

async function importAll(name: string, bytes: string, body: object = {}): Promise<CallResult['body']> {
  const { import_id: id } = await open(name, bytes);
  await parse(id, body);
  const set = await call('POST', `/import/${id}/confirm`, {});
  assert.equal(set.status, 200, set.text);
  return set.body;
}

test('a table of European Excel is understood: byte order mark, semicolons, line breaks in quotes, other words', async () => {
  const found = await open(
    'fragen.csv',
    '\uFEFF"Frage";"Antwort";"Kategorie";"Quelle"\r\n"Was kostet\r\nes?";"007";"Preise";"S. 3"\r\n"Wer?";"";"";""\r\n',
  );
  assert.deepEqual(
    [found.file_info.delimiter, found.file_info.encoding, found.total_rows, found.shape],
    [';', 'utf-8', 2, 'table'],
  );
  assert.deepEqual(found.suggested_mapping, {
    prompt: 'Frage',
    expected_response: 'Antwort',
    category: 'Kategorie',
  });
  const parsed = await parse(found.import_id);
  assert.equal(parsed.validation_summary.error_count, 0);
  const set = await call('POST', `/import/${found.import_id}/confirm`, { name: 'Preise' });
  assert.equal(set.status, 200, set.text);
  const [first, second] = (await testsOf(set.body.id)).toSorted((left: CallResult['body']) =>
    left.prompt.content.startsWith('Was') ? -1 : 1,
  );
  assert.deepEqual(first.prompt, { content: 'Was kostet\r\nes?', expected_response: '007' });
  assert.deepEqual([first.category.name, first.metadata], ['Preise', { Quelle: 'S. 3' }]);
  assert.deepEqual([second.prompt, second.category, second.metadata], [{ content: 'Wer?' }, null, {}]);
  assert.equal(first.source.kind, 'import');
});

test('a row that makes no test is told with its row, its column and the reason, and nothing is half imported', async () => {
  const { import_id: id } = await open(
    'a.csv',
    'prompt,priority,status\nGood,1,New\nBad,5000,New\n,2,Finished\n',
  );
  const parsed = await parse(id);
  const { errors, valid_rows: valid } = parsed.validation_summary;
  assert.deepEqual(
    [valid, errors.map(({ row, column }: CallResult['body']) => [row, column])],
    [
      1,
      [
        [3, 'priority'],
        [4, 'prompt'],
        [4, 'status'],
      ],
    ],
  );
  const before = (await call('GET', '/tests?limit=1')).headers['x-total-count'];
  const refused = await call('POST', `/import/${id}/confirm`, {});
  assert.deepEqual([refused.status, refused.body.code], [422, 'import.rows_invalid']);
  assert.equal((await call('GET', '/tests?limit=1')).headers['x-total-count'], before);
  const set = await call('POST', `/import/${id}/confirm`, { valid_rows_only: true });
  assert.equal(set.body.test_count, 1);
  assert.equal((await call('POST', `/import/${id}/confirm`, {})).body.code, 'import.ended');
});

test('a quotation mark that is never closed is an error of its row and column, and the rows after it are read', async () => {
  const cases: [string, string[], unknown[]][] = [
    [
      'prompt,expected\n"What is covered,yes\n"Second, one",no\nThird,maybe\n',
      ['Second, one', 'Third'],
      [2, 'prompt'],
    ],
    ['prompt,expected\nFirst,yes\nSecond,"no\n', ['First'], [3, 'expected']],
    ['prompt;expected\r\n"First";"yes\r\n"Two\r\nlines";no\r\n', ['Two\r\nlines'], [2, 'expected']],
  ];
  for (const [text, prompts, place] of cases) {
    const { import_id: id } = await open('a.csv', text);
    const parsed = await parse(id);
    const { errors } = parsed.validation_summary;
    assert.deepEqual(
      errors.map(({ row, column, reason }: CallResult['body']) => [row, column, reason]),
      [[...place, 'The quotation mark that opens this cell is never closed.']],
      text,
    );
    assert.equal((await call('POST', `/import/${id}/confirm`, {})).body.code, 'import.rows_invalid');
    const set = await call('POST', `/import/${id}/confirm`, { valid_rows_only: true });
    assert.deepEqual(
      (await testsOf(set.body.id)).map(({ prompt }: CallResult['body']) => prompt.content).toSorted(),
      prompts,
      text,
    );
  }
});

test('a quotation mark inside of a cell stands for itself, and that is said', async () => {
  const { import_id: id, notices } = await open(
    'a.csv',
    'prompt,expected\nSay "hi",x\n"He said "no" then","y"\n',
  );
  assert.equal((await parse(id)).validation_summary.error_count, 0);
  assert.match(JSON.stringify(notices), /kept as they are/);
  const set = await call('POST', `/import/${id}/confirm`, {});
  assert.deepEqual(
    (await testsOf(set.body.id)).map(({ prompt }: CallResult['body']) => prompt.content).toSorted(),
    ['He said "no" then', 'Say "hi"'],
  );
});

test('a header whose quotation mark is never closed, and one that takes in a file of megabytes, are refused or told', async () => {
  const header = await analyze('a.csv', 'prompt,"expected\nFirst,yes\n');
  assert.deepEqual([header.status, header.body.code], [422, 'import.unreadable']);
  assert.match(header.body.detail, /header .* cell 2 is never closed/);
  const { import_id: id } = await open(
    'b.csv',
    `prompt,expected\n"First,yes\n${'Another,no\n'.repeat(450_000 / 10)}`,
  );
  const { errors } = (await parse(id)).validation_summary;
  assert.deepEqual([errors.length, errors[0].row, errors[0].column], [1, 2, 'prompt']);
  // Each of these lines opens a cell, and none of the others ends it.
  const hostile = await analyze('c.csv', `prompt\n${'""x\n'.repeat(200_000)}`);
  assert.equal(hostile.status, 422, hostile.text.slice(0, 200));
});

test('a mapping can be corrected and looked at before anything is imported', async () => {
  const { import_id: id } = await open('b.tsv', 'x\ty\nanswer\tquestion\n');
  const parsed = await parse(id, { mapping: { prompt: 'y', expected_response: 'x' } });
  assert.deepEqual(parsed.preview.rows[0].data[0].prompt, {
    content: 'question',
    expected_response: 'answer',
  });
  const preview = await call('GET', `/import/${id}/preview?page=1&page_size=1`);
  assert.deepEqual([preview.body.total_pages, preview.body.rows[0].state], [1, 'new']);
  assert.equal((await call('DELETE', `/import/${id}`)).body.status, 'cancelled');
  assert.equal((await call('GET', `/import/${id}`)).status, 404);
});

test('of a cancelling and a confirming at once one wins, and what is imported cannot be cancelled', async () => {
  for (let round = 0; round < 16; round += 1) {
    const { import_id: id } = await open(`race-${round}.csv`, `prompt\nIs this race ${round}?\n`);
    await parse(id);
    // The later one comes later each time, so that it meets every step of the other.
    const [confirmed, cancelled] = await Promise.all([
      call('POST', `/import/${id}/confirm`, {}),
      pause(round).then(() => call('DELETE', `/import/${id}`)),
    ]);
    const outcome = [confirmed.status, cancelled.status].join();
    assert.match(outcome, /^(?:200,409|409,200|404,200)$/, `${confirmed.text} ${cancelled.text}`);
    if (confirmed.status !== 200) continue;
    assert.equal((await testsOf(confirmed.body.id)).length, 1);
    assert.equal((await call('DELETE', `/import/${id}`)).body.code, 'import.ended');
  }
});

test('the same file again is identical, a changed answer is changed, and the set does not double', async () => {
  const set = await importAll(
    'c.jsonl',
    '{"id":"a","prompt":"One?","expected":"1"}\n{"id":"b","prompt":"Two?","expected":"2"}\n',
  );
  assert.equal(set.test_count, 2);
  const { import_id: id } = await open(
    'c.jsonl',
    '{"id":"a","prompt":"One?","expected":"1"}\n{"id":"b","prompt":"Two?","expected":"II"}\n{"id":"c","prompt":"Three?"}\n',
  );
  const { validation_summary: summary } = await parse(id, { test_set_id: set.id });
  assert.deepEqual([summary.identical, summary.changed, summary.new], [1, 1, 1]);
  const again = await call('POST', `/import/${id}/confirm`, {});
  assert.deepEqual([again.body.id, again.body.test_count], [set.id, 3]);
  const changed = (await testsOf(set.id)).find(({ external_id: one }: CallResult['body']) => one === 'b');
  assert.deepEqual([changed.prompt.expected_response, changed.version], ['II', 2]);
});

test('what a file says nothing of stays as it is in a test that asks the same', async (t) => {
  // Of somebody else, since each person may import so many files an hour.
  const everybody = owner;
  t.after(() => {
    owner = everybody;
  });
  owner = await platform.signUp();
  const later = async (first: object, second: object): Promise<CallResult['body']> => {
    const set = await importAll('first.jsonl', JSON.stringify(first));
    const { import_id: id } = await open('second.jsonl', JSON.stringify(second));
    await parse(id, { test_set_id: set.id });
    const again = await call('POST', `/import/${id}/confirm`, {});
    assert.equal(again.status, 200, again.text);
    const [made, ...others] = await testsOf(set.id);
    assert.deepEqual(others, []);
    return made;
  };
  const question = { id: 'x1', question: 'When do you close?' };
  const asked = await later({ ...question, expected: 'At nine.' }, { ...question, category: 'hours' });
  assert.deepEqual([asked.category.name, asked.prompt.expected_response], ['hours', 'At nine.']);
  const other = await later(
    { ...question, expected: 'At nine.' },
    { id: 'x1', question: 'When do you open?' },
  );
  assert.equal(other.prompt.expected_response ?? null, null, 'to another question another answer is right');
  const talk = {
    goal: 'A refund',
    instructions: 'Be curt.',
    restrictions: 'Never say please.',
    max_turns: 4,
  };
  const held = await later({ id: 'm1', ...talk }, { id: 'm1', goal: 'A refund', category: 'money' });
  assert.deepEqual([held.category.name, held.test_configuration], ['money', talk]);
});

test('a promptfoo configuration comes with its assertions; what has no counterpart is listed', async () => {
  const { import_id: id, shape } = await open(
    'promptfooconfig.yaml',
    `prompts: ['Answer briefly: {{question}}']
providers: [echo]
defaultTest:
  assert: [{type: latency, threshold: 3000}]
tests:
  - description: capital
    vars: {question: 'Capital of France?'}
    threshold: 0.5
    assert:
      - {type: icontains, value: Paris, weight: 2}
      - {type: not-contains, value: London}
      - {type: similar, value: Paris}
`,
  );
  assert.equal(shape, 'promptfoo');
  const parsed = await parse(id);
  const [row] = parsed.preview.rows;
  const lost = 'The assertion “similar” is not imported: it compares meanings by a model of its own.';
  assert.deepEqual(row.warnings, [
    { column: 'assert', reason: `${lost} The test stays open until a person has looked at its answer.` },
  ]);
  assert.deepEqual([row.is_left_open, parsed.validation_summary.left_open], [true, 1]);
  const set = await call('POST', `/import/${id}/confirm`, {});
  const [made] = await testsOf(set.body.id);
  assert.equal(made.prompt.content, 'Answer briefly: Capital of France?');
  assert.deepEqual(made.metadata, { description: 'capital', vars: { question: 'Capital of France?' } });
  const [latency, contains, not, person] = made.metrics;
  assert.deepEqual(person.args, {
    what: 'The file asserts what was not imported: “similar”, “Paris” (it compares meanings by a model of its own)',
  });
  assert.deepEqual(latency.args, { max_ms: 3000 });
  assert.deepEqual(contains.args, { values: ['Paris'], case_sensitive: false });
  // A kind of its own says it: nothing has to be turned round.
  assert.deepEqual([not.negate, not.args], [undefined, { values: ['London'], case_sensitive: true }]);
  const { body: denied } = await call('GET', `/metrics/${not.metric}`);
  assert.match(denied.name, /^Does not contain the value, in the same case\b/);
  assert.deepEqual(made.combine, {
    weights: { [latency.metric]: 1, [contains.metric]: 2, [not.metric]: 1, [person.metric]: 1 },
    threshold: 0.5,
  });
});

test('a test does not pass by what is left of its assertions, and what all share and is lost is said', async () => {
  const { import_id: id } = await open(
    'promptfooconfig.yaml',
    `defaultTest:
  assert: [{type: latency, threshold: 30000}, {type: cost, threshold: 0.1}]
tests:
  - vars: {question: 'Where?'}
    assert: [{type: python, value: 'len(output) < 100'}]
  - vars: {question: 'When?'}
    assert: [{type: contains, value: now}]
  - vars: {question: 'Who?'}
    assert: [{type: llm-rubric, value: It is polite.}]
`,
  );
  const { preview, validation_summary: summary } = await parse(id);
  // Without a model the rubric decides nothing either, and that is told beforehand as well.
  assert.deepEqual([summary.left_open, summary.lack_model, summary.tests], [1, 1, 3]);
  const [lost, whole] = preview.rows;
  assert.deepEqual([lost.is_left_open, whole.is_left_open], [true, false]);
  assert.ok(
    lost.judged_by.some((line: string) => /^For a person: .*“python”, “len\(output\) < 100”/.test(line)),
  );
  assert.deepEqual(
    whole.warnings.map(({ reason }: CallResult['body']) => reason),
    [
      'The assertion “cost” is not imported: what a call costs is not known to a test. All tests of the file share it, so they pass without it.',
    ],
  );
  const set = await call('POST', `/import/${id}/confirm`, {});
  const [first, second] = await testsOf(set.body.id);
  assert.deepEqual([first.metrics.length, second.metrics.length], [2, 2]);
  const { body: metric } = await call('GET', `/metrics/${first.metrics[1].metric}`);
  assert.equal(metric.kind, 'for_a_person');
});

test('assertions of promptfoo name variables, and case counts in its patterns', async () => {
  const { import_id: id } = await open(
    'promptfooconfig.yaml',
    `tests:
  - vars: {question: 'Where?', secret: Tulip, places: Rome}
    assert:
      - {type: not-contains, value: '{{ secret }}'}
      - {type: contains-any, value: ['{{places}}', Paris]}
      - {type: regex, value: '[A-Z]{3}'}
      - {type: not-icontains, value: '{{ env.SECRET }}'}
      - {type: not-contains, value: '{{unknown}}'}
      - {type: not-contains, value: '{% if secret %}x{% endif %}'}
`,
  );
  const [row] = (await parse(id)).preview.rows;
  assert.deepEqual(
    row.warnings.map(({ reason }: CallResult['body']) => reason),
    ['not-icontains', 'not-contains', 'not-contains'].map(
      (type) =>
        `The assertion “${type}” is not imported: it holds a template that is not filled in here. The test stays open until a person has looked at its answer.`,
    ),
  );
  const set = await call('POST', `/import/${id}/confirm`, {});
  const [first, second, third] = (await testsOf(set.body.id))[0].metrics;
  assert.deepEqual([first.args.values, second.args.values], [['Tulip'], ['Rome', 'Paris']]);
  assert.deepEqual(third.args, { pattern: '[A-Z]{3}', flags: '' });
});

test('what all tests of a configuration share is bounded before it multiplies with them', async () => {
  const refusalOf = async (configuration: object): Promise<string> => {
    const file = JSON.stringify({ tests: [{ vars: { a: 'b' } }], ...configuration });
    const { status, body } = await analyze('promptfooconfig.json', file);
    assert.equal(status, 422);
    return body.detail;
  };
  assert.match(await refusalOf({ prompts: Array.from({ length: 51 }, () => 'x') }), /at most 50 prompts/);
  const assertions = Array.from({ length: 201 }, () => ({ type: 'contains', value: 'x' }));
  assert.match(await refusalOf({ prompts: ['x'], defaultTest: { assert: assertions } }), /at most 200/);
  assert.match(await refusalOf({ prompts: ['x'.repeat(500_000)] }), /more than 500000 characters/);
  const { import_id: id } = await open(
    'promptfooconfig.json',
    JSON.stringify({ prompts: ['{{long}}'.repeat(60_000)], tests: [{ vars: { long: 'x'.repeat(20_000) } }] }),
  );
  const [row] = (await parse(id)).preview.rows;
  assert.equal(row.errors.length, 1);
});

test('data sets of others are known by their shape', async () => {
  const cases = [
    [
      'openai_evals',
      'e.jsonl',
      '{"input":[{"role":"system","content":"Be kind"},{"role":"user","content":"Hi"}],"ideal":"Hello"}',
    ],
    ['deepeval', 'd.json', '[{"input":"Hi","expected_output":"Hello","retrieval_context":["c"]}]'],
    [
      'langfuse',
      'l.json',
      '[{"id":"x","input":{"question":"Hi"},"expectedOutput":"Hello","sourceTraceId":"t"}]',
    ],
  ] as const;
  for (const [shape, name, bytes] of cases) {
    const found = await open(name, bytes);
    assert.equal(found.shape, shape);
    const { preview } = await parse(found.import_id);
    const [{ prompt }] = preview.rows[0].data;
    assert.deepEqual([prompt.content, prompt.expected_response], ['Hi', 'Hello'], shape);
  }
});

test('a row may name a kind of metric: it is made once, and judges by the arguments of each row', async () => {
  const set = await importAll(
    'kinds.jsonl',
    [
      { prompt: 'When do you open?', metrics: [{ metric: 'contains_any', args: { values: ['nine'] } }] },
      {
        prompt: 'When do you close?',
        metrics: [{ metric: 'contains_any', args: { values: ['five'] } }, 'secrets'],
      },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  );
  const [first, second] = (await testsOf(set.id)).map(({ metrics }: CallResult['body']) => metrics);
  assert.equal(first[0].metric, second[0].metric);
  assert.deepEqual([first[0].args, second[0].args], [{ values: ['nine'] }, { values: ['five'] }]);
  const made = await call('GET', `/metrics/${second[1].metric}`);
  assert.deepEqual([made.body.backend, made.body.kind], ['builtin', 'secrets']);

  // Who has a metric of that name means that one, whatever it measures and with the arguments it has.
  for (const name of ['contains_all', 'refusal']) {
    const own = await call('POST', '/metrics', {
      name,
      backend: 'builtin',
      kind: 'contains_all',
      args: { values: ['sorry'] },
      metric_scope: ['Single-Turn', 'Multi-Turn'],
    });
    assert.equal(own.status, 201, own.text);
    const ownSet = await importAll(
      `${name}.jsonl`,
      JSON.stringify({ prompt: `Is ${name} one's own?`, metrics: [name] }),
    );
    const [row] = await testsOf(ownSet.id);
    assert.deepEqual(
      row.metrics.map(({ metric }: CallResult['body']) => metric),
      [own.body.id],
    );
  }

  const { import_id: id } = await open(
    'no-kind.jsonl',
    JSON.stringify({ prompt: 'Do you open at all?', metrics: ['contains_anything'] }),
  );
  const [fault] = (await parse(id)).validation_summary.errors;
  assert.equal(fault.column, 'metrics');
  assert.match(fault.reason ?? fault.message, /contains_anything/);
});

test('code or a judge of a file is not taken for a metric of its name that has been changed since', async (t) => {
  // Of somebody else, since each person may import so many files an hour.
  const first = owner;
  t.after(() => {
    owner = first;
  });
  owner = await platform.signUp();
  const file = (expected: string) => `prompt,__expected\nDo you share them?,"${expected}"\n`;
  for (const [expected, change] of [
    ["javascript: output.includes('I cannot')", { source: 'export default function () { return 1; }' }],
    ["javascript: output.includes('Never')", { threshold: 0.9, threshold_operator: '>=' }],
    ['llm-rubric: It keeps them to itself.', { evaluation_prompt: 'Is there an answer at all?' }],
  ] as const) {
    const metricOf = async (): Promise<CallResult['body']> => {
      const set = await importAll('again.csv', file(expected));
      const [{ metrics }] = await testsOf(set.id);
      return (await call('GET', `/metrics/${metrics[0].metric}`)).body;
    };
    const made = await metricOf();
    assert.equal((await metricOf()).id, made.id, 'one that is as the file says is used again');
    const changed = await call('PATCH', `/metrics/${made.id}`, change);
    assert.equal(changed.status, 200, changed.text);
    const second = await metricOf();
    assert.notEqual(second.id, made.id, expected);
    assert.equal(second.name, `${made.name}, variant 2`);
    for (const field of ['source', 'evaluation_prompt', 'threshold', 'threshold_operator'])
      assert.deepEqual(second[field], made[field], field);
  }
});

test('what is no table is refused with the reason', async () => {
  const cases = [
    ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls/],
    ['a.json', '{"a": ', /JSON/],
    ['a.yaml', 'a: [', /YAML/],
    ['a.csv', 'prompt\n', /no rows/],
    ['a.csv', '', /./],
  ] as const;
  for (const [name, bytes, reason] of cases) {
    const refused = await analyze(name, bytes);
    assert.equal(refused.status, 422, name);
    assert.match(refused.body.detail, reason);
  }
});

test('an import belongs to its uploader: others do not know it', async () => {
  const { import_id: id } = await open('o.csv', 'prompt\nHello\n');
  for (const [method, path] of [
    ['GET', `/import/${id}`],
    ['POST', `/import/${id}/parse`],
    ['POST', `/import/${id}/confirm`],
    ['DELETE', `/import/${id}`],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    assert.equal((await call(method, path, body, stranger.token)).status, 404, path);
  }
  const set = await importAll('p.csv', 'prompt\nMine\n');
  assert.equal((await call('GET', `/test_sets/${set.id}/download`, undefined, stranger.token)).status, 404);
});

async function finished(taskId: string): Promise<CallResult['body']> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await call('GET', `/jobs/${taskId}`);
    if (body.finished_at) return body;
    await pause(50);
  }
  throw new Error('The job did not end.');
}

test('of a long file the request looks at its beginning, and a fault behind it stops the whole import', async () => {
  const rows = Array.from({ length: 5400 }, (_, index) =>
    index === 5300 ? ',none' : `Question ${index}?,a`,
  );
  const { import_id: id } = await open('long.csv', `prompt,expected\n${rows.join('\n')}\n`);
  const { validation_summary: summary } = await parse(id);
  assert.deepEqual(
    [summary.total_rows, summary.checked_rows, summary.valid_rows, summary.error_count],
    [5400, 5000, 5000, 0],
  );
  const before = (await call('GET', '/tests')).headers['x-total-count'];
  const job = await finished((await call('POST', `/import/${id}/confirm`, { name: 'Long' })).body.task_id);
  assert.equal(job.status, 'FAILURE');
  assert.match(job.error, /^Row 5302 does not make a test/);
  assert.equal((await call('GET', '/tests')).headers['x-total-count'], before);
  const again = await call('POST', `/import/${id}/confirm`, { name: 'Long', valid_rows_only: true });
  const valid = await finished(again.body.task_id);
  assert.deepEqual(
    [valid.status, valid.result.tests, valid.result.checked_rows, valid.result.error_count],
    ['SUCCESS', 5399, 5400, 1],
    JSON.stringify(valid),
  );
});

test('more than a thousand rows are a job that ends with the whole set', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => `Question ${index}?,Answer ${index}`);
  const { import_id: id } = await open('many.csv', `prompt,expected\n${rows.join('\n')}\n`);
  await parse(id);
  const started = await call('POST', `/import/${id}/confirm`, { name: 'Many' });
  assert.equal(started.status, 202, started.text);
  const job = await finished(started.body.task_id);
  assert.equal(job.status, 'SUCCESS', JSON.stringify(job));
  const set = (await call('GET', `/test_sets/${job.result.test_set_id}`)).body;
  assert.deepEqual([set.name, set.test_count], ['Many', 1200]);
});

test('a set goes out in every format and comes in as it was, metrics by their names', async () => {
  const metric = await call('POST', '/metrics', {
    backend: 'builtin',
    kind: 'contains_all',
    name: 'Says hello',
    args: { values: ['hello'] },
    metric_scope: ['Single-Turn'],
  });
  assert.equal(metric.status, 201, metric.text);
  const given = {
    prompt: { content: '=HYPERLINK("x")', expected_response: '-5' },
    requirement: 'Greets',
    category: 'Manners/Hello',
    tags: ['a,b'],
    metadata: { deep: { list: [1, '007'] } },
    metrics: [{ metric: metric.body.id, args: { values: ['x'] }, negate: true }],
    status: 'Approved',
    priority: 7,
    external_id: '+1',
  };
  const set = await call('POST', '/test_sets/bulk', {
    name: 'Out',
    test_set_type: 'Single-Turn',
    tests: [given],
  });
  assert.equal(set.status, 201, set.text);
  for (const format of ['csv', 'jsonl', 'xlsx', 'yaml']) {
    const file = await download(platform, owner.token, `/test_sets/${set.body.id}/download?format=${format}`);
    assert.equal(file.status, 200);
    assert.match(String(file.headers['content-disposition']), new RegExp(`Out\\.${format}`));
    const found = await open(`out.${format}`, file.bytes);
    await parse(found.import_id);
    const again = await call('POST', `/import/${found.import_id}/confirm`, {});
    assert.equal(again.status, 200, again.text);
    const [made] = await testsOf(again.body.id);
    const { requirement, category, ...rest } = made;
    assert.deepEqual([requirement.name, category.name], [given.requirement, given.category], format);
    for (const name of [
      'prompt',
      'tags',
      'metadata',
      'metrics',
      'status',
      'priority',
      'external_id',
    ] as const)
      assert.deepEqual(rest[name], given[name], `${format} ${name}`);
  }
});

test('what is imported stays when tidying up behind it fails', async () => {
  const { query } = platform.database;
  await query.execute(sql`create sequence tidying`);
  await query.execute(sql`create function fail_once() returns trigger language plpgsql security definer as $$
    begin if nextval('tidying') = 1 then raise exception 'not now'; end if; return old; end $$`);
  await query.execute(
    sql`create trigger fail_once before delete on test_import_rows for each row execute function fail_once()`,
  );
  const { import_id: id } = await open('kept.csv', 'prompt\nKept one?\nKept two?\n');
  await parse(id);
  const answer = await call('POST', `/import/${id}/confirm`, { name: 'Kept' });
  assert.ok(answer.status < 300, answer.text);
  await query.execute(sql`drop trigger fail_once on test_import_rows`);
  const [set] = (await call('GET', "/test_sets?$filter=name eq 'Kept'")).body;
  const tests = (await call('GET', `/test_sets/${set.id}/tests`)).body;
  assert.deepEqual([set.test_count, tests.length], [2, 2]);
});

test('whoever may not make metrics makes none by a file: neither at once nor by a job', async () => {
  const made = await call('POST', '/tokens', {
    name: 'imports',
    permissions: ['test_set:create', 'test:create', 'test_set:read', 'job:read'],
  });
  const { access_token: token } = made.body;
  const metrics = async (): Promise<number> =>
    Number((await call('GET', '/metrics?limit=1')).headers['x-total-count']);
  const before = await metrics();
  const config = (length: number): string =>
    JSON.stringify({
      prompts: ['{{q}}'],
      tests: Array.from({ length }, (_, index) => ({
        vars: { q: `Question ${index}` },
        assert:
          index === length - 1
            ? [
                { type: 'javascript', value: `output.length > ${length}` },
                { type: 'llm-rubric', value: `Is kind, ${length}.` },
              ]
            : [{ type: 'contains', value: 'a' }],
      })),
    });
  const begin = async (length: number): Promise<string> => {
    const { body, type } = await multipart([
      { bytes: config(length), name: 'promptfooconfig.json', field: 'file' },
    ]);
    const headers = { 'content-type': type };
    const opened = await platform.call('POST', '/import/analyze', { token, body, headers });
    assert.equal(opened.status, 201, opened.text);
    assert.equal((await call('POST', `/import/${opened.body.import_id}/parse`, {}, token)).status, 200);
    return opened.body.import_id;
  };
  const refused = await call('POST', `/import/${await begin(2)}/confirm`, {}, token);
  assert.equal(refused.status, 422, refused.text);
  assert.match(refused.text, /you may not make metrics/);
  const queued = await call(
    'POST',
    `/import/${await begin(1_001)}/confirm`,
    { valid_rows_only: true },
    token,
  );
  assert.equal(queued.status, 202, queued.text);
  let job;
  do {
    await pause(50);
    job = (await call('GET', `/jobs/${queued.body.task_id}`)).body;
  } while (job.status !== 'FAILURE' && job.status !== 'SUCCESS');
  assert.deepEqual([job.status, job.result.tests], ['SUCCESS', 1_000], JSON.stringify(job));
  // What measures by a kind of ours is no work of whoever wrote the file.
  assert.ok((await metrics()) <= before + 1);
});

test('whoever may make sets alone neither adds to one that is there nor changes its tests by a file', async () => {
  const set = await importAll('d.jsonl', '{"id":"a","prompt":"One?","expected":"1"}\n');
  const tokenOf = async (...more: string[]): Promise<string> =>
    (
      await call('POST', '/tokens', {
        name: 'imports',
        permissions: ['test_set:create', 'test_set:read', 'test:create', 'test:read', ...more],
      })
    ).body.access_token;
  const { import_id: id } = await open(
    'd.jsonl',
    '{"id":"a","prompt":"One?","expected":"I"}\n{"id":"b","prompt":"Two?"}\n',
  );
  await parse(id, { test_set_id: set.id });
  const confirm = (token: string, body: object): Promise<CallResult> =>
    call('POST', `/import/${id}/confirm`, body, token);
  const maker = await confirm(await tokenOf(), {});
  assert.deepEqual([maker.status, maker.body.code], [403, 'auth.permission_denied'], maker.text);
  assert.match(maker.text, /test_set:update/);
  const filler = await tokenOf('test_set:update');
  const changing = await confirm(filler, {});
  assert.equal(changing.status, 403, changing.text);
  assert.match(changing.text, /test:update/);
  assert.deepEqual(
    (await testsOf(set.id)).map((one: CallResult['body']) => one.prompt.expected_response),
    ['1'],
  );
  const adding = await confirm(filler, { changed: 'skip' });
  assert.deepEqual([adding.status, adding.body.test_count], [200, 2], adding.text);
});

const rowsInStore = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of platform.app.files.objects.list())
    if (key.startsWith(`imports/${owner.organizationId}/`)) keys.push(key);
  return keys;
};

test('rows of a file that nobody names any more are swept after a day, and those of an import are not', async (t) => {
  // Of somebody else, since each person may import so many files an hour.
  const first = owner;
  t.after(() => {
    owner = first;
  });
  owner = await platform.signUp();
  const { import_id: id } = await open('kept.csv', 'prompt\nkept\n');
  // Read anew, the former rows are nobody's; as are those of a process that died before it named them.
  await parse(id, { encoding: 'utf-8' });
  await open('lost.csv', 'prompt\nlost\n');
  await platform.database.system((tx) =>
    tx.execute(sql`delete from test_imports where found ->> 'filename' = 'lost.csv'`),
  );
  const before = await rowsInStore();
  await platform.app.files.sweep();
  assert.deepEqual(await rowsInStore(), before, 'nothing is old yet');
  clock.shift = 2 * 24 * 3600 * 1000;
  await platform.app.files.sweep();
  clock.shift = 0;
  const named = await platform.database.system((tx) =>
    tx.execute<{ key: string }>(sql`select found ->> 'rowsKey' as key from test_imports`),
  );
  assert.deepEqual(
    await rowsInStore(),
    before.filter((key) => named.rows.some((row) => row.key === key)),
  );
  assert.ok((await rowsInStore()).length < before.length);
  assert.equal((await call('GET', `/import/${id}/preview`)).status, 200);
});
