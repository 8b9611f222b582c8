import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, ruleSentence, triggerOf } from '../../../spa/src/features/alerts/alert-words.ts';

test('a rule on tests that got worse, and one on what chance does not explain, are chosen and told apart', () => {
  const words = choices.map(({ value }) => value);
  assert.equal(words.indexOf('beyond_chance'), words.indexOf('regressed') + 1);
  const rules = [0, 1, 3].map((threshold) => ({ on: 'regressed', threshold }) as const);
  assert.deepEqual(rules.map(triggerOf), ['beyond_chance', 'regressed', 'regressed']);
  assert.deepEqual(rules.map(ruleSentence), [
    'Worse by more than chance',
    'Any test got worse',
    '3 tests or more got worse',
  ]);
});
