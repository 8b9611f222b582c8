import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { openHouse } from '../test/modules/exploration/support/house.ts';

/**
 * `node --import ./apps/platform/src/drizzle-modules.ts apps/platform/bench/exploration-blind.ts <folder>`: one
 * comprehensive exploration, without a model, of each `bot-*.mjs` in the folder, for people to judge who know neither the
 * explorer nor each other. A bot is started as `node bot-x.mjs <port>` and says `ready` when it listens. The whole result
 * goes beside it, as `bot-x.result.json`.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder: node apps/platform/bench/exploration-blind.ts <folder>\n');
  process.exit(2);
}
const bots = readdirSync(folder)
  .filter((name) => /^bot-.*\.mjs$/.test(name))
  .toSorted();
assert.ok(bots.length > 0, 'There is no bot-*.mjs in the folder.');
const house = await openHouse();
try {
  const counted: Record<string, unknown> = {};
  // One that fails keeps none of the others from being explored.
  for (const file of bots)
    counted[file] = await explore(join(folder, file)).catch((error: unknown) => ({ error: String(error) }));
  process.stdout.write(`${JSON.stringify(counted, null, 2)}\n`);
} finally {
  await house.close();
}

async function explore(path: string): Promise<Record<string, unknown>> {
  const port = await freePort();
  const bot = await startBot(path, port);
  try {
    const { job, result } = await house.explore(
      `http://127.0.0.1:${port}/chat`,
      { strategy: 'comprehensive' },
      {
        request_mapping: '{"message": "{{ input }}", "session_id": "{{ session_id }}"}',
        response_mapping: {
          output: '$.message',
          conversation_id: '$.session_id',
          tool_calls: '$.tool_calls',
        },
      },
    );
    writeFileSync(
      join(folder ?? '', `${basename(path, '.mjs')}.result.json`),
      `${JSON.stringify(result, null, 2)}\n`,
    );
    const severities = Map.groupBy(result.findings, ({ severity }) => severity);
    return {
      job: job.status,
      turns: result.turns_used,
      stop_reason: result.stop_reason,
      findings: Object.fromEntries([...severities].map(([severity, all]) => [severity, all.length])),
    };
  } finally {
    bot.kill('SIGKILL');
  }
}

async function startBot(path: string, port: number): Promise<ChildProcess> {
  const bot = spawn(process.execPath, [path, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const readiness = new AbortController();
  const gone = once(bot, 'exit', { signal: readiness.signal }).then(([code]) => {
    throw new Error(`${basename(path)} ended with ${code} before it was ready.`);
  });
  const lines = createInterface({ input: bot.stdout });
  const ready = (async () => {
    for await (const line of lines) if (line.trim() === 'ready') return;
  })();
  try {
    await Promise.race([ready, gone]);
  } finally {
    gone.catch(() => undefined);
    readiness.abort();
  }
  bot.stdout.resume();
  return bot;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return address.port;
}
