import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startFakeS3 } from '@sonde/fakes';

/** The command as an operator types it, but for npm and the check of what is installed in front of it. */
const move = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  new Promise<{ code: number; out: string; complaint: string }>((settle) => {
    const program = resolve(import.meta.dirname, '../files-move.ts');
    execFile(
      process.execPath,
      [program, ...args],
      { env: { ...process.env, ...env } },
      (error, stdout, stderr) =>
        settle({ code: error ? Number(error.code ?? 1) : 0, out: stdout, complaint: stderr }),
    );
  });

/** By key, as both stores keep them. */
function storedIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    names
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path): [string, string] => [path.slice(folder.length + 1), hashOf(readFileSync(path))]),
  );
}
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

test('files are moved from a folder into a bucket and back, byte for byte, and stay where they were', async (t) => {
  const s3 = await startFakeS3();
  const directory = mkdtempSync(join(tmpdir(), 'sonde-move-'));
  t.after(async () => {
    await s3.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const here = join(directory, 'here');
  for (const key of ['one/aa/small', 'one/bb/empty', 'two/aa/large']) {
    mkdirSync(dirname(join(here, key)), { recursive: true });
    const size = { small: 10, empty: 0 }[key.slice('one/aa/'.length)] ?? 3_000_000;
    writeFileSync(join(here, key), randomBytes(size));
  }
  const before = storedIn(here);
  const env = {
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: '',
    REDIS_URL: '',
    FILES_URL: pathToFileURL(here).href,
    S3_ENDPOINT: s3.url,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const bucket = `s3://${s3.bucket}/production`;

  const there = await move(env, '--to', bucket);
  assert.equal(there.code, 0, there.complaint);
  assert.match(
    there.out,
    /^3 copied \(3 MB\), 0 already there\. Now set FILES_URL to s3:\S+ and start Sonde/,
  );
  const inBucket = [...s3.objects].map(([key, { bytes }]) => [key, hashOf(bytes)]);
  assert.deepEqual(
    Object.fromEntries(inBucket),
    Object.fromEntries(Object.entries(before).map(([key, hash]) => [`production/${key}`, hash])),
  );
  // After Sonde was stopped, what came in meanwhile is fetched and nothing else.
  assert.match((await move(env, '--to', bucket)).out, /^0 copied \(0 MB\), 3 already there/);

  const back = join(directory, 'back');
  const returned = await move(env, '--from', bucket, '--to', pathToFileURL(back).href);
  assert.equal(returned.code, 0, returned.complaint);
  assert.deepEqual(storedIn(back), before);
  assert.deepEqual([storedIn(here), s3.objects.size], [before, 3], 'the former stores are as they were');
});

test('a move without a place, or to one that is none, is refused in words and touches nothing', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sonde-move-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const env = { DATA_DIR: join(directory, 'data'), DATABASE_URL: '', REDIS_URL: '', FILES_URL: '' };
  const nowhere = await move(env);
  assert.deepEqual([nowhere.code, nowhere.out], [1, '']);
  assert.match(nowhere.complaint, /^Say where to: npm run files:move -- --to s3:[^\n]*\n$/);
  const wrong = await move(env, '--to', 'ftp://files.example.test/');
  assert.deepEqual([wrong.code, wrong.out], [1, '']);
  assert.match(wrong.complaint, /^One setting is wrong:\n {2}- FILES_URL/);
  const s3 = await startFakeS3();
  t.after(() => s3.close());
  const keys = { S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey };
  const reached = { ...env, ...keys, S3_ENDPOINT: s3.url, S3_REGION: s3.region };
  const missing = await move(reached, '--from', 's3://no-such-bucket', '--to', `s3://${s3.bucket}`);
  assert.deepEqual([missing.code, missing.out, s3.objects.size], [1, '', 0]);
  assert.match(missing.complaint, /^[^\n]*does not exist[^\n]*\n$/);
});
