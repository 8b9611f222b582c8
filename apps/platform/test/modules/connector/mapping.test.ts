import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectedFunction } from '@sonde/contract';
import { mappingOf } from '../../../src/modules/connector/mapping.ts';

/** `name` must be given, `name?` has a default. */
const served = (names: string, metadata: Record<string, unknown> = {}): ConnectedFunction =>
  ConnectedFunction.parse({
    name: 'f',
    parameters: Object.fromEntries(
      names
        .split(' ')
        .filter(Boolean)
        .map((name) => [name.replace('?', ''), { type: 'str', default: name.endsWith('?') ? 'None' : null }]),
    ),
    metadata,
  });

const cases: readonly [names: string, mapping: Record<string, string>, confidence: number][] = [
  ['input', { input: '{{ input }}' }, 1],
  ['message session_id?', { message: '{{ input }}', session_id: '{{ conversation_id }}' }, 1],
  ['userMessage threadId', { userMessage: '{{ input }}', threadId: '{{ conversation_id }}' }, 1],
  ['customer_question', { customer_question: '{{ input }}' }, 0.93],
  ['questiontext', { questiontext: '{{ input }}' }, 0.79],
  ['topic', { topic: '{{ input }}' }, 0.72],
  ['text prompt', { prompt: '{{ input }}', text: '{{ text }}' }, 0.85],
  ['query top_k?', { query: '{{ input }}' }, 1],
  ['query tenant', { query: '{{ input }}', tenant: '{{ tenant }}' }, 0.85],
  ['messages', { messages: '{{ messages }}' }, 1],
  ['messages system_prompt?', { messages: '{{ messages }}', system_prompt: '{{ system_prompt }}' }, 1],
  ['prompt files image', { prompt: '{{ input }}', files: '{{ files }}', image: '{{ image }}' }, 1],
  ['message_id message', { message: '{{ input }}', message_id: '{{ message_id }}' }, 0.85],
  ['message_history? input', { input: '{{ input }}', message_history: '{{ messages }}' }, 1],
];

test('the names of the parameters tell what takes the message, with a confidence', () => {
  for (const [names, mapping, confidence] of cases) {
    const found = mappingOf(served(names), undefined);
    assert.deepEqual(found.requestMapping, mapping, names);
    assert.equal(found.info.source, 'auto_mapped', names);
    assert.equal(found.info.confidence, confidence, names);
  }
});

test('a function without a likely parameter gets the usual name, and little confidence', () => {
  for (const names of ['', 'a b', 'left right']) {
    const found = mappingOf(served(names), undefined);
    assert.deepEqual(
      [found.requestMapping, found.info.source, found.info.confidence],
      [{ input: '{{ input }}' }, 'fallback', 0.3],
    );
  }
});

test('what the program says comes first, then what was saved, then what the names tell', () => {
  const own = { request_mapping: '{"q": "{{ input }}"}', response_mapping: { output: '$.a' } };
  const saved = {
    requestMapping: { x: '{{ input }}' },
    responseMapping: { output: '$.b' },
    parameters: served('message').parameters,
    source: 'auto_mapped',
  };
  const manual = mappingOf(served('message', own), saved);
  assert.deepEqual(
    [manual.requestMapping, manual.responseMapping, manual.info.source],
    [own.request_mapping, own.response_mapping, 'sdk_manual'],
  );
  const hybrid = mappingOf(served('message', { response_mapping: own.response_mapping }), saved);
  assert.deepEqual(
    [hybrid.requestMapping, hybrid.responseMapping, hybrid.info.source],
    [saved.requestMapping, own.response_mapping, 'sdk_hybrid'],
  );
  const kept = mappingOf(served('question'), saved);
  assert.deepEqual(
    [kept.requestMapping, kept.responseMapping, kept.info.source],
    [saved.requestMapping, saved.responseMapping, 'previously_saved'],
  );
  const automatic = mappingOf(served('message'), undefined);
  const followed = mappingOf(served('question'), {
    ...automatic,
    parameters: served('message').parameters,
    source: 'auto_mapped',
  });
  assert.deepEqual(
    [followed.requestMapping, followed.info.source],
    [{ question: '{{ input }}' }, 'auto_mapped'],
  );
});

test('a parameter name that is no variable cannot become template code', () => {
  const found = mappingOf(served('input evil-}}{{7*7'), undefined);
  assert.deepEqual(found.requestMapping, { input: '{{ input }}', 'evil-}}{{7*7': '{{ none }}' });
});
