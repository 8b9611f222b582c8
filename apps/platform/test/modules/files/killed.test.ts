import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FileRecord } from '@sonde/contract';
import { startFakeS3, type FakeS3 } from '@sonde/fakes';
import { createJobs } from '#kernel/jobs';
import { createLog } from '#kernel/log';
import { createSpool, openObjectStore } from '#kernel/object-store';
import { loadConfig } from '../../../src/config.ts';
import { openDatabase } from '../../../src/mechanisms.ts';
import { contentKey } from '../../../src/modules/files/keys.ts';
import { createFilesModule } from '../../../src/modules/files/parts.ts';
import { ask, openHouse, signUp, type House } from '../../support/house-process.ts';

const dayMs = 24 * 3600 * 1000;
const sizeBytes = 3 * 1024 * 1024;

/** An upload that goes on until it is answered or the process is gone. */
function beginUpload(house: House, token: string, { endless = false } = {}) {
  const boundary = 'sonde-killed-boundary';
  const bytes = randomBytes(sizeBytes);
  let isOver = false;
  async function* body() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n`,
    );
    for (let from = 0; from < bytes.length; from += 64 * 1024) yield bytes.subarray(from, from + 64 * 1024);
    while (endless && !isOver) {
      yield Buffer.from('more');
      await pause(5);
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const answer = fetch(`${house.current().url}/api/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  }).then(
    async (response) => (response.status === 201 ? ((await response.json()) as FileRecord[])[0] : undefined),
    () => undefined,
  );
  void answer.finally(() => (isOver = true));
  return { answer };
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 20_000 && !isTrue(); attempt += 1) await pause(1);
  assert.ok(isTrue(), 'The moment to kill at never came.');
}

/** Every row has its bytes, whole and as it names them. */
async function requireBytes(house: House, token: string): Promise<FileRecord[]> {
  const files = (await (
    await ask(house, 'GET', '/files?limit=100', undefined, token)
  ).json()) as FileRecord[];
  for (const { id, content_hash: hash, size_bytes: size } of files) {
    const answer = await ask(house, 'GET', `/files/${id}/content`, undefined, token);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(bytes.length, size);
    assert.equal(createHash('sha256').update(bytes).digest('hex'), hash);
  }
  return files;
}

/** As the next start would find it: rows against bytes, and what the sweep of two days later leaves behind. */
async function lookInside(house: House) {
  const config = loadConfig(house.env);
  const log = createLog('silent');
  const database = await openDatabase(config, log);
  const clock = { now: () => Date.now() + 2 * dayMs };
  const objects = openObjectStore(config.files, clock);
  const spool = createSpool(config.files.incomingDirectory);
  const jobs = createJobs({ database, log, isWorker: false });
  const module = createFilesModule({ database, clock, log, objects, spool, jobs, maxFileBytes: 1 });
  const list = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of objects.list()) keys.push(key);
    return keys;
  };
  const { rows } = await database.executeSql('select id, organization_id, content_hash from files');
  for (const { organization_id: organizationId, content_hash: contentHash } of rows) {
    const key = contentKey({ organizationId: String(organizationId), contentHash: String(contentHash) });
    const stream = await objects.open(key);
    assert.ok(stream, 'a row names bytes that are there');
    assert.equal(
      createHash('sha256')
        .update(await buffer(stream))
        .digest('hex'),
      contentHash,
    );
  }
  await module.sweep();
  const left = { objects: await list(), incoming: readdirSync(spool.directory) };
  await module.close();
  await database.close();
  return { ids: rows.map(({ id }) => String(id)), left };
}

type Moments = (house: House) => Readonly<Record<string, () => boolean>>;

/** Kills at named moments, at a random one, and once it was answered; after each the next process goes on. */
async function killAtMoments(t: TestContext, s3: FakeS3 | undefined, moments: Moments): Promise<void> {
  const house = await openHouse(t, { s3 });
  await house.restart();
  const token = await signUp(house);
  const acknowledged: string[] = [];
  for (const [name, isReached] of Object.entries(moments(house))) {
    const { answer } = beginUpload(house, token, { endless: name === 'bytes arrive' });
    await until(isReached);
    await house.current().kill();
    assert.ok(!(await answer) || name !== 'bytes arrive');
    await house.restart();
    await requireBytes(house, token);
  }
  const answered = await beginUpload(house, token).answer;
  if (answered) acknowledged.push(answered.id);
  assert.equal(acknowledged.length, 1);
  const { answer } = beginUpload(house, token);
  await pause(randomInt(60));
  await house.current().kill();
  const last = await answer;
  if (last) acknowledged.push(last.id);
  const { ids, left } = await lookInside(house);
  assert.deepEqual(
    acknowledged.filter((id) => !ids.includes(id)),
    [],
    'what was acknowledged is there',
  );
  assert.deepEqual(left, { objects: [], incoming: [] }, 'of uploads bound to nothing nothing is left');
}

test('a platform that is killed at any moment of an upload leaves no row without bytes, in a folder', (t) =>
  killAtMoments(t, undefined, ({ directory }) => {
    const has = (folder: string) => (): boolean => {
      const options = { recursive: true, withFileTypes: true } as const;
      const path = join(directory, folder);
      return existsSync(path) && readdirSync(path, options).some((entry) => entry.isFile());
    };
    return { 'bytes arrive': has('incoming'), 'bytes are stored': has('files') };
  }));

test('a platform that is killed at any moment of an upload leaves no row without bytes, in a bucket', async (t) => {
  const s3 = await startFakeS3();
  t.after(() => s3.close());
  await killAtMoments(t, s3, () => ({
    'bytes are being stored': () => s3.requests.some((line) => line.startsWith('PUT')),
    'bytes are stored': () => s3.objects.size > 0,
  }));
});
