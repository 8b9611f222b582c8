import { keepTickShape } from './tick-shape.ts';
import { SettingsError } from './settings.ts';

export interface RunningServer {
  /** Stops taking work, lets what is under way finish, then releases everything. */
  close(): Promise<void>;
}

/**
 * Runs a program until SIGINT or SIGTERM, then closes it with grace and exits 0; a signal during the start closes it as
 * soon as it has started. A fault at start is one clear line and exit 1; a second signal, or a close that hangs, ends
 * the process at once.
 *
 * An error that nobody caught is told and closes the program as a signal does, with exit 1: what it left half done in
 * memory cannot be trusted, what others wait for is still answered, and whoever started it starts it again.
 */
export async function runServer(
  name: string,
  start: () => Promise<RunningServer>,
  options: { graceMs?: number } = {},
): Promise<void> {
  let running: RunningServer | undefined;
  let exitCode: number | undefined;
  const release = (server: RunningServer, code: number): void => {
    server.close().then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`${name} failed while closing. ${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  const close = (code: number): void => {
    exitCode = code;
    setTimeout(() => {
      process.stderr.write(`${name} did not close in time and was ended.\n`);
      process.exit(1);
    }, options.graceMs ?? 15_000).unref();
    if (running) release(running, code);
  };
  const stop = (): void => (exitCode === undefined ? close(0) : process.exit(1));
  const breakDown = (error: unknown): void => {
    tell(name, error);
    if (exitCode === undefined) close(1);
  };
  // Before the start: it may say "ready" in its last step, and whoever reads that may end the program at once.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await keepTickShape();
  try {
    running = await start();
  } catch (error) {
    process.stderr.write(`${name} cannot start. ${explain(error)}\n`);
    process.exit(1);
  }
  process.on('uncaughtException', breakDown);
  process.on('unhandledRejection', breakDown);
  // Started by another program over an IPC channel: when that program is gone, nobody is left to stop this one.
  if (process.channel) process.on('disconnect', () => exitCode === undefined && stop());
  if (exitCode !== undefined) release(running, exitCode);
}

/** A line of the log, at the level of the last words of a program. */
function tell(name: string, error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(
    `${JSON.stringify({ level: 60, time: Date.now(), service: name, msg: 'an error was caught by nobody', err: { message, stack } })}\n`,
  );
}

function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use by another program; stop that program or choose another port.`;
  if (code === 'EACCES' && port)
    return `Port ${port} needs rights this user does not have; choose a port above 1023.`;
  return error.message;
}
