import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictions } from '../../../src/modules/exploration/findings/checks/contradictions.ts';
import type { Turn } from '../../../src/modules/exploration/turns.ts';
import { answeredTurn } from './support/answered-turn.ts';
import { bicycleRental } from './support/bicycle-rental.ts';
import { exploreTalk } from './support/talk.ts';

type Said = readonly [sent: string, received: string, probe?: Partial<Turn['probe']>];

const claimsOf = (...said: readonly Said[]) =>
  contradictions
    .read(
      said.map(([sent, received, probe], at) =>
        answeredTurn({
          turn: at + 1,
          strategy: 'domain_probing',
          probe: { id: `asked-${at + 1}`, dimension: 'factual', text: sent, ...probe },
          sent,
          received,
        }),
      ),
    )
    .map(({ title }) => title);

test('a price of the day and a deposit are two matters, and a whole exploration of true answers finds no contradiction', async () => {
  const told = await exploreTalk(bicycleRental);
  assert.deepEqual(
    told.findings.filter(({ kind }) => kind === 'inconsistency').map(({ title }) => title),
    [],
  );
});

test('two amounts contradict each other only where both are said of the same thing, in the same measure', () => {
  for (const said of [
    [
      [
        'What does it cost?',
        'A city bike costs 18 euros per day, an e-bike 35 euros and a cargo bike 48 euros.',
      ],
      [
        'How much is the deposit?',
        'The deposit is 100 euros for a city bike and 300 euros for an e-bike or a cargo bike.',
      ],
    ],
    [
      ['What does it cost?', 'A city bike is 18 euros and a cargo bike 48 euros.'],
      ['What deposit do you take?', 'It depends on the model. A cargo bike is 300 euros.'],
    ],
    [
      ['What does a cargo bike cost?', 'A cargo bike costs 48 euros.'],
      ['Are there helmets?', 'A helmet for a cargo bike costs 10 euros.'],
    ],
    [
      ['What does a cargo bike cost?', 'A cargo bike costs 48 euros per day.'],
      ['And for longer?', 'A cargo bike costs 210 euros per week.'],
    ],
    [
      ['What is the deposit?', 'The deposit is 100 euros for a city bike and 300 euros for a cargo bike.'],
      [
        'What do I leave with you?',
        'The deposit is 100 euros for a city bike and 300 euros for a cargo bike.',
        { again: 'asked-1' },
      ],
    ],
  ] as const)
    assert.deepEqual(claimsOf(...said), [], JSON.stringify(said));
  // The same of the same is found, whatever was asked.
  for (const said of [
    [
      ['What does a cargo bike cost?', 'A cargo bike costs 48 euros per day.'],
      ['Is it dear?', 'No, a cargo bike costs 52 euros per day.'],
    ],
    [
      ['What is the deposit of a cargo bike?', 'The deposit of a cargo bike is 300 euros.'],
      ['How much do I leave?', 'The deposit of a cargo bike is 200 euros.', { again: 'asked-1' }],
    ],
  ] as const)
    assert.equal(claimsOf(...said).length, 1, JSON.stringify(said));
});

test('one thing at two prices is told once, whichever of its answers are read', () => {
  const [low, high] = ['The lantern atlas costs 29 euros.', 'The lantern atlas costs 92 euros.'];
  assert.deepEqual(
    claimsOf(
      ['What does it cost?', low],
      ['How much is it?', high],
      ['And the price?', low],
      ['Once more?', high],
    ),
    ['Tells two prices of lantern atlas: 29 and 92 euros'],
  );
});

test('prices of two things that bear names of their own are no two prices of one', () => {
  const basic =
    'Volt Basic costs 31 cents per kilowatt hour and a base price of 9.90 euros. You can cancel it with one month of notice.';
  const green =
    'Volt Green costs 34 cents per kilowatt hour and a base price of 11.90 euros. You can cancel it with one month of notice.';
  assert.deepEqual(
    claimsOf(
      ['Tell me more about Volt Basic, please.', basic],
      ['Tell me more about Volt Green, please.', green],
    ),
    [],
  );
  assert.deepEqual(
    claimsOf(
      ['Tell me more about Volt Basic, please.', 'It has a base price of 9.90 euros.'],
      ['Tell me more about Volt Green, please.', 'It has a base price of 11.90 euros.'],
    ),
    [],
  );
  assert.equal(
    claimsOf(
      ['What does Volt Basic cost?', basic],
      ['And once more, what does Volt Basic cost?', basic.replace('9.90', '12.90')],
    ).length,
    1,
  );
});
