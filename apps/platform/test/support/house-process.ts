import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { DevelopmentMail } from '@sonde/contract';
import type { FakeS3 } from '@sonde/fakes';
import { createLog } from '#kernel/log';
import { databaseUrl, openEmptyDatabase, openTestDatabase, testDatabaseUrl } from './database.ts';
import { prepareFolder } from './database-template.ts';
import { testPassword } from './platform.ts';
import { startService, type RunningService } from './service-process.ts';

/**
 * The platform as a process of its own, on a database and a store that outlive it. The database is up to date, unless it
 * is to be as it is before the first start.
 */
export async function openHouse(t: TestContext, { s3, isNew }: { s3?: FakeS3; isNew?: boolean } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-house-'));
  const log = createLog('silent');
  const opened = testDatabaseUrl
    ? await (isNew ? openEmptyDatabase(testDatabaseUrl, log) : openTestDatabase(log))
    : undefined;
  if (!opened && !isNew) await prepareFolder(directory);
  const env = {
    DATA_DIR: directory,
    PORT: '0',
    PASSWORD_CHECK_BREACHED: 'false',
    REDIS_URL: '',
    DATABASE_URL: opened?.name ? databaseUrl(testDatabaseUrl ?? '', opened.name) : '',
    ...(s3
      ? {
          FILES_URL: `s3://${s3.bucket}/house`,
          S3_ENDPOINT: s3.url,
          S3_REGION: s3.region,
          S3_ACCESS_KEY_ID: s3.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        }
      : {}),
  };
  let service: RunningService | undefined;
  t.after(async () => {
    await service?.kill();
    await opened?.database.close();
    await opened?.drop();
    rmSync(directory, { recursive: true, force: true });
  });
  return {
    directory,
    env,
    current: () => service as RunningService,
    /** Ends it as a crash would, if it runs, and starts it again. */
    async restart(): Promise<void> {
      await service?.kill();
      service = await startService('apps/platform/src/main.ts', env);
    },
    /** As an operator ends it. */
    async stop(): Promise<void> {
      await service?.stop();
      service = undefined;
    },
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;

export async function ask(house: House, method: string, path: string, body?: unknown, token?: string) {
  const answer = await fetch(`${house.current().url}/api/v1${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer;
}

export async function signUp(house: House): Promise<string> {
  const email = `person-${randomBytes(4).toString('hex')}@example.test`;
  const read = async (method: string, path: string, body?: unknown, token?: string) =>
    (await ask(house, method, path, body, token)).json() as Promise<Record<string, string>>;
  await read('POST', '/auth/register', { email, password: testPassword, name: 'Test Person' });
  let mail: DevelopmentMail | undefined;
  for (let attempt = 0; attempt < 2400 && !mail; attempt += 1) {
    await pause(50);
    const answer = await fetch(`${house.current().url}/api/v1/dev/mailbox?to=${email}`);
    // A machine that is busy beyond measure may say so, and be asked again.
    if (answer.ok) [mail] = (await answer.json()) as DevelopmentMail[];
  }
  const link = mail?.links.find((text) => text.includes('token=')) ?? '';
  const token = new URL(link).searchParams.get('token');
  const { auth_code: code } = await read('POST', '/auth/verify-email', { token });
  const { session_token: session } = await read('POST', '/auth/exchange-code', { code });
  const made = await read('POST', '/organizations', { name: 'Test Organization' }, session);
  return made['session_token'] ?? '';
}
