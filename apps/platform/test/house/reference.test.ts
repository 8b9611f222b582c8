import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operationTable } from '../../../../tools/operation-table.ts';
import { referenceDocuments } from '../../../../tools/reference-documents.ts';

test('docs/reference says what the code says', () => {
  for (const [name, text] of Object.entries(referenceDocuments())) {
    const written = readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8');
    assert.ok(written === text, `docs/reference/${name} is out of date; run npm run docs`);
  }
});

test('the table that pages, web server and clients read says what the contract says', () => {
  const written = readFileSync(
    new URL('../../../../packages/contract/src/table.ts', import.meta.url),
    'utf8',
  );
  assert.ok(written === operationTable(), 'packages/contract/src/table.ts is out of date; run npm run docs');
});
