import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readMemory } from '../../../spa/src/features/endpoints/memory.ts';

const verdict = (first: string, second: string) => readMemory(first, second, 'c-1').verdict;

void it('who answered neither message has not shown that it forgets', () => {
  const lost = 'Sorry, I did not understand that.';
  assert.equal(verdict(lost, lost), 'failed');
  assert.equal(verdict(lost, 'I didn’t quite get that. Ask me about parcels.'), 'failed');
  assert.equal(verdict('Ask me about parcels.', 'Ask me about parcels!'), 'failed');
});

void it('who took the number and cannot tell it has forgotten it, and who tells it remembers', () => {
  assert.equal(verdict('Noted: 4831.', 'Sorry, I did not understand that.'), 'forgets');
  assert.equal(verdict('All right.', 'I do not know your reference number.'), 'forgets');
  assert.equal(verdict('Sorry, I did not understand that.', 'It was 4831.'), 'remembers');
  assert.match(readMemory('All right.', 'Which one?', null).reason, /No conversation ID came back/);
});
