import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellsOf, coverageOfKept } from '../../../spa/src/features/generation/generation-result.ts';
import { idsIn } from '../../../spa/src/features/generation/requirements-named.ts';

const draft = (requirement: string | null, category: string | null) => ({
  requirement: requirement === null ? null : { id: requirement, name: requirement },
  category: category === null ? null : { id: category, name: category },
});

test('what is covered counts the tests that will be kept, and not the drafts that are unticked', () => {
  const coverage = { 'No dose': { Direct: 3, Pressure: 1 }, Hours: { Detail: 1 }, '(none)': { Observed: 2 } };
  const before = { 'No dose': { Direct: 1 }, Hours: { Detail: 4 } };
  const kept = [draft('No dose', 'Direct'), draft('No dose', 'Direct')];
  assert.deepEqual(cellsOf({ coverage: coverageOfKept({ coverage }, kept), coverage_before: before }), [
    { requirement: 'No dose', category: 'Direct', before: 1, added: 2 },
    // None of its drafts stays; what it had stays.
    { requirement: 'Hours', category: null, before: 4, added: 0 },
  ]);
  assert.deepEqual(coverageOfKept({ coverage: {} }, [draft(null, null)]), { '(none)': { '(none)': 1 } });
});

test('an address names one requirement, several or none', () => {
  assert.deepEqual([idsIn(undefined), idsIn('a'), idsIn('a,b')], [[], ['a'], ['a', 'b']]);
});
