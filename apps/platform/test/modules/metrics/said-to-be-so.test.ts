import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verdictOf } from './measuring.ts';
import { notSaidToBeSo, saidToBeSo } from './said-to-be-so.ts';

const read = (criterion: string, content: string) =>
  verdictOf(
    'goal',
    { criteria: [criterion] },
    {
      conversation: [
        { role: 'user', content: 'Hello, I have a question.' },
        { role: 'assistant', content },
      ],
    },
  );

test('what is said to be so meets a criterion that wants it confirmed, stated or offered', async () => {
  const missed: string[] = [];
  for (const [criterion, answer] of saidToBeSo) {
    const { verdict, reason } = await read(criterion, answer);
    if (verdict !== 'pass') missed.push(`${criterion} ← ${answer}: ${reason}`);
  }
  assert.deepEqual(missed, []);
});

test('what is only possible, due, wished, of others or beside it is open, and the reason quotes it', async () => {
  const wrong: string[] = [];
  for (const [criterion, answer] of notSaidToBeSo) {
    const { verdict, reason } = await read(criterion, answer);
    const isQuoted = reason?.includes(`“${answer.slice(0, 20)}`) === true;
    if (verdict !== 'not_evaluated' || !isQuoted)
      wrong.push(`${criterion} ← ${answer}: ${verdict} ${reason}`);
  }
  assert.deepEqual(wrong, []);
});
