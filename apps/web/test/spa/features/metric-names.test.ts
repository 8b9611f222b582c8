import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MetricKind } from '@sonde/contract';
import { metricNameWithValue } from '@sonde/contract/metric-name';
import {
  builtinOf,
  describedBy,
  draftOfMetric,
  judgesAs,
  nameOfDraft,
  namesToTry,
} from '../../../spa/src/features/metrics/metric-draft.ts';
import { passedBy } from '../../../spa/src/features/test-runs/passed-by.ts';
import { plainValuesIn } from '../../../spa/src/features/tests/plain-values.ts';
import { kinds, metrics, results } from '../support/stand-in-tests.ts';

const [containing] = kinds as [MetricKind, ...MetricKind[]];
const all: MetricKind = { ...containing, kind: 'contains_all', title: 'Contains all values' };
const draftFor = (values: readonly string[]) =>
  draftOfMetric(null, [all], { kind: 'contains_all', args: { values } });

void describe('the name of a new metric', () => {
  void it('says what it looks for, so that the next of its kind has another one', () => {
    const nameFor = (...values: string[]) => nameOfDraft(draftFor(values), all);
    assert.equal(nameFor(), 'Contains all values');
    assert.equal(nameFor('10:00'), 'Contains ‘10:00’');
    assert.equal(nameFor('a', 'b', 'c', 'd'), 'Contains ‘a’, ‘b’, ‘c’ and 1 more');
    assert.equal(nameFor('x'.repeat(300)), 'Contains all values');
    assert.equal(
      metricNameWithValue(nameFor('10:00', '300 EUR'), { values: ['10:00', '300 EUR'] }),
      nameFor('10:00', '300 EUR'),
    );
  });

  void it('is that of one that judges just so already, which is taken instead of a second one', () => {
    const draft = draftFor(['10:00']);
    const wanted = { ...describedBy(draft, 'Contains ‘10:00’'), ...builtinOf(draft, all).definition };
    const [some] = metrics;
    assert.ok(some);
    const there = {
      ...some,
      backend: 'builtin' as const,
      kind: 'contains_all',
      negate: false,
      metric_scope: ['Multi-Turn' as const, 'Single-Turn' as const],
      args: { values: ['10:00'], whole_word: false, as_amounts: true },
    };
    assert.equal(judgesAs(there, wanted), true);
    assert.equal(judgesAs({ ...there, args: { ...there.args, values: ['10:30'] } }, wanted), false);
    assert.equal(judgesAs({ ...there, kind: 'contains_any' }, wanted), false);
    assert.equal(judgesAs({ ...there, negate: true }, wanted), false);
    assert.equal(judgesAs(there, { ...wanted, threshold: 0.5 }), false);
  });

  void it('is counted up where the project has it, and left as it is where somebody typed it', () => {
    const draft = draftFor(['10:00']);
    assert.deepEqual(namesToTry(draft, all).slice(0, 2), ['Contains ‘10:00’', 'Contains ‘10:00’ (2)']);
    assert.deepEqual(namesToTry({ ...draft, name: 'Names the hour' }, all), ['Names the hour']);
  });
});

void describe('the values of an expected answer', () => {
  void it('are its figures with what they count, or a name', () => {
    assert.deepEqual(plainValuesIn('By 10:00'), ['10:00']);
    assert.deepEqual(plainValuesIn('300 EUR'), ['300 EUR']);
    assert.deepEqual(plainValuesIn('The deposit is 1,000 EUR.'), ['1,000 EUR']);
    assert.deepEqual(plainValuesIn('Free until 30 days before; then we keep 50 %.'), ['30 days', '50 %']);
    assert.deepEqual(plainValuesIn('The code is CAMP15'), ['CAMP15']);
    assert.deepEqual(plainValuesIn('In the Tundra'), ['In the Tundra']);
  });

  void it('are none where the answer is a yes or a no, a sentence, or full of figures', () => {
    for (const expected of [
      '',
      'No',
      'Yes.',
      'no idea',
      'Pets are only allowed in the Tundra',
      '1, 2, 3, 4, 5 and 6',
    ])
      assert.deepEqual(plainValuesIn(expected), [], expected);
  });
});

void describe('a result that one metric leaves open', () => {
  void it('says which passed it', () => {
    const verdict = results.flatMap(({ verdicts }) => verdicts)[0];
    assert.ok(verdict);
    const said = (shown: string, how: 'pass' | 'not_evaluated') => ({
      ...verdict,
      name: shown,
      shown_name: shown,
      verdict: how,
      flag: null,
    });
    const open = said('Says what is expected', 'not_evaluated');
    const reason = '“Says what is expected”: No sentence of it says just that.';
    assert.equal(
      passedBy([open, said('Contains ‘10:00’', 'pass')], reason),
      'Passed by “Contains ‘10:00’”, left open by ',
    );
    assert.equal(passedBy([open], reason), '');
    assert.equal(passedBy([open, said('Is polite', 'pass')], 'The limit was reached.'), '');
  });
});
