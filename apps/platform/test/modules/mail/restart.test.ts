import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startFakeSmtp, type FakeSmtp } from '@sonde/fakes';
import { createLog } from '#kernel/log';
import { databaseUrl, openTestDatabase, testDatabaseUrl } from '../../support/database.ts';
import { testPassword } from '../../support/platform.ts';
import { startService, type RunningService } from '../../support/service-process.ts';

const send = async (service: RunningService, path: string, body: object) =>
  (
    await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json() as Promise<Record<string, unknown>>;

async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 4800 && !isTrue(); attempt += 1) await pause(50);
  assert.ok(isTrue(), what);
}

const recipients = (smtp: FakeSmtp): string[] => smtp.accepted.flatMap(({ to }) => to).sort();
const tokenFor = (smtp: FakeSmtp, to: string): string => {
  const text = smtp.accepted.find((mail) => mail.to.includes(to))?.email.text ?? '';
  return new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';
};

test('a platform killed before or in the middle of a delivery delivers when it is started again, and used tokens stay used', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-mail-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const opened = testDatabaseUrl ? await openTestDatabase(createLog('silent')) : undefined;
  t.after(async () => {
    await opened?.database.close();
    await opened?.drop();
  });
  const smtp = await startFakeSmtp();
  t.after(() => smtp.close());
  const env = {
    DATA_DIR: directory,
    PORT: '0',
    PASSWORD_CHECK_BREACHED: 'false',
    SMTP_URL: smtp.url,
    DATABASE_URL: opened?.name ? databaseUrl(testDatabaseUrl ?? '', opened.name) : '',
    REDIS_URL: '',
  };
  const start = () => startService('apps/platform/src/main.ts', env);
  const register = (service: RunningService, email: string) =>
    send(service, '/auth/register', { email, password: testPassword });

  const first = await start();
  await register(first, 'before@example.test');
  await until('the first letter arrives', () => smtp.accepted.length === 1);
  const token = tokenFor(smtp, 'before@example.test');
  const verified = await send(first, '/auth/verify-email', { token });
  assert.ok(verified['auth_code']);
  smtp.behaviour = 'greylists';
  await register(first, 'queued@example.test');
  await until('the letter was put off', () => smtp.asked.includes('queued@example.test'));
  smtp.behaviour = 'hangs';
  await register(first, 'under-way@example.test');
  await until('the letter is on its way', () => smtp.asked.includes('under-way@example.test'));
  await first.kill();
  smtp.behaviour = 'accepts';

  const second = await start();
  t.after(() => second.stop());
  const again = await send(second, '/auth/verify-email', { token });
  assert.equal(again['code'], 'auth.token_invalid');
  const late = await send(second, '/auth/exchange-code', { code: verified['auth_code'] });
  assert.ok(late['session_token'], 'a code that was not used is as good as before');
  const replayed = await send(second, '/auth/exchange-code', { code: verified['auth_code'] });
  assert.equal(replayed['code'], 'auth.code_invalid');
  await until('both letters arrive after all', () =>
    ['queued@example.test', 'under-way@example.test'].every((to) => recipients(smtp).includes(to)),
  );
});
