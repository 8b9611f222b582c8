import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementWords, kappaWords } from '../../../spa/src/features/reviews/agreement-words.ts';

const said = (n: number) => ({ n, agreement: 100, kappa: 1, kappa_low: 1, kappa_high: 1 });

test('an agreement of one or two reviews is no number and no range, but says how many are lacking', () => {
  assert.equal(agreementWords(said(2)), 'Too few to tell: reviewed 2, needed 10');
  assert.equal(kappaWords(said(2)), undefined);
  assert.equal(agreementWords(said(10)), '100 %');
  assert.equal(kappaWords(said(10)), '1.00 (1.00 to 1.00)');
});
