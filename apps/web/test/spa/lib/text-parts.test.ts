import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adviceFor } from '../../../spa/src/lib/advice.ts';
import { asProblem, networkProblem } from '../../../spa/src/lib/api-error.ts';
import { curlOf } from '../../../spa/src/lib/curl.ts';
import { allOf, anyOf, contains, equals } from '../../../spa/src/lib/filter.ts';
import {
  formatAgo,
  formatDuration,
  formatWait,
  beginningOf,
  humanize,
  inWords,
  plural,
  restInWords,
} from '../../../spa/src/lib/format.ts';
import { safeReturnPath } from '../../../spa/src/lib/return-path.ts';
import { createEventParser } from '../../../spa/src/lib/sse.ts';
import type { ServerSentEvent } from '../../../spa/src/lib/sse.ts';
import { variablesOf, variablesOfMapping } from '../../../spa/src/lib/template-variables.ts';

void describe('where a sign-in may lead back to', () => {
  for (const outside of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '',
    undefined,
    7,
    '/a\\b',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e//evil.example',
  ]) {
    void it(`refuses ${JSON.stringify(outside)}`, () => assert.equal(safeReturnPath(outside), '/home'));
  }
  void it('keeps a path of this site with its query', () =>
    assert.equal(safeReturnPath('/jobs?status=SUCCESS#x'), '/jobs?status=SUCCESS#x'));
});

void describe('filter texts', () => {
  void it('never let typed text become syntax', () => {
    assert.equal(equals('name', "O'Hara' or 1 eq 1"), "name eq 'O''Hara'' or 1 eq 1'");
    assert.equal(contains('name', 'ABC'), "contains(tolower(name),'abc')");
  });
  void it('join conditions and leave out what is off', () => {
    assert.equal(allOf([null, false, '']), undefined);
    assert.equal(allOf([anyOf(['a eq 1', 'b eq 2']), 'c eq 3']), '(a eq 1 or b eq 2) and c eq 3');
  });
});

void describe('the variables of a template', () => {
  const cases: readonly [string, string[]][] = [
    ['{"a": "{{ input }}"}', ['input']],
    ['{{ messages | tojson }}', ['messages']],
    ['{{ user.name | default("nobody") }} {{ params.tone }}', ['user', 'params']],
    ['{% for m in messages %}{{ m.content }}{{ loop.index }}{% endfor %}', ['messages']],
    ['{% set x = input | upper %}{{ x }}', ['input']],
    ['{% if image is defined and not files %}{{ image }}{% endif %}', ['image', 'files']],
    ["{{ 'text with input' }}", []],
    ['{{ files | to_openai(detail=level) }}', ['files', 'level']],
    ['no expression', []],
  ];
  for (const [template, expected] of cases)
    void it(template, () => assert.deepEqual(variablesOf(template), expected));
  void it('are found in an object of templates too', () =>
    assert.deepEqual(variablesOfMapping({ a: { b: '{{ input }}' } }), ['input']));
});

void describe('a request as curl', () => {
  void it('names what to fill in where a secret was masked, and quotes the rest', () => {
    const text = curlOf({
      method: 'POST',
      url: 'http://localhost/a',
      headers: { Authorization: 'Bearer ••••••••', 'X-Note': "it's" },
      body: { message: "it's $HOME" },
    });
    assert.equal(
      text,
      [
        "curl -X POST 'http://localhost/a' \\",
        '  -H "Authorization: Bearer $AUTHORIZATION" \\',
        String.raw`  -H 'X-Note: it'\''s' ` + '\\',
        String.raw`  --data-raw '{"message":"it'\''s $HOME"}'`,
      ].join('\n'),
    );
  });
});

void describe('an event stream', () => {
  const stream =
    ': hello\r\nevent: progress\r\ndata: {"a":1}\r\n\r\ndata:one\ndata: two\n\nevent: result\rdata: ü\r\r';
  const read = (chunks: readonly string[]): ServerSentEvent[] => {
    const events: ServerSentEvent[] = [];
    const feed = createEventParser((event) => events.push(event));
    for (const chunk of chunks) feed(chunk);
    return events;
  };
  const expected = [
    { event: 'progress', data: '{"a":1}' },
    { event: 'message', data: 'one\ntwo' },
    { event: 'result', data: 'ü' },
  ];
  void it('is read whole', () => assert.deepEqual(read([stream]), expected));
  void it('is read the same when it is cut anywhere', () =>
    assert.deepEqual(read(stream.split('')), expected));
});

void describe('what people read', () => {
  void it('says what is left of some work, as soon as its steps tell', () => {
    const startedAt = '2026-11-28T04:00:00.000Z';
    const rest = (seconds: number, step: number, total: number | null) =>
      restInWords({ startedAt, now: Date.parse(startedAt) + seconds * 1000, step, total });
    assert.equal(rest(20, 10, 30), ' · about 40 seconds left');
    assert.equal(rest(600, 5, 50), ' · about 1 h 30 min left');
    for (const none of [rest(5, 2, 30), rest(60, 30, 30), rest(60, 10, null)]) assert.equal(none, '');
    assert.equal(restInWords({ startedAt: null, now: 0, step: 10, total: 30 }), '');
    assert.equal(rest(-5, 10, 30), ' · about 1 second left', 'a clock of another machine');
  });

  void it('shows durations, waits and counts as an instrument does', () => {
    assert.deepEqual([0.4, 12.6, 999, 1234, 45_600, 125_000, 37_899_000].map(formatDuration), [
      '<1 ms',
      '13 ms',
      '999 ms',
      '1.23 s',
      '45.6 s',
      '2 min 5 s',
      '10 h 31 min',
    ]);
    assert.deepEqual([1, 60, 3600, 90_000].map(formatWait), ['1 second', '60 seconds', '60 minutes', '25 h']);
    assert.equal(plural(10_000, 'endpoint'), '10,000 endpoints');
    assert.equal(humanize('soft_refusal'), 'Soft refusal');
    assert.equal(humanize('api_token.created'), 'API token created');
    assert.equal(humanize('explorer.topic_created'), 'Weak spots topic created');
    assert.deepEqual(['oauth', 'api_tokens', 'target_id', 'ideas'].map(inWords), [
      'OAuth',
      'API tokens',
      'target ID',
      'ideas',
    ]);
  });
  void it('says how long ago', () => {
    const now = Date.parse('2026-01-02T12:00:00Z');
    assert.equal(formatAgo('2026-01-02T11:59:50Z', now), 'just now');
    assert.equal(formatAgo('2026-01-02T11:30:00Z', now), '30 minutes ago');
    assert.equal(formatAgo('2026-01-01T12:00:00Z', now), 'yesterday');
  });
  void it('has advice for every kind of failure, and a wait where one is known', () => {
    const problem = { ...networkProblem, status: 429, code: 'rate_limited', retryAfterSeconds: 40 };
    assert.equal(adviceFor(problem), 'Try again in 40 seconds.');
    for (const status of [0, 403, 404, 422, 500, 502])
      assert.ok(
        adviceFor({ ...networkProblem, status, code: status === 0 ? 'network.unreachable' : 'other' }),
      );
    assert.equal(asProblem(new Error('oops')).detail, 'oops');
    assert.ok(asProblem('odd').detail.length > 0);
  });
});

void it('the beginning of a text shows that the text goes on, and a whole one stays as it is', () => {
  assert.equal(beginningOf('What is it?', 11), 'What is it?');
  assert.equal(beginningOf('What is it about?', 8), 'What is…');
});
