import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailHint } from '../../../spa/src/features/alerts/alert-words.ts';

void test('the form of an alert rule says where an email would reach nobody', () => {
  assert.match(emailHint(false) ?? '', /sends no email/);
  assert.equal(emailHint(true), undefined);
  assert.equal(emailHint(undefined), undefined, 'nothing is claimed before it is known');
});
