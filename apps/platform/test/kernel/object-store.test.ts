import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startFakeS3, type FakeS3 } from '@sonde/fakes';
import { Secret } from '@sonde/server-kit';
import {
  TooManyBytesError,
  createSpool,
  moveObjects,
  openObjectStore,
  type ObjectStore,
} from '#kernel/object-store';
import { systemClock } from '#kernel/clock';

const directory = mkdtempSync(join(tmpdir(), 'sonde-objects-'));
let s3: FakeS3;
before(async () => {
  s3 = await startFakeS3();
});
after(async () => {
  await s3.close();
  rmSync(directory, { recursive: true, force: true });
});

const settings = (url: string, secret = s3.secretAccessKey) => ({
  url,
  s3: {
    endpoint: s3.url,
    region: s3.region,
    accessKeyId: new Secret(s3.accessKeyId),
    secretAccessKey: new Secret(secret),
    forcePathStyle: true,
  },
});
const open: Record<string, () => ObjectStore> = {
  folder: () => openObjectStore(settings(pathToFileURL(join(directory, 'files')).href), systemClock),
  s3: () => openObjectStore(settings(`s3://${s3.bucket}/some/prefix`), systemClock),
};

/** Any server that speaks S3, where one is named; what is stored there lies below a prefix of its own. */
const server = process.env['TEST_S3_ENDPOINT'];
if (server)
  open['s3, on the server of TEST_S3_ENDPOINT'] = () =>
    openObjectStore(
      {
        url: `s3://${process.env['TEST_S3_BUCKET'] ?? 'sonde-files'}/tests-${randomBytes(6).toString('hex')}`,
        s3: {
          endpoint: server,
          region: process.env['TEST_S3_REGION'] ?? 'us-east-1',
          accessKeyId: new Secret(process.env['TEST_S3_ACCESS_KEY_ID'] ?? ''),
          secretAccessKey: new Secret(process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? ''),
          forcePathStyle: process.env['TEST_S3_FORCE_PATH_STYLE'] !== 'false',
        },
      },
      systemClock,
    );

const bytes = randomBytes(300_000);
function localFile(content: Buffer): string {
  const path = join(directory, createHash('sha256').update(content).digest('hex'));
  writeFileSync(path, content);
  return path;
}
const read = async (stream: Readable | undefined): Promise<Buffer | undefined> => stream && buffer(stream);
async function listed(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys;
}

for (const [name, make] of Object.entries(open))
  describe(`objects in a store of kind ${name}`, () => {
    let store: ObjectStore;
    before(() => {
      store = make();
    });
    after(async () => {
      for (const key of await listed(store)) await store.remove(key);
      await store.close();
    });

    test('what was put comes back byte for byte, whole and in parts', async () => {
      await store.put('org/aa/one', localFile(bytes));
      assert.ok((await read(await store.open('org/aa/one')))?.equals(bytes));
      const part = await read(await store.open('org/aa/one', { start: 1000, end: 1999 }));
      assert.ok(part?.equals(bytes.subarray(1000, 2000)));
      assert.equal((await store.find('org/aa/one'))?.sizeBytes, bytes.length);
    });

    test('an empty file is an object like any other', async () => {
      await store.put('org/aa/empty', localFile(Buffer.alloc(0)));
      assert.equal((await read(await store.open('org/aa/empty')))?.length, 0);
      assert.equal((await store.find('org/aa/empty'))?.sizeBytes, 0);
    });

    test('what is not there is undefined, and removing it is no fault', async () => {
      assert.equal(await store.open('org/aa/none'), undefined);
      assert.equal(await store.find('org/aa/none'), undefined);
      assert.equal(await store.find('org/aa/on'), undefined, 'the beginning of a key is not the key');
      await store.remove('org/aa/none');
    });

    test('the list names every object once, and what was removed no more', async () => {
      for (let index = 0; index < 5; index += 1) await store.put(`many/${index}`, localFile(bytes));
      await store.remove('many/3');
      const keys = (await listed(store)).filter((key) => key.startsWith('many/'));
      assert.deepEqual(keys.sort(), ['many/0', 'many/1', 'many/2', 'many/4']);
    });

    test('storing the same again keeps the bytes and renews their time', async () => {
      await store.put('org/aa/again', localFile(bytes));
      const first = await store.find('org/aa/again');
      await store.put('org/aa/again', localFile(bytes));
      const second = await store.find('org/aa/again');
      assert.ok(second && first && second.modifiedAt >= first.modifiedAt);
      assert.ok((await read(await store.open('org/aa/again')))?.equals(bytes));
    });

    test('more objects than a page of a list holds are all named', async () => {
      if (name === 'folder') return;
      const count = 1005;
      for (let from = 0; from < count; from += 67)
        await Promise.all(
          Array.from({ length: 67 }, (_, index) =>
            store.put(`pages/${from + index}`, localFile(Buffer.from('x'))),
          ),
        );
      const keys = (await listed(store)).filter((key) => key.startsWith('pages/'));
      assert.equal(new Set(keys).size, count);
    });

    test('moving into it and back keeps every byte', async () => {
      const elsewhere = openObjectStore(
        settings(pathToFileURL(join(directory, randomUUID())).href),
        systemClock,
      );
      const large = randomBytes(9_000_000);
      await elsewhere.put('moved/large', localFile(large));
      await moveObjects({ from: elsewhere, to: store, directory: join(directory, 'between') });
      assert.ok((await read(await store.open('moved/large')))?.equals(large));
      assert.equal((await store.find('moved/large'))?.sizeBytes, large.length);
    });

    test('a key that could leave its place is refused', async () => {
      for (const key of ['../x', '/etc/x', 'a/../b', '.hidden', 'a//b', 'A b', 'a\0', ''])
        await assert.rejects(store.put(key, localFile(bytes)), /not the key/, key);
    });
  });

test('a wrong secret is refused and not tried again', async () => {
  const store = openObjectStore(settings(`s3://${s3.bucket}`, 'another-secret-altogether'), systemClock);
  s3.requests = [];
  await assert.rejects(store.put('org/x', localFile(bytes)), /SignatureDoesNotMatch/);
  assert.equal(s3.requests.length, 1);
  await store.close();
});

test('a store that is busy for a moment is asked again; one that stays busy is a failure', async () => {
  const store = open['s3']?.() as ObjectStore;
  Object.assign(s3, { behaviour: 'busy', misbehavesFor: 1 });
  await store.put('org/busy', localFile(bytes));
  assert.equal((await store.find('org/busy'))?.sizeBytes, bytes.length);
  Object.assign(s3, { behaviour: 'busy', misbehavesFor: Infinity });
  await assert.rejects(store.open('org/busy'), /503/);
  Object.assign(s3, { behaviour: 'works' });
  await store.close();
});

test('an object that is cut off on its way is an error, never a shorter object', async () => {
  const store = open['s3']?.() as ObjectStore;
  await store.put('org/cut', localFile(bytes));
  Object.assign(s3, { behaviour: 'cuts off', misbehavesFor: 1 });
  await assert.rejects(read(await store.open('org/cut')));
  Object.assign(s3, { behaviour: 'works' });
  await store.close();
});

test('a bucket that does not exist is told when it is listed', async () => {
  const store = openObjectStore(settings('s3://no-such-bucket'), systemClock);
  await assert.rejects(listed(store), /does not exist/);
  await store.close();
});

test('moving copies every object, and once more nothing', async () => {
  const folder = openObjectStore(settings(pathToFileURL(join(directory, 'from')).href), systemClock);
  const bucket = openObjectStore(settings(`s3://${s3.bucket}/moved`), systemClock);
  for (const key of ['a/1', 'a/2', 'b/3']) await folder.put(key, localFile(bytes));
  const move = () => moveObjects({ from: folder, to: bucket, directory: join(directory, 'incoming') });
  assert.deepEqual(await move(), { copied: 3, alreadyThere: 0, bytes: 3 * bytes.length });
  assert.deepEqual(await move(), { copied: 0, alreadyThere: 3, bytes: 0 });
  assert.deepEqual(await listed(bucket), ['a/1', 'a/2', 'b/3']);
  assert.ok((await read(await bucket.open('b/3')))?.equals(bytes));
  assert.deepEqual(readdirSync(join(directory, 'incoming')), []);
  await bucket.close();
});

test('other accounts of the machine cannot look into what was uploaded, nor where it lands', async () => {
  const [files, incoming] = ['private-files', 'private-incoming'].map((name) => join(directory, name));
  assert.ok(files && incoming);
  // As a former version made it.
  mkdirSync(files);
  chmodSync(files, 0o755);
  const spool = createSpool(incoming);
  const store = openObjectStore(settings(pathToFileURL(files).href), systemClock);
  const landed = await spool.receive(Readable.from(['of a customer']), { maxBytes: 100 });
  await store.put(createHash('sha256').update('x').digest('hex'), landed.path);
  await landed.discard();
  for (const folder of [files, incoming]) assert.equal(statSync(folder).mode & 0o777, 0o700, folder);
  await store.close();
});

test('an upload is hashed and counted on its way', async () => {
  const spool = createSpool(join(directory, 'spool'));
  const spooled = await spool.receive(Readable.from([bytes, bytes]), { maxBytes: 2 * bytes.length });
  assert.equal(spooled.sizeBytes, 2 * bytes.length);
  assert.equal(spooled.sha256, createHash('sha256').update(bytes).update(bytes).digest('hex'));
  assert.equal(spooled.head.length, 64 * 1024);
  await spooled.discard();
  assert.deepEqual(readdirSync(spool.directory), []);
});

test('an upload that is too large or cut off leaves nothing behind', async () => {
  const spool = createSpool(join(directory, 'spool'));
  await assert.rejects(
    spool.receive(Readable.from([bytes, bytes]), { maxBytes: bytes.length }),
    TooManyBytesError,
  );
  const cutOff = new Readable({ read: () => undefined });
  cutOff.push(bytes);
  const receiving = spool.receive(cutOff, { maxBytes: 1e9 });
  cutOff.destroy(new Error('The line broke.'));
  await assert.rejects(receiving, /line broke/);
  assert.deepEqual(readdirSync(spool.directory), []);
});

test('what a killed process left in the landing place is swept when it is old', async () => {
  const spool = createSpool(join(directory, 'spool'));
  writeFileSync(join(spool.directory, 'left'), bytes);
  assert.equal(await spool.sweep(Date.now() - 60_000), 0);
  assert.equal(await spool.sweep(Date.now() + 60_000), 1);
  assert.deepEqual(readdirSync(spool.directory), []);
});
