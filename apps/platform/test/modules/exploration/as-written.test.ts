import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asWritten } from '../../../src/modules/exploration/reading/as-written.ts';
import { answeredTurn } from './support/answered-turn.ts';

const written = (subject: string, ...answers: string[]): string =>
  asWritten(
    subject,
    answers.map((received, at) =>
      answeredTurn({
        turn: at + 1,
        strategy: 'domain_probing',
        probe: { id: `asked-${at}`, dimension: 'scope', text: 'What are you?' },
        sent: 'What are you?',
        received,
      }),
    ),
  );

test('a name keeps its capitals, and what is written small anywhere is no name', () => {
  for (const [subject, expected, ...answers] of [
    ['willow vet clinic', 'Willow Vet Clinic', 'I can only help with questions about Willow Vet Clinic.'],
    ['willow vet clinic', 'Willow Vet Clinic', 'Willow Vet Clinic is open on Mondays.'],
    ['rosehill', 'Rosehill', 'I answer questions about Rosehill.'],
    ['insurance', 'insurance', 'Insurance is what I am about.', 'I know all about insurance.'],
    ['insurance', 'insurance', 'Insurance is what I am about.'],
    ['travel insurance', 'travel insurance', 'Travel insurance covers you abroad.'],
    ['vans', 'vans', 'I help with Vans.', 'Our vans are new.'],
    ['art', 'art', 'I only know Arthur.'],
    ['gardens', 'gardens', 'I cannot say.'],
  ] as const)
    assert.equal(written(subject, ...answers), expected, answers.join(' '));
});
