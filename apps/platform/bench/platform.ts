import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Start-up time and memory at rest of the platform's process, on the embedded database and, where given, on PostgreSQL. */
export async function run(): Promise<Record<string, unknown>> {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-bench-'));
  const results: Record<string, unknown> = {
    embedded_first_start: await measure({ DATA_DIR: directory }),
    embedded_next_start: await measure({ DATA_DIR: directory }),
  };
  const url = process.env['BENCH_DATABASE_URL'];
  if (url) results['postgres'] = await measure({ DATA_DIR: directory, DATABASE_URL: url });
  rmSync(directory, { recursive: true, force: true });
  return results;
}

async function measure(settings: Record<string, string>) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', main], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve());
    child.once('exit', () => reject(new Error('The platform ended before it was ready.')));
  });
  const readyMs = Math.round(performance.now() - started);
  await pause(10_000);
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const residentMb = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  child.removeAllListeners('exit');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return { ready_ms: readyMs, resident_mb_at_rest: residentMb };
}
