import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startPlatform, type CallResult, type TestPlatform } from '../../support/platform.ts';
import { joinAs } from '../tenancy/support.ts';

let platform: TestPlatform;
/** An address of every sort that an outsider must not be able to tell apart. */
const addresses: Record<string, string> = {};
before(async () => {
  platform = await startPlatform({ spread: true });
  const owner = await platform.signUp();
  const disabled = await joinAs(platform, owner, 'member');
  await platform.call('PATCH', `/members/${disabled.userId}`, {
    token: owner.token,
    body: { is_active: false },
  });
  const passwordless = await platform.signUp({ organization: null });
  await platform.app.database.executeSql('update users set password_hash = null where id = $1', [
    passwordless.userId,
  ]);
  addresses['verified'] = owner.email;
  addresses['unverified'] = 'never-confirmed@example.test';
  addresses['without password'] = passwordless.email;
  addresses['disabled'] = disabled.email;
  addresses['unknown'] = 'nobody-at-all@example.test';
  await platform.call('POST', '/auth/register', {
    body: { email: addresses['unverified'], password: strongPassword },
    ip: freshIp(),
  });
  for (const [sort, email] of Object.entries(addresses))
    if (sort !== 'unknown') for (let n = 0; n < copies; n += 1) await copyAccount(email, copyOf(email, n));
});
after(() => platform.close());

/** Accounts of each sort, so that none is asked about often enough to reach the limits that no caller sees. */
const copies = 3;
const copyOf = (email: string, round: number): string => `copy-${round % copies}-${email}`;

async function copyAccount(from: string, to: string): Promise<void> {
  const { rows } = await platform.app.database.executeSql(
    `insert into users (id, email, name, password_hash, is_email_verified, created_at, updated_at)
     select gen_random_uuid(), $2, name, password_hash, is_email_verified, created_at, updated_at
     from users where email = $1 returning id`,
    [from, to],
  );
  assert.equal(rows.length, 1, from);
  await platform.app.database.executeSql(
    `insert into memberships (user_id, organization_id, role, is_active, joined_at)
     select $2, organization_id, role, is_active, joined_at
     from memberships where user_id = (select id from users where email = $1)`,
    [from, rows[0]?.['id']],
  );
}

const strongPassword = 'violet-tractor-seventeen-moons';
const freshIp = (): string =>
  `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

const routes: Record<string, (email: string) => object> = {
  '/auth/login/email': (email) => ({ email, password: 'wrong-password-for-everyone' }),
  '/auth/register': (email) => ({ email, password: strongPassword }),
  '/auth/forgot-password': (email) => ({ email }),
  '/auth/magic-link': (email) => ({ email }),
  '/auth/resend-verification': (email) => ({ email }),
  '/auth/magic-link/verify': (email) => ({ email, code: '000000' }),
};
/** Refuses wrong digits, for every sort of address alike; the others say 200 to everybody. */
const refusing = new Set(['/auth/magic-link/verify']);

const visible = ({ status, text, headers }: CallResult) => {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, text, headers: rest };
};

for (const [path, body] of Object.entries(routes)) {
  test(`${path} answers the same bytes and headers for every sort of address`, async () => {
    const seen: ReturnType<typeof visible>[] = [];
    for (const email of Object.values(addresses))
      seen.push(visible(await platform.call('POST', path, { body: body(email), ip: freshIp() })));
    for (const answer of seen) assert.deepEqual(answer, seen[0]);
    assert.equal(seen[0]?.status, refusing.has(path) ? 400 : 200);
  });

  test(`${path} takes the same time for every sort of address, as far as a rank test can tell`, async () => {
    const rounds = copies * 8;
    const times = new Map(Object.keys(addresses).map((sort) => [sort, [] as number[]]));
    for (let round = 0; round < rounds; round += 1) {
      // Interleaved and in changing order, so that whatever else the machine does falls on all of them.
      for (const [sort, known] of shuffled(Object.entries(addresses))) {
        const email =
          sort === 'unknown' ? `nobody-${randomBytes(6).toString('hex')}@example.test` : copyOf(known, round);
        const request = { body: body(email), ip: freshIp() };
        const started = process.hrtime.bigint();
        await platform.call('POST', path, request);
        times.get(sort)?.push(Number(process.hrtime.bigint() - started) / 1e6);
      }
    }
    const unknown = times.get('unknown') ?? [];
    for (const [sort, sample] of times)
      assert.ok(
        Math.abs(rankScore(sample, unknown)) < 4.5,
        `${sort}: median ${median(sample)} ms, unknown: ${median(unknown)} ms, z = ${rankScore(sample, unknown)}`,
      );
  });
}

test('only the owner of an address learns more, by mail', async () => {
  const subjects = async (email: string): Promise<string[]> => {
    const { body } = await platform.call('GET', `/dev/mailbox?to=${encodeURIComponent(email)}&limit=100`);
    return [...new Set(body.map((item: { subject: string }) => item.subject))] as string[];
  };
  assert.ok((await subjects(addresses['verified'] ?? '')).includes('You already have an account'));
  assert.ok((await subjects(addresses['unverified'] ?? '')).includes('Confirm your email address'));
  assert.ok(!(await subjects(addresses['disabled'] ?? '')).includes('Your sign-in link'));
});

test('a mailbox is not flooded: the eleventh mail of an hour is not sent, and nobody is told', async () => {
  const email = 'flooded@example.test';
  for (let n = 0; n < 14; n += 1) {
    const result = await platform.call('POST', '/auth/register', {
      body: { email, password: strongPassword },
      ip: freshIp(),
    });
    assert.equal(result.status, 200);
  }
  await platform.signUp({ organization: null });
  const { body } = await platform.call('GET', `/dev/mailbox?to=${email}&limit=100`);
  assert.ok(body.length <= 10, `${body.length} mails`);
});

/** Mann–Whitney: how many standard deviations the ranks of two samples lie apart. */
function rankScore(one: readonly number[], other: readonly number[]): number {
  let wins = 0;
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0;
  const [n, m] = [one.length, other.length];
  return (wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const median = (sample: readonly number[]): number =>
  [...sample].sort((a, b) => a - b)[Math.floor(sample.length / 2)] ?? 0;

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
