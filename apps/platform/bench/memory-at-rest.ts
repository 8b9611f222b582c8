import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const start = fileURLToPath(new URL('../../../tools/start.mjs', import.meta.url));
/** A child that has nothing to read is ended after a minute; before that, it is no rest. */
const restMs = 20_000;

/** Everything of `npm start` on a new data folder, a while after it was ready: shared pages count once. */
export async function memoryAtRest(): Promise<Record<string, number>> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-rest-'));
  const [first] = crypto.getRandomValues(new Uint16Array(1));
  const port = 20_000 + ((first ?? 0) % 20_000);
  const child = spawn(process.execPath, [start], {
    env: {
      ...process.env,
      DATA_DIR: directory,
      PORT: String(port),
      CHATBOT_PORT: String(port + 1),
      WEB_PORT: String(port + 2),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: child.stdout })) if (/Ctrl-C/.test(line)) break;
    await pause(restMs);
    const parts = processesBelow(child.pid ?? 0).map(({ pid, name }) => [name, proportionalMb(pid)] as const);
    const total = parts.reduce((sum, [, megabytes]) => sum + megabytes, 0);
    return { ...Object.fromEntries(parts), total_mb: Math.round(total) };
  } finally {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(directory, { recursive: true, force: true });
  }
}

function processesBelow(parent: number): { pid: number; name: string }[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = stdout
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+) (.*)$/.exec(row))
    .flatMap((match) =>
      match ? [{ pid: Number(match[1]), ppid: Number(match[2]), args: match[3] ?? '' }] : [],
    );
  const below = (pid: number): typeof rows =>
    rows.filter((row) => row.ppid === pid).flatMap((row) => [row, ...below(row.pid)]);
  return [{ pid: parent, name: 'start' }].concat(
    below(parent).map(({ pid, args }) => ({
      pid,
      name: `${/apps\/(\w+)\//.exec(args)?.[1] ?? 'other'} ${pid}`,
    })),
  );
}

/** Linux tells the share of each process in what it shares. */
function proportionalMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Math.round(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
}
