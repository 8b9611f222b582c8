import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrigin } from '../../../spa/src/features/test-sets/set-origin.ts';
import { originOf } from '../../../spa/src/features/tests/test-origin.ts';

test('a set that nobody described says from which file or work it came, and one written by hand nothing', () => {
  const from = (source: Parameters<typeof setOrigin>[0]['source']): string => setOrigin({ source });
  assert.equal(from({ kind: 'import', ref: { filename: 'export (2).csv' } }), 'From the file export (2).csv');
  assert.equal(from({ kind: 'import' }), 'From a file');
  assert.equal(from({ kind: 'generation', ref: null }), 'Made by Sonde');
  assert.equal(from({ kind: 'manual' }), '');
  assert.equal(from(null), '');
});

test('in what a test was changed is said in words, also where a rewording is new', () => {
  const changed = (relation: string): string =>
    originOf({ source: { kind: 'mutation', ref: { relation } }, requirement: null, topic: null });
  assert.equal(changed('typo'), 'Reworded · with typing errors');
  assert.equal(changed('encoding'), 'Reworded · in a code');
  assert.equal(changed('some_new_one'), 'Reworded · changed: some new one');
});
