import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertTriggers } from '@sonde/contract';
import { ruleSentence, thresholdWords, triggers } from '../../../spa/src/features/alerts/alert-words.ts';

test('a rule can be set for everything the contract knows, and each has words of its own', () => {
  assert.deepEqual(
    triggers.map(({ value }) => value),
    alertTriggers,
  );
  assert.deepEqual(Object.keys(thresholdWords).toSorted(), alertTriggers.toSorted());
  const sentences = [0, 1, 5].map((threshold) => alertTriggers.map((on) => ruleSentence({ on, threshold })));
  assert.equal(new Set(sentences[2]).size, alertTriggers.length);
  assert.deepEqual(
    sentences.map((row) => row.slice(3)),
    [
      ['Any flagged result', 'Any result not evaluated'],
      ['More than 1 flagged result', 'More than 1 result not evaluated'],
      ['More than 5 flagged results', 'More than 5 results not evaluated'],
    ],
  );
});
