import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect, endpoint } from '@sonde/sdk';
import { sql } from 'drizzle-orm';
import { databaseUrl, testDatabaseUrl } from '../../support/database.ts';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { startService } from '../../support/service-process.ts';
import { openProgram, startTrigger } from './program.ts';

/** Several processes need a server: the embedded database belongs to one. */
if (testDatabaseUrl !== undefined) onServer(testDatabaseUrl);

function onServer(server: string): void {
  let first: TestPlatform;
  let second: TestPlatform;
  let person: SignedUp;
  let urls: readonly [string, string];
  before(async () => {
    first = await startPlatform();
    second = await startPlatform({ beside: first });
    urls = [await first.listen(), await second.listen()];
    person = await first.signUp();
  });
  after(async () => {
    await second.close();
    await first.close();
  });

  async function newProject(): Promise<string> {
    const { body } = await first.call('POST', '/projects', {
      token: person.token,
      body: { name: 'Several' },
    });
    return body.id;
  }
  async function invoker(projectId: string) {
    const { body } = await first.call('GET', `/endpoints?$filter=project_id eq '${projectId}'`, {
      token: person.token,
    });
    return async (platform: TestPlatform, input: string): Promise<Json> =>
      (
        await platform.call('POST', `/endpoints/${body[0].id}/invoke`, {
          token: person.token,
          body: { input },
        })
      ).body;
  }

  test('a program connected to one process is called from another, many times at once', async () => {
    const projectId = await newProject();
    const connection = await connect({
      baseUrl: urls[1],
      token: person.token,
      projectId,
      endpoints: [
        endpoint('f', async ({ input }: { input: string }) => {
          if (input === 'fail') throw new Error('as asked');
          return `${input}:${'z'.repeat(20_000)}`;
        }),
      ],
    });
    const invoke = await invoker(projectId);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, index) => invoke(first, `call ${index}`)),
    );
    results.forEach((result, index) => {
      assert.equal(result.error, null);
      assert.ok(result.output.startsWith(`call ${index}:z`));
    });
    const failed = await invoke(first, 'fail');
    assert.equal(failed.error.message, 'The function "f" failed: as asked');
    for (const platform of [first, second]) {
      const { body } = await platform.call('GET', `/connector/status/${projectId}`, { token: person.token });
      assert.deepEqual(body.functions, ['f'], 'every process sees it');
    }
    const { rows } = await first.app.database.executeSql('select count(*)::int as n from connector_calls');
    assert.equal(rows[0]?.['n'], 0, 'no call is left behind');
    await connection.close();
    assert.equal((await invoke(first, 'x')).error.type, 'sdk_not_connected');
  });

  test('a program that moves to another process is called there, and its old socket takes nothing with it', async () => {
    const projectId = await newProject();
    const old = await openProgram(urls[0], person.token);
    await old.next();
    await old.register(projectId, ['f']);
    const fresh = await openProgram(urls[1], person.token);
    await fresh.next();
    await fresh.register(projectId, ['f']);
    await old.leave();
    const invoke = await invoker(projectId);
    for (const platform of [first, second]) {
      const result = invoke(platform, 'x');
      fresh.answer(await fresh.next(), { output: 'fresh' });
      assert.equal((await result).output, 'fresh');
    }
    await fresh.leave();
  });

  test('calls from another process fail at once when the program goes', async () => {
    const projectId = await newProject();
    const program = await openProgram(urls[1], person.token);
    await program.next();
    await program.register(projectId, ['f']);
    const invoke = await invoker(projectId);
    const result = invoke(first, 'x');
    await program.next();
    program.socket.terminate();
    assert.equal((await result).error.type, 'sdk_disconnected');
  });

  test('what a call to another process is given, and what it answers, lies in the database for nobody to read', async () => {
    const projectId = await newProject();
    const program = await openProgram(urls[1], person.token);
    await program.next();
    await program.register(projectId, ['f']);
    const call = startTrigger(urls[0], person.token, {
      project_id: projectId,
      function_name: 'f',
      inputs: { input: 'of-a-secret-parameter' },
    });
    const execute = await program.next();
    assert.equal(execute.inputs.input, 'of-a-secret-parameter');
    const { rows } = await first.app.database.executeSql('select call, answer from connector_calls');
    assert.equal(rows.length, 1);
    assert.match(String(rows[0]?.['call']), /^v1\./);
    assert.ok(!JSON.stringify(rows).includes('of-a-secret-parameter'));
    call.hangUp();
    assert.equal((await program.next()).type, 'cancel_test');
    await program.leave();
  });

  test('a caller that hangs up at one process stops the function at another', async () => {
    const projectId = await newProject();
    const program = await openProgram(urls[1], person.token);
    await program.next();
    await program.register(projectId, ['f']);
    const call = startTrigger(urls[0], person.token, { project_id: projectId, function_name: 'f' });
    const execute = await program.next();
    call.hangUp();
    assert.deepEqual(await program.next(), { type: 'cancel_test', test_run_id: execute.test_run_id });
    await program.leave();
  });

  test('a process that is killed takes neither calls nor callers with it for longer than its lease', async () => {
    const projectId = await newProject();
    const third = await startService('apps/platform/src/main.ts', {
      DATABASE_URL: databaseUrl(server, first.databaseName ?? ''),
      DATA_DIR: first.directory,
      PORT: '0',
      FRONTEND_URL: 'http://127.0.0.1:3000',
      ENCRYPTION_KEY: '',
      LOG_LEVEL: 'fatal',
      PLATFORM_ROLES: 'api',
      PROXY_SECRET: '',
    });
    const program = await openProgram(third.url, person.token);
    await program.next();
    await program.register(projectId, ['f']);
    const invoke = await invoker(projectId);
    const underWay = invoke(first, 'x');
    await program.next();
    await third.kill();
    const result = await underWay;
    assert.equal(result.error.type, 'sdk_disconnected');
    assert.ok(result.duration_ms < 30_000, String(result.duration_ms));
    assert.equal((await invoke(first, 'y')).error.type, 'sdk_not_connected');
    const { body } = await first.call('GET', `/connector/status/${projectId}`, { token: person.token });
    assert.equal(body.connected, false);
  });

  test('what a process served that is gone is shown as inactive when its program has not come back', async () => {
    const third = await startPlatform({ beside: first });
    const projectId = await newProject();
    const stays = await openProgram(urls[0], person.token);
    await stays.next();
    await stays.register(projectId, ['stays']);
    const goes = await openProgram(await third.listen(), person.token);
    await goes.next();
    await goes.register(projectId, ['goes']);
    await third.close();
    const statuses = async (): Promise<string[]> => {
      const { body } = await first.call('GET', `/endpoints?$filter=project_id eq '${projectId}'`, {
        token: person.token,
      });
      return body.map((item: Json) => item.status).sort();
    };
    assert.deepEqual(await statuses(), ['Active', 'Active']);
    // As if it had been gone for a minute; leases are judged by the database's clock.
    await first.app.database.executeSql(
      `update connector_processes set lease_until = now() - interval '61 seconds' where lease_until <= now()`,
    );
    const fourth = await startPlatform({ beside: first });
    while (!(await statuses()).includes('Inactive')) await new Promise(setImmediate);
    assert.deepEqual(await statuses(), ['Active', 'Inactive']);
    const { body } = await first.call('GET', `/connector/status/${projectId}`, { token: person.token });
    assert.deepEqual(body.functions, ['stays']);
    await stays.leave();
    await fourth.close();
  });

  test('a platform that closes sends its programs to another one', async () => {
    const third = await startPlatform({ beside: first });
    const url = await third.listen();
    const projectId = await newProject();
    const program = await openProgram(url, person.token);
    await program.next();
    await program.register(projectId, ['f']);
    await third.close();
    assert.equal((await program.ended)[0], 1012);
    const { body } = await first.call('GET', `/connector/status/${projectId}`, { token: person.token });
    assert.deepEqual([body.connected, body.functions], [false, []]);
  });
}

test('registrations of a process whose lease has ended count for nothing, and belong to their organization', async () => {
  const platform = await startPlatform();
  const { token, organizationId } = await platform.signUp();
  const { body: project } = await platform.call('POST', '/projects', { token, body: { name: 'Stale' } });
  const dead = '01890a5d-ac96-774b-bcce-b302099a8057';
  await platform.app.database.executeSql(`
    insert into connector_processes values ('${dead}', now() - interval '1 second');
    insert into connector_registrations
      (organization_id, project_id, environment, function_name, connection_id, process_id)
      values ('${organizationId}', '${project.id}', 'Development', 'f', '${dead}', '${dead}');`);
  const status = await platform.call('GET', `/connector/status/${project.id}`, { token });
  assert.deepEqual([status.body.connected, status.body.functions], [false, []]);
  const body = { project_id: project.id, function_name: 'f' };
  const asked = await platform.call('POST', '/connector/trigger', { token, body });
  assert.deepEqual([asked.status, asked.body.code], [404, 'connector.not_connected']);
  const stranger = '01890a5d-ac96-774b-bcce-b302099a8058';
  const seenBy = async (organization: string): Promise<number> =>
    platform.app.database.tenant(organization, async (tx) => {
      const { rows } = await tx.execute(sql`select * from connector_registrations`);
      return rows.length;
    });
  assert.deepEqual(
    [await seenBy(organizationId), await seenBy(stranger)],
    [1, 0],
    'the database itself shows an organization its own registrations only',
  );
  await platform.close();
});
