import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestMappingOf } from '../src/index.ts';
import { findIn, read } from './read.ts';

const call = `import requests
r = requests.post("https://mill.test/api/ask", json={"grist": "How fine for rye?", "house": "west"})
print(r.json()["miller"]["says"])`;

describe('evidence is joined before anything is decided', () => {
  for (const [what, sample] of [
    ['the headers of the call', '{"Content-Type": "application/json", "X-Mill-Zone": "west"}'],
    ['what was sent', '{"grist": "How fine for rye?", "house": "west"}'],
    ['a state without words', '{"state": 4, "ts": 171819, "seen": true}'],
  ])
    test(`the place that code reads outweighs a sample that is none: ${what}`, async () => {
      const { responseMapping } = await read(`${call}\n\n${sample}\n`);
      assert.equal(responseMapping['output'], '$.miller.says');
    });

  test('a sample with a telling place outweighs what only looks like code', async () => {
    const { responseMapping } = await read(
      `$body = '{"ticketText":"It does not boot"}'\n(Invoke-WebRequest -Method POST -Uri "https://desk.test/triage" -Body $body).Content\n\n{"category":"hardware","firstReply":"Hold the power button for 30 seconds."}`,
    );
    assert.equal(responseMapping['output'], '$.firstReply');
  });

  test('other complete configurations are kept, best first, each with reasons that add up', async () => {
    const found = await findIn(
      'Endpoint: https://desk.test/talk (POST)\n\n{"a": "When do you open?"}\n\n{"b": "We open at nine."}',
    );
    assert.ok(found && found.others.length > 0);
    const scores = found.others.map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((left, right) => right - left),
    );
    for (const { score, reasons } of found.others)
      assert.equal(
        score,
        reasons.reduce((sum, { points }) => sum + points, 0),
      );
    const swapped = found.others.find(({ hypothesis }) => hypothesis.responseMapping['output'] === '$.a');
    assert.deepEqual(swapped && requestMappingOf(swapped.hypothesis), { b: '{{ input }}' });
  });

  test('JSON-RPC says itself which side it is', async () => {
    const found = await read(
      'https://desk.test/rpc\n\n{"jsonrpc": "2.0", "id": 1, "result": {"text": "We open at nine."}}\n\n{"jsonrpc": "2.0", "id": 1, "method": "ask", "params": {"text": "When do you open?"}}',
    );
    assert.deepEqual(requestMappingOf(found), {
      jsonrpc: '2.0',
      id: 1,
      method: 'ask',
      params: { text: '{{ input }}' },
    });
    assert.equal(found.responseMapping['output'], '$.result.text');
  });

  for (const [field, sample, place] of [
    ['previous_interaction', '{"interaction": "i-771", "reply": "Certainly."}', '$.interaction'],
    ['parentMessageId', '{"messageId": "m-771", "reply": "Certainly."}', '$.messageId'],
    ['previous_response_id', '{"id": "r-771", "reply": "Certainly."}', '$.id'],
  ] as const)
    test(`${field} goes on with ${place}, not with itself`, async () => {
      const { responseMapping } = await read(
        `POST https://desk.test/ask\n\n${JSON.stringify({ question: 'May I?', [field]: null })}\n\nResponse:\n${sample}\n\n\`${field}\`: id of the previous response, send it back with the next message`,
      );
      assert.equal(responseMapping['conversation_id'], place);
    });

  test('the name that the request has for its conversation counts before a usual one', async () => {
    const { responseMapping } = await read(
      'POST https://desk.test/ask\n\n{"question": "May I?", "case_thread": null}\n\nResponse:\n{"session_id": "s-1", "case_thread": "c-771", "reply": "Certainly."}\n\nSend `case_thread` back with the next message.',
    );
    assert.equal(responseMapping['conversation_id'], '$.case_thread');
  });
});

describe('sentences say of a word that it holds something, or what it always is', () => {
  for (const [text, body] of [
    [
      'The endpoint https://rail.test/api/ask takes a POST with JSON. plea contains what the caller wants, desk is north.',
      { plea: '{{ input }}', desk: 'north' },
    ],
    [
      'Stuur een POST met JSON naar https://rail.test/api/vraag: vraagtekst bevat de vraag van de reiziger en kanaal is altijd app.',
      { vraagtekst: '{{ input }}', kanaal: 'app' },
    ],
    [
      'Wyślij POST z JSON na https://rail.test/api/pytanie: pole tresc zawiera pytanie podróżnego, kanal to zawsze app.',
      { tresc: '{{ input }}', kanal: 'app' },
    ],
  ] as const)
    test(text.slice(0, 60), async () => assert.deepEqual(requestMappingOf(await read(text)), body));
});
