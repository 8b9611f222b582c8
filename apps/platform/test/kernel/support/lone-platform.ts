import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { startService, type RunningService } from '../../support/service-process.ts';

export const platformFile = 'apps/platform/src/main.ts';
/** On the embedded database in that folder, or on the one at the address. */
export const settings = (directory: string, url = ''): Record<string, string> => ({
  DATA_DIR: directory,
  PORT: '0',
  PASSWORD_CHECK_BREACHED: 'false',
  DATABASE_URL: url,
});

export async function api(
  service: RunningService,
  method: string,
  path: string,
  token?: string,
  body?: unknown,
) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined };
}

/** Signs in through the printed owner link and makes an organization. */
export async function signIn(service: RunningService): Promise<string> {
  const token = new URL(String(service.ready['owner_link'])).searchParams.get('token');
  const owner = await api(service, 'POST', '/auth/owner-link', undefined, {
    token,
    email: 'owner@example.test',
    password: randomBytes(12).toString('hex'),
    name: 'Owner',
  });
  assert.equal(owner.status, 200, JSON.stringify(owner.body));
  const pair = await api(service, 'POST', '/auth/exchange-code', undefined, { code: owner.body.auth_code });
  const made = await api(service, 'POST', '/organizations', pair.body.session_token, { name: 'One' });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.session_token;
}

/** Writes names one after another and returns those whose answer was a success, until the service is gone. */
async function writeUntilGone(service: RunningService, token: string, onWrite: (count: number) => void) {
  const acknowledged: string[] = [];
  let isGone = false;
  const writer = async (number: number): Promise<void> => {
    for (let count = 0; !isGone; count += 1) {
      const name = `p${number}-${count}`;
      try {
        const { status } = await api(service, 'POST', '/projects', token, { name });
        if (status === 201) acknowledged.push(name);
        onWrite(acknowledged.length);
      } catch {
        isGone = true;
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(writer));
  return acknowledged;
}

export async function namesOf(service: RunningService, token: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let skip = 0; ; skip += 100) {
    const { body } = await api(service, 'GET', `/projects?limit=100&skip=${skip}`, token);
    for (const { name } of body) names.add(name);
    if (body.length < 100) return names;
  }
}

export async function killedWhileWriting(env: Readonly<Record<string, string>>): Promise<void> {
  const first = await startService(platformFile, env);
  const token = await signIn(first);
  let killed: Promise<void> | undefined;
  const acknowledged = await writeUntilGone(first, token, (count) => {
    if (count >= 40) killed ??= first.kill();
  });
  await killed;
  const second = await startService(platformFile, env);
  const kept = await namesOf(second, token);
  assert.deepEqual(
    acknowledged.filter((name) => !kept.has(name)),
    [],
  );
  assert.ok(acknowledged.length >= 40);
  assert.equal(await second.stop(), 0);
}
