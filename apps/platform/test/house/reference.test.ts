import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  contractListings,
  strategyListing,
  strategyListingPlace,
} from '../../../../tools/contract-listings.ts';
import { operationTable } from '../../../../tools/operation-table.ts';
import { referenceDocuments } from '../../../../tools/reference-documents.ts';

test('docs/reference says what the code says', () => {
  for (const [name, text] of Object.entries(referenceDocuments())) {
    const written = readFileSync(new URL(`../../../../docs/reference/${name}`, import.meta.url), 'utf8');
    assert.ok(written === text, `docs/reference/${name} is out of date; run npm run docs`);
  }
});

test('what is generated from the contract says what its files say', () => {
  for (const [name, text] of Object.entries({ ...contractListings(), 'table.ts': operationTable() })) {
    const written = readFileSync(
      new URL(`../../../../packages/contract/src/${name}`, import.meta.url),
      'utf8',
    );
    assert.ok(written === text, `packages/contract/src/${name} is out of date; run npm run docs`);
  }
});

test('every file of a strategy is among the strategies', () => {
  const written = readFileSync(strategyListingPlace, 'utf8');
  assert.ok(written === strategyListing(), 'exploration/strategies/list.ts is out of date; run npm run docs');
});
