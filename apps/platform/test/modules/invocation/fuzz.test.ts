import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { InvocationResult } from '@sonde/contract';
import { startTargetServer, type TargetServer } from '@sonde/fakes';
import { fc } from '../../support/fuzz.ts';
import { configurationOf, createEngine, type Engine } from './support/engine.ts';

/** Prompts that broke others: quotes, template and JSON syntax, control characters, half surrogates, right-to-left. */
const NAUGHTY = [
  '',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\0',
  '\b\f\v',
  '"',
  "'",
  '`',
  '\\',
  '\\\\',
  '\\"',
  '\\u0022',
  '"}',
  '"},{"a":"',
  ',}',
  ',]',
  '}',
  ']',
  '{"a":1}',
  '[1,2]',
  'null',
  'true',
  'undefined',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '{{ input }}',
  '{{7*7}}',
  '{% raw %}',
  '{% endraw %}',
  '{# c',
  '%}',
  '}}',
  '{{ auth_token }}',
  "{{ ''.__class__.__mro__ }}",
  '{{ constructor.constructor("return process")() }}',
  '__proto__',
  '$',
  '$.a',
  '$100',
  '\ud800',
  '\udc00x',
  'a\ud83d',
  '🎈',
  '👩‍👩‍👧',
  '\u202Eabc',
  '\uFEFF',
  '\u2028\u2029',
  '<script>',
  '</script>',
  '<!--',
  '&amp;',
  '%00',
  '%0d%0aX: y',
  '../..',
  'x'.repeat(100_000),
  '"'.repeat(50_000),
  '\\'.repeat(50_001),
  '{{'.repeat(5000),
  '[DONE]',
  'data: x\n\n',
];

const TEMPLATES: [template: unknown, place: (body: unknown) => unknown][] = [
  ['{"m": "{{ input }}"}', (body) => (body as { m: unknown }).m],
  ['{"m": {{ input }}}', (body) => (body as { m: unknown }).m],
  ['{"m": {{ input | tojson }}}', (body) => (body as { m: unknown }).m],
  [{ m: ['{{ input }}'] }, (body) => (body as { m: unknown[] }).m[0]],
  [
    '{"messages": {{ messages }}}',
    (body) => (body as { messages: { content: unknown }[] }).messages[0]?.content,
  ],
  [
    '{"messages": [{% for m in messages %}{"role": "{{ m.role }}", "content": "{{ m.content }}"},{% endfor %}]}',
    (body) => (body as { messages: { content: unknown }[] }).messages[0]?.content,
  ],
  [
    '{"parts": {{ files | gemini_parts }}}',
    (body) => (body as { parts: { text: unknown }[] }).parts[0]?.text,
  ],
];

void describe('the engine under arbitrary data', () => {
  let target: TargetServer;
  let engine: Engine;
  let answer: { status: number; type: string; body: Uint8Array };

  before(async () => {
    target = await startTargetServer();
    engine = createEngine();
    target.route('/echo', (request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(request.text),
    );
    target.route('/answer', (_request, response) =>
      response
        .writeHead(answer.status, answer.type === '' ? {} : { 'content-type': answer.type })
        .end(answer.body),
    );
  });
  after(async () => {
    await engine.close();
    await target.close();
  });

  for (const [index, [requestMapping, place]] of TEMPLATES.entries()) {
    void test(`a prompt arrives unchanged through template ${index + 1}`, async () => {
      const configuration = configurationOf({
        url: target.url('/echo'),
        requestMapping,
        responseMapping: { output: '$' },
        endpointId: null,
      });
      const arrives = async (input: string) => {
        const result = await engine.invocation.invoke(configuration, { input });
        assert.equal(result.error, null);
        assert.equal(place(target.requests.at(-1)?.json), input);
        target.requests.length = 0;
      };
      for (const prompt of NAUGHTY) await arrives(prompt);
      await fc.assert(fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), arrives), {
        numRuns: 60,
      });
    });
  }

  const pieces = [
    '{{ input }}',
    '{{',
    '}}',
    '{%',
    '%}',
    '{% for x in ',
    '{% endfor %}',
    '{% if input %}',
    '{% endif %}',
    '"',
    ':',
    ',',
    '{',
    '}',
    '[',
    ']',
    'messages',
    ' | tojson',
    ' | to_openai',
    'files',
    'session_id',
    'a',
    '\n',
    '(',
    ')',
    '[0]',
    '.x',
    'range(999999999)',
    '* 999999999',
    '~',
  ];
  const anyTemplate = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string({ maxLength: 40 }),
    fc.jsonValue({ maxDepth: 3 }),
  );

  void test('no template, header or address crashes the engine, and each result has the promised shape', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTemplate,
        fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
        fc.constantFrom('GET', 'POST', 'DELETE', 'PURGE'),
        fc.constantFrom(
          'application/json',
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
        ),
        async (requestMapping, parts, method, type) => {
          const text = parts.join('');
          const result = await engine.invocation.previewRequest(
            configurationOf({
              url: `${target.url('/echo')}/${text}?q=${text}`,
              method,
              requestMapping,
              requestHeaders: { 'Content-Type': type, 'X-Any': text },
            }),
            {
              input: 'hi',
              files: [{ filename: 'a', data: 'QUJD' }],
              messages: [{ role: 'user', content: 'hi' }],
            },
          );
          InvocationResult.parse(result);
          assert.notEqual(result.error?.type, 'internal_error', JSON.stringify(result.error));
          if (result.request !== null) assert.ok(result.request.url.startsWith(target.url('/')));
        },
      ),
      { numRuns: 500, interruptAfterTimeLimit: 30_000 },
    );
  });

  void test('no answer crashes the engine, and each result has the promised shape', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => Buffer.from(text)),
          fc
            .array(fc.json(), { maxLength: 4 })
            .map((lines) => Buffer.from(lines.map((line) => `data: ${line}\n\n`).join(''))),
        ),
        fc.constantFrom(200, 201, 204, 302, 400, 401, 500),
        fc.constantFrom(
          '',
          'application/json',
          'text/event-stream',
          'application/x-ndjson',
          'text/html',
          'nonsense',
          'text/plain; charset=utf-16le',
        ),
        fc.dictionary(
          fc.constantFrom('output', 'context', 'metadata', 'session_id', 'error', 'success'),
          fc.constantFrom('$', '$..*', '$.a', 'a.b[0]', '{{ a }}', '{{ response }}', 'text!', '$[?@.a]'),
        ),
        async (body, status, type, responseMapping) => {
          answer = { body, status, type };
          const result = await engine.invocation.invoke(
            configurationOf({ url: target.url('/answer'), responseMapping }),
            { input: 'hi' },
          );
          InvocationResult.parse(result);
          JSON.stringify(result);
          assert.notEqual(result.error?.type, 'internal_error', JSON.stringify(result.error));
        },
      ),
      { numRuns: 500, interruptAfterTimeLimit: 30_000 },
    );
  });
});
