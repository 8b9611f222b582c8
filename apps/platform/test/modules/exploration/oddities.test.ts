import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oddities } from '../../../src/modules/exploration/findings/oddities.ts';
import { answeredTurn } from './support/answered-turn.ts';

test('what was not understood is counted of plain questions, and it is said what is left out of all', () => {
  const turns = ['topic', 'topic', 'input', 'calibration'].map((dimension, index) => ({
    ...answeredTurn({
      turn: index + 1,
      strategy: 'domain_probing',
      probe: { id: `probe-${index}`, dimension, text: `Question ${index}?` },
      sent: `Question ${index}?`,
      received: 'Sorry, could you say that in other words?',
    }),
    outcome: 'inconclusive' as const,
  }));
  const found = oddities(turns).find(({ kind }) => kind === 'not_understood');
  assert.equal(found?.title, 'Did not know, did not understand or asked back at 2 of 2 plain questions');
  assert.match(found.detail, /^Not counted here, of 4 questions in all: 2 that mean nothing on purpose/);
});
