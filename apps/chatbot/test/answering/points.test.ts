import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { useCasesDir } from '../../bench/evaluate.ts';
import { recogniseAct } from '../../src/answering/acts.ts';
import { plainText } from '../../src/answering/plain-text.ts';
import { respelt } from '../../src/answering/respelling.ts';
import { readFigures, sumOf } from '../../src/answering/sums.ts';
import { recogniseDeceit } from '../../src/answering/wrongdoing.ts';
import { loadKnowledge } from '../../src/knowledge/passages.ts';
import { converse, lastOf } from './converse.ts';

test('a follow-up is answered by the point it asks for, in the talk it stands in', async () => {
  assert.match(
    (await lastOf('what is gap insurance', 'do i need it if i paid cash')).message,
    /^No: without a loan/,
  );
  assert.match(
    (await lastOf('is a dog bite covered', 'he wants money')).message,
    /promise or pay nothing yourself/,
  );
  assert.match((await lastOf("what's an HSA", 'can i use it for my kids')).message, /^Yes: /);
});

test('the same few words ask for another point in another talk', async () => {
  const one = await lastOf('my claim was denied', 'how long do i have');
  const other = await lastOf("what's a grace period on life insurance", 'how long usually');
  assert.match(one.message, /denial letter/);
  assert.match(other.message, /30 or 31 days/);
});

test('an answer rests on the point it gives', async () => {
  const reply = await lastOf('what is gap insurance', 'do i need it if i paid cash');
  assert.match(reply.context.join('\n'), /without a loan or lease/);
});

test('every point has wordings and a short answer', () => {
  for (const { passages } of loadKnowledge(join(useCasesDir, 'insurance', 'knowledge')))
    for (const { id, points } of passages)
      for (const { wordings, answer } of points) {
        assert.ok(
          wordings.every((wording) => wording.length > 2),
          id,
        );
        assert.ok(answer.split(' ').length <= 65, `${id}: ${answer}`);
      }
});

test("sums are done with the user's own figures, and shown", () => {
  const sum = (...messages: string[]): string | undefined => {
    let figures = {};
    let result: string | undefined;
    for (const message of messages) {
      const now = readFigures(message);
      figures = { ...figures, ...now };
      result = sumOf(message, figures, now);
    }
    return result;
  };
  assert.match(
    sum('I have a $2000 deductible and 20% coinsurance', 'what do i pay if surgery is 10,000') ?? '',
    /2,000 \+ 1,600 = 3,600/,
  );
  assert.match(
    sum('my car is worth 9000 and was totaled, my deductible is 500') ?? '',
    /9,000 − 500 = 8,500/,
  );
  assert.match(sum('it would cost 400k to rebuild but I insured it for 250k') ?? '', /= 150,000/);
  assert.match(
    sum('insured for 300000 with a 2 percent hurricane deductible', 'on 20000 damage?') ?? '',
    /= 14,000/,
  );
  assert.match(sum('deductible is 1000 and the repair costs 700') ?? '', /insurer pays nothing/);
  assert.match(sum('my premium is 1200 a year, if i cancel after 3 months what do i get') ?? '', /= 900/);
  assert.equal(sum('what is a deductible'), undefined);
  assert.equal(sum('my deductible is 500'), undefined);
});

test('a sum is kept for the turns that follow', async () => {
  const replies = await converse(
    'my coinsurance is 30% and deductible 1500, the bill is 8000',
    'and if my out of pocket max is 2500',
  );
  assert.match(replies[0]?.message ?? '', /= 3,450/);
  assert.match(replies[1]?.message ?? '', /no more than that/);
});

test('help with deceit is declined with its reason, and fair questions are not', () => {
  for (const [message, deceit] of [
    ['i want life insurance on my neighbor without him knowing', 'secretly'],
    ['can you write me a fake doctors note', 'papers'],
    ['can i just add the old bumper damage to the claim', 'padding'],
    ['how do i fake the mileage', 'hiding'],
    ['can i just say it broke this week', 'untrue'],
    ['my friend wants me to say i was driving', 'untrue'],
  ] as const)
    assert.equal(recogniseDeceit(plainText(message)), deceit, message);
  for (const message of [
    'what happens if i lie on my application',
    'do i have to tell my insurer about a new driver',
    'can i claim for a bike that was stolen',
    'what if i put the wrong mileage by accident',
    'can i skip the medical exam',
  ])
    assert.equal(recogniseDeceit(plainText(message)), undefined, message);
});

test('thanks, people and accounts are told by how they are put', () => {
  const actOf = (message: string) => recogniseAct(message, plainText(message))?.act;
  for (const message of ["thanks you've been really helpful!", 'thx ur the best', 'that helped a lot'])
    assert.equal(actOf(message), 'thanks', message);
  for (const message of ['this is useless I need a human NOW', 'agent', 'get me an operator'])
    assert.equal(actOf(message), 'person', message);
  for (const message of [
    'you guys charged me twice',
    'send me mine',
    'cancel my auto policy effective today',
  ])
    assert.equal(actOf(message), 'account', message);
  assert.equal(actOf('thanks, and what is a deductible'), undefined);
});

test('words written in a hurry are read as meant, and right ones stay', () => {
  const isWord = (word: string) => ['does', 'form', 'from', 'life', 'clam'].includes(word);
  assert.equal(respelt('how mcuh lief insurance', isWord), 'how much life insurance');
  assert.equal(respelt('can i make a clam', isWord), 'can i make a clam'.replace('clam', 'claim'));
  assert.equal(respelt('a form', isWord), 'a form');
});
