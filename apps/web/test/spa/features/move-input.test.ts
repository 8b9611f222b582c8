import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { moveInput, placeOfMessage } from '../../../spa/src/features/autoconfigure/move-input.ts';

void describe('moving the message to another candidate', () => {
  void it('exchanges the two fields of an object, and of JSON as text', () => {
    assert.deepEqual(moveInput({ a: '{{ input }}', b: { c: 'x' } }, 'a', 'b.c'), {
      a: 'x',
      b: { c: '{{ input }}' },
    });
    assert.equal(moveInput('{"a": "{{ input }}", "b": 1}', '$.a', '$.b'), '{"a": 1, "b": "{{ input }}"}');
  });

  void it('takes unquoted expressions along, and leaves loops, conditions and comments where they are', () => {
    const loop =
      '[{% for message in messages %}{"role": "{{ message.role }}"}{% if not loop.last %}, {% endif %}{% endfor %}]';
    assert.equal(
      moveInput(
        `{"q": {{ input | tojson }}, {# kept #} "history": ${loop}, "meta": {"text": "y {{ params.t }}"}}`,
        'q',
        'meta.text',
      ),
      `{"q": "y {{ params.t }}", {# kept #} "history": ${loop}, "meta": {"text": {{ input | tojson }}}}`,
    );
    assert.equal(
      moveInput(
        '{"a": "{{ input }}"{% if files %}, "files": {{ files | tojson }}{% endif %}, "b": ""}',
        'a',
        'b',
      ),
      '{"a": ""{% if files %}, "files": {{ files | tojson }}{% endif %}, "b": "{{ input }}"}',
    );
  });

  void it('reaches into lists, past keys with dots and quotes inside expressions', () => {
    assert.equal(
      moveInput(
        '{"m": [{"x.y": "{{ input | default("a") }}"}, {"content": "hi"}]}',
        'm.0.x.y',
        'm.1.content',
      ),
      '{"m": [{"x.y": "hi"}, {"content": "{{ input | default("a") }}"}]}',
    );
  });

  void it('writes a field that the template left out, and empties the former one', () => {
    assert.equal(
      moveInput('{"a": "{{ input }}", "b": {}}', 'a', 'b.c'),
      '{"a": "", "b": {"c": "{{ input }}"}}',
    );
    assert.deepEqual(moveInput({ b: {}, a: '{{ input }}' }, 'a', 'd'), { b: {}, a: '', d: '{{ input }}' });
  });

  void it('says that it cannot, instead of guessing', () => {
    for (const template of [
      'message={{ input }}&lang=en',
      '{"a": {{ input }}',
      '{"a": "{{ input }}"} and more',
    ])
      assert.equal(moveInput(template, 'a', 'b'), null, template);
    assert.equal(moveInput('{"a": {"b": "{{ input }}"}}', 'a.b', 'a'), null, 'not into what holds it');
    assert.equal(moveInput('{"a": "{{ input }}"}', 'z', 'a'), null, 'not from where nothing is');
    assert.equal(moveInput('{"a": "{{ input }}"}', 'a', 'list.0'), null, 'not to where nothing can be');
  });

  void it('knows where the message is now, which need not be the likeliest candidate', () => {
    const candidates = ['message', 'query', 'messages.0.content'];
    assert.equal(placeOfMessage({ message: 'x', query: '{{ input }}' }, candidates), 'query');
    assert.equal(placeOfMessage('{"message": {{ input|tojson }}}', candidates), 'message');
    assert.equal(placeOfMessage('text {{ input }}', candidates), null);
  });
});
