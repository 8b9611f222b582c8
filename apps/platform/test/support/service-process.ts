import { spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../..');

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** The line the service printed when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Asks it to close and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
}

/**
 * To optimize the code of the embedded engine takes three seconds of a core and 600 MB, most of it for one function: more
 * than a process gains by it that lives as shortly as these.
 */
const withoutOptimizing = '--liftoff-only';

/** Starts a service of the house as a process of its own and waits until it says that it is ready. */
export async function startService(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningService> {
  const child = spawn(process.execPath, [withoutOptimizing, join(root, file)], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const complaints: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  const exited = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)));
  const ready = await new Promise<Record<string, unknown>>((settle, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
      if (message['event'] === 'ready') settle(message);
    });
    void exited.then((code) => reject(new Error(`${file} ended with ${code}: ${complaints.join('\n')}`)));
  });
  return {
    url: [ready['address'], ready['url']].find((address) => typeof address === 'string') ?? '',
    pid: child.pid ?? 0,
    ready,
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
