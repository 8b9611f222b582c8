import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startFakeS3, type FakeS3 } from '@sonde/fakes';
import sharp from 'sharp';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { pdf, pngHeader } from '../../support/documents.ts';
import { download, upload, uploadOne } from './support/uploads.ts';

// On a bucket, so that everything here is also told of the other store.
let s3: FakeS3;
let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  s3 = await startFakeS3();
  platform = await startPlatform({
    env: {
      FILES_URL: `s3://${s3.bucket}/tests`,
      S3_ENDPOINT: s3.url,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  person = await platform.signUp();
});
after(async () => {
  await platform.close();
  await s3.close();
});

const store = (bytes: Buffer | string, name: string) => uploadOne(platform, person.token, { bytes, name });
const content = (id: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  download(platform, person.token, `/files/${id}/content`, { method, headers });
const thumbnail = (id: string, query = '', headers: Record<string, string> = {}) =>
  download(platform, person.token, `/files/${id}/thumbnail${query}`, { headers });

test('the ETag is the hash, and whoever has these bytes is told so in every way of asking', async () => {
  const { id, content_hash: hash } = await store('0123456789', 'digits.txt');
  const { status, headers, bytes } = await content(id);
  assert.equal(status, 200);
  assert.equal(headers['etag'], `"${hash}"`);
  assert.equal(headers['content-length'], '10');
  assert.equal(bytes.toString(), '0123456789');
  for (const known of [`"${hash}"`, `W/"${hash}"`, `"other", W/"${hash}" ,"more"`, '*', ' * ']) {
    const answer = await content(id, { 'if-none-match': known });
    assert.deepEqual([answer.status, answer.bytes.length], [304, 0], known);
    assert.equal(answer.headers['etag'], `"${hash}"`);
  }
  for (const other of ['"other"', hash, `"${hash.slice(0, 60)}"`, ''])
    assert.equal((await content(id, { 'if-none-match': other })).status, 200, other);
});

test('HEAD tells what GET would, without a byte of it', async () => {
  const { id } = await store('0123456789', 'digits.txt');
  const [head, get] = [await content(id, {}, 'HEAD'), await content(id)];
  assert.deepEqual([head.status, head.bytes.length], [200, 0]);
  for (const name of ['content-length', 'content-type', 'etag', 'content-disposition', 'accept-ranges'])
    assert.equal(head.headers[name], get.headers[name], name);
});

test('a part is answered as asked, as long as it is a part of these very bytes', async () => {
  const { id, content_hash: hash } = await store('0123456789', 'digits.txt');
  for (const [range, part, where] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ] as const) {
    const answer = await content(id, { range });
    assert.deepEqual(
      [answer.status, answer.bytes.toString(), answer.headers['content-range']],
      [206, part, where],
      range,
    );
    assert.equal(answer.headers['content-length'], String(part.length));
  }
  for (const range of ['bytes=10-', 'bytes=-0']) {
    const beyond = await content(id, { range });
    assert.deepEqual([beyond.status, beyond.headers['content-range']], [416, 'bytes */10'], range);
  }
  for (const range of ['bytes=4-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    assert.equal((await content(id, { range })).status, 200, range);
  const range = 'bytes=0-1';
  assert.equal((await content(id, { range, 'if-range': `"${hash}"` })).status, 206);
  for (const other of ['"other"', `W/"${hash}"`, 'Sun, 22 Nov 2026 10:00:00 GMT'])
    assert.equal((await content(id, { range, 'if-range': other })).status, 200, other);
});

test('what could act in a browser is saved, sandboxed and never guessed at; the rest is shown', async () => {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  for (const [bytes, name, type, shown] of [
    ['<html><script>alert(1)</script>', 'a.html', 'text/html; charset=utf-8', 'attachment'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'a.svg', 'image/svg+xml', 'attachment'],
    [Buffer.from('GIF89a\x01\0\x01\0\0\0\0<script>', 'latin1'), 'a.gif', 'image/gif', 'inline'],
    [Buffer.from('\ufeffä', 'utf16le'), 'a.txt', 'text/plain; charset=utf-16le', 'inline'],
    [png, 'a.png', 'image/png', 'inline'],
    [pdf(['x']), 'a.pdf', 'application/pdf', 'inline'],
    ['alert(1)', 'a.js', 'text/plain; charset=utf-8', 'inline'],
    ['a,b', 'a.csv', 'text/csv; charset=utf-8', 'attachment'],
  ] as const) {
    const { headers } = await content((await store(bytes, name)).id);
    assert.equal(headers['content-type'], type, name);
    assert.match(String(headers['content-disposition']), new RegExp(`^${shown};`), name);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.match(String(headers['content-security-policy']), /sandbox/);
    assert.match(String(headers['cache-control']), /private/);
  }
});

test('an empty file is a file', async () => {
  const { id } = await store('', 'empty.txt');
  const { status, headers, bytes } = await content(id);
  assert.deepEqual([status, headers['content-length'], bytes.length], [200, '0', 0]);
});

test('thumbnails are made once, at three sizes and no other, and known by their own ETag', async () => {
  const wide = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c02' } })
    .png()
    .toBuffer();
  const { id, content_hash: hash } = await store(wide, 'wide.png');
  const first = await thumbnail(id);
  assert.deepEqual([first.status, first.headers['content-type']], [200, 'image/webp']);
  assert.equal(first.headers['etag'], `W/"${hash}-144"`);
  const { width, height } = await sharp(first.bytes).metadata();
  assert.deepEqual([width, height], [144, 72]);
  const puts = s3.requests.filter((request) => request.startsWith('PUT')).length;
  for (const size of [72, 144, 288])
    assert.equal((await sharp((await thumbnail(id, `?size=${size}`)).bytes).metadata()).width, size);
  assert.equal(s3.requests.filter((request) => request.startsWith('PUT')).length, puts, 'kept');
  assert.equal((await thumbnail(id, '', { 'if-none-match': `"${hash}-144"` })).status, 304);
  assert.equal((await thumbnail(id, '', { 'if-none-match': `W/"${hash}-72"` })).status, 200);
  for (const size of ['100', '0', 'x', '72.5', '1e3'])
    assert.equal((await thumbnail(id, `?size=${size}`)).status, 422, size);
});

test('a document shows its first page; what has no picture says so and is not tried again', async () => {
  const document = await store(pdf(['First', 'Second']), 'a.pdf');
  assert.equal((await thumbnail(document.id, '?size=288')).status, 200);
  const bomb = await store(pngHeader(30_000, 30_000), 'bomb.png');
  for (let times = 0; times < 2; times += 1) {
    const refused = await thumbnail(bomb.id);
    assert.equal(refused.status, 422);
    assert.match(refused.bytes.toString(), /file\.no_picture.*40 megapixels|40 megapixels.*file\.no_picture/);
  }
  const { body } = await platform.call('GET', `/files/${bomb.id}`, { token: person.token });
  assert.equal(body.has_thumbnail, false);
  const text = await store('no picture', 'a.txt');
  assert.equal((await thumbnail(text.id)).status, 422);
});

test('a store that is away refuses for now and keeps nothing half', async () => {
  const { id } = await store('still there', 'a.txt');
  const { body: before } = await platform.call('GET', '/files', { token: person.token });
  Object.assign(s3, { behaviour: 'busy', misbehavesFor: Infinity });
  const refused = await upload(platform, person.token, [{ bytes: 'new' }]);
  assert.deepEqual([refused.status, refused.body.code], [503, 'file.store_unavailable']);
  assert.equal((await content(id)).status, 503);
  Object.assign(s3, { behaviour: 'works' });
  assert.equal((await content(id)).bytes.toString(), 'still there');
  const { body: later } = await platform.call('GET', '/files', { token: person.token });
  assert.equal(later.length, before.length);
});
