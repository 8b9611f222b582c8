import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../support/fuzz.ts';
import { createBodyReader, type TargetBody } from '../../../src/modules/invocation/body.ts';

function read(contentType: string, bytes: Uint8Array, pieceBytes = bytes.length || 1): TargetBody {
  const reader = createBodyReader(contentType);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    if (reader.push(bytes.subarray(at, at + pieceBytes))) break;
  return reader.finish();
}
const readText = (contentType: string, text: string, pieceBytes?: number) =>
  read(contentType, Buffer.from(text), pieceBytes);
const events = (...values: unknown[]): TargetBody => ({ kind: 'events', values, source: 'stream' });
const lines = (...values: unknown[]): TargetBody => ({ kind: 'events', values, source: 'lines' });

const STREAMS: [string, string, TargetBody][] = [
  ['LF', 'data: {"a":1}\n\ndata: {"a":2}\n\n', events({ a: 1 }, { a: 2 })],
  ['CRLF', 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\n\r\n', events({ a: 1 }, { a: 2 })],
  ['CR', 'data: {"a":1}\r\rdata: {"a":2}\r\r', events({ a: 1 }, { a: 2 })],
  ['no space after the colon', 'data:{"a":1}\n\n', events({ a: 1 })],
  ['several data lines', 'data: {"a":\ndata: 1}\n\n', events({ a: 1 })],
  ['comments and other fields', ': ping\n\nevent: x\nid: 1\nretry: 5\ndata: {"a":1}\n\n', events({ a: 1 })],
  ['no blank line at the end', 'data: {"a":1}\n\ndata: {"a":2}', events({ a: 1 }, { a: 2 })],
  ['characters of several bytes', 'data: "ünïcödé 🎈"\n\n', events('ünïcödé 🎈')],
  ['a byte order mark', '\uFEFFdata: {"a":1}\n\n', events({ a: 1 })],
  ['events that are not JSON', 'data: Hello\n\ndata:  world\n\n', events('Hello', ' world')],
  ['null and numbers', 'data: null\n\ndata: 0\n\ndata: false\n\n', events(null, 0, false)],
  ['the closing mark', 'data: {"a":1}\n\ndata: [DONE]\n\ndata: {"a":2}\n\n', events({ a: 1 })],
  ['nothing', ': only a comment\n\n', { kind: 'empty' }],
];

for (const [name, text, expected] of STREAMS) {
  void test(`a stream of events with ${name} reads the same however it is cut`, () => {
    for (const pieceBytes of [1, 2, 3, 7, 1000])
      assert.deepEqual(readText('text/event-stream', text, pieceBytes), expected);
  });
}

// To find that a piece is no JSON costs far more than to read it: ten megabytes of them kept a processor busy for a minute.
const bound = { timeout: 60_000 };
void test(
  'of a stream of nothing but broken pieces the rest is text, and whole JSON before it is read',
  bound,
  () => {
    for (const [type, wrap] of [
      ['application/x-ndjson', (text: string) => `${text}\n`],
      ['text/event-stream', (text: string) => `data: ${text}\n\n`],
    ] as const) {
      const read = readText(type, wrap('{"a":1}') + wrap(` {${' '.repeat(90)}`).repeat(99_999), 65_536);
      assert.equal(read.kind, 'events');
      const { values } = read as { values: unknown[] };
      assert.deepEqual([values[0], values.length], [{ a: 1 }, 100_000]);
      assert.equal(String(values.at(-1)).trim(), '{');
    }
  },
);

void test('an answer has at most 100,000 values, however they are sent', bound, () => {
  for (const [type, one] of [
    ['application/x-ndjson', '{}\n'],
    ['text/event-stream', 'data: {}\n\n'],
    ['application/json', '{}\n'],
    ['text/html', '{}\n\n'],
  ] as const) {
    const most = readText(type, one.repeat(100_000), 65_536);
    assert.deepEqual([most.kind, most.kind === 'events' && most.values.length], ['events', 100_000], type);
    const tooMany = {
      code: 'response_too_large',
      stage: 'too_large',
      message: 'The answer has more than 100,000 values, which is the most that is read.',
    };
    const whole = Buffer.from(one.repeat(100_001));
    for (const pieceBytes of [whole.length, 65_536])
      assert.throws(() => read(type, whole, pieceBytes), tooMany, type);
  }
});

void test('of a stream with too many values those that were read are shown', () => {
  for (const [type, one] of [
    ['application/x-ndjson', '{}\n'],
    ['text/event-stream', 'data: {}\n\n'],
  ] as const) {
    const reader = createBodyReader(type);
    assert.throws(() => reader.push(Buffer.from(one.repeat(300_000))), { code: 'response_too_large' });
    const shown = reader.finish();
    assert.equal(shown.kind === 'events' && shown.values.length, 100_000, type);
  }
});

// Nine megabytes of empty objects are three million values, each of which is looked at several times.
void test('an answer of too many values is refused before anything is made of it, and stays to be shown', () => {
  const list = (item: string, count: number): string => `[${`${item},`.repeat(count - 1)}${item}]`;
  const tooMany = {
    code: 'response_too_large',
    message: 'The answer has more than 200,000 values, which is the most that is read.',
  };
  for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-16le'])
    for (const [item, each] of [
      ['1', 1],
      ['{}', 2],
      ['{"a":"b"}', 2],
    ] as const) {
      const bytes = (count: number): Buffer =>
        Buffer.from(list(item, count / each), type.includes('16') ? 'utf16le' : 'utf8');
      assert.equal(read(type, bytes(199_000)).kind, 'json');
      const reader = createBodyReader(type);
      reader.push(bytes(201_000));
      assert.throws(() => reader.finish(), tooMany);
      const shown = reader.finish();
      assert.equal(shown.kind === 'text' && shown.text, list(item, 201_000 / each));
    }
});

void test('a stream may say more values in all of its pieces than in one of them', () => {
  const piece = `{"choices":[{"delta":{"content":"word"},"index":0,"finish_reason":null}],"id":"one"}`;
  for (const [type, around] of [
    ['application/x-ndjson', ['', '\n']],
    ['text/event-stream', ['data: ', '\n\n']],
    ['application/json', ['', '\n']],
  ] as const) {
    const [before, after] = around;
    const whole = readText(type, `${before}${piece}${after}`.repeat(60_000));
    assert.equal(whole.kind === 'events' && whole.values.length, 60_000, type);
    const many = `${before}{"a":[${'1,'.repeat(150_000)}1]}${after}`;
    assert.throws(() => readText(type, many.repeat(7)), {
      message: 'The answer has more than 1,000,000 values, which is the most that is read.',
    });
    assert.throws(() => readText(type, `${before}{"a":[${'1,'.repeat(300_000)}1]}${after}`.repeat(2)), {
      code: 'response_too_large',
    });
  }
});

void test('a text that is no JSON may have as many commas and brackets as it likes', () => {
  for (const line of ['[2026-11-28] one, two, three\n', '[INFO] a, b, c\n', 'a,b,c,d\n', '{ one, two }\n'])
    assert.equal(readText('text/plain', line.repeat(200_000)).kind, 'text', line);
  const long = JSON.stringify({ answer: '{[,:]}"'.repeat(300_000) });
  assert.equal(readText('application/json', long).kind, 'json');
});

void test('a stream of events whose lines are none is refused', bound, () => {
  assert.throws(() => readText('text/event-stream', '{\n'.repeat(5_000_000), 65_536), {
    code: 'event_stream_invalid',
  });
});

void test('of an answer of many broken lines under another type the first decides', bound, () => {
  assert.equal(readText('application/json', '{\n'.repeat(5_000_000), 65_536).kind, 'text');
  assert.equal(readText('text/html', `{"a":1}\n${'{"a":\n'.repeat(1_000_000)}`, 65_536).kind, 'text');
});

// Put together anew for each piece, a line of nine megabytes that goes on byte by byte kept a processor busy for hours.
void test('a line that trickles in costs no more than its length', bound, () => {
  const reader = createBodyReader('application/x-ndjson');
  reader.push(Buffer.from(`{"a":1}\n"${'x'.repeat(9_000_000)}`));
  for (let sent = 0; sent < 200_000; sent += 1) reader.push(Buffer.from('y'));
  reader.push(Buffer.from('"\n{"b":2}\n'));
  const { values } = reader.finish() as { values: unknown[] };
  assert.deepEqual([values[0], String(values[1]).length, values[2]], [{ a: 1 }, 9_200_000, { b: 2 }]);
});

void test('a stream is recognised although it is called plain text', () => {
  assert.deepEqual(readText('text/plain', 'data: {"a":1}\n\n'), events({ a: 1 }));
  assert.deepEqual(readText('', 'event: x\ndata: {"a":1}\n\n'), events({ a: 1 }));
});

const WHOLES: [string, string, string, TargetBody][] = [
  ['an object', 'application/json', '{"a":1}', { kind: 'json', value: { a: 1 } }],
  ['a list', 'application/json', '[1]', { kind: 'json', value: [1] }],
  ['a number', 'application/json', ' 0 ', { kind: 'json', value: 0 }],
  ['null', 'application/json', 'null', { kind: 'json', value: null }],
  ['false', 'application/json', 'false', { kind: 'json', value: false }],
  ['an empty string', 'application/json', '""', { kind: 'json', value: '' }],
  ['JSON without a type', '', '{"a":1}', { kind: 'json', value: { a: 1 } }],
  ['JSON with a byte order mark', 'application/json', '\uFEFF{"a":1}', { kind: 'json', value: { a: 1 } }],
  [
    'broken JSON',
    'application/json',
    '{"a":',
    { kind: 'text', text: '{"a":', contentType: 'application/json' },
  ],
  ['NaN', 'application/json', 'NaN', { kind: 'text', text: 'NaN', contentType: 'application/json' }],
  ['plain text', 'text/plain', 'hello', { kind: 'text', text: 'hello', contentType: 'text/plain' }],
  ['nothing', 'application/json', ' \n', { kind: 'empty' }],
  ['lines under another type', 'application/json', '{"a":1}\n{"a":2}\n', lines({ a: 1 }, { a: 2 })],
];

for (const [name, contentType, text, expected] of WHOLES) {
  void test(`${name} is read as what it is`, () =>
    assert.deepEqual(readText(contentType, text, 2), expected));
}

void test('lines are read with both line ends, blank lines and no last newline', () => {
  for (const pieceBytes of [1, 5, 100]) {
    assert.deepEqual(
      readText('application/x-ndjson', '{"a":1}\r\n\n{"a":"ü"}\nnot json', pieceBytes),
      lines({ a: 1 }, { a: 'ü' }, 'not json'),
    );
  }
});

void test('the charset of the header is honoured, an unknown one is not', () => {
  assert.deepEqual(read('text/plain; charset=iso-8859-1', Uint8Array.of(0xfc)), {
    kind: 'text',
    text: 'ü',
    contentType: 'text/plain; charset=iso-8859-1',
  });
  assert.equal(read('text/plain; charset=klingon', Buffer.from('ü')).kind, 'text');
});

void test('an answer that is nested too deeply is text', () => {
  assert.equal(readText('application/json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`).kind, 'text');
  assert.equal(readText('application/json', `{"a":"${'['.repeat(5000)}"}`).kind, 'json');
});

void test('no body makes a reader fail, and pieces never matter', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('text/event-stream', 'application/x-ndjson', 'application/json', ''),
      (bytes, pieceBytes, type) => {
        const pieces = read(type, bytes, pieceBytes);
        if (type !== '') assert.deepEqual(pieces, read(type, bytes));
      },
    ),
    { numRuns: 300 },
  );
});

void test('any text sent as an event arrives unchanged', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      (texts, pieceBytes, newline) => {
        const stream = texts.map((text) => `data: ${JSON.stringify({ text })}${newline}${newline}`).join('');
        assert.deepEqual(
          readText('text/event-stream', stream, pieceBytes),
          events(...texts.map((text) => ({ text }))),
        );
      },
    ),
    { numRuns: 300 },
  );
});
