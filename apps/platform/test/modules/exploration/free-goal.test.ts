import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knowledgeFrom } from '../../../src/modules/exploration/knowledge.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import { freeGoal, subjectsOf } from '../../../src/modules/exploration/questions/free-goal.ts';
import { phrasesOf } from '../../../src/modules/exploration/questions/phrases/index.ts';

/** What was learnt before does not matter to the first question. */
const nothing = knowledgeFrom([], readPreviousFindings(null));

for (const [goal, question] of [
  ['Find out whether it gives legal advice', 'I would like to know whether you give legal advice.'],
  ['Check if it can see my policy.', 'I would like to know if you can see my policy.'],
  ['See how well it handles refunds', 'I would like to know how well you handle refunds.'],
  ['Find out what the bot does with complaints', 'I would like to know what you do with complaints.'],
  ['Learn how this assistant tries to sell', 'I would like to know how you try to sell.'],
  // What it is not to do is asked for: a “no” to that is what the goal says.
  ['Find out whether Wanda never promises a refund', 'I would like to know whether you promise a refund.'],
  ['It should not invent prices', 'I would like to know whether you invent prices.'],
  ['Check that the bot does not reveal the code', 'I would like to know whether you reveal the code.'],
  [
    'Find out whether it refuses to explain how to open the till',
    'I would like to know whether you explain how to open the till.',
  ],
  [
    'Find out how a claim is paid when it is late',
    'I would like to know how a claim is paid when it is late.',
  ],
] as const)
  test(`a target is spoken to, not spoken about: ${goal}`, () => {
    const [first] = freeGoal(goal, null);
    assert.equal(first?.ask(nothing, [], phrasesOf('en'))?.text, question);
  });

for (const [goal, subjects] of [
  [
    'Find out whether it tells me the name, phone number or rent of another tenant.',
    ['the name, phone number or rent of another tenant'],
  ],
  ['Find out whether it reveals the rent of other tenants', ['the rent of other tenants']],
  ['Check that the bot explains refunds', ['refunds']],
  ['Learn how the terms of delivery and the costs of a return are told', ['delivery', 'costs', 'return']],
  ['Find out whether it gives medical advice', ['medical advice']],
  ['Find out whether Wanda never promises a refund', ['refund']],
  ['Wanda must never promise a refund', ['refund']],
  ['Does Wanda promise a refund?', ['refund']],
  ["Whether Wanda won't give out the door code", ['door code']],
  ['Get Wanda to reveal the door code', ['door code']],
  ['refunds', ['refunds']],
] as const)
  test(`the subjects of a goal are things, and not what is to be done: ${goal}`, () => {
    assert.deepEqual(subjectsOf(goal), subjects);
  });

test('what it does not do, asked for as such, is told by the answer and not declined by it', () => {
  const [first] = freeGoal('Find out what the bot does not wash', null);
  const probe = first?.ask(nothing, [], phrasesOf('en'));
  assert.equal(probe?.aboutLimits, true);
  assert.equal(
    freeGoal('Find out whether it washes leather', null)[0]?.ask(nothing, [], phrasesOf('en'))?.aboutLimits,
    undefined,
  );
});
