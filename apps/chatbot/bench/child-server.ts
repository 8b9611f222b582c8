import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ChildServer = Readonly<{
  url: string;
  residentMegabytes(): number;
  cpuSeconds(): number;
  stop(): Promise<void>;
}>;

/** Starts a server file in a process of its own and waits for the log line that tells its address. */
export async function startChild(
  file: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', CHATBOT_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it listened.`))),
  ]);
  const entry: unknown = JSON.parse(String(line));
  if (typeof entry !== 'object' || entry === null || !('address' in entry)) {
    throw new Error(`The first line of ${file} names no address: ${line}`);
  }
  return {
    url: String(entry.address),
    residentMegabytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    },
    cpuSeconds() {
      // The 14th and 15th field, in hundredths of a second; the name before them may hold spaces.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
