import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExpected } from '../../../src/modules/metrics/text/expected/index.ts';
import { telephonesIn } from '../../../src/modules/metrics/text/expected/telephone.ts';

const read = (output: string, expected = 'The emergency number is 020 7946 0999.', values: string[] = []) =>
  readExpected({ input: 'What is the emergency number?', output, expected, values });

test('a telephone number is one value, with blanks or without, from home or from abroad', () => {
  for (const spelled of [
    '020 7946 0999',
    '02079460999',
    '020-7946-0999',
    '(020) 7946 0999',
    '+44 20 7946 0999',
  ]) {
    const found = read(`The emergency number is ${spelled}.`);
    assert.equal(found.met, true, `${spelled}: ${found.reason}`);
    assert.doesNotMatch(found.reason, /"7946"/);
  }
  for (const none of [
    '1 December 2024',
    '01.12.2024',
    '09:00-17:00',
    'costs £0800',
    '2024-12-01',
    '1,000,000',
  ])
    assert.deepEqual(telephonesIn(none), [], none);
});

test('another telephone number in the place of the one that is expected fails', () => {
  for (const values of [[], ['020 7946 0999']]) {
    const { met, reason } = read('The emergency number is 020 7946 0100.', undefined, values);
    assert.equal(met, false);
    assert.equal(reason, 'It says the telephone number "020 7946 0100" and not "020 7946 0999".');
  }
});

test('an answer without any telephone number is open, and names the number as one', () => {
  const { met, reason } = read('We are open from 9 to 17 on weekdays, and somebody will help you then.');
  assert.equal(met, undefined);
  assert.equal(reason, 'It does not say the telephone number "020 7946 0999".');
});

test('another number does not contradict where more than a number is expected', () => {
  const expected = 'Reception is open from 9 to 17 and is reached on 020 7946 0100.';
  assert.equal(read('In an emergency call 020 7946 0999.', expected).met, undefined);
});
