import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { FolderLockedError, lockFolder } from '#kernel/folder-lock';

const folder = (): string => join(mkdtempSync(join(tmpdir(), 'sonde-lock-')), 'data');
const module = new URL('../../src/kernel/folder-lock.ts', import.meta.url).href;
const locking = (name: string, then: string): string =>
  `const { lockFolder } = await import(${JSON.stringify(module)}); lockFolder(${JSON.stringify(name)}); ${then}`;

test('a folder that is in use is refused, and free again after release', () => {
  const name = folder();
  const lock = lockFolder(name);
  assert.throws(() => lockFolder(name), FolderLockedError);
  lock.release();
  assert.deepEqual(readdirSync(dirname(name)), [], 'nothing is left');
  lockFolder(name).release();
});

test('another living process holds its lock; once it is killed, the lock is taken over', async () => {
  const name = folder();
  const other = spawn(
    process.execPath,
    ['-e', locking(name, "console.log('held'); setInterval(() => {}, 1000)")],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  await once(other.stdout, 'data');
  assert.throws(
    () => lockFolder(name),
    (error: Error) => error.message.includes(String(other.pid)) && error.message.includes('DATA_DIR'),
  );
  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = lockFolder(name);
  assert.match(readFileSync(`${name}.lock`, 'utf8'), new RegExp(`^${process.pid} `));
  lock.release();
  assert.ok(!existsSync(`${name}.lock`));
});

test('a lock whose process number now belongs to somebody else is taken over', () => {
  const name = folder();
  writeFileSync(`${name}.lock`, `${process.pid} 1`);
  lockFolder(name).release();
  writeFileSync(`${name}.lock`, 'nonsense');
  lockFolder(name).release();
});

test('of several that find a stale lock at once, one gets it', async () => {
  const name = folder();
  const dead = spawnSync(process.execPath, ['-e', locking(name, '')]);
  assert.equal(dead.status, 0, String(dead.stderr));
  // Each holds on until it is told that all have tried.
  const script = locking(name, "console.log('held'); process.stdin.resume()");
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'ignore'] }),
  );
  const held = await Promise.all(
    children.map((child) =>
      Promise.race([once(child.stdout, 'data').then(() => true), once(child, 'exit').then(() => false)]),
    ),
  );
  for (const child of children) child.stdin.end();
  assert.equal(held.filter(Boolean).length, 1);
});
