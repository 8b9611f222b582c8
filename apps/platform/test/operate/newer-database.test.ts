import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { openHouse } from '../support/house-process.ts';

test('a database that a newer version has been in is refused at start, with what to do', async (t) => {
  const house = await openHouse(t);
  await house.restart();
  await house.stop();
  const upgrade = "insert into schema_migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')";
  if (house.env.DATABASE_URL) {
    const client = new pg.Client({ connectionString: house.env.DATABASE_URL });
    await client.connect();
    await client.query(upgrade).finally(() => client.end());
  } else {
    const embedded = await PGlite.create({ dataDir: join(house.directory, 'database') });
    await embedded.exec(upgrade);
    await embedded.close();
  }
  await assert.rejects(
    house.restart(),
    /brought up to date by a newer version of Sonde \(9999_of_tomorrow\.sql.*restore a backup/s,
  );
});
