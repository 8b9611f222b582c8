import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** `npm start` with a data folder and ports of its own, and its lines as they come. */
async function start(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-start-'));
  const [platform = 0, chatbot = 0, web = 0] = await freePorts(3);
  const child = spawn(process.execPath, [script], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(platform),
      CHATBOT_PORT: String(chatbot),
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

test('one command serves everything, a service that is killed comes back, and Ctrl-C leaves nothing', async (t) => {
  const { child, line, lines, addresses } = await start(t);
  await line(/auth\/owner\?token=/);
  for (const address of Object.values(addresses)) assert.equal((await fetch(address)).status, 200, address);

  const names = ['platform', 'chatbot', 'web'] as const;
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
  const [platform, chatbot] = await freePorts(2);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PORT: String(platform),
      CHATBOT_PORT: String(chatbot),
      WEB_PORT: String(address.port),
    },
  });
  assert.deepEqual([status, stdout], [1, '']);
  assert.equal(
    stderr,
    `Port ${address.port} (web) is in use by another program. Is Sonde running already? Stop it, or set WEB_PORT to another port.\n`,
  );
});
