import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutFrame } from '../../src/meaning/request-frame.ts';

const strip = (text: string): string => withoutFrame(text.split(' ')).join(' ');

test('what people put around a question is left out, however much of it there is', () => {
  for (const framed of [
    'copay',
    'what is a copay',
    'whats a copay',
    'what does copay mean',
    'can you tell me what a copay means',
    'please tell me what a copay is',
    'do you know the meaning of the word copay',
    'hi there could you please explain to me in simple terms what a copay means',
    'hello i was wondering what is meant by copay thanks a lot',
    'id like to know what the copay means please',
    'explain copay to me',
    'quick question meaning of copay just asking',
  ])
    assert.equal(strip(framed), 'copay', framed);
});

test('without an article the question word may stay, as little as it says', () => {
  assert.equal(strip('can you tell me what copay means'), 'what copay');
});

test('what is asked for stays, and a message that is nothing but a frame stays whole', () => {
  for (const text of [
    'can you write a poem',
    'tell a joke',
    'i need a lawyer',
    'my car was stolen',
    'thanks',
    'hello',
  ])
    assert.equal(strip(text), text);
  assert.deepEqual(withoutFrame([]), []);
});

test('a long text that looks like frames all through is read in time that grows with its length', () => {
  assert.equal(strip(`${'please '.repeat(78)}deductible`.trim()), 'deductible');
  assert.equal(strip(`${'can you '.repeat(40)}deductible`), `${'can you '.repeat(40)}deductible`);
});
