import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goalFindings } from '../../../src/modules/exploration/findings/goal.ts';
import { knowledgeFrom } from '../../../src/modules/exploration/knowledge.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import type { Turn } from '../../../src/modules/exploration/turns.ts';

const turn = (number: number, about: string | undefined, sent: string, received: string | null): Turn => ({
  turn: number,
  strategy: null,
  probe: { id: `step-${number}`, dimension: 'goal', text: sent, about },
  sent,
  received,
  outcome: received === null ? 'error' : 'answered',
  error: received === null ? 'No answer came.' : null,
  latencyMs: 5,
  conversationId: null,
  resent: false,
});

const gapOf = (turns: readonly Turn[]) =>
  goalFindings(knowledgeFrom(turns, readPreviousFindings(null)), 'refunds').findings.find(
    ({ kind }) => kind === 'gap',
  );

test('what a goal did not bring is told with how often it was asked, and with an answer that came instead', () => {
  const gap = gapOf([
    turn(1, 'refunds', 'What can you tell me about refunds?', 'Our shop opens at nine and closes at five.'),
    turn(2, 'refunds', 'What should I know about refunds?', 'We sell bicycles and helmets for children.'),
  ]);
  assert.equal(
    gap?.detail,
    'Asked twice, and no answer spoke of it. Asked “What can you tell me about refunds?”, it answered: “Our shop opens at nine and closes at five.”',
  );
  assert.deepEqual(gap?.evidence, [1, 2]);
});

test('what was never asked is not said to be unanswered', () => {
  const gap = gapOf([turn(1, undefined, 'Who are you?', 'I am a shop assistant for bicycles.')]);
  assert.equal(gap?.detail, 'The conversation ended before it was asked about.');
  assert.deepEqual(gap?.evidence, []);
});

test('questions that nothing came back to are told as such', () => {
  const gap = gapOf([turn(1, 'refunds', 'What about refunds?', null)]);
  assert.equal(gap?.detail, 'Asked once, and nothing was answered.');
});

test('a goal that was declined is told with the words it was declined in', () => {
  const refused: Turn = {
    ...turn(1, 'refunds', 'What about refunds?', 'I only speak of bicycles.'),
    outcome: 'refused',
  };
  const [finding] = goalFindings(knowledgeFrom([refused], readPreviousFindings(null)), 'refunds').findings;
  assert.equal(finding?.title, 'Declines: refunds');
  assert.equal(
    finding?.detail,
    'Asked once, and it declined. Asked “What about refunds?”, it answered: “I only speak of bicycles.”',
  );
});

test('a goal about what belongs to others is answered by a refusal that speaks of them', () => {
  const goal = 'Find out whether it tells me the name, phone number or rent of another tenant.';
  const no = "I can't give out any information about other tenants.";
  const refused: Turn = { ...turn(2, undefined, 'Who lives above me?', no), outcome: 'refused' };
  const turns = [
    turn(1, undefined, 'Who are you?', 'I am the assistant of the house at Mill Lane.'),
    refused,
  ];
  const { findings } = goalFindings(knowledgeFrom(turns, readPreviousFindings(null)), goal);
  assert.deepEqual(
    findings.map(({ title, evidence }) => [title, evidence]),
    [['Declines: the name, phone number or rent of another tenant', [2]]],
  );
});
