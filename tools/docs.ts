import { mkdirSync, writeFileSync } from 'node:fs';
import { operationTable } from './operation-table.ts';
import { referenceDocuments } from './reference-documents.ts';

const folder = new URL('../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(referenceDocuments())) {
  writeFileSync(new URL(name, folder), text);
  process.stdout.write(`docs/reference/${name}\n`);
}
writeFileSync(new URL('../packages/contract/src/table.ts', import.meta.url), operationTable());
process.stdout.write('packages/contract/src/table.ts\n');
