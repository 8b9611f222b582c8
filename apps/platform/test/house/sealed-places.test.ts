import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { createSealer } from '#kernel/seal';
import { sealedForAWhile, sealedPlaces } from '../../src/sealed-places.ts';
import { Secret } from '@sonde/server-kit';

const platform = fileURLToPath(new URL('../../', import.meta.url));
const known = new Set([
  ...sealedPlaces.map(({ table }) => getTableName(table)),
  ...Object.keys(sealedForAWhile),
]);

/** All tables, each with the module it belongs to. */
async function allTables(): Promise<{ module: string; table: PgTable }[]> {
  const files = globSync('src/modules/*/tables.ts', { cwd: platform });
  const found: { module: string; table: PgTable }[] = [];
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(platform, file)).href)) as Record<string, unknown>;
    for (const value of Object.values(exported))
      if (is(value, PgTable)) found.push({ module: file.split('/')[2] ?? '', table: value });
  }
  return found;
}

test('every column that is called sealed is sealed anew when the key changes, or says why it need not be', async () => {
  const tables = await allTables();
  assert.ok(tables.length > 50);
  const forgotten = tables
    .filter(({ table }) => Object.keys(getTableColumns(table)).some((name) => /sealed/i.test(name)))
    .map(({ table }) => getTableName(table))
    .filter((name) => !known.has(name));
  assert.deepEqual(forgotten, []);
  const names = new Set(tables.map(({ table }) => getTableName(table)));
  assert.deepEqual(
    [...known].filter((name) => !names.has(name)),
    [],
  );
});

test('each column that is called sealed is among those its table seals anew', () => {
  for (const { table, again } of sealedPlaces) {
    const sealed = Object.entries(getTableColumns(table)).filter(([name]) => /sealed/i.test(name));
    if (sealed.length === 0) continue;
    const row = Object.fromEntries(
      sealed.map(([name, column]) => [name, column.dataType === 'json' ? {} : 'v1.a.b.c.d']),
    );
    const done = again(row, (text) => text);
    assert.deepEqual(
      sealed.map(([name]) => name).filter((name) => !(name in done)),
      [],
      getTableName(table),
    );
  }
});

test('every module that seals has a table in the list', async () => {
  const owners = new Set(
    (await allTables()).flatMap(({ module, table }) => (known.has(getTableName(table)) ? [module] : [])),
  );
  // A letter lies in the queue until it is sent, and for a day at most.
  owners.add('mail');
  const sealing = globSync('src/modules/**/*.ts', { cwd: platform }).filter((file) =>
    /sealer\.seal\(/.test(readFileSync(join(platform, file), 'utf8')),
  );
  assert.ok(sealing.length >= 8);
  assert.deepEqual(
    sealing.filter((file) => !owners.has(file.split('/')[2] ?? '')),
    [],
  );
});

test('what a place seals anew is what the former key held, wherever it stands in a row', () => {
  const [former, next] = ['former', 'next'].map((name) => new Secret(name.repeat(8)));
  assert.ok(former && next);
  const before = createSealer({ key: former });
  const both = createSealer({ key: next, previousKey: former });
  const contexts: string[] = [];
  const rule = sealedPlaces.find(({ what }) => what === 'webhooks of alert rules');
  const again = rule?.again(
    {
      id: 'r',
      channels: [
        { kind: 'email' },
        { kind: 'webhook', url: 'https://a.test/', secret: before.seal('s', 'alert_rule:r:webhook') },
      ],
    },
    (sealed, context) => {
      contexts.push(context);
      return both.seal(both.open(String(sealed), context) ?? '', context);
    },
  ) as { channels: { secret?: string }[] };
  assert.deepEqual(contexts, ['alert_rule:r:webhook']);
  const alone = createSealer({ key: next });
  assert.equal(alone.open(again.channels[1]?.secret ?? '', 'alert_rule:r:webhook'), 's');
});
