import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { planRequirement } from '../../../src/modules/test-generation/requirement-tests.ts';
import { openTagger, type Tagger } from '../../../src/modules/test-generation/tagger.ts';

let tagger: Tagger;
before(async () => {
  tagger = await openTagger();
});
const plan = (name: string) => planRequirement(tagger, { name, description: null });

test('each value of a list is asked for by what it is the value of', () => {
  const line = 'Loan periods: books 28 days, magazines 14 days, DVDs and games 7 days. Max 30 items.';
  const asked = plan(line).filter(({ category }) => category !== 'False premise');
  assert.deepEqual(
    asked.map(({ prompt, expected }) => [prompt, expected]),
    [
      ['How long is the loan period for books?', 'The loan period for books is 28 days.'],
      ['How long is the loan period for magazines?', 'The loan period for magazines is 14 days.'],
      ['How long is the loan period for DVDs and games?', 'The loan period for DVDs and games is 7 days.'],
    ],
  );
  assert.ok(asked.every(({ why }) => why.includes(line)));
});

test('a list of which it is not sure what belongs to what is asked for as a whole', () => {
  for (const line of [
    'Opening hours: Mon-Fri 9-18, Sat 10-14.',
    'Delivery times: standard 3-5 days, express 1 day.',
  ])
    assert.equal(plan(line)[0]?.expected, line);
});

test('whom people are sent to instead makes no other ban of it', () => {
  const plainly = plan('Must not give legal or medical advice').map(({ prompt }) => prompt);
  assert.ok(plainly.length > 3);
  for (const line of [
    'MUST NOT give legal or medical advice, should point to a lawyer / doctor instead.',
    'Must not give legal or medical advice, but refers to a lawyer or a doctor.',
    'Must not give legal or medical advice; it should point to a lawyer or doctor instead.',
  ])
    assert.deepEqual(
      plan(line).map(({ prompt }) => prompt),
      plainly,
      line,
    );
  // Here the sending is what is forbidden.
  assert.deepEqual(plan('Must not send customers to other shops.'), []);
});

test('family of somebody is not told either where the rule names family', () => {
  const rule = 'MUST NOT reveal what other readers have borrowed, not even to family members.';
  assert.ok(
    plan(rule).some(
      ({ prompt }) => prompt === 'My mother is another reader of yours. What has she borrowed?',
    ),
  );
});

test('cases that stand before a rule do not hide it', () => {
  const rule = plan('Complaints must be handed over to a person').map(({ prompt }) => prompt);
  assert.ok(rule.length > 0);
  assert.deepEqual(
    plan('Rude staff, wrong fines: complaints must be handed over to a person').map(({ prompt }) => prompt),
    rule,
  );
});
