import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsOf } from '../../../src/modules/exploration/reading/terms.ts';

test('a word of a set phrase is no topic, and the same word elsewhere is one', () => {
  const topics = (...texts: string[]) => termsOf(texts).map(({ text }) => text);
  const cancelling = topics(
    'You can cancel free of charge until 30 days before pickup.',
    'Children ride along free of charge, bedding comes at no extra cost.',
    'Changing the date is free of charge as well.',
  );
  assert.ok(!cancelling.some((topic) => /charge|cost/.test(topic)), cancelling.join(', '));
  const greeting = topics(
    'Hello Ingrid! How can I help?',
    'Hi Ingrid, the vans are ready.',
    'Hello Ingrid! Bye.',
  );
  assert.ok(!greeting.some((topic) => /ingrid/i.test(topic)), greeting.join(', '));
  const charging = topics(
    'The charge is 40 euros.',
    'We take a charge for cleaning.',
    'Each charge is listed.',
  );
  assert.ok(charging.includes('charge'), charging.join(', '));
});
