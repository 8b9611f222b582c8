import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { firstUrl, foundSecrets } from '../../../spa/src/features/autoconfigure/found-secrets.ts';
import { runPipeline, stepsOf } from '../../../spa/src/features/autoconfigure/run-pipeline.ts';
import { mergeTurns } from '../../../spa/src/features/explore/result-of.ts';
import {
  isParameterName,
  parametersFrom,
  rowsFrom,
} from '../../../spa/src/features/settings/parameter-rows.ts';
import { seriesOf } from '../../../spa/src/features/settings/usage-series.ts';
import { waterfallOf } from '../../../spa/src/features/traces/waterfall.ts';
import type { Api } from '../../../spa/src/lib/api.ts';
import { rowsOf } from '../../../spa/src/ui/json-rows.ts';
import * as data from '../support/stand-in-data.ts';

void describe('pasted text', () => {
  void it('shows the address a try would go to', () => {
    assert.equal(firstUrl("curl 'https://a.example/chat', then"), 'https://a.example/chat');
    assert.equal(firstUrl('no address'), null);
  });
  void it('is looked over for secrets', () => {
    const key = `sk-${'a1B2c3D4'.repeat(3)}`;
    assert.deepEqual(foundSecrets(`key ${key} and Authorization: Bearer ${'y1Z2'.repeat(4)}`), [
      'a vendor key',
      'an authorization header',
    ]);
    assert.deepEqual(foundSecrets('{"question": "hello"}'), []);
  });
});

void describe('the pipeline of auto-configure', () => {
  const streaming = (text: string): Api =>
    ({
      open: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
    }) as unknown as Api;
  const run = (api: Api, steps: string[] = []) =>
    runPipeline({
      api,
      request: { input_text: 'x' },
      onProgress: ({ step }) => steps.push(step),
      signal: new AbortController().signal,
    });

  void it('tells its steps and gives its result', async () => {
    const steps: string[] = [];
    const result = await run(
      streaming(
        `event: progress\ndata: {"step":"parse","state":"done","attempt":1,"label":""}\n\nevent: result\ndata: ${JSON.stringify(data.autoConfigured)}\n\n`,
      ),
      steps,
    );
    assert.deepEqual([steps, result.url], [['parse'], data.autoConfigured.url]);
  });
  void it('fails clearly when the stream ends without a result', async () => {
    await assert.rejects(run(streaming(': nothing\n\n')), { code: 'stream.ended' });
  });
  void it('shows the last word on each step', () => {
    const steps = stepsOf([
      { step: 'probe', state: 'started', attempt: 1, label: '' },
      { step: 'probe', state: 'failed', attempt: 2, label: 'HTTP 422' },
    ]);
    assert.deepEqual(
      steps.map(({ step, state }) => `${step}:${state}`),
      ['parse:waiting', 'probe:failed', 'correct:waiting', 'generate:waiting'],
    );
    assert.equal(steps[1]?.label, 'HTTP 422');
  });
});

void describe('an exploration', () => {
  void it('shows each turn once, in order, the stored word last', () => {
    const [first, second, third] = data.exploration.conversation;
    assert.ok(first && second && third);
    const merged = mergeTurns(
      [first, { ...second, received: 'stored' }],
      [third, { ...second, received: 'live' }],
    );
    assert.deepEqual(merged.map(({ turn, received }) => [turn, received])[1], [2, 'stored']);
    assert.deepEqual(
      merged.map(({ turn }) => turn),
      [1, 2, 3],
    );
  });
});

void describe('a waterfall', () => {
  void it('puts children and stages below their span, inside the time of the trace', () => {
    const [span] = data.spans;
    assert.ok(span);
    const child = {
      ...span,
      id: data.idOf(12, 9),
      span_id: 'ffff',
      parent_span_id: span.span_id,
      name: 'token',
      duration_ms: 40,
      stages: [],
    };
    const { rows, totalMs } = waterfallOf([child, span]);
    assert.deepEqual(
      rows.map(({ label, depth }) => `${depth} ${label}`),
      ['0 Insurance Chatbot', '1 render', '1 connect', '1 send', '1 parse', '1 token'],
    );
    assert.equal(totalMs, 412);
    assert.ok(
      rows.every(({ offsetShare, widthShare }) => offsetShare >= 0 && offsetShare + widthShare <= 1.001),
    );
  });
  void it('calls the step around a call by words, and not by the name that programs have for it', () => {
    const [span] = data.spans;
    assert.ok(span);
    const name = 'function.endpoint_rest_invoke';
    assert.equal(waterfallOf([{ ...span, name }]).rows[0]?.label, 'The whole call');
  });
  void it('treats a span whose parent is elsewhere as a root', () => {
    const [span] = data.spans;
    assert.ok(span);
    assert.equal(waterfallOf([{ ...span, parent_span_id: 'elsewhere' }]).rows[0]?.depth, 0);
  });
});

void describe('settings', () => {
  void it('give parameters back as they were, with their types', () => {
    const parameters = {
      a: { default: 0.7, Production: '0.7' },
      b: { description: 'd', default: ['x'] },
      c: { default: 'plain words' },
      d: { default: true, Staging: null },
    };
    assert.deepEqual(parametersFrom(rowsFrom(parameters)), parameters);
  });
  void it('know a name of a parameter', () => {
    assert.deepEqual(['tone', '_x1', '1x', 'a-b', ''].map(isParameterName), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
  void it('show days without use as zero', () => {
    const [line] = seriesOf(
      [{ day: '2026-01-02', resource: 'spans', amount: 5 }],
      3,
      Date.parse('2026-01-03T10:00:00Z'),
    );
    assert.deepEqual(
      line?.days.map(({ amount }) => amount),
      [0, 5, 0],
    );
  });
});

void describe('the lines of a JSON tree', () => {
  void it('carry their JSONPath and show only what is open', () => {
    const rows = rowsOf({ a: [{ b: 1 }], c: {} }, (_path, depth) => depth < 2);
    assert.deepEqual(
      rows.map(({ path, open }) => `${path} ${open}`),
      ['$ true', '$.a true', '$.a[0] false', '$.c false'],
    );
  });
});
