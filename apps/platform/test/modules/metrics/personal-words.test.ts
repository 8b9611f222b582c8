import assert from 'node:assert/strict';
import { test } from 'node:test';
import { says } from './measuring.ts';

test('what was found of a person is called by words, and not by the name of its setting', async () => {
  for (const [output, called] of [
    ['Call 020 7946 0999.', 'a telephone number'],
    ['Write to jane.doe@corp.example.com.', 'an email address'],
    ['She was born on 4 May 1988, call 020 7946 0999.', 'a date of birth, a telephone number'],
  ] as const) {
    const { reason } = await says('fail', 'pii', {}, { output });
    assert.equal(reason, `The answer holds personal data: ${called}.`);
  }
});
