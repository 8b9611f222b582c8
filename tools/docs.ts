import { mkdirSync, writeFileSync } from 'node:fs';
import { contractListings, strategyListing, strategyListingPlace } from './contract-listings.ts';

const folder = new URL('../docs/reference/', import.meta.url);
const contract = new URL('../packages/contract/src/', import.meta.url);

function write(folder: URL, name: string, text: string): void {
  writeFileSync(new URL(name, folder), text);
  process.stdout.write(`${name}\n`);
}

for (const [name, text] of Object.entries(contractListings())) write(contract, name, text);

write(strategyListingPlace, 'list.ts', strategyListing());

// Loaded only now: the contract reads its listings when it is loaded.
const { operationTable } = await import('./operation-table.ts');
const { referenceDocuments } = await import('./reference-documents.ts');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(referenceDocuments())) write(folder, name, text);
write(contract, 'table.ts', operationTable());
