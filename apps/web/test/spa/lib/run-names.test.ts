import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPlace, fittingName, toldApart } from '../../../spa/src/lib/run-names.ts';

test('two names are told apart by what they do not begin with alike', () => {
  assert.deepEqual(toldApart('Cover · 2026-01-01 10:00:00 UTC', 'Cover · 2026-01-02 10:00:00 UTC'), [
    '2026-01-01 10:00:00 UTC',
    '2026-01-02 10:00:00 UTC',
  ]);
  assert.deepEqual(
    toldApart('Cover · 2026-01-01 10:00:00 UTC', 'Cover · scored again · 2026-01-02 10:00:00 UTC'),
    ['2026-01-01 10:00:00 UTC', 'scored again · 2026-01-02 10:00:00 UTC'],
  );
});

test('names that have nothing in common, or of which nothing would be left, stay whole; equal ones say which was first', () => {
  assert.deepEqual(toldApart('Monday', 'Tuesday'), ['Monday', 'Tuesday']);
  assert.deepEqual(toldApart('Cover', 'Cover · again'), ['Cover', 'Cover · again']);
  assert.deepEqual(toldApart('Cover · again', 'Cover'), ['Cover · again', 'Cover']);
  assert.deepEqual(toldApart('Nightly', 'Nightly'), ['Nightly (before)', 'Nightly (after)']);
});

test('a name is cut before its time or its number, and nowhere where its end would be as long as itself', () => {
  const kept = (name: string): string => name.slice(cutPlace(name));
  assert.equal(kept('A long name of a set of tests · 2026-01-01 10:00:00 UTC'), ' · 2026-01-01 10:00:00 UTC');
  assert.equal(
    kept('A long name of a set · scored again · 2026-01-01 10:00:00 UTC'),
    ' · scored again · 2026-01-01 10:00:00 UTC',
  );
  assert.equal(kept('Cover questions 12'), ' 12');
  assert.equal(kept('Nightly'), '');
  assert.equal(kept(`Cover · ${'a very long last part '.repeat(3)}`), '');
});

test('a name that is too long gives way before its time, which tells it from its like', () => {
  const long = `Findings: ${'a very long name '.repeat(14)}· 2026-11-29 01:49:20 UTC`;
  const name = fittingName(long);
  assert.equal(name.length <= 200, true);
  assert.match(name, /^Findings: a very long name .*… · 2026-11-29 01:49:20 UTC$/);
  assert.equal(fittingName('Findings: short'), 'Findings: short');
});
