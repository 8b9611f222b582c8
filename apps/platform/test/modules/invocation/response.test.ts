import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../support/fuzz.ts';
import type { TargetBody } from '../../../src/modules/invocation/body.ts';
import { createPathQueries } from '../../../src/kernel/json-path/index.ts';
import { createResponseMapper, type MappedResponse } from '../../../src/modules/invocation/response.ts';

const mapper = createResponseMapper({ queries: createPathQueries() });
const json = (value: unknown): TargetBody => ({ kind: 'json', value });
const events = (...values: unknown[]): TargetBody => ({ kind: 'events', values, source: 'stream' });
const messages = (...values: unknown[]): TargetBody => ({ kind: 'events', values, source: 'messages' });
const text = (value: string): TargetBody => ({ kind: 'text', text: value, contentType: 'text/plain' });

const deepText = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
const answer = {
  choices: [{ message: { content: 'Hi' } }, { message: { content: 'Ho' } }],
  reply: '$.secret {{ 7*7 }} {% raw %}',
  price: '$100',
  secret: 'not this',
  empty: '',
  zero: 0,
  no: false,
  nothing: null,
  list: ['a', 'b'],
  object: { deep: { x: 1 } },
  metaText: '{"a": 1}',
  deepText,
  session_id: 's-1',
};

const FIELDS: [
  name: string,
  mapping: Record<string, unknown>,
  body: TargetBody,
  field: string,
  expected: unknown,
][] = [
  ['a path', { output: '$.choices[0].message.content' }, json(answer), 'output', 'Hi'],
  ['a bare path', { output: 'choices[0].message.content' }, json(answer), 'output', 'Hi'],
  [
    'several matches joined for the output',
    { output: '$.choices[*].message.content' },
    json(answer),
    'output',
    'Hi\nHo',
  ],
  [
    'several matches as a list elsewhere',
    { all: '$.choices[*].message.content' },
    json(answer),
    'all',
    ['Hi', 'Ho'],
  ],
  ['one match that is a list', { all: '$.list' }, json(answer), 'all', ['a', 'b']],
  ['a list of texts as output', { output: '$.list' }, json(answer), 'output', 'a\nb'],
  [
    'text that looks like a path is data',
    { output: '$.reply' },
    json(answer),
    'output',
    '$.secret {{ 7*7 }} {% raw %}',
  ],
  ['text that begins with a dollar sign', { output: '$.price' }, json(answer), 'output', '$100'],
  [
    'templates over data do not evaluate it',
    { output: '{{ reply }}' },
    json(answer),
    'output',
    '$.secret {{ 7*7 }} {% raw %}',
  ],
  ['empty text', { output: '$.empty' }, json(answer), 'output', ''],
  ['zero', { output: '$.zero' }, json(answer), 'output', 0],
  ['false', { output: '$.no' }, json(answer), 'output', false],
  ['null', { output: '$.nothing' }, json(answer), 'output', null],
  ['an object as output is JSON text', { output: '$.object' }, json(answer), 'output', '{"deep":{"x":1}}'],
  [
    'an ordered fallback takes the first that is there',
    { output: ['$.nope', '$.choices[1].message.content', '$.price'] },
    json(answer),
    'output',
    'Ho',
  ],
  ['an empty text in a fallback is there', { output: ['$.empty', '$.price'] }, json(answer), 'output', ''],
  ['null in a fallback gives way', { output: ['$.nothing', '$.price'] }, json(answer), 'output', '$100'],
  [
    'a fallback of null and nothing is null',
    { output: ['$.nothing', '$.nope'] },
    json(answer),
    'output',
    null,
  ],
  [
    'a literal at the end of a fallback',
    { output: ['$.nope', 'no answer given'] },
    json(answer),
    'output',
    'no answer given',
  ],
  [
    'jsonpath with or',
    { output: "{{ jsonpath('$.nope') or jsonpath('$.price') or 'd' }}" },
    json(answer),
    'output',
    '$100',
  ],
  ['jsonpath default', { output: "{{ jsonpath('$.nope') or 'd' }}" }, json(answer), 'output', 'd'],
  ['a template with filters', { output: '{{ price | upper }}!' }, json(answer), 'output', '$100!'],
  ['a bare variable keeps its type', { all: '{{ object.deep }}' }, json(answer), 'all', { x: 1 }],
  ['a counted list is a number', { n: '{{ list | length }}' }, json(answer), 'n', 2],
  ['the whole response in a template', { n: '{{ response | length }}' }, json([1, 2, 3]), 'n', 3],
  [
    'a nested mapping',
    { metadata: { a: '$.zero', b: { c: '$.list[1]' }, d: 'fixed text!' } },
    json(answer),
    'metadata',
    { a: 0, b: { c: 'b' }, d: 'fixed text!' },
  ],
  ['values that are not text are literals', { a: 5 }, json(answer), 'a', 5],
  ['a list at the top', { output: '$[0].text' }, json([{ text: 'first' }]), 'output', 'first'],
  ['a scalar at the top', { output: '$' }, json(42), 'output', 42],
  ['plain text by its root', { output: '$' }, text('hello'), 'output', 'hello'],
  ['context is a list: of one', { context: '$.price' }, json(answer), 'context', ['$100']],
  ['context is a list: from JSON text', { context: '$.c' }, json({ c: '["a","b"]' }), 'context', ['a', 'b']],
  ['context is a list: of an object', { context: '$.object' }, json(answer), 'context', [{ deep: { x: 1 } }]],
  ['context is a list: of nothing', { context: '$.nothing' }, json(answer), 'context', []],
  ['context is a list: unmapped', {}, json(answer), 'context', []],
  ['metadata from JSON text', { metadata: '$.metaText' }, json(answer), 'metadata', { a: 1 }],
  [
    'metadata from JSON text that is nested without end',
    { metadata: '$.deepText' },
    json(answer),
    'metadata',
    { value: deepText },
  ],
  ['metadata from other text', { metadata: '$.price' }, json(answer), 'metadata', { value: '$100' }],
  [
    'deltas are put together',
    { output: '$.d' },
    events({ d: 'a' }, { d: 'a' }, { x: 1 }, { d: null }, { d: 'b' }),
    'output',
    'aab',
  ],
  ['what each event repeats is said once', { model: '$.m' }, events({ m: 'x' }, { m: 'x' }), 'model', 'x'],
  [
    'other pieces of text are put together',
    { thought: '$.t' },
    events({ t: 'a' }, { t: 'b' }),
    'thought',
    'ab',
  ],
  [
    'objects of a stream are a list',
    { calls: '$.c' },
    events({ c: { a: 1 } }, { c: { a: 2 } }),
    'calls',
    [{ a: 1 }, { a: 2 }],
  ],
  [
    'a conversation of a stream is the last one',
    { session_id: '$.s' },
    events({ s: 'a' }, { s: 'b' }),
    'session_id',
    'b',
  ],
  [
    'events chosen by their type',
    { output: "$[?@.type=='delta'].text" },
    events({ type: 'start', text: 'no' }, { type: 'delta', text: 'a' }, { type: 'delta', text: 'b' }),
    'output',
    'ab',
  ],
  [
    'several matches of one event as several',
    { context: '$.docs[*].text' },
    events({ d: 'a' }, { docs: [{ text: 'first passage' }, { text: 'second passage' }] }),
    'context',
    ['first passage', 'second passage'],
  ],
  [
    'several matches of one event chosen by its place as several',
    { context: '$[1].docs[*].text' },
    events({ d: 'a' }, { docs: [{ text: 'first passage' }, { text: 'second passage' }] }),
    'context',
    ['first passage', 'second passage'],
  ],
  [
    'several matches of several events as one list',
    { context: '$.docs[*]' },
    events({ docs: ['a', 'b'] }, { docs: ['c'] }),
    'context',
    ['a', 'b', 'c'],
  ],
  [
    'several matches that each event repeats once',
    { context: '$.docs[*]' },
    events({ docs: ['a', 'b'] }, { docs: ['a', 'b'] }),
    'context',
    ['a', 'b'],
  ],
  [
    'parts of several events as one text of the output',
    { output: '$.parts[*].text' },
    events({ parts: [{ text: 'He' }, { text: 'l' }] }, { parts: [{ text: 'lo' }] }),
    'output',
    'Hello',
  ],
  [
    'pieces of all events as one text',
    { thought: '$[*].t' },
    events({ t: 'a' }, { x: 1 }, { t: 'b' }),
    'thought',
    'ab',
  ],
  [
    'one tool call as a list of one',
    { tool_calls: '$.c[*]' },
    json({ c: [{ n: 1 }] }),
    'tool_calls',
    [{ n: 1 }],
  ],
  ['no tool call as null', { tool_calls: '$.c' }, json({ c: null }), 'tool_calls', null],
  ['texts of a stream without mapping', {}, events('Hel', 'lo'), 'output', 'Hello'],
  [
    'texts of a socket by their merged output',
    { output: '$.output' },
    messages({ content: 'a' }, { content: 'b' }, { done: true }),
    'output',
    'ab',
  ],
  ['plain text without mapping', {}, text('hello'), 'output', 'hello'],
  ['output without mapping', {}, json({ output: 'o' }), 'output', 'o'],
  ['a scalar without mapping', {}, json(false), 'output', false],
  ['prototype names are data', { a: '{{ __proto__ }}', b: '{{ constructor }}' }, json({}), 'b', null],
];

for (const [name, mapping, body, field, expected] of FIELDS) {
  void test(`maps ${name}`, () => {
    const mapped = mapper.map(mapping, body);
    assert.deepEqual(mapped.fields[field], expected);
    assert.equal(mapped.failure, undefined);
  });
}

const MISSES: [
  name: string,
  mapping: Record<string, unknown>,
  body: TargetBody,
  stage: string,
  message: RegExp,
  hint: RegExp,
][] = [
  [
    'names the nearest path',
    { output: '$.reply' },
    json({ data: { reply: 'x' } }),
    'map',
    /nearest existing path is \$\.data\.reply/,
    /beside output in the response mapping/,
  ],
  ['lists the top when nothing is near', { output: '$.zzz' }, json({ alpha: 1 }), 'map', /\$\.alpha/, /./],
  [
    'tells the error inside the answer',
    { output: '$.reply' },
    json({ error: { message: 'quota used up' } }),
    'map',
    /\$\.reply/,
    /quota used up/,
  ],
  [
    'explains a path that is not valid',
    { output: '$.a[' },
    json({ a: 1 }),
    'map',
    /not a valid JSONPath/,
    /./,
  ],
  ['explains a template that is not valid', { output: '{{ a | nope }}' }, json({ a: 1 }), 'map', /nope/, /./],
  [
    'says that the answer is a web page',
    { output: '$.a' },
    text('<html>Sign in</html>'),
    'parse',
    /not JSON.*<html>/s,
    /web page/,
  ],
  [
    'says that JSON is broken',
    { output: '$.a' },
    { kind: 'text', text: '{"a":', contentType: 'application/json' },
    'parse',
    /says it is JSON but is not/,
    /./,
  ],
  [
    'tells how text is cut out of XML',
    { output: '$.a' },
    text(
      '<?xml version="1.0"?><soap:Envelope><soap:Body><text lang="en">Hello</text></soap:Body></soap:Envelope>',
    ),
    'parse',
    /not JSON/,
    /response\.split\('<text lang="en">'\)/,
  ],
  ['says that the answer is empty', { output: '$.a' }, { kind: 'empty' }, 'map', /answer is empty/, /./],
];

for (const [name, mapping, body, stage, message, hint] of MISSES) {
  void test(`a missing output ${name}`, () => {
    const { failure } = mapper.map(mapping, body);
    assert.equal(failure?.stage, stage);
    assert.match(failure?.message ?? '', message);
    assert.match(failure?.hint ?? '', hint);
  });
}

void test('a missing field beside the output is null and a warning, and harms no other field', () => {
  const mapped = mapper.map(
    { output: '$.price', context: '$.nope', broken: '$[', metadata: { a: '$.nope' } },
    json(answer),
  );
  assert.equal(mapped.failure, undefined);
  assert.equal(mapped.fields['output'], '$100');
  assert.deepEqual(mapped.fields['context'], []);
  assert.deepEqual(mapped.fields['metadata'], { a: null });
  assert.equal(mapped.warnings.length, 3);
});

const ANSWER = { answer: 'x', data: { text: 'y' }, list: ['a'] };
for (const output of [
  "{{ jsonpath('$.a') or jsonpath('$.b') }}",
  '{{ anwser }}',
  '{{ respons.answer }}',
  '{{ status_code }}',
  ' {{ anwser }}\n',
  ['$.nope', '{{ anwser }}'],
]) {
  void test(`a miss inside the template ${JSON.stringify(output)} is a miss`, () => {
    const { failure, fields } = mapper.map({ output }, json(ANSWER));
    assert.equal(failure?.type, 'mapping_error');
    assert.match(
      failure?.message ?? '',
      /nearest existing path is \$\.|At the top the answer has: \$\.answer/,
    );
    assert.equal(fields['output'], null);
  });
}

void test('a miss in a template beside the output, or between other text, is a warning that names the nearest path', () => {
  const mapped = mapper.map(
    { output: 'It says {{ anwser }}.', topic: "{{ jsonpath('$.data.txt') }}" },
    json(ANSWER),
  );
  assert.equal(mapped.failure, undefined);
  assert.equal(mapped.fields['output'], 'It says .');
  assert.match(mapped.warnings[0] ?? '', /^output: anwser finds nothing.*\$\.answer/);
  assert.match(mapped.warnings[1] ?? '', /^topic: .*\$\.data\.text/);
});

void test('a template that chose its own words for a miss is no miss', () => {
  for (const output of [
    "{{ anwser or 'd' }}",
    "{{ anwser | default('d') }}",
    "{{ jsonpath('$.b') or 'd' }}",
  ]) {
    const mapped = mapper.map({ output }, json(ANSWER));
    assert.deepEqual([mapped.fields['output'], mapped.failure, mapped.warnings], ['d', undefined, []]);
  }
});

for (const output of [
  '$answer',
  '.answer',
  '/answer',
  '@.answer',
  'answer | upper',
  '$headers.x',
  'some fixed text!',
  5,
  ['$.nope', '$answer'],
]) {
  void test(`${JSON.stringify(output)}, which is no path, is never the answer or the id of a conversation`, () => {
    const mapped = mapper.map({ output, conversation_id: output }, json(ANSWER));
    assert.equal(mapped.fields['output'], null);
    assert.equal(mapped.conversationId, undefined);
    assert.equal(mapped.failure?.type, 'mapping_error');
    assert.match(mapped.failure.message, /neither a path such as \$\.answer nor a template/);
    assert.ok(mapped.warnings.some((warning) => warning.startsWith('output: ')));
    assert.ok(mapped.warnings.some((warning) => warning.startsWith('conversation_id: ')));
  });
}

void test('of a web page nobody is told to take all of it as the answer', () => {
  const { warnings } = mapper.map(
    { output: '$.answer', topic: '$.topic' },
    text('<!doctype html><html></html>'),
  );
  assert.ok(warnings.some((warning) => /The answer is a web page\./.test(warning)));
  assert.ok(!warnings.some((warning) => /use "\$"/.test(warning)));
});

void test('a mistyped path offers the one that is there, and is told elsewhere too', () => {
  assert.match(mapper.map({ output: '$answer' }, json(ANSWER)).failure?.message ?? '', /\$\.answer\.$/);
  assert.match(
    mapper.map({ output: '$.answer', topic: '@.answer' }, json(ANSWER)).warnings[0] ?? '',
    /^topic: /,
  );
});

void test('a text at the end of a fallback is used, and said to be no answer of the target', () => {
  const mapped = mapper.map({ output: ['$.nope', 'no answer given'] }, json(ANSWER));
  assert.equal(mapped.fields['output'], 'no answer given');
  assert.match(mapped.warnings[0] ?? '', /text of the mapping itself/);
});

for (const [name, body] of [
  ['a GraphQL error', json({ data: null, errors: [{ message: 'no credit' }, { message: 'other' }] })],
  ['success: false', json({ success: false, message: 'no credit', answer: null })],
  ['a status in words', json({ status: 'error', detail: 'no credit', answer: '' })],
  ['an error text', json({ error: 'no credit', answer: ' ' })],
  ['the last event of a stream', events({ answer: 'half' }, { type: 'error', message: 'no credit' })],
] as const) {
  void test(`a good status with ${name} is a failure in the words of the target`, () => {
    for (const output of ['$.answer', ['$.answer', '$.data.ask']]) {
      const { failure } = mapper.map({ output }, body);
      assert.match(`${failure?.message} ${failure?.hint}`, /no credit/);
    }
  });
}

void test('an answer beside an error of the target is kept with a warning in its words', () => {
  for (const body of [
    { answer: 'x', errors: [{ message: 'partly failed' }] },
    { answer: 'x', success: false, message: 'partly failed' },
  ]) {
    const mapped = mapper.map({ output: '$.answer' }, json(body));
    assert.deepEqual([mapped.fields['output'], mapped.failure], ['x', undefined]);
    assert.match(mapped.warnings.join(), /partly failed/);
  }
});

void test('an answer without trouble has no warning, whatever its fields are called', () => {
  for (const body of [
    { answer: 'x', error: null, errors: [], success: true, status: 'ok' },
    { answer: 'x', error: 0, message: 'done', type: 'answer' },
    { answer: 'x', error: {}, ok: true },
  ])
    assert.deepEqual(mapper.map({ output: '$.answer' }, json(body)).warnings, []);
});

void test('empty text and null as an answer are told, unless the target calls a tool', () => {
  for (const empty of ['', ' \n', null])
    assert.match(mapper.map({ output: '$.a' }, json({ a: empty })).warnings[0] ?? '', /gave no answer/);
  const mapping = { output: '$.a', tool_calls: '$.calls' };
  assert.deepEqual(mapper.map(mapping, json({ a: null, calls: [{ name: 'search' }] })).warnings, []);
});

void test('a mapped error that is there is a failure of the target, an empty one is not', () => {
  assert.equal(
    mapper.map({ output: '$.o', error: '$.e' }, json({ o: 'x', e: 'down' })).failure?.type,
    'target_error',
  );
  for (const e of [null, '', false])
    assert.equal(mapper.map({ output: '$.o', error: '$.e' }, json({ o: 'x', e })).failure, undefined);
});

for (const [mapping, expected] of [
  [{ session_id: '$.session_id' }, 's-1'],
  [{ thread_id: '$.zero' }, '0'],
  [{}, 's-1'],
  [{ chat_id: '$.nope' }, undefined],
] as const) {
  void test(`the conversation is taken from ${JSON.stringify(mapping)}`, () =>
    assert.equal(mapper.map(mapping, json(answer)).conversationId, expected));
}

void test('a field named __proto__ is a field', () => {
  const { fields } = mapper.map(
    JSON.parse('{"__proto__": "$.zero"}') as Record<string, unknown>,
    json(answer),
  );
  assert.equal(Object.hasOwn(fields, '__proto__'), true);
  assert.equal(({} as Record<string, unknown>)['zero'], undefined);
});

const anyBody: fc.Arbitrary<TargetBody> = fc.oneof(
  fc.jsonValue().map((value): TargetBody => ({ kind: 'json', value })),
  fc
    .array(fc.jsonValue(), { minLength: 1, maxLength: 5 })
    .map((values): TargetBody => ({ kind: 'events', values, source: 'stream' })),
  fc.string().map((value): TargetBody => ({ kind: 'text', text: value, contentType: '' })),
  fc.constant<TargetBody>({ kind: 'empty' }),
);
const anyExpression = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ maxLength: 12 }).map((part) => `$.${part}`),
  fc.string({ maxLength: 12 }).map((part) => `$[?@.${part}]`),
  fc.string({ maxLength: 12 }).map((part) => `{{ ${part} }}`),
  fc.string({ maxLength: 12 }).map((part) => `{{ jsonpath('${part}') or response }}`),
  fc.jsonValue(),
);

void test('no mapping of no answer crashes or hangs', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ maxLength: 8 }), anyExpression, { maxKeys: 4 }),
      anyBody,
      (mapping, body) => {
        const mapped: MappedResponse = mapper.map(mapping, body);
        JSON.stringify(mapped.fields);
      },
    ),
    { numRuns: 1000, interruptAfterTimeLimit: 20_000 },
  );
});

void test('whatever text a target answers is the output, unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('$', '$.a', '{{ 7*7 }}', '{% for %}', '{"a":1}', '["a"]', 'null', '0'),
      ),
      (answerText) => {
        const body = json({ a: { b: [answerText] } });
        for (const expression of [
          '$.a.b[0]',
          'a.b[0]',
          ['$.x', '$.a.b[0]'],
          '{{ a.b[0] }}',
          "{{ jsonpath('$.a.b[0]') }}",
        ]) {
          assert.equal(mapper.map({ output: expression }, body).fields['output'], answerText);
        }
      },
    ),
    { numRuns: 300 },
  );
});

void test('a mapping that misses everywhere is told for the first few what the answer has instead', () => {
  const mapping = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`field${index}`, `$.none${index}`]),
  );
  const { warnings } = mapper.map({ output: '$.reply', ...mapping }, json(answer));
  const misses = warnings.filter((warning) => warning.includes('finds nothing in the answer.'));
  assert.equal(misses.length, 20);
  assert.equal(misses.filter((warning) => /nearest existing|At the top/.test(warning)).length, 8);
});
