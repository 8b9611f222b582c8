import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedSetName } from '@sonde/contract/import-name';

test('a set made of a file is called as the file, unless that says nothing: then from which file it came', () => {
  assert.equal(importedSetName('Refund questions.csv'), 'Refund questions');
  assert.equal(importedSetName('smoke-claims (3).xlsx'), 'smoke-claims');
  for (const filename of [
    'promptfooconfig.yaml',
    'tests.jsonl',
    'export (2).csv',
    '20261128.csv',
    'test_cases.json',
  ])
    assert.equal(importedSetName(filename), `Tests from ${filename}`);
});
