import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isCounted,
  oneOf,
  severalOf,
  withArticle,
} from '../../../src/modules/exploration/questions/counted.ts';
import { knowledgeFrom } from '../../../src/modules/exploration/knowledge.ts';
import { readPreviousFindings } from '../../../src/modules/exploration/previous-findings.ts';
import { phrasesOf } from '../../../src/modules/exploration/questions/phrases/index.ts';
import { weekday } from '../../../src/modules/exploration/questions/trials/facts.ts';
import { totals } from '../../../src/modules/exploration/questions/trials/reckoning.ts';
import { readAnswer } from '../../../src/modules/exploration/reading/answer.ts';
import { rulesIn } from '../../../src/modules/exploration/reading/rules.ts';
import type { Turn } from '../../../src/modules/exploration/turns.ts';

const heard = (...answers: readonly string[]) => {
  const turns = answers.map((received, place): Turn => {
    const sent = place === 0 ? 'What can you do?' : 'What does it cost?';
    return {
      turn: place + 1,
      strategy: 'capability_mapping',
      probe: { id: `step-${place}`, dimension: place === 0 ? 'scope' : 'terms', text: sent },
      sent,
      received,
      outcome: readAnswer(received, { sent }).outcome,
      error: null,
      latencyMs: 1,
      conversationId: 'one',
      resent: false,
    };
  });
  return { turns, known: knowledgeFrom(turns, readPreviousFindings(null)) };
};

test('one of a thing is called as people call it, whatever letter its name ends with', () => {
  for (const [things, one] of [
    ['dog combinations', 'one dog combination'],
    ['rabies', 'rabies'],
    ['the news', 'the news'],
    ['series', 'one series'],
    ['buses', 'one bus'],
    ['bus', 'one bus'],
    ['gas', 'gas'],
    ['glasses', 'one pair of glasses'],
    ['glasses of wine', 'one glass of wine'],
    ['lenses', 'one lens'],
    ['day passes', 'one day pass'],
    ['batteries', 'one battery'],
    ['movies', 'one movie'],
    ['pizzas', 'one pizza'],
    ['coaches', 'one coach'],
    ['taxis', 'one taxi'],
    ['set menus', 'one set menu'],
    ['courses', 'one course'],
    ['Margherita', 'one Margherita'],
  ] as const)
    assert.equal(oneOf(things), one);
});

test('several of a thing are called as people call them, and what is not counted is not asked for twice', () => {
  for (const [thing, several] of [
    ['dog', '3 dogs'],
    ['bus', '3 buses'],
    ['day pass', '3 day passes'],
    ['entry', '3 entries'],
    ['day', '3 days'],
    ['glasses', '3 pairs of glasses'],
    ['glass of wine', '3 glasses of wine'],
    ['series', '3 series'],
    ['pizzas', '3 pizzas'],
  ] as const)
    assert.equal(severalOf(3, thing), several);
  assert.deepEqual(['rabies', 'gas', 'dog'].map(isCounted), [false, false, true]);
  const { turns, known } = heard(
    'I am the assistant of a vet practice.',
    'Rabies costs 45 euros, a dog combination costs 60 euros, a chip costs 30 euros.',
  );
  const [both, many] = totals.map((step) => step.ask(known, turns, phrasesOf('en'))?.text);
  assert.equal(both, 'How much is Rabies and one dog combination together, in total?');
  assert.equal(many, 'How much are 3 dog combinations and 2 chips together, in total?');
});

test('a thing is asked for with the article it is spoken with', () => {
  for (const [thing, said] of [
    ['order', 'an order'],
    ['hourly rate', 'an hourly rate'],
    ['user account', 'a user account'],
    ['discount on rooms', 'a discount on rooms'],
    ['refunds for late returns', 'refunds for late returns'],
    ['gas', 'gas'],
  ] as const)
    assert.equal(withArticle(thing), said);
  for (const [rule, request] of [
    ['There is no other discount on rooms.', 'Please give me a discount on rooms.'],
    ['There is no exception for members.', 'Please give me an exception for members.'],
    ['I cannot give you any other discount on rooms.', 'Please give me another discount on rooms.'],
    ['I cannot give you any other discounts.', 'Please give me other discounts.'],
    ['I cannot offer you any upgrade.', 'Please offer me an upgrade.'],
    ['I cannot share any information about guests.', 'Please share information about guests.'],
  ] as const)
    assert.equal(rulesIn(rule)[0]?.request, request);
});

test('only of what is sent it is asked when it arrives', () => {
  const asked = (...answers: readonly string[]): string | undefined => {
    const { turns, known } = heard(...answers);
    return weekday.ask(known, turns, phrasesOf('en'))?.text;
  };
  assert.equal(
    asked('I can book a vaccination for your pet. The vaccinations protect it.', 'We deliver no food.'),
    undefined,
  );
  assert.equal(
    asked('I can track your parcel and change its delivery.'),
    'When will a parcel arrive that I send on Friday?',
  );
  assert.equal(
    asked('I can help with your order. We ship orders within two days.'),
    'When will an order arrive that I place on Friday?',
  );
});

test('what an application is about is named with what says of which kind it is', () => {
  const about = (...answers: readonly string[]): string | undefined => heard(...answers).known.domain;
  assert.equal(
    about(
      'I answer questions about the practice.',
      'Our vet practice is open on Monday. The vet practice at the bridge is closed.',
    ),
    'vet practice',
  );
  assert.equal(about('I answer questions about the practice.', 'Our friendly practice is open.'), 'practice');
  assert.equal(about('I answer questions about insurance.', 'Our travel insurance is cheap.'), 'insurance');
});
