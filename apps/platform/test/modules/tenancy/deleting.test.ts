import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, testPassword, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from './support.ts';

// Two transactions at once need a database server. The run says so instead of passing silently.
if (testDatabaseUrl)
  describe('an organization that is deleted beside other work', () => beside(testDatabaseUrl ?? ''));
else
  test('an organization that is deleted beside other work is tested on PostgreSQL only: set TEST_DATABASE_URL', (t) =>
    t.diagnostic('TEST_DATABASE_URL is not set, so nothing was started.'));

function beside(server: string): void {
  let platform: TestPlatform;
  let other: pg.Client;
  before(async () => {
    platform = await startPlatform();
    other = new pg.Client({ connectionString: databaseUrl(server, platform.databaseName ?? '') });
    await other.connect();
  });
  after(async () => {
    await other.end();
    await platform.close();
  });

  /** Until so many transactions of the platform wait for others. */
  async function untilWaiting(count: number): Promise<void> {
    for (;;) {
      const { rows } = await other.query(
        'select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      );
      if (rows.length >= count) return;
      await pause(20);
    }
  }

  test('goes, though somebody holds a row of it who needs the organization for the next', async () => {
    const owner = await platform.signUp();
    const { body: project } = await platform.call('POST', '/projects', {
      token: owner.token,
      body: { name: 'Held' },
    });
    // So it is the deletion that the database ends.
    await other.query(`set deadlock_timeout = '60s'`);
    await other.query('begin');
    await other.query(`update projects set name = 'Still held' where id = $1`, [project.id]);
    const deleting = platform.call('DELETE', `/organizations/${owner.organizationId}`, {
      token: owner.token,
    });
    await untilWaiting(1);
    await other.query('select 1 from organizations where id = $1 for key share', [owner.organizationId]);
    await other.query('commit');
    assert.equal((await deleting).status, 200);
    const { rows } = await other.query('select 1 from organizations where id = $1', [owner.organizationId]);
    assert.equal(rows.length, 0);
  });

  for (const [who, method, path] of [
    ['who leaves', 'PATCH', '/users/leave-organization'],
    ['who is removed', 'DELETE', '/members/{id}'],
    ['who deletes their account', 'DELETE', '/users/me'],
  ] as const)
    test(`keeps no invitation of somebody ${who} while they make it`, async () => {
      const owner = await platform.signUp();
      const admin = await joinAs(platform, owner, 'admin');
      const { organizationId } = owner;
      // As the route does it.
      await other.query('begin');
      await other.query('select 1 from organizations where id = $1 for key share', [organizationId]);
      await other.query('select 1 from users where id = $1 for key share', [admin.userId]);
      await other.query('select 1 from memberships where user_id = $1 for share', [admin.userId]);
      const { token } = path.startsWith('/members') ? owner : admin;
      const going = platform.call(method, path.replace('{id}', admin.userId), {
        token,
        ...(path === '/users/me' ? { body: { current_password: testPassword } } : {}),
        ...(method === 'PATCH' ? { body: {} } : {}),
      });
      await untilWaiting(1);
      await other.query(
        `insert into invitations (id, organization_id, email, role, invited_by, created_at, expires_at)
         values (gen_random_uuid(), $1, 'guest@example.test', 'member', $2, now(), now() + interval '1 day')`,
        [organizationId, admin.userId],
      );
      await other.query('commit');
      const { status, text } = await going;
      assert.equal(status, 200, text);
      const { body } = await platform.call('GET', '/invitations', { token: owner.token });
      assert.deepEqual(body, []);
    });

  test('has more time to go than an ordinary statement, since there may be much of it', async () => {
    const owner = await platform.signUp();
    await other.query(`create table times_to_go (milliseconds bigint)`);
    await other.query(`create function note_time_to_go() returns trigger security definer language plpgsql as $$ begin
      insert into public.times_to_go select setting::bigint from pg_settings where name = 'statement_timeout';
      return old;
    end $$`);
    await other.query(
      `create trigger noted before delete on organizations for each row execute function note_time_to_go()`,
    );
    const { status } = await platform.call('DELETE', `/organizations/${owner.organizationId}`, {
      token: owner.token,
    });
    await other.query('drop trigger noted on organizations');
    assert.equal(status, 200);
    const { rows } = await other.query('select milliseconds::int as ms from times_to_go');
    assert.deepEqual(rows, [{ ms: 3_600_000 }]);
    // Of that transaction alone.
    const { rows: afterwards } = await platform.app.database.executeSql('show statement_timeout');
    assert.deepEqual(afterwards, [{ statement_timeout: '30s' }]);
  });

  test('is not there for whoever deletes it at the same moment, nor for what is written at that moment', async () => {
    const owner = await platform.signUp();
    await other.query('begin');
    await other.query('delete from organizations where id = $1', [owner.organizationId]);
    const deleting = platform.call('DELETE', `/organizations/${owner.organizationId}`, {
      token: owner.token,
    });
    await untilWaiting(1);
    const writing = platform.call('POST', '/tests', {
      token: owner.token,
      body: { prompt: { content: 'Is anybody there?' } },
    });
    await untilWaiting(2);
    await other.query('commit');
    const { status, body } = await deleting;
    assert.deepEqual([status, body.code], [404, 'organization.not_found']);
    assert.equal((await writing).status, 401);
  });
}
