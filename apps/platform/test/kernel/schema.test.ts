import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { getTableColumns, getTableName, is, sql, type SQL } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { createLog } from '#kernel/log';
import { migrate } from '#kernel/migrate';
import { newId } from '#kernel/ids';
import { openTestDatabase, type OpenedDatabase } from '../support/database.ts';

const root = new URL('../../', import.meta.url);
let opened: OpenedDatabase;
before(async () => {
  opened = await openTestDatabase(createLog('silent'));
  await migrate(opened.database, new URL('migrations/', root));
});
after(async () => {
  await opened.database.close();
  await opened.drop();
});
const query = async (text: string) => (await opened.database.executeSql(text)).rows;

const tenantTables = () =>
  query(`select c.relname as name, c.relrowsecurity as secured,
      exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and 'sonde_app' = any (p.roles)) as has_policy,
      has_table_privilege('sonde_app', c.oid, 'select') as may_read
    from pg_class c join information_schema.columns k on k.table_schema = 'public' and k.table_name = c.relname
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and k.column_name = 'organization_id'`);

test('every table that belongs to an organization is under row-level security with a policy for the tenant role', async () => {
  const tables = await tenantTables();
  assert.ok(tables.length >= 10, `only ${tables.length} tables were found`);
  const bare = tables.filter((table) => !table['secured'] || (table['may_read'] && !table['has_policy']));
  assert.deepEqual(
    bare.map(({ name }) => name),
    [],
  );
});

test('without the application’s filter no tenant table shows a row of another organization', async () => {
  const [mine, theirs] = [newId(), newId()];
  for (const id of [mine, theirs])
    await opened.database.executeSql(
      'insert into organizations (id, name, created_at, updated_at) values ($1, $2, now(), now())',
      [id, 'Somebody'],
    );
  // Rows of the other organization, in every tenant table, with foreign keys and checks laid aside for the filling.
  const tables = await tenantTables();
  let seen = 0;
  for (const { name, may_read: mayRead } of tables) {
    const inserted = await fill(String(name), theirs);
    if (!mayRead) continue;
    const { rows } = await opened.database.tenant(mine, (tx) => tx.execute(rawCount(String(name))));
    assert.equal(Number(rows[0]?.['count']), 0, String(name));
    const own = await opened.database.tenant(theirs, (tx) => tx.execute(rawCount(String(name))));
    if (inserted && Number(own.rows[0]?.['count']) > 0) seen += 1;
  }
  assert.ok(seen >= 8, `only ${seen} tables could be filled, so the test would say little`);
});

const rawCount = (table: string): SQL => sql.raw(`select count(*) as count from "${table}"`);

/** One row with a value of the right type in each column that needs one; false where a check asks for more sense than that. */
async function fill(table: string, organizationId: string): Promise<boolean> {
  const needed =
    await query(`select column_name as name, data_type as type, column_default as preset from information_schema.columns
    where table_schema = 'public' and table_name = '${table}' and is_nullable = 'NO'`);
  const given = needed.filter(({ name, preset }) => preset === null || name === 'organization_id');
  const valueOf = (name: string, type: string): string => {
    if (name === 'organization_id') return `'${organizationId}'`;
    if (type === 'uuid') return 'gen_random_uuid()';
    if (type === 'bytea') return "'\\x00'";
    if (type.startsWith('json')) return "'{}'";
    if (type.startsWith('timestamp')) return 'now()';
    if (type === 'boolean') return 'false';
    if (type === 'ARRAY') return "'{}'";
    if (type === 'text') return `coalesce((${allowedText(table, name)}), 'x')`;
    return '1';
  };
  const names = given.map(({ name }) => `"${String(name)}"`);
  const values = given.map(({ name, type }) => valueOf(String(name), String(type)));
  return opened.database
    .system(async (tx) => {
      // Foreign keys are laid aside; checks are not.
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      await tx.execute(sql.raw(`insert into "${table}" (${names.join(', ')}) values (${values.join(', ')})`));
    })
    .then(
      () => true,
      () => false,
    );
}

/** The first text that a check such as `status in ('Active', …)` allows. */
const allowedText = (table: string, column: string): string =>
  `select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] from pg_constraint
   where conrelid = '"${table}"'::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ '\\m${column}\\M' limit 1`;

test('the tenant role owns nothing and cannot bypass the policies', async () => {
  const [role] = await query(
    `select rolbypassrls, rolsuper, rolcanlogin from pg_roles where rolname = 'sonde_app'`,
  );
  assert.deepEqual(role, { rolbypassrls: false, rolsuper: false, rolcanlogin: false });
  assert.deepEqual(await query(`select relname from pg_class where relowner = 'sonde_app'::regrole`), []);
});

/** PostgreSQL calls the elements of arrays by the short names of its types. */
const elementTypes: Readonly<Record<string, string>> = { _int4: 'integer' };

test('every table in the code is the table in the database: names, types and what may be null', async () => {
  const columns =
    await query(`select table_name, column_name, is_nullable, data_type, udt_name from information_schema.columns
    where table_schema = 'public'`);
  const actual = new Map(
    columns.map((column) => [`${String(column['table_name'])}.${String(column['column_name'])}`, column]),
  );
  const drift: string[] = [];
  let compared = 0;
  for (const file of globSync('src/**/tables.ts', { cwd: root })) {
    const exported = Object.values((await import(new URL(file, root).href)) as Record<string, unknown>);
    for (const table of exported.filter((value): value is PgTable => is(value, PgTable))) {
      for (const column of Object.values(getTableColumns(table))) {
        const name = `${getTableName(table)}.${column.name}`;
        const found = actual.get(name);
        compared += 1;
        if (!found) {
          drift.push(`${name} is not in the database`);
          continue;
        }
        const type =
          found['data_type'] === 'ARRAY'
            ? `${elementTypes[String(found['udt_name'])] ?? String(found['udt_name']).slice(1)}[]`
            : String(found['data_type']);
        const declared = column.getSQLType().replace(/\(\d+\)/, '');
        if (declared !== type) drift.push(`${name} is ${type} in the database, ${declared} in the code`);
        const isNotNull = found['is_nullable'] === 'NO';
        // A view tells nothing about what may be null.
        if (found['table_type'] === 'BASE TABLE' && column.notNull !== isNotNull && !column.primary)
          drift.push(`${name} may ${isNotNull ? 'not ' : ''}be null in the database`);
      }
    }
  }
  assert.ok(compared > 100);
  assert.deepEqual(drift, []);
});
