import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givenConversation, sharedValue } from '../../../spa/src/features/endpoints/given-conversation.ts';

const output = { name: 'output', value: '$.reply' };
const read = (request_mapping: string, answer: unknown, known: string | null = null) =>
  givenConversation({ request_mapping, response_mapping: [output] }, answer, known);

void describe('a conversation that an answer seems to name', () => {
  for (const value of ['null', '""', '"0f3a91bc"'])
    void it(`is a field that the request has as ${value}, and one press maps both`, () =>
      assert.deepEqual(
        read(`{"text": "{{ input }}", "visit": ${value}}`, { reply: 'Hi', visit: '626dc5de' }),
        {
          field: 'visit',
          isNew: false,
          changes: {
            request_mapping: '{"text": "{{ input }}", "visit": "{{ conversation_id }}"}',
            response_mapping: [output, { name: 'conversation_id', value: '$.visit' }],
          },
        },
      ));

  void it('is found within the answer, and the template stays where it has a place already', () => {
    const template = '{"text": "{{ input }}", "visit": "{{ conversation_id }}"}';
    assert.deepEqual(read(template, { meta: { visit: '626dc5de' } })?.changes, {
      request_mapping: template,
      response_mapping: [output, { name: 'conversation_id', value: '$.meta.visit' }],
    });
  });

  void it('is the field left open before one that is fixed', () =>
    assert.equal(
      read('{"claim": "c-118", "visit": null}', { claim: 'c-118', visit: 'v-12' })?.field,
      'visit',
    ));

  void it('is a short value that the template fixes and the answer brings back', () => {
    const template = '{"tenantSays": "{{ input }}", "visit": "a1"}';
    assert.deepEqual(read(template, { visit: 'a1', desk: { says: 'Hi' } }), {
      field: 'visit',
      isNew: false,
      changes: {
        request_mapping: '{"tenantSays": "{{ input }}", "visit": "{{ conversation_id }}"}',
        response_mapping: [output, { name: 'conversation_id', value: '$.visit' }],
      },
    });
    assert.equal(read(template, { visit: 'b2' }), undefined);
  });

  void it('is the field that holds an ID known already, and no other', () => {
    const answer = { visit: 'v-12', stay: 's-34' };
    assert.equal(read('{"visit": null, "stay": null}', answer, 's-34')?.field, 'stay');
    assert.equal(read('{"visit": null}', answer, 's-34'), undefined);
  });

  void it('is none that both sides do not share, that holds no ID, or that names something else', () => {
    for (const [template, answer] of [
      ['{"visit": null}', { reply: 'Hi' }],
      ['{"visit": null}', { visit: 'none yet' }],
      ['{"visit": null}', { visit: null }],
      ['{"order_id": null}', { order_id: 'o-118' }],
      ['{"model": "small-2"}', { model: 'small-2' }],
      ['{"caller_ref": null}', { caller_ref: 'c-118' }],
      ['{"kunde": null}', { kunde: 'k-118' }],
      ['{"visit": null}', 'plain text'],
      ['{"visit": null}', { items: [{ visit: 'v-12' }] }],
    ] as const)
      assert.equal(read(template, answer), undefined, JSON.stringify([template, answer]));
  });

  void it('is an ID that the answer alone brings, set before the first field of the request', () => {
    const uuid = '0b8a4c1e-77aa-4f0b-9a53-6a0b4d3c9e11';
    for (const [answer, field, path] of [
      [{ reply: 'Hi', visit: '626dc5de' }, 'visit', '$.visit'],
      [{ reply: 'Hi', visit: '626dc5de', trace_id: uuid, model: 'small-2-large' }, 'visit', '$.visit'],
      [{ ticket: 'tk-99182', meta: { dialog_id: uuid } }, 'dialog_id', '$.meta.dialog_id'],
    ] as const) {
      const given = read('{\n  "text": "{{ input }}"\n}', answer);
      assert.deepEqual(given, {
        field,
        isNew: true,
        changes: {
          request_mapping: `{\n  "${field}": "{{ conversation_id }}",\n  "text": "{{ input }}"\n}`,
          response_mapping: [output, { name: 'conversation_id', value: path }],
        },
      });
    }
  });

  void it('is no ID of the answer alone where it may be one of several things, or the request is no object of fields', () => {
    for (const [template, answer] of [
      ['{"text": "{{ input }}"}', { ticket: 'tk-99182', stay: '81ff02ab' }],
      ['{"text": "{{ input }}"}', { message_id: '626dc5de', created: '2026-01-01' }],
      ['{"text": "{{ input }}"}', { day: '2026-01-01', build: 'b7f3a1c' }],
      ['{"text": "{{ input }}", "session_id": "{{ session_id }}"}', { visit: '626dc5de' }],
      ['{{ body | tojson }}', { visit: '626dc5de' }],
      ['{% if x %}{"text": "{{ input }}"}{% endif %}', { visit: '626dc5de' }],
    ] as const)
      assert.equal(read(template, answer), undefined, JSON.stringify([template, answer]));
  });

  void it('is none once it is mapped both ways', () =>
    assert.equal(
      givenConversation(
        {
          request_mapping: '{"visit": "{{ conversation_id }}"}',
          response_mapping: [{ name: 'conversation_id', value: '$.visit' }],
        },
        { visit: 'v-12' },
      ),
      undefined,
    ));
});

void describe('a value that every message carries', () => {
  void it('is what the template fixes and the answer brings back under its name, wherever it stands there', () => {
    const template = '{"tenantSays": "{{ input }}", "visit": "a1"}';
    assert.deepEqual(sharedValue(template, { desk: { visit: 'a1' } }), { field: 'visit', value: 'a1' });
  });

  void it('is none that does not come back, that names something else, or beside which a conversation is sent', () => {
    for (const [template, answer] of [
      ['{"visit": "a1"}', { visit: 'b2' }],
      ['{"visit": "a1"}', { reply: 'a1' }],
      ['{"model": "small-2"}', { model: 'small-2' }],
      ['{"tone": "calm"}', { tone: 'calm' }],
      ['{"claim": "c-118", "visit": "{{ conversation_id }}"}', { claim: 'c-118', visit: 'v-12' }],
    ] as const)
      assert.equal(sharedValue(template, answer), undefined, template);
  });
});
