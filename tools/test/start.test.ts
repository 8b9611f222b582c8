import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';

const script = new URL('../start.mjs', import.meta.url).pathname;

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  for (const server of servers) server.close();
  return ports;
}

/** The Node that people run the commands with, which is not the pinned one: any from 20.19 on, where a path to one is given. */
const commandNode = process.env['TEST_COMMAND_NODE'] || process.execPath;

/** `npm start` with a data folder and ports of its own, and its lines as they come. */
async function start(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
  const [platform = 0, chatbot = 0, web = 0, generation = 0] = await freePorts(4);
  const child = spawn(commandNode, [script], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(platform),
      CHATBOT_PORT: String(chatbot),
      GENERATION_PORT: String(generation),
      WEB_PORT: String(web),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const wake of waiting) wake();
    });
  /** The first line that matches, whether it was printed already or will be; bounded by the test's own time limit. */
  async function line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = lines.find((text) => pattern.test(text));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        waiting.add(resolve);
      });
    }
  }
  const addresses = {
    platform: `http://127.0.0.1:${platform}/health`,
    chatbot: `http://127.0.0.1:${chatbot}/health`,
    generation: `http://127.0.0.1:${generation}/health`,
    web: `http://127.0.0.1:${web}/`,
  };
  return { child, folder, line, lines, addresses };
}

/** The process ids of the services below one `npm start`, by the file that each runs. */
function services(parent: number | undefined): Map<string, number> {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return new Map(
    stdout
      .split('\n')
      .map((row) => /^\s*(\d+)\s+(\d+) .*apps\/(\w+)\//.exec(row))
      .flatMap((match) =>
        match && Number(match[2]) === parent ? [[match[3] ?? '', Number(match[1])] as const] : [],
      ),
  );
}

/** Nobody talks to the chatbot without the key of this data folder; the demo endpoint of a first organization has it. */
async function talkToTheDemo(
  link: URL,
  addresses: { platform: string; chatbot: string },
  folder: string,
): Promise<void> {
  const chat = (headers: Record<string, string>) =>
    fetch(new URL('/chat', addresses.chatbot), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ message: 'What is a deductible?' }),
    });
  assert.equal((await chat({})).status, 401);
  const key = (await readFile(join(folder, 'secrets', 'chatbot-api-key'), 'utf8')).trim();
  const answered = await chat({ authorization: `Bearer ${key}`, 'x-user-id': 'a', 'x-organization-id': 'b' });
  assert.equal(answered.headers.get('x-ratelimit-limit'), '1000');

  const call = async (
    path: string,
    body: object | undefined,
    token = '',
  ): Promise<Record<string, unknown>> => {
    const response = await fetch(new URL(`/api/v1${path}`, addresses.platform), {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.ok(response.ok, `${path} ${response.status}`);
    const value: unknown = await response.json();
    return Object(Array.isArray(value) ? value[0] : value);
  };
  const owner = await call('/auth/owner-link', {
    token: link.searchParams.get('token'),
    email: 'owner@example.test',
    password: 'correct-horse-battery-9',
  });
  const session = await call('/auth/exchange-code', { code: owner['auth_code'] });
  const made = await call('/organizations', { name: 'One' }, String(session['session_token']));
  const token = String(made['session_token']);
  const demo = await call('/endpoints', undefined, token);
  const result = await call(
    `/endpoints/${String(demo['id'])}/invoke`,
    { input: 'What is a deductible?' },
    token,
  );
  assert.deepEqual([result['success'], result['status_code']], [true, 200], JSON.stringify(result['error']));
  const service = await call('/models/generation-service', undefined, token);
  assert.equal(service['is_running'], true, `the platform looks for it at ${String(service['url'])}`);
}

test('one command serves everything, a service that is killed comes back, and Ctrl-C leaves nothing', async (t) => {
  const { child, folder, line, lines, addresses } = await start(t);
  const link = await line(/auth\/owner\?token=/);
  await talkToTheDemo(new URL(link.trim()), addresses, folder);
  for (const address of Object.values(addresses)) assert.equal((await fetch(address)).status, 200, address);

  const names = ['platform', 'chatbot', 'generation', 'web'] as const;
  const before = services(child.pid);
  assert.deepEqual([...before.keys()].toSorted(), names.toSorted());
  for (const pid of before.values()) process.kill(pid, 'SIGKILL');
  for (const name of names) {
    await line(new RegExp(`The ${name} service ended unexpectedly \\(SIGKILL\\)`));
    await line(new RegExp(`The ${name} service is back`));
    assert.equal((await fetch(addresses[name])).status, 200);
    assert.notEqual(services(child.pid).get(name), before.get(name));
  }

  const left = services(child.pid);
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [0, null], lines.join('\n'));
  for (const pid of left.values()) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('a port in use is one line that says which and what to do', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  assert.ok(typeof address === 'object' && address);
  const [platform, chatbot, generation] = await freePorts(3);
  const { status, stdout, stderr } = spawnSync(commandNode, [script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: String(platform),
      CHATBOT_PORT: String(chatbot),
      GENERATION_PORT: String(generation),
      WEB_PORT: String(address.port),
    },
  });
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(
    stderr,
    `Port ${address.port} (web) is in use by another program. Is Sonde running already? Stop it, or set WEB_PORT to another port.\n`,
  );
});

test('in production every wrong setting of every service is told at once', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [platform, chatbot, generation] = await freePorts(3);
  const { status, stderr } = spawnSync(commandNode, [script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      DATABASE_URL: '',
      PORT: String(platform),
      CHATBOT_PORT: String(chatbot),
      GENERATION_PORT: String(generation),
      GENERATION_BATCH_CONCURRENCY: 'many',
      WEB_PORT: 'three',
      PASSWORD_MIN_LENGTH: 'twelve',
      CHATBOT_RATE_LIMIT: 'many',
      ENCRYPTION_KEY: 'changeme',
      SESSION_SECRET: 'secret',
      CHATBOT_API_KEY: '',
      TRUSTED_PROXIES: '',
    },
  });
  assert.equal(status, 1);
  for (const fault of [
    /\[platform\] .*ENCRYPTION_KEY: must be at least 32 random/,
    /\[platform\] .*TRUSTED_PROXIES: is mandatory/,
    /\[web\] .*TRUSTED_PROXIES: is mandatory/,
    /\[chatbot\] .*TRUSTED_PROXIES: is mandatory/,
    /\[platform\] .*FRONTEND_URL: is mandatory/,
    /\[platform\] .*PASSWORD_MIN_LENGTH: must be a number/,
    /\[chatbot\] .*CHATBOT_RATE_LIMIT: must be a whole number/,
    /\[generation\] .*GENERATION_BATCH_CONCURRENCY: must be a number/,
    /\[web\] .*WEB_PORT: must be a port number/,
    /\[web\] .*SESSION_SECRET: must be at least 32 random/,
    /\[web\] .*FRONTEND_URL: is mandatory/,
  ])
    assert.match(stderr, fault);
});

test('a service alone starts with the settings of all, on whatever Node runs the command', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const service = new URL('../service.mjs', import.meta.url).pathname;
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', CHATBOT_PORT: '0' };
  const { status, stderr } = spawnSync(commandNode, [service, 'platform', '--role=api'], {
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 1);
  assert.match(stderr, /PLATFORM_ROLES: the embedded database serves one process/);

  const chatbot = spawn(commandNode, [service, 'chatbot'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: chatbot.stdout }), 'line');
  assert.equal(JSON.parse(String(line)).mode, 'authenticated');
  chatbot.kill('SIGTERM');
  assert.deepEqual(await once(chatbot, 'exit'), [0, null]);

  const open = spawn(commandNode, [service, 'chatbot'], {
    env: { ...env, CHATBOT_API_KEY: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [other] = await once(createInterface({ input: open.stdout }), 'line');
  assert.equal(JSON.parse(String(other)).mode, 'public');
  open.kill('SIGTERM');
  await once(open, 'exit');

  const workspaces = ['platform', 'chatbot', 'generation', 'web'].map(async (name) => {
    const manifest = await readFile(new URL(`../../apps/${name}/package.json`, import.meta.url), 'utf8');
    assert.equal(JSON.parse(manifest).scripts.start, `node ../../tools/service.mjs ${name}`);
  });
  await Promise.all(workspaces);
});

test('a data folder from before the chatbot had a key stays public, since its demo endpoint has none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const keyIn = (dataDirectory: string, more: Record<string, string> = {}): string =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { derivedSettings } from '${settings}'; process.stdout.write(derivedSettings().CHATBOT_API_KEY)`,
      ],
      { encoding: 'utf8', env: { ...process.env, NODE_ENV: '', DATA_DIR: dataDirectory, ...more } },
    ).stdout;
  const settings = new URL('../settings.mjs', import.meta.url).href;
  const made = keyIn(folder);
  assert.match(made, /^[\w-]{43}$/);
  assert.equal(keyIn(folder), made, 'and it is kept');
  assert.equal(keyIn(folder, { CHATBOT_API_KEY: '' }), '');
  assert.equal(keyIn(folder, { CHATBOT_API_KEY: 'own' }), 'own');
  const older = join(folder, 'older');
  await mkdir(join(older, 'secrets'), { recursive: true });
  assert.equal(keyIn(older), '');
  const elsewhere = { NODE_ENV: 'production', DATABASE_URL: 'postgres://127.0.0.1/x' };
  assert.equal(keyIn(join(folder, 'forgotten'), elsewhere), '');
});
