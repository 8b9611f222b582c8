import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { EventEmitter, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { startPlatform, type TestPlatform } from '../../support/platform.ts';
import { extracted, upload, uploadOne } from './support/uploads.ts';

/** A store that takes every request and answers none until it is let go; perhaps bytes at once. */
const waiting: ServerResponse[] = [];
const arrivals = new EventEmitter();
let isLetGo = false;
let isPutTaken = false;
/** Whose bytes are not given out. */
let withheldFrom: string | undefined;
const objects = new Map<string, Buffer>();
const empty = '<ListBucketResult></ListBucketResult>';
const store = createServer((request, response) => {
  void buffer(request).then((bytes) => {
    const path = request.url ?? '';
    if (request.method === 'PUT') objects.set(path, bytes);
    const isWithheld = request.method === 'GET' && withheldFrom !== undefined && path.includes(withheldFrom);
    if (isLetGo ? !isWithheld : isPutTaken && request.method === 'PUT')
      return response.end(request.method === 'GET' ? (objects.get(path) ?? empty) : '');
    waiting.push(response);
    arrivals.emit('one');
  });
});
async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await once(arrivals, 'one');
}
let platform: TestPlatform;
before(async () => {
  store.listen(0, '127.0.0.1');
  await once(store, 'listening');
  platform = await startPlatform({
    env: {
      FILES_URL: 's3://sonde-files',
      S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'true',
    },
  });
});
after(async () => {
  store.closeAllConnections();
  store.close();
  await platform.close();
});

test('while a store of files answers nothing, everybody else is answered', async () => {
  const uploader = await platform.signUp();
  const other = await platform.signUp();
  // Once before the bytes are taken, once after it: more at a time than there are connections to the database.
  for (const taken of [false, true]) {
    isPutTaken = taken;
    const uploads = Array.from({ length: 24 }, (_, index) =>
      upload(platform, uploader.token, [{ bytes: Buffer.from([0, Number(taken), index]), name: 'a.bin' }]),
    );
    await Promise.race([Promise.all(uploads), untilWaiting(taken ? 1 : uploads.length)]);
    for (let count = 0; count < 5; count += 1)
      assert.equal((await platform.call('GET', '/users/me', { token: other.token })).status, 200);
    isLetGo = true;
    for (const response of waiting.splice(0)) response.end(empty);
    for (const { status, text } of await Promise.all(uploads)) assert.equal(status, 201, text);
    isLetGo = false;
  }
});

test('documents of one organization that cannot be reached keep those of another from nothing', async () => {
  const [one, other] = [await platform.signUp(), await platform.signUp()];
  isLetGo = isPutTaken = true;
  withheldFrom = one.organizationId;
  const many = Array.from({ length: 5 }, (_, index) => ({ bytes: `one ${index}`, name: `${index}.txt` }));
  assert.equal((await upload(platform, one.token, many)).status, 201);
  const { id } = await uploadOne(platform, other.token, { bytes: 'of another', name: 'other.txt' });
  const file = await extracted(platform, other.token, id);
  assert.equal(file.extraction_status, 'done');
  withheldFrom = undefined;
  for (const response of waiting.splice(0)) response.end();
});
