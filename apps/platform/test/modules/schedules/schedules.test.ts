import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createTimetable, nextTimes } from '../../../src/modules/schedules/times.ts';
import {
  createTestClock,
  type CallResult,
  type Json,
  type SignedUp,
  type TestClock,
} from '../../support/platform.ts';
import { apiToken, joinAs } from '../tenancy/support.ts';
import { makeEndpoint, openWorkshop, type Workshop } from '../test-runs/support/workshop.ts';

const minute = 60_000;
let clock: TestClock;
let shop: Workshop;
let setId: string;
let call: Workshop['call'];
let maker: SignedUp;
before(async () => {
  // Half a minute past a full one: the next time is half a minute away, wherever a test stands.
  clock = createTestClock(Math.floor(Date.now() / minute) * minute + minute / 2);
  shop = await openWorkshop({ clock });
  setId = await shop.makeSet(['one', 'two']);
  const token = await apiToken(shop.platform, shop.owner);
  maker = await joinAs(shop.platform, shop.owner, 'member');
  call = (method, path, body, as = token) => shop.call(method, path, body, as);
});
after(() => shop.close());

const make = async (more: Record<string, unknown> = {}): Promise<Json> => {
  const made = await call('POST', '/schedules', {
    name: 'Every minute',
    test_set_id: setId,
    endpoint_id: shop.endpointId,
    cron: '* * * * *',
    timezone: 'UTC',
    ...more,
  });
  assert.equal(made.status, 201, made.text);
  return made.body;
};
const read = async (id: string): Promise<Json> => (await call('GET', `/schedules/${id}`)).body;
const change = (id: string, body: unknown, token?: string) => call('PUT', `/schedules/${id}`, body, token);

/** Looks at the clock as a worker does each minute, and waits until the beginning has been noted. */
async function passes(id: string, milliseconds = minute): Promise<Json> {
  const before = await read(id);
  clock.advance(milliseconds);
  await shop.platform.app.schedules.beginDue();
  return untilNoted(id, before.last_time);
}
async function untilNoted(id: string, former: string | null): Promise<Json> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const found = await read(id);
    if (found.last_time !== former) return found;
    await pause(25);
  }
  throw new Error('The schedule did not begin.');
}

async function ended(runId: string): Promise<Json> {
  for (;;) {
    const { body } = await call('GET', `/test_runs/${runId}`);
    if (!['Queued', 'Progress'].includes(body.status)) return body;
    await pause(25);
  }
}

/** A session of this moment: time has moved on since the person signed in. */
async function signedIn({ email, password }: SignedUp): Promise<string> {
  const login = await shop.platform.call('POST', '/auth/login/email', { body: { email, password } });
  return (await shop.platform.exchange(login.body.auth_code)).token;
}

// First, since it signs people in, and the others move the clock beyond their sessions.
test('whoever says what a schedule runs sees what it runs with: what is private goes nowhere that its maker did not choose', async () => {
  const keeper = await joinAs(shop.platform, shop.owner, 'member');
  const { project_id: projectId } = (await call('GET', `/endpoints/${shop.endpointId}`)).body;
  const kept = await call(
    'POST',
    '/experiments',
    {
      project_id: projectId,
      name: 'Under wraps',
      visibility: 'private',
    },
    keeper.token,
  );
  assert.equal(kept.status, 201, kept.text);
  const version = await call('POST', `/experiments/${kept.body.id}/versions`, { values: {} }, keeper.token);
  assert.ok(version.status < 300, version.text);
  const options = { experiment_id: kept.body.id };
  const body = { test_set_id: setId, endpoint_id: shop.endpointId, cron: '0 3 * * *', options };
  const made = await call('POST', '/schedules', body, keeper.token);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;

  const other = await joinAs(shop.platform, shop.owner, 'member');
  const taken = await call('POST', '/schedules', body, other.token);
  assert.deepEqual([taken.status, taken.body.code], [404, 'experiment.not_found']);
  const spy = await makeEndpoint(shop.call, shop.target.url('/spy'));
  for (const redirected of [{ endpoint_id: spy }, { test_set_id: setId }]) {
    const refused = await change(id, redirected, other.token);
    assert.deepEqual([refused.status, refused.body.code], [409, 'schedule.others_parameters']);
  }
  const given = await change(id, { options: { ...options, repeat: 2 } }, other.token);
  assert.deepEqual([given.status, given.body.code], [404, 'experiment.not_found']);
  assert.deepEqual((await read(id)).endpoint.id, shop.endpointId);

  assert.equal((await change(id, { cron: '0 4 * * *' }, other.token)).status, 200);
  assert.equal((await change(id, { endpoint_id: spy }, keeper.token)).status, 200);
  const freed = await change(id, { endpoint_id: shop.endpointId, options: {} }, other.token);
  assert.equal(freed.status, 200, freed.text);
});

test('a schedule begins its run at its time, once, as the person who made it', async () => {
  const made = await make({ options: { repeat: 2 } });
  assert.equal(made.next_times.length, 5);
  assert.equal(new Date(made.next_times[0]).getTime() - clock.now(), minute / 2);
  assert.equal(await shop.platform.app.schedules.beginDue(), 0, 'not before its time');
  clock.advance(minute);
  // Several processes look at the clock at the same moment.
  const taken = await Promise.all([1, 2, 3, 4].map(() => shop.platform.app.schedules.beginDue()));
  assert.equal(
    taken.reduce((sum, count) => sum + count, 0),
    1,
  );
  const begun = await untilNoted(made.id, null);
  assert.equal(begun.last_time, made.next_times[0]);
  assert.equal(begun.last_error, null);
  const run = await ended(begun.last_test_run_id);
  assert.deepEqual(
    [run.status, run.created_by, run.counts.total, run.labels],
    ['Completed', shop.owner.userId, 4, { schedule: 'Every minute' }],
  );
  const runs = await call('GET', `/test_runs?$filter=test_set_id eq '${setId}'`);
  assert.equal(runs.body.length, 1);
  await call('DELETE', `/schedules/${made.id}`);
});

test('of many missed times one is made up for, and of those missed while it was paused none', async () => {
  const made = await make();
  const late = await passes(made.id, 30 * minute);
  assert.equal(late.last_time, made.next_times[0]);
  assert.ok(new Date(late.next_times[0]).getTime() > clock.now());
  await ended(late.last_test_run_id);
  assert.equal(await shop.platform.app.schedules.beginDue(), 0);
  const paused = await change(made.id, { is_paused: true });
  assert.deepEqual([paused.body.is_paused, paused.body.next_times], [true, []]);
  clock.advance(10 * minute);
  assert.equal(await shop.platform.app.schedules.beginDue(), 0);
  const resumed = await change(made.id, { is_paused: false });
  assert.ok(new Date(resumed.body.next_times[0]).getTime() > clock.now());
  assert.equal(await shop.platform.app.schedules.beginDue(), 0);
  await call('DELETE', `/schedules/${made.id}`);
});

test('a time that comes while the run before it is under way is left out, and says so', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  shop.target.route('/held', async (_request, response) => {
    await held;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ answer: 'good' }));
  });
  const endpoint = await makeEndpoint(call, shop.target.url('/held'));
  const made = await make({ endpoint_id: endpoint });
  const first = await passes(made.id);
  const second = await passes(made.id);
  assert.match(second.last_error, /still under way/);
  assert.equal(second.last_test_run_id, first.last_test_run_id);
  release();
  await ended(first.last_test_run_id);
  const third = await passes(made.id);
  assert.equal(third.last_error, null);
  assert.notEqual(third.last_test_run_id, first.last_test_run_id);
  await ended(third.last_test_run_id);
  await call('DELETE', `/schedules/${made.id}`);
});

test('whose maker may no longer run tests is stopped, and they are told', async () => {
  const token = await apiToken(shop.platform, { ...maker, token: await signedIn(maker) });
  const made = await call(
    'POST',
    '/schedules',
    { test_set_id: setId, endpoint_id: shop.endpointId, cron: '* * * * *' },
    token,
  );
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.name, made.body.created_by], ['Set on Target', maker.userId]);
  const demoted = await call(
    'PATCH',
    `/members/${maker.userId}`,
    { role: 'viewer' },
    await signedIn(shop.owner),
  );
  assert.equal(demoted.status, 200, demoted.text);
  const stopped = await passes(made.body.id);
  assert.deepEqual(
    [stopped.is_paused, stopped.stop_reason, stopped.last_test_run_id],
    [true, 'maker_lost_right', null],
  );
  const told = await call('GET', '/notifications', undefined, await signedIn(maker));
  assert.equal(told.body[0].kind, 'schedule.stopped');
  assert.match(told.body[0].title, /Set on Target/);
  const again = await change(made.body.id, { is_paused: false });
  assert.deepEqual([again.status, again.body.code], [409, 'schedule.maker_lost_right']);
  const session = await signedIn(maker);
  for (const [method, path, body] of [
    ['POST', '/schedules', { test_set_id: setId, endpoint_id: shop.endpointId, cron: '* * * * *' }],
    ['PUT', `/schedules/${made.body.id}`, { name: 'x' }],
    ['DELETE', `/schedules/${made.body.id}`, undefined],
  ] as const)
    assert.equal((await call(method, path, body, session)).status, 403, `${method} ${path}`);
  assert.equal((await call('GET', `/schedules/${made.body.id}`, undefined, session)).status, 200);
});

test('whose maker was removed begins nothing any more', async () => {
  const owner = { ...shop.owner, token: await signedIn(shop.owner) };
  const leaver = await joinAs(shop.platform, owner, 'member');
  const schedule = { test_set_id: setId, endpoint_id: shop.endpointId, cron: '* * * * *' };
  const made = await call('POST', '/schedules', schedule, await signedIn(leaver));
  assert.equal(made.status, 201, made.text);
  const removed = await call('DELETE', `/members/${leaver.userId}`, undefined, owner.token);
  assert.equal(removed.status, 200, removed.text);
  const stopped = await passes(made.body.id);
  assert.deepEqual(
    [stopped.is_paused, stopped.stop_reason, stopped.last_test_run_id],
    [true, 'maker_lost_right', null],
  );
});

test('what it runs may be gone: a deleted endpoint stops it, an empty set is told of once', async () => {
  const endpoint = await makeEndpoint(call, shop.target.url('/chat'));
  const lost = await make({ endpoint_id: endpoint });
  await call('DELETE', `/endpoints/${endpoint}`);
  const stopped = await passes(lost.id);
  assert.deepEqual([stopped.is_paused, stopped.stop_reason], [true, 'endpoint_gone']);

  const empty = await call('POST', '/test_sets', { name: 'Empty', test_set_type: 'Single-Turn' });
  const made = await make({ name: 'Of nothing', test_set_id: empty.body.id });
  const notices = async (): Promise<number> =>
    (
      await call(
        'GET',
        "/notifications?limit=100&$filter=kind eq 'schedule.not_started'",
        undefined,
        await signedIn(shop.owner),
      )
    ).body.length;
  const first = await passes(made.id);
  assert.match(first.last_error, /no test that could be run/);
  assert.equal(first.is_paused, false);
  const told = await notices();
  await passes(made.id);
  assert.equal(await notices(), told);
  await call('DELETE', `/schedules/${made.id}`);
});

test('times are those of the wall of its time zone, over a change of the clocks too', () => {
  const berlin = (cron: string, after: string, count: number): string[] =>
    nextTimes({ cron, timezone: 'Europe/Berlin' }, new Date(after), count).map((time) => time.toISOString());
  // On the 29th of March there is no half past two, on the 25th of October there are two.
  assert.deepEqual(berlin('30 2 * * *', '2026-03-28T12:00:00Z', 2), [
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
  assert.deepEqual(berlin('30 2 * * *', '2026-10-24T12:00:00Z', 2), [
    '2026-10-25T00:30:00.000Z',
    '2026-10-26T01:30:00.000Z',
  ]);
  assert.deepEqual(berlin('0 0 29 2 *', '2026-10-24T12:00:00Z', 1), ['2028-02-28T23:00:00.000Z']);
});

test('where the clocks are moved by half an hour a time is found on both sides of the change', () => {
  const lordHowe = (cron: string, after: string, count: number): string[] =>
    nextTimes({ cron, timezone: 'Australia/Lord_Howe' }, new Date(after), count).map((time) =>
      time.toISOString(),
    );
  // At two o'clock on the 4th of April 2027 it is half past one again.
  assert.deepEqual(lordHowe('45 1 * * *', '2027-04-02T00:00:00Z', 3), [
    '2027-04-02T14:45:00.000Z',
    '2027-04-03T14:45:00.000Z',
    '2027-04-04T15:15:00.000Z',
  ]);
  assert.deepEqual(lordHowe('0 2 * * *', '2027-04-02T16:00:00Z', 2), [
    '2027-04-03T15:30:00.000Z',
    '2027-04-04T15:30:00.000Z',
  ]);
  // On the 3rd of October it is half past two when it would have been two: 02:15 is made up for at 02:45.
  assert.deepEqual(lordHowe('15,40 2 * * *', '2027-10-02T00:00:00Z', 3), [
    '2027-10-02T15:40:00.000Z',
    '2027-10-02T15:45:00.000Z',
    '2027-10-03T15:15:00.000Z',
  ]);
  assert.throws(() => lordHowe('0 0 30 2 *', '2027-10-02T00:00:00Z', 1));
});

test('one whose next time cannot be worked out stops alone, and the others begin', async () => {
  const broken = await make({ name: 'Broken' });
  const other = await make({ name: 'Other' });
  const lines = shop.platform.log.errors.length;
  await shop.platform.database.executeSql(
    `update schedules set cron = '0 0 30 2 *' where id = '${broken.id}'`,
  );
  const begun = await passes(other.id);
  assert.ok(begun.last_test_run_id);
  const stopped = await read(broken.id);
  assert.deepEqual([stopped.is_paused, stopped.next_times, stopped.last_test_run_id], [true, [], null]);
  assert.match(stopped.last_error, /could not be worked out/);
  // It is told to whoever runs the platform as well.
  assert.equal(shop.platform.log.errors.splice(lines).length, 1);
  for (const { id } of [broken, other]) await call('DELETE', `/schedules/${id}`);
});

test('the next five times are shown beforehand, and what means no time is refused with its field', async () => {
  const preview = async (cron: string, timezone: string): Promise<string[]> => {
    const shown = await call('POST', '/schedules/preview', { cron, timezone });
    assert.equal(shown.status, 200, shown.text);
    return shown.body.next_times;
  };
  const [first = ''] = await preview('30 9 * * 1-5', 'America/New_York');
  const words = new Intl.DateTimeFormat('en', {
    timeZone: 'America/New_York',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  assert.equal(words.format(new Date(first)), '09:30');
  for (const [field, body] of [
    ['cron', { cron: '* * * *' }],
    ['cron', { cron: '61 * * * *' }],
    ['cron', { cron: '0 0 30 2 *' }],
    ['cron', { cron: '* * * * * *' }],
    ['cron', { cron: '@daily' }],
    ['cron', { cron: 'H * * * *' }],
    ['timezone', { cron: '* * * * *', timezone: 'Mars/Base' }],
    ['timezone', { cron: '* * * * *', timezone: '+02:00' }],
  ] as const) {
    const refused = await call('POST', '/schedules/preview', body);
    assert.deepEqual([refused.status, refused.body.errors[0].path], [422, field], JSON.stringify(body));
    const made = { test_set_id: setId, endpoint_id: shop.endpointId, ...body };
    assert.equal((await call('POST', '/schedules', made)).status, 422);
  }
});

test('what is given comes back, changes count, and a stale one is refused', async () => {
  const made = await make({
    name: 'Nightly',
    cron: '0 3 * * *',
    timezone: 'Europe/Berlin',
    jitter_seconds: 90,
  });
  assert.deepEqual(
    [
      made.name,
      made.cron,
      made.timezone,
      made.jitter_seconds,
      made.version,
      made.test_set.name,
      made.endpoint.name,
    ],
    ['Nightly', '0 3 * * *', 'Europe/Berlin', 90, 1, 'Set', 'Target'],
  );
  assert.deepEqual(made.permitted_actions, ['read', 'update', 'delete']);
  const changed = await change(made.id, { cron: '0 4 * * *', options: { concurrency: 3 }, version: 1 });
  assert.deepEqual(
    [changed.body.cron, changed.body.options, changed.body.version],
    ['0 4 * * *', { concurrency: 3 }, 2],
  );
  assert.notEqual(changed.body.next_times[0], made.next_times[0]);
  assert.equal((await change(made.id, { name: 'x', version: 1 })).status, 412);
  for (const body of [
    { options: { of_run: setId } },
    { jitter_seconds: -1 },
    { cron: 'never' },
    { colour: 'red' },
  ])
    assert.equal((await change(made.id, body)).status, 422, JSON.stringify(body));
  for (const [field, code] of [
    ['test_set_id', 'test_set.not_found'],
    ['endpoint_id', 'endpoint.not_found'],
  ] as const) {
    const unknown = await change(made.id, { [field]: crypto.randomUUID() });
    assert.deepEqual([unknown.status, unknown.body.code], [404, code]);
  }
  const list = await call('GET', '/schedules?search=nightly');
  assert.deepEqual(
    list.body.map(({ id }: Json) => id),
    [made.id],
  );
  assert.equal((await call('DELETE', `/schedules/${made.id}`)).status, 200);
  const gone = await call('GET', `/schedules/${made.id}`);
  assert.deepEqual([gone.status, gone.body.code], [404, 'schedule.not_found']);
});

test('schedules of another organization are unknown', async () => {
  const made = await make();
  const { token } = await shop.platform.signUp();
  for (const [method, body] of [
    ['GET', undefined],
    ['PUT', { name: 'Mine' }],
    ['DELETE', undefined],
  ] as const)
    assert.equal((await call(method, `/schedules/${made.id}`, body, token)).status, 404, method);
  assert.deepEqual((await call('GET', '/schedules', undefined, token)).body, []);
  const theirs = { test_set_id: setId, endpoint_id: shop.endpointId, cron: '* * * * *' };
  assert.equal((await call('POST', '/schedules', theirs, token)).status, 404);
});

test('of many schedules the times are worked out one at a time, and kept until the first is over', async () => {
  const timesOf = createTimetable(2);
  const at = (text: string) => new Date(text);
  const hours = { cron: '0 * * * *', timezone: 'UTC' };
  let served = 0;
  const serve = setInterval(() => (served += 1), 0);
  const asked = [];
  for (let minute = 0; minute < 20; minute += 1)
    asked.push(await timesOf({ cron: `${minute} 0 29 2 *`, timezone: 'UTC' }, at('2026-01-01T00:00:00Z')));
  clearInterval(serve);
  assert.ok(served > 0, 'Nothing else was served meanwhile.');
  assert.equal(asked[19]?.[0]?.toISOString(), '2028-02-29T00:19:00.000Z');
  const first = await timesOf(hours, at('2026-01-01T00:10:00Z'));
  assert.equal(await timesOf(hours, at('2026-01-01T00:59:59Z')), first);
  // A clock that is set back, and one that has come to the first of them.
  for (const [after, next] of [
    ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00.000Z'],
    ['2025-12-31T22:10:00Z', '2025-12-31T23:00:00.000Z'],
  ] as const)
    assert.equal((await timesOf(hours, at(after)))[0]?.toISOString(), next);
});

test('an organization keeps two hundred schedules at most, however many are made at once', async () => {
  const kept = (await call('GET', '/schedules?limit=100')).body.length as number;
  const answers: CallResult[] = [];
  // Eight at a time: so many a platform of any size takes, and some of them meet at the limit.
  while (answers.length < 210 - kept)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(8, 210 - kept - answers.length) }, () =>
          call('POST', '/schedules', {
            name: 'One of many',
            test_set_id: setId,
            endpoint_id: shop.endpointId,
            cron: '0 3 1 1 *',
            timezone: 'UTC',
          }),
        ),
      )),
    );
  const refused = answers.filter(({ status }) => status !== 201);
  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.code]),
    Array.from({ length: 10 }, () => [409, 'schedule.too_many']),
  );
});
