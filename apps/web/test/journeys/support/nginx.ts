import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '@sonde/fakes';

const deploy = resolve(import.meta.dirname, '../../../../../deploy');
const program = ['nginx', '/usr/sbin/nginx'].find((path) => !spawnSync(path, ['-v']).error);
export const hasNginx = program !== undefined;

/**
 * nginx with an example of `deploy` as it stands there, but for the ports, the certificate and the neighbour's pages.
 * @returns the port where all its names are served
 */
export async function startNginx(
  t: TestContext,
  example: string,
  { web, api }: { readonly web: string; readonly api: string },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-nginx-'));
  for (const name of ['logs', 'www']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'www', 'index.html'), 'another site');
  const { key, certificate } = makeCertificate({ name: 'example', hosts: ['*.example.org'] });
  writeFileSync(join(folder, 'tls.pem'), certificate);
  writeFileSync(join(folder, 'tls.key'), key, { mode: 0o600 });
  const port = await freePort();
  const servers = readFileSync(join(deploy, example), 'utf8')
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll(/\/etc\/ssl\/\w+\.pem/g, join(folder, 'tls.pem'))
    .replaceAll(/\/etc\/ssl\/\w+\.key/g, join(folder, 'tls.key'))
    .replaceAll('/var/www/intranet', join(folder, 'www'))
    .replaceAll('http://127.0.0.1:3000', web)
    .replaceAll('http://127.0.0.1:8080', api);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const isRoot = process.getuid?.() === 0;
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''} daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
    http { access_log off; ${places.join(' ')}\n${servers}\n}`,
  );
  if (isRoot) chownSync(folder, 0, 0);
  const child = spawn(program ?? '', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()));
  t.after(async () => {
    child.kill('SIGQUIT');
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`nginx refuses ${example}: ${complaint}`);
    if (await answers(port)) return port;
    await pause(25);
  }
  throw new Error(`nginx does not answer: ${complaint}`);
}

const answers = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });

function freePort(): Promise<number> {
  return new Promise((settle, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
