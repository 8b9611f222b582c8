import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeGitHub, startFakeSmtp, type FakeSmtp, type ReceivedMail } from '@sonde/fakes';
import {
  addressesBelow,
  startPlatform,
  testPassword,
  type SignedUp,
  type TestPlatform,
} from '../../support/platform.ts';

const user = { name: 'sonde@example.test', password: 'p:ss/w@rd for a test' };
const github = { clientId: 'sonde-test', clientSecret: 'not-a-real-client-secret-for-tests' };
const frontendUrl = 'https://sonde.example.test';
const newPassword = 'harbour-ladder-quiet-ninety';

let smtp: FakeSmtp;
let provider: Awaited<ReturnType<typeof startFakeGitHub>>;
let platform: TestPlatform;
before(async () => {
  smtp = await startFakeSmtp({ user });
  provider = await startFakeGitHub(github);
  platform = await startPlatform({
    spread: true,
    env: {
      SMTP_URL: smtp.url,
      FRONTEND_URL: frontendUrl,
      MAIL_FROM: 'Sonde at Example <sonde@mail.example.test>',
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_BASE_URL: provider.url,
      GITHUB_API_URL: provider.url,
    },
  });
});
after(async () => {
  await platform.close();
  await Promise.all([smtp.close(), provider.close()]);
});

const freshIp = addressesBelow('10.40');
const freshAddress = (): string => `reader-${randomBytes(5).toString('hex')}@example.test`;
const post = (path: string, body: object, headers: Record<string, string> = {}, at = platform) =>
  at.call('POST', path, { body, headers, ip: freshIp() });

/** Waits for what another process does in its own time. */
async function eventually<T>(what: string, look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
  throw new Error(`This did not happen: ${what}`);
}

const letterTo = (to: string, subject: RegExp, server = smtp): Promise<ReceivedMail> =>
  eventually(`a letter to ${to} like ${String(subject)}`, () =>
    server.accepted.find((mail) => mail.to.includes(to) && subject.test(mail.email.subject ?? '')),
  );
const linkIn = ({ email }: ReceivedMail): URL => {
  const [link] = /https?:\/\/\S+token=\S+/.exec(email.text ?? '') ?? [];
  assert.ok(link, `"${email.subject}" has no link with a token.`);
  return new URL(link);
};
const tokenIn = (mail: ReceivedMail): string => linkIn(mail).searchParams.get('token') ?? '';

async function signUp(): Promise<Pick<SignedUp, 'email' | 'token'>> {
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword, name: 'Reader' });
  const letter = await letterTo(email, /Confirm/);
  const verified = await post('/auth/verify-email', { token: tokenIn(letter) });
  assert.equal(verified.status, 200, verified.text);
  return { email, token: (await platform.exchange(verified.body.auth_code)).token };
}

/** What must be true of every letter, whatever it says. */
function assertWellMade(mail: ReceivedMail, to: string): void {
  const { email } = mail;
  assert.equal(mail.from, 'sonde@mail.example.test');
  assert.deepEqual(mail.to, [to]);
  assert.equal(mail.user, user.name);
  assert.deepEqual(email.from, { name: 'Sonde at Example', address: 'sonde@mail.example.test' });
  assert.deepEqual(email.to, [{ name: '', address: to }]);
  assert.match(email.messageId ?? '', /^<[0-9a-f-]{36}@mail\.example\.test>$/);
  assert.ok(Math.abs(Date.parse(email.date ?? '') - Date.now()) < 3_600_000, email.date);
  assert.ok(email.text?.includes('Sonde'));
  assert.match(email.html ?? '', /^<!doctype html>/);
  assert.deepEqual(email.attachments, []);
  const names = email.headers.map(({ key }) => key).sort();
  assert.deepEqual(names, [
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
  ]);
  for (const link of email.text?.match(/https?:\/\/\S+/g) ?? [])
    assert.ok(link.startsWith(`${frontendUrl}/`), link);
  for (const [, link = ''] of email.html?.matchAll(/href="([^"]*)"/g) ?? [])
    assert.ok(link.startsWith(`${frontendUrl}/`), link);
}

test('every kind of letter is delivered with its headers, as text and as HTML', async () => {
  const person = await signUp();
  const { email, token } = person;
  assertWellMade(await letterTo(email, /Confirm your email address/), email);

  await post('/auth/register', { email, password: newPassword });
  assertWellMade(await letterTo(email, /already have an account/), email);

  const other = freshAddress();
  await post('/auth/register', { email: other, password: testPassword });
  const first = await letterTo(other, /Confirm/);
  await post('/auth/resend-verification', { email: other });
  const again = await eventually('the second confirmation', () =>
    smtp.accepted.find((mail) => mail.to.includes(other) && mail !== first),
  );
  assertWellMade(again, other);
  assert.notEqual(again.email.messageId, first.email.messageId);

  await post('/auth/magic-link', { email });
  const magic = await letterTo(email, /sign-in link/);
  assertWellMade(magic, email);
  const [, code = ''] = /Code: (\d{6})/.exec(magic.email.text ?? '') ?? [];
  assert.ok(magic.email.html?.includes(code) && code.length === 6);
  assert.equal((await post('/auth/magic-link/verify', { email, code })).status, 200);

  await post('/auth/forgot-password', { email });
  const reset = await letterTo(email, /Set a new password/);
  assertWellMade(reset, email);

  const guest = freshAddress();
  const made = await platform.call('POST', '/organizations', { token, body: { name: 'Example Ltd' } });
  const owner = made.body.session_token as string;
  await platform.call('POST', '/invitations', { token: owner, body: { email: guest } });
  assertWellMade(await letterTo(guest, /invited/), guest);

  provider.person = {
    id: 77,
    login: 'reader',
    name: null,
    emails: [{ email, primary: true, verified: true }],
  };
  const started = await platform.call('GET', '/auth/login/github');
  const answer = await fetch(String(started.headers['location']), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
  await platform.call('GET', `/auth/callback${back.search}`, { headers: { cookie } });
  assertWellMade(await letterTo(email, /new way to sign in/), email);

  assert.equal(
    (await post('/auth/reset-password', { token: tokenIn(reset), new_password: newPassword })).status,
    200,
  );
  assertWellMade(await letterTo(email, /password was changed/), email);
});

test('names that people typed become neither headers nor markup', async () => {
  const { token } = await signUp();
  const name = 'A” <b onclick=x>&{{7*7}} =?utf-8?q?Bcc:_x=40evil.example?=';
  const made = await platform.call('POST', '/organizations', { token, body: { name } });
  assert.equal(made.status, 201, made.text);
  const guest = freshAddress();
  await platform.call('POST', '/invitations', { token: made.body.session_token, body: { email: guest } });
  const letter = await letterTo(guest, /invited/);
  assertWellMade(letter, guest);
  assert.doesNotMatch(letter.email.html ?? '', /<b /);
  assert.ok(letter.email.text?.includes('{{7*7}}'), 'a name is text and no template');
  for (const control of ['x\r\nBcc: y@evil.example', 'a\nb', 'a\u0000b', 'a\u202eb'])
    assert.equal(
      (await post('/auth/register', { email: freshAddress(), password: testPassword, name: control })).status,
      422,
      JSON.stringify(control),
    );
});

test('an address is one address, whatever is put around it', async () => {
  for (const email of [
    'a@example.test\r\nBcc: b@example.test',
    'a@example.test, b@example.test',
    'A <a@example.test>',
    '"a b"@example.test',
    'a@example.test.',
    'a@[127.0.0.1]',
    'ａ@example.test',
    'a\u0000@example.test',
    'a@exämple.test',
    'a@example-.test',
    'a@-example.test',
    'a..b@example.test',
    'a.@example.test',
    `${'a'.repeat(65)}@example.test`,
  ])
    assert.equal((await post('/auth/magic-link', { email })).status, 422, JSON.stringify(email));
});

test('every address that stands without quotes gets its letters, also below an international domain', async () => {
  const addresses = {
    "o'neil+a!#$%&*/=?^_`{|}~@example.test": "o'neil+a!#$%&*/=?^_`{|}~@example.test",
    'A.b@sub.example.test': 'A.b@sub.example.test',
    // The mail server of the test tells names as people read them.
    'a@xn--e1afmkfd.xn--p1ai': 'a@пример.рф',
  };
  for (const [email, told] of Object.entries(addresses)) {
    const { status, text } = await post('/auth/register', { email, password: testPassword });
    assert.equal(status, 200, text);
    const letter = await letterTo(told, /Confirm/);
    assert.equal((await post('/auth/verify-email', { token: tokenIn(letter) })).status, 200);
  }
});

test('links begin with the configured address, whatever the caller says about hosts', async () => {
  const { email } = await signUp();
  await post(
    '/auth/forgot-password',
    { email },
    {
      host: 'evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example;proto=http',
    },
  );
  const letter = await letterTo(email, /Set a new password/);
  assertWellMade(letter, email);
  assert.doesNotMatch(letter.raw, /evil/);
});

test('with a mail server the development mailbox is neither filled nor served', async () => {
  await signUp();
  assert.equal((await platform.call('GET', '/dev/mailbox')).status, 404);
  const { rows } = await platform.app.database.executeSql('select id from development_mail');
  assert.deepEqual(rows, []);
});

/** A platform of its own that sends to a server of its own. */
async function sender(t: TestContext, server: FakeSmtp, query = ''): Promise<TestPlatform> {
  t.after(() => server.close());
  const own = await startPlatform({ env: { SMTP_URL: `${server.url}${query}` } });
  t.after(() => own.close());
  return own;
}

type LetterJob = { state: string; retries: number; output: { message?: string } | null };
async function letterJobs(own: TestPlatform): Promise<LetterJob[]> {
  const { rows } = await own.app.database.executeSql(
    "select state::text as state, retry_count as retries, output from jobs.job where name = 'send-mail' order by created_on",
  );
  return rows as unknown as LetterJob[];
}
const failed = (own: TestPlatform, state: string): Promise<LetterJob> =>
  eventually(`a letter whose job is in the state ${state}`, async () =>
    (await letterJobs(own)).find((job) => job.state === state && job.output),
  );

test('a server that puts strangers off with 4xx gets the letter at a later try', async (t) => {
  const server = await startFakeSmtp();
  const own = await sender(t, server);
  server.behaviour = 'greylists';
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword }, {}, own);
  assert.match((await failed(own, 'retry')).output?.message ?? '', /451 .*Come again later/);
  await letterTo(email, /Confirm/, server);
  assert.equal(server.asked.length, 2);
});

test('a letter refused with 5xx is not tried again, and the failure can be read', async (t) => {
  const server = await startFakeSmtp();
  const own = await sender(t, server);
  for (const [behaviour, said] of [
    ['refuses-recipients', /550 .*no such mailbox/],
    ['refuses-letters', /554 .*not wanted/],
  ] as const) {
    server.behaviour = behaviour;
    const email = freshAddress();
    await post('/auth/register', { email, password: testPassword }, {}, own);
    const job = await eventually('the failure', async () =>
      (await letterJobs(own)).find(({ output }) => said.test(output?.message ?? '')),
    );
    assert.equal(job.state, 'failed');
    assert.equal(job.retries, 0);
    const line = own.log.lines.find((text) => text.includes('for good') && said.test(text));
    assert.ok(line, 'the log says what the server said');
    assert.doesNotMatch(line, new RegExp(email), 'and not to whom');
  }
});

test('a server that refuses our sign-in, or hangs up on us, keeps the letter waiting', async (t) => {
  const strict = await startFakeSmtp({ user: { name: 'somebody-else', password: 'x' } });
  const own = await sender(t, strict);
  t.after(() => strict.close());
  const wrong = await startPlatform({
    env: { SMTP_URL: strict.url.replace('somebody-else:x', 'sonde:wrong') },
  });
  t.after(() => wrong.close());
  await post('/auth/register', { email: freshAddress(), password: testPassword }, {}, wrong);
  assert.match((await failed(wrong, 'retry')).output?.message ?? '', /EAUTH.*535/);
  assert.deepEqual([strict.refusedSignIns[0], strict.accepted.length], ['sonde', 0]);
  assert.doesNotMatch(wrong.log.lines.join(''), /sonde:wrong|AUTH PLAIN/);

  strict.behaviour = 'drops';
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword }, {}, own);
  await failed(own, 'retry');
  strict.behaviour = 'accepts';
  const letter = await letterTo(email, /Confirm/, strict);
  const [job] = (
    await own.app.database.executeSql("select id::text as id from jobs.job where name = 'send-mail'")
  ).rows;
  assert.ok(
    letter.email.messageId?.startsWith(`<${String(job?.['id'])}@`),
    'the same letter, known by its id',
  );
});

test('a certificate that nobody vouches for gets no letter, unless the operator says so', async (t) => {
  const server = await startFakeSmtp({ user, starttls: true });
  const careful = await sender(t, server);
  await post('/auth/register', { email: freshAddress(), password: testPassword }, {}, careful);
  assert.match((await failed(careful, 'retry')).output?.message ?? '', /certificate/i);
  assert.deepEqual([server.accepted, server.asked], [[], []]);
  const trusting = await startPlatform({
    env: { SMTP_URL: `${server.url}/?tls.rejectUnauthorized=false` },
  });
  t.after(() => trusting.close());
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword }, {}, trusting);
  assert.equal((await letterTo(email, /Confirm/, server)).secure, true);
});

test('letters that the mail server does not finish with keep no other letter waiting', async (t) => {
  const server = await startFakeSmtp();
  const own = await sender(t, server);
  server.behaviour = 'hangs';
  for (let held = 1; held <= 3; held += 1) {
    await post('/auth/register', { email: freshAddress(), password: testPassword }, {}, own);
    await eventually(`${held} letters that are held`, () => server.hanging === held || undefined);
  }
  server.behaviour = 'accepts';
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword }, {}, own);
  await letterTo(email, /Confirm/, server);
  assert.equal(server.hanging, 3);
  server.release();
});

test('a server without TLS gets nothing when the operator demands TLS', async (t) => {
  const server = await startFakeSmtp();
  const own = await sender(t, server, '/?requireTLS=true');
  await post('/auth/register', { email: freshAddress(), password: testPassword }, {}, own);
  assert.match((await failed(own, 'retry')).output?.message ?? '', /STARTTLS|ETLS/);
  assert.deepEqual(server.accepted, []);
});

test('the routes that mail somebody answer alike while the mail server hangs, is gone, or refuses', async (t) => {
  const server = await startFakeSmtp();
  const own = await sender(t, server);
  const email = freshAddress();
  await post('/auth/register', { email, password: testPassword }, {}, own);
  await post('/auth/verify-email', { token: tokenIn(await letterTo(email, /Confirm/, server)) }, {}, own);
  const answers = async () =>
    Promise.all(
      (
        [
          ['/auth/register', { email, password: testPassword }],
          ['/auth/magic-link', { email }],
          ['/auth/forgot-password', { email }],
          ['/auth/resend-verification', { email: freshAddress() }],
          ['/auth/login/email', { email, password: 'not-the-password' }],
        ] as const
      ).map(async ([path, body]) => {
        const { status, text, headers } = await post(path, body, {}, own);
        const { 'x-request-id': _id, date: _date, ...rest } = headers;
        return { path, status, text, headers: rest };
      }),
    );
  const usual = await answers();
  for (const answer of usual) assert.equal(answer.status, 200, answer.text);
  server.behaviour = 'hangs';
  // These come back although nobody has told the mail server to go on: no answer waits for it.
  assert.deepEqual(await answers(), usual);
  server.behaviour = 'refuses-recipients';
  assert.deepEqual(await answers(), usual);
  await server.close();
  assert.deepEqual(await answers(), usual);
});
