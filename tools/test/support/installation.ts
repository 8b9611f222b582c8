import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { databaseUrl, testDatabaseUrl } from '../../../apps/platform/test/support/database.ts';

export const root = resolve(import.meta.dirname, '../../..');
export const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');

/** What a test, or a file of tests, does at its end. */
export interface Ending {
  after(work: () => unknown): void;
}

/** A folder of the test's own, gone when it is over. */
export function temporary(t: Ending): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-installation-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What `COPY . .` takes, and in place of a download what is installed here; as hard links where the disk allows. */
export function copyTree(to: string): void {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map(
      (line) => new RegExp(`(?:^|/)${line.replace('**/', '').replaceAll('.', '\\.').replace('*', '[^/]*')}$`),
    );
  cpSync(root, to, {
    recursive: true,
    filter: (path) => !ignored.some((pattern) => pattern.test(relative(root, path))),
  });
  const [from, there] = [join(root, 'node_modules'), join(to, 'node_modules')];
  if (spawnSync('cp', ['-al', from, there]).status !== 0)
    cpSync(from, there, { recursive: true, verbatimSymlinks: true });
}

/** A file of settings as systemd and Docker read one: names, `=`, and the rest of the line. */
export const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The example of the settings, filled in as its comments ask, for ports and a data folder of the test's own. */
export async function fillIn(file: string, values: Readonly<Record<string, string>>): Promise<void> {
  const secret = (): string => randomBytes(32).toString('base64');
  const [api, web, chatbot, generation] = await freePorts(4);
  const filled = {
    ...settingsIn(readFileSync(file, 'utf8')),
    ENCRYPTION_KEY: secret(),
    SESSION_SECRET: secret(),
    PROXY_SECRET: secret(),
    // No test reaches beyond the machine.
    PASSWORD_CHECK_BREACHED: 'false',
    PORT: `${api}`,
    WEB_PORT: `${web}`,
    CHATBOT_PORT: `${chatbot}`,
    GENERATION_PORT: `${generation}`,
    BACKEND_URL: `http://127.0.0.1:${api}`,
    CHATBOT_URL: `http://127.0.0.1:${chatbot}`,
    GENERATION_URL: `http://127.0.0.1:${generation}`,
    ...values,
  };
  writeFileSync(file, linesOf(filled));
}
export const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers.map((server) => {
    const address = server.address();
    server.close();
    return typeof address === 'object' && address ? address.port : 0;
  });
}

/** No setting of this test run leaks into what an operator starts. */
export const bareEnvironment = {
  PATH: `${join(root, 'node_modules', 'node', 'bin')}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '/',
};

export interface RunningProgram {
  /** Whatever it wrote to standard output so far. */
  readonly lines: readonly string[];
  readonly ready: Readonly<Record<string, unknown>>;
  /** A line with this in it, which was written or will be. */
  lineWith(text: string): Promise<string>;
  /** As systemd and Docker end it; with its exit code. */
  stop(): Promise<number | null>;
}

/** A program of the house, from the line that starts it; resolves when it says that it is ready. */
export async function startProgram(
  t: Ending,
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningProgram> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, {
    cwd,
    env: { ...bareEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)));
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ready = await new Promise<Record<string, unknown>>((settle, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      for (const wake of waiting) wake();
      const said = line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : {};
      if (said['event'] === 'ready') settle(said);
    });
    void exited.then((code) => reject(new Error(`${words.join(' ')} ended with ${code}: ${complaint}`)));
  });
  return {
    lines,
    ready,
    async lineWith(text) {
      for (;;) {
        const found = lines.find((line) => line.includes(text));
        if (found !== undefined) return found;
        await new Promise<void>((wake) => waiting.add(wake));
      }
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/**
 * A database on the test server that belongs to a plain role, as the page asks for one; none where the tests run embedded.
 * Roles belong to the server, so `sonde_app` may be there from other tests, and is granted as the page says.
 */
export async function openPlainDatabase(t: Ending, { makesRoles = false } = {}): Promise<string> {
  if (!testDatabaseUrl) return '';
  const name = `sonde_test_${randomBytes(6).toString('hex')}`;
  await administer(`create role ${name} login ${makesRoles ? 'createrole' : ''} password '${name}'`);
  await administer(
    `do $$ begin create role sonde_app nologin nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await administer(`grant sonde_app to ${name}`);
  await administer(`create database ${name} owner ${name}`);
  t.after(async () => {
    await administer(`drop database if exists ${name} with (force)`);
    await administer(`drop role ${name}`);
  });
  const url = new URL(databaseUrl(testDatabaseUrl, name));
  [url.username, url.password] = [name, name];
  return url.href;
}

export async function administer(statement: string): Promise<void> {
  if (!testDatabaseUrl) return;
  const client = new pg.Client({ connectionString: testDatabaseUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** `mkdir -p` that says where it is. */
export function folderIn(...path: string[]): string {
  const folder = join(...path);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return folder;
}
