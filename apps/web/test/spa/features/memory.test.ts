import assert from 'node:assert/strict';
import { it } from 'node:test';
import { carries, readMemory } from '../../../spa/src/features/endpoints/memory.ts';

const verdict = (first: string, second: string) => readMemory(first, second, 'sent').verdict;

void it('who answered neither message has not shown that it forgets', () => {
  const lost = 'Sorry, I did not understand that.';
  assert.equal(verdict(lost, lost), 'unclear');
  assert.equal(verdict(lost, 'I didn’t quite get that. Ask me about parcels.'), 'unclear');
  assert.equal(verdict('Ask me about parcels.', 'Ask me about parcels!'), 'unclear');
  assert.match(readMemory(lost, lost, 'sent').reason, /remember what they are about: send two questions/);
});

void it('who took the number and cannot tell it has forgotten it, and who tells it remembers', () => {
  assert.equal(verdict('Noted: 4831.', 'Which reference number do you mean?'), 'forgets');
  assert.equal(verdict('All right.', 'I do not know your reference number.'), 'forgets');
  assert.equal(verdict('Sorry, I did not understand that.', 'It was 4831.'), 'remembers');
  assert.match(readMemory('All right.', 'Which one?', 'none came').reason, /No conversation ID came back/);
  assert.doesNotMatch(readMemory('All right.', 'Which one?', 'sent with all').reason, /new conversation/);
});

void it('who does not answer the second question has shown nothing either, as long as the turns went together', () => {
  for (const second of [
    'Sorry, I can only help with questions about our camping vans. What would you like to know about your trip?',
    'Sorry, I did not understand that.',
    'I’m afraid I can’t help with that.',
    'I am afraid I did not quite get that. I can help with availability and prices.',
    'That is outside my area.',
    'I am not able to share personal data; we cannot discuss reference numbers.',
  ])
    assert.equal(verdict('Thank you, noted.', second), 'unclear', second);
  assert.equal(verdict('All right.', 'I am sorry, I do not have a reference number from you.'), 'forgets');
  assert.equal(verdict('All right.', 'You have not told me one yet.'), 'forgets');
  assert.equal(readMemory('Noted.', 'Sorry, I did not understand that.', 'none came').verdict, 'forgets');
});

void it('an ID is said to be sent along only where a request holds it', () => {
  const request = { method: 'POST', url: 'https://assistant.example.org/chat', headers: {}, body: {} };
  assert.equal(carries({ request: { ...request, body: { visit: null } } }, '626dc5de'), false);
  assert.equal(carries({ request: null }, '626dc5de'), false);
  for (const sent of [
    { body: { visit: '626dc5de' } },
    { headers: { 'X-Visit': '626dc5de' } },
    { url: 'https://assistant.example.org/visits/626dc5de' },
  ])
    assert.ok(carries({ request: { ...request, ...sent } }, '626dc5de'), JSON.stringify(sent));
  assert.ok(carries({ request: { ...request, url: 'https://assistant.example.org/?v=a%2Fb' } }, 'a/b'));
  assert.match(readMemory('All right.', 'Which one?', 'not sent').reason, /did not send it/);
});
