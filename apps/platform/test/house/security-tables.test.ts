import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const documents = ['docs/security.md', 'docs/security/statements.md'];

interface Row {
  readonly document: string;
  readonly heads: readonly string[];
  readonly cells: readonly string[];
}

/** Rows of every table that has a column for tests. */
const rows: Row[] = documents.flatMap((document) => {
  let heads: readonly string[] = [];
  const found: Row[] = [];
  for (const line of readFileSync(`${root}${document}`, 'utf8').split('\n')) {
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : [];
    if (cells.length === 0 && !line.startsWith('|--')) heads = [];
    else if (cells.length > 0 && heads.length === 0) heads = cells;
    else if (cells.length > 0 && heads.at(-1)?.startsWith('Test')) found.push({ document, heads, cells });
  }
  return found;
});

interface Reference {
  readonly row: Row;
  readonly file: string;
  readonly name: string | undefined;
}

const references: Reference[] = rows.flatMap((row) =>
  [...(row.cells.at(-1) ?? '').matchAll(/`([\w./-]+\.test\.ts)`(?: › (.+?))?(?=<br>|$)/g)].map(
    ([, file = '', name]) => ({ row, file, name }),
  ),
);

const pathOf = (file: string): string =>
  `${root}${/^(?:apps|packages)\//.test(file) ? '' : 'apps/platform/test/'}${file}`;

/** Names of tests as patterns; what a template fills in may be anything. */
function namesIn(file: string): RegExp[] {
  const text = readFileSync(pathOf(file), 'utf8');
  const calls = text.matchAll(
    /\b(?:test|it)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g,
  );
  return [...calls].map(([, single, double, template]) => {
    const name = (single ?? double ?? template ?? '').replaceAll(/\\(['"`])/g, '$1');
    const parts = template === undefined ? [name] : name.split(/\$\{[^}]*\}/);
    return new RegExp(
      `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('.+')}$`,
      's',
    );
  });
}

test('every row names a test or says why there is none', () => {
  assert.ok(rows.length > 180, `${rows.length} rows`);
  for (const { document, heads, cells } of rows) {
    assert.equal(cells.length, heads.length, `${document}: ${cells.join(' | ')}`);
    for (const cell of cells) assert.notEqual(cell.trim(), '', `${document}: ${cells[0]}`);
  }
});

test('every test that the tables of docs/security name exists under that name', () => {
  assert.ok(references.length > 300, `${references.length} references`);
  for (const { row, file, name } of references) {
    const where = `${row.document}, “${row.cells[0]}”`;
    assert.ok(existsSync(pathOf(file)), `${where}: there is no ${file}`);
    if (name !== undefined)
      assert.ok(
        namesIn(file).some((pattern) => pattern.test(name)),
        `${where}: ${file} has no test “${name}”`,
      );
  }
});

test('whatever looks like a test file in a table is read as one', () => {
  for (const row of rows) {
    const named = row.cells.at(-1)?.match(/\.test\.ts/g)?.length ?? 0;
    const read = references.filter((reference) => reference.row === row).length;
    assert.equal(read, named, `${row.document}: ${row.cells[0]}`);
  }
});
