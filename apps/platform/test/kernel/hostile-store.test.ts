import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, beforeEach, test } from 'node:test';
import { createEgress } from '@sonde/egress';
import { moveObjects, ofSize, type ObjectStore } from '#kernel/object-store';
import { createS3Store } from '../../src/kernel/object-store/s3-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'sonde-hostile-store-'));
const local = join(directory, 'local');
const egress = createEgress();
let calls: number;
let answer: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  calls += 1;
  request.resume().on('end', () => answer(response));
});
let elsewhereCalls = 0;
const elsewhere = createServer((_request, response) => {
  elsewhereCalls += 1;
  response.end('of another server');
});
const urlOf = (one: typeof server): string => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
let store: ObjectStore;
before(async () => {
  for (const one of [server, elsewhere]) await once(one.listen(0, '127.0.0.1'), 'listening');
  writeFileSync(local, 'bytes');
  store = createS3Store({
    endpoint: urlOf(server),
    bucket: 'files',
    prefix: '',
    region: 'eu-test-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: true,
    fetch: egress.fetch,
    retryDelaysMs: [1],
    answersWithinMs: 300,
  });
});
after(async () => {
  await egress.close();
  for (const one of [server, elsewhere]) {
    one.closeAllConnections();
    one.close();
  }
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  calls = 0;
});

const says = (status: number, text: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);

test('elements that never close are not read, in a fault or in a list', async () => {
  for (const opened of ['<a>', '<a b="', '<!-- <a> ', '<ListBucketResult><a>'].map((text) =>
    text.repeat(60_000),
  )) {
    answer = says(400, opened);
    await assert.rejects(store.put('a/b', local), /S3 returned 400/);
    answer = says(200, opened);
    await assert.rejects(store.find('a/b'), /none of its answers/);
  }
});

test('what the library takes for no end of an element is none here', async () => {
  for (const one of ['<a></a >', '<a></a\n>', '<a></a/>', '<a></a b>']) {
    // Few of them: the library would read many for minutes, while nothing else in this process went on.
    answer = says(200, `<ListBucketResult>${one.repeat(3)}</ListBucketResult>`);
    await assert.rejects(store.find('a/b'), /none of its answers/);
  }
});

test('a page of a list has no more elements than a page can have', async () => {
  const object = '<Contents><Key>a</Key></Contents>';
  answer = says(200, `<ListBucketResult>${object.repeat(1000)}</ListBucketResult>`);
  assert.equal(await store.find('a/b'), undefined);
  answer = says(200, `<ListBucketResult>${object.repeat(20_000)}</ListBucketResult>`);
  await assert.rejects(store.find('a/b'), /none of its answers/);
});

test('a fault without end, and a list without end, are given up', async () => {
  for (const status of [400, 200]) {
    answer = (response) => {
      response.writeHead(status, { 'content-type': 'text/plain' });
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 97)));
      };
      response.on('drain', more);
      more();
    };
    await assert.rejects(store.find('a/b'));
  }
});

test('a server that answers nothing is given up, and asked once more', async () => {
  answer = () => {};
  await assert.rejects(store.find('a/b'), /did not answer in time/);
  await assert.rejects(store.open('a/b'), /did not answer in time/);
  await assert.rejects(store.remove('a/b'), /did not answer in time/);
  assert.equal(calls, 6);
});

test('pages that are empty and promise more are not followed for ever', async () => {
  answer = says(
    200,
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>on</NextContinuationToken></ListBucketResult>',
  );
  await assert.rejects(store.find('a/b'), /does not end/);
});

test('an error that calls itself a success is none: nothing counts as stored, and no bucket as empty', async () => {
  answer = says(200, '<Error><Code>InternalError</Code></Error>');
  await assert.rejects(store.put('a/b', local), /none of its answers/);
  await assert.rejects(moveObjects({ from: store, to: store, directory }), /none of its answers/);
  answer = says(200, '<html></html>');
  await assert.rejects(moveObjects({ from: store, to: store, directory }), /without a list/);
});

test('a redirect is an error: nothing is asked of another server', async () => {
  answer = (response) => response.writeHead(307, { location: urlOf(elsewhere) }).end();
  await assert.rejects(store.open('a/b'), /S3 returned 307/);
  await assert.rejects(store.find('a/b'), /S3 returned 307/);
  assert.equal(elsewhereCalls, 0);
});

test('the whole where a part was asked for is an error', async () => {
  answer = (response) => response.end('the whole');
  await assert.rejects(store.open('a/b', { start: 4, end: 5 }), /another part/);
});

test('an object that comes with more or fewer bytes than it has is an error', async () => {
  const bytes = (size: number) => buffer(ofSize(Readable.from([Buffer.from('bytes')]), size));
  assert.equal((await bytes(5)).toString(), 'bytes');
  await assert.rejects(bytes(6), /too early/);
  await assert.rejects(bytes(4), /larger/);
});
