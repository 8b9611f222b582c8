import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { nothingNew } from '../../../src/modules/exploration/early-stop.ts';
import { reread } from '../../../src/modules/exploration/reading/reread.ts';
import { textOf } from '../../../src/modules/exploration/reading/text-of-turn.ts';
import { hasText } from '../../../src/modules/exploration/turns.ts';
import { answeredTurn } from './support/answered-turn.ts';
import { exploreTalk } from './support/talk.ts';
import { unknown, vetPractice } from './support/vet-practice.ts';

// One text is read in one way, whatever it was asked and wherever the report speaks of it.
let told: Awaited<ReturnType<typeof exploreTalk>>;
before(async () => {
  told = await exploreTalk(vetPractice);
});

test('the same words of not knowing are read alike, in another language too', () => {
  const same = reread(told.turns).filter((turn) => hasText(turn) && textOf(turn) === unknown);
  assert.ok(same.length > 10, `${same.length}`);
  assert.ok(
    same.some(({ probe }) => probe.dimension === 'language'),
    'it was asked in another language, too',
  );
  assert.deepEqual([...new Set(same.map(({ outcome }) => outcome))], ['inconclusive']);
});

test('not knowing is counted as such, and not among what was declined', () => {
  const [, declined] = /(\d+) declined/.exec(told.summary) ?? [];
  const refusals = reread(told.turns).filter(({ outcome }) => /refus/.test(outcome));
  assert.equal(Number(declined), refusals.length);
  assert.match(told.summary, /, \d+ not known, not understood or asked back\./);
});

test('what is not known, however often, is no reason to say that several questions were declined', () => {
  const calibration = { id: 'nonsense', dimension: 'calibration', text: 'Blorfen?' };
  const turnsWith = (received: string) =>
    Array.from({ length: 7 }, (_, place) => ({
      ...answeredTurn({
        turn: place + 1,
        strategy: 'domain_probing',
        probe:
          place === 0 ? calibration : { id: `q-${place}`, dimension: 'factual', text: `Question ${place}?` },
        sent: place === 0 ? 'Blorfen?' : `Question ${place}?`,
        received: place === 0 ? unknown : received,
      }),
      outcome: 'soft_refusal' as const,
    }));
  assert.equal(nothingNew(turnsWith(unknown), 'domain_probing'), undefined);
  assert.equal(nothingNew(turnsWith('I am not allowed to discuss that.'), 'domain_probing'), 'only_refusals');
});
