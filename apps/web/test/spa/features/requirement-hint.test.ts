import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requirementHint } from '../../../spa/src/features/requirements/requirement-hint.ts';

test('the beginning of a requirement is said to be a new one, and its name in any case and blanks is not', () => {
  const found = ['Refunds are decided by  a person'];
  assert.match(requirementHint('Refunds', found) ?? '', /^New: .+ unless you choose one/);
  assert.match(requirementHint('Parking', []) ?? '', /^New: this requirement is created/);
  assert.equal(requirementHint(' refunds ARE decided by a person ', found), undefined);
  assert.match(requirementHint('', found) ?? '', /another name makes a new one/);
  assert.equal(requirementHint('Refunds', undefined), undefined, 'nothing is said before it is known');
});
