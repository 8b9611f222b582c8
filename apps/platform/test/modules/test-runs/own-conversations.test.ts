import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { openWorkshop, type Workshop } from './support/workshop.ts';

let shop: Workshop;
/** What arrived since it was emptied. */
let said: { message: string; session_id: unknown }[] = [];
before(async () => {
  shop = await openWorkshop();
  shop.target.route('/assistant', (request, response) => {
    const sent = request.json as { message: string; session_id: unknown };
    said.push(sent);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: `A good answer to: ${sent.message}` }));
  });
});
after(() => shop.close());

/** Understood from a paste with an id of a conversation in it, and saved as it was understood. */
async function connect(): Promise<string> {
  const understood = await shop.call('POST', '/endpoints/auto-configure', {
    input_text: `curl ${shop.target.url('/assistant')} -H 'Content-Type: application/json' -d '{"message": "When do you open?", "session_id": "demo-1"}'\n\n{"answer": "We open at nine."}`,
  });
  assert.equal(understood.body.probe_success, true, understood.text);
  assert.equal(understood.body.conversation_id_from, 'caller');
  const { url, method, request_headers, request_mapping, response_mapping, conversation_id_from } =
    understood.body;
  const made = await shop.call('POST', '/endpoints', {
    name: 'Assistant',
    url,
    method,
    request_headers,
    request_mapping,
    response_mapping,
    conversation_id_from,
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const idsOf = (of: typeof said) => of.map(({ session_id: id }) => id);

test('where the caller names a conversation, each test, each repeat and each exploration has its own', async () => {
  const endpoint = await connect();
  assert.equal(new Set(idsOf(said)).size, said.length, 'each first message of the probe too');

  said = [];
  const single = await shop.makeSet(['one', 'two', 'three']);
  await shop.ended((await shop.start(single, { repeat: 2 }, endpoint)).test_run_id);
  assert.equal(said.length, 6);
  assert.equal(new Set(idsOf(said)).size, 6);
  const known = new Set(idsOf(said));

  said = [];
  const twoTurns = await shop.makeSet([], {
    test_set_type: 'Multi-Turn',
    tests: [
      { test_configuration: { goal: 'Replay', script: ['first', 'first, again'] } },
      { test_configuration: { goal: 'Replay', script: ['second', 'second, again'] } },
    ],
  });
  await shop.ended((await shop.start(twoTurns, {}, endpoint)).test_run_id);
  const idFor = (message: string) => said.find((sent) => sent.message === message)?.session_id;
  assert.equal(said.length, 4);
  assert.equal(idFor('first'), idFor('first, again'), 'the turns of a conversation keep its id');
  assert.equal(idFor('second'), idFor('second, again'));
  assert.equal(new Set(idsOf(said)).size, 2);
  for (const id of idsOf(said)) known.add(id);
  assert.equal(known.size, 8);

  for (const expected of [9, 10]) {
    said = [];
    const started = await shop.call('POST', `/endpoints/${endpoint}/explore`, {
      strategy: 'domain_probing',
      max_turns: 3,
    });
    for (;;) {
      const { body } = await shop.call('GET', `/jobs/${started.body.task_id}`);
      if (['SUCCESS', 'FAILURE', 'REVOKED'].includes(body.status)) break;
      await pause(25);
    }
    assert.equal(said.length, 3);
    for (const id of idsOf(said)) known.add(id);
    assert.equal(known.size, expected, 'one conversation of its own');
  }
  for (const id of known) assert.match(String(id), /^[0-9a-f]{8}-/);
});
