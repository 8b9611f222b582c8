import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlaceholders } from '../../../src/modules/invocation/placeholders.ts';
import { EXPRESSION_ONLY, mentionsName } from '../../../src/modules/invocation/template-names.ts';
import { configurationOf } from './support/engine.ts';

const cases: [string, boolean, boolean][] = [
  ['{{ session_id }}', true, true],
  ['a={{x}}&b={{ params.p | default(session_id) }}', true, true],
  ['{% if session_id %}x{% endif %}', true, false],
  ['session_id', false, false],
  ['{{ x }} session_id', false, false],
  ['{ session_id }', false, false],
  ['{{ my_session_id }}', false, false],
  ['{{ session_ids }}', false, false],
];
for (const [template, anywhere, inExpression] of cases) {
  void test(`${template} ${anywhere ? 'mentions' : 'does not mention'} the name`, () => {
    assert.equal(mentionsName(template, ['chat_id', 'session_id']), anywhere);
    assert.equal(mentionsName(template, ['chat_id', 'session_id'], EXPRESSION_ONLY), inExpression);
  });
}

void test('an address of a megabyte of braces is read once', () => {
  const queryParams = Object.fromEntries([
    ['a', 'session_id'],
    ...Array.from({ length: 100 }, (_, index) => [`q${index}`, '{'.repeat(8192)]),
  ]);
  const placeholders = readPlaceholders(configurationOf({ url: 'https://target.test/', queryParams }));
  assert.equal(placeholders.usesConversation, false);
});
