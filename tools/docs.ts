import { mkdirSync, writeFileSync } from 'node:fs';
import { referenceDocuments } from './reference-documents.ts';

const folder = new URL('../docs/reference/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(referenceDocuments())) {
  writeFileSync(new URL(name, folder), text);
  process.stdout.write(`docs/reference/${name}\n`);
}
