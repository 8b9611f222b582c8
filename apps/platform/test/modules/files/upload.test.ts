import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { contentTypes, docx, pdf } from '../../support/documents.ts';
import { apiToken, joinAs } from '../tenancy/support.ts';
import { download, extracted, multipart, upload, uploadOne } from './support/uploads.ts';

const clock = { shift: 0, now: () => Date.now() + clock.shift };
const dayMs = 24 * 3600 * 1000;
let platform: TestPlatform;
let person: SignedUp;
let colleague: SignedUp;
let stranger: SignedUp;
before(async () => {
  platform = await startPlatform({ env: { FILE_MAX_MB: '2' }, clock });
  person = await platform.signUp();
  colleague = await joinAs(platform, person, 'member');
  stranger = await platform.signUp();
});
after(() => platform.close());

const get = (path: string, who = person) => platform.call('GET', path, { token: who.token });
const send = (files: Parameters<typeof upload>[2], query = '') =>
  upload(platform, person.token, files, query);
const landing = (): string[] => {
  const folder = join(platform.directory, 'incoming');
  return existsSync(folder) ? readdirSync(folder) : [];
};
const stored = (): number =>
  existsSync(join(platform.directory, 'files'))
    ? readdirSync(join(platform.directory, 'files'), { recursive: true }).filter((name) =>
        statSync(join(platform.directory, 'files', String(name))).isFile(),
      ).length
    : 0;

/** A trace of the organization, made by calling its first endpoint, which answers nobody. */
async function traceId(): Promise<string> {
  const endpoint = (await get('/endpoints')).body[0];
  const called = await platform.call('POST', `/endpoints/${endpoint.id}/invoke`, {
    token: person.token,
    body: { input: 'x' },
  });
  return called.body.trace_id;
}

test('what is uploaded comes back byte for byte, with its hash and what it is', async () => {
  const bytes = Buffer.from('Größe;Preis\n1;2\n');
  const file = await uploadOne(platform, person.token, { bytes, name: 'Preise ä.csv', type: 'text/csv' });
  assert.equal(file.filename, 'Preise ä.csv');
  assert.equal(file.content_type, 'text/csv');
  assert.equal(file.size_bytes, bytes.length);
  assert.equal(file.content_hash, createHash('sha256').update(bytes).digest('hex'));
  assert.deepEqual([file.entity_type, file.entity_id, file.user_id], [null, null, person.userId]);
  assert.ok((await download(platform, person.token, `/files/${file.id}/content`)).bytes.equals(bytes));
  await extracted(platform, person.token, file.id);
  assert.deepEqual(landing(), []);
});

test('several files come as one list in their order, and their texts are found in the background', async () => {
  const { status, body } = await send([
    { bytes: docx(['Hail damage']), name: 'claim.docx' },
    { bytes: pdf(['Glass']), name: 'terms.pdf' },
    { bytes: Buffer.from([0, 1, 2, 3]), name: 'odd.bin' },
  ]);
  assert.equal(status, 201);
  assert.deepEqual(
    body.map((file: { content_type: string }) => file.content_type),
    [contentTypes.docx, contentTypes.pdf, 'application/octet-stream'],
  );
  const [word, terms, odd] = await Promise.all(
    body.map((file: { id: string }) => extracted(platform, person.token, file.id)),
  );
  assert.deepEqual([word.extraction_status, word.extracted_text], ['done', 'Hail damage']);
  assert.deepEqual([terms.extraction_status, terms.extracted_text], ['done', 'Glass']);
  assert.deepEqual([odd.extraction_status, odd.extracted_text], ['not_applicable', null]);
});

test('bytes decide what a file is; a declaration that they contradict is a warning', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806', 'hex');
  const image = await uploadOne(platform, person.token, { bytes: png, name: 'x.txt', type: 'text/html' });
  assert.equal(image.content_type, 'image/png');
  assert.match(image.warnings[0] ?? '', /sent as text\/html and is image\/png/);
  const drawing = await uploadOne(platform, person.token, {
    bytes: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    name: 'photo.png',
    type: 'image/png',
  });
  assert.equal(drawing.content_type, 'image/svg+xml');
  const page = await uploadOne(platform, person.token, { bytes: '<html><script>', name: 'notes.txt' });
  assert.equal(page.content_type, 'text/html');
  const text = await uploadOne(platform, person.token, { bytes: 'hi', name: 'n.md', type: 'text/plain' });
  assert.deepEqual([text.content_type, text.warnings], ['text/markdown', []]);
  // Whoever looks at what has landed afterwards must not find what is read of these.
  for (const { id } of [drawing, page, text]) await extracted(platform, person.token, id);
});

test('one file too large, one field unknown, one too many: nothing of any is kept', async () => {
  const before = { rows: (await get('/files')).headers['x-total-count'], objects: stored() };
  const good = { bytes: randomUUID(), name: 'good.txt' };
  const large = await send([good, { bytes: Buffer.alloc(2 * 1024 * 1024 + 1), name: 'large.bin' }]);
  assert.deepEqual([large.status, large.body.code], [413, 'file.too_large']);
  const field = await send([good, { bytes: 'x', field: 'attachment' }]);
  assert.deepEqual([field.status, field.body.errors[0].path], [422, 'attachment']);
  const many = await send(Array.from({ length: 11 }, () => good));
  assert.deepEqual([many.status, many.body.code], [422, 'file.too_many']);
  const none = await send([]);
  assert.deepEqual([none.status, none.body.errors?.[0].path], [422, 'files']);
  const broken = await platform.call('POST', '/files', {
    token: person.token,
    body: Buffer.from('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc'),
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.deepEqual([broken.status, broken.body.code], [400, 'request.malformed']);
  const json = await platform.call('POST', '/files', { token: person.token, body: { files: [] } });
  assert.deepEqual([json.status, json.body.code], [415, 'request.media_type']);
  assert.deepEqual({ rows: (await get('/files')).headers['x-total-count'], objects: stored() }, before);
  assert.deepEqual(landing(), []);
});

test('an upload that is cut off leaves nothing behind', async () => {
  const { port } = new URL(await platform.listen());
  const total = (await get('/files')).headers['x-total-count'];
  const { body, type } = await multipart([{ bytes: Buffer.alloc(1_000_000, 7), name: 'half.bin' }]);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST /api/v1/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 600_000));
  for (let look = 0; look < 12_000 && landing().length === 0; look += 1) await pause(10);
  assert.equal(landing().length, 1, 'it has begun');
  socket.destroy();
  for (let look = 0; look < 12_000 && landing().length > 0; look += 1) await pause(10);
  assert.deepEqual(landing(), []);
  assert.equal((await get('/files')).headers['x-total-count'], total);
});

test('until it is bound a file is seen by its uploader alone, exactly as if it were not there', async () => {
  const file = await uploadOne(platform, person.token, { bytes: 'mine' });
  for (const who of [colleague, stranger]) {
    const unknown = await get(`/files/${randomUUID()}`, who);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/content'],
      ['GET', '/thumbnail'],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const answer = await platform.call(method, `/files/${file.id}${path}`, { token: who.token });
      assert.deepEqual([answer.status, answer.text], [404, unknown.text], `${method} ${path}`);
    }
    const listed = await get('/files', who);
    assert.ok(!listed.body.some((item: { id: string }) => item.id === file.id));
  }
});

test('a bound file is seen by whoever sees the thing, and cannot be bound to another', async () => {
  const trace = await traceId();
  const file = await uploadOne(platform, person.token, { bytes: 'evidence' });
  const bind = (id: string, token = person.token) =>
    platform.call('PATCH', `/files/${file.id}`, { token, body: { entity_type: 'Trace', entity_id: id } });
  assert.equal((await bind('f'.repeat(32))).body.code, 'file.entity_not_found');
  assert.equal((await bind(trace, stranger.token)).body.code, 'file.not_found');
  const bound = await bind(trace);
  assert.equal(bound.status, 200, bound.text);
  assert.equal(bound.body.entity_id, trace);
  assert.equal((await get(`/files/${file.id}`, colleague)).status, 200);
  assert.equal((await get(`/files/${file.id}`, stranger)).status, 404);
  assert.equal((await bind(await traceId())).body.code, 'file.already_bound');
  assert.equal((await bind(trace)).status, 200, 'binding again changes nothing');
  const there = await get(`/files?entity_type=Trace&entity_id=${trace}`, colleague);
  assert.deepEqual(
    there.body.map((item: { id: string }) => item.id),
    [file.id],
  );
});

test('uploading to a thing that is unknown, foreign or of no kind here is refused before the bytes', async () => {
  const trace = await traceId();
  const to = (type: string, id: string, token: string) =>
    upload(platform, token, [{ bytes: 'x' }], `?entity_type=${type}&entity_id=${id}`);
  assert.equal((await to('Trace', trace, person.token)).status, 201);
  const [foreign, unknown] = [
    await to('Trace', trace, stranger.token),
    await to('Trace', 'a'.repeat(32), stranger.token),
  ];
  assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  assert.equal((await to('Test', randomUUID(), person.token)).status, 404);
  assert.equal((await to('Nothing', randomUUID(), person.token)).status, 422);
  assert.equal((await to('Trace', 'nonsense', person.token)).status, 422);
});

test('a viewer reads files and uploads none', async () => {
  const viewer = await joinAs(platform, person, 'viewer');
  const refused = await upload(platform, viewer.token, [{ bytes: 'x' }]);
  assert.deepEqual([refused.status, refused.body.code], [403, 'auth.permission_denied']);
  assert.equal((await get('/files', viewer)).status, 200);
});

test('a deleted file says so to whoever may see it, and can be restored with its bytes', async () => {
  const file = await uploadOne(platform, person.token, { bytes: 'once more' });
  const deleted = await platform.call('DELETE', `/files/${file.id}`, { token: person.token });
  assert.equal(deleted.status, 200);
  const gone = await get(`/files/${file.id}/content`);
  assert.deepEqual([gone.status, gone.body.code], [410, 'file.deleted']);
  assert.equal(gone.body.restore_url, `/files/${file.id}/restore`);
  await platform.call('POST', `/files/${file.id}/restore`, { token: person.token });
  const { bytes } = await download(platform, person.token, `/files/${file.id}/content`);
  assert.equal(bytes.toString(), 'once more');
});

test('names of files can break neither a header nor a path', async () => {
  for (const [given, kept] of [
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\evil.exe', 'evil.exe'],
    ['a\u202etxt.exe', 'atxt.exe'],
    ['..', 'file'],
    ['x'.repeat(400), 'x'.repeat(255)],
  ] as const) {
    const { filename } = await uploadOne(platform, person.token, { bytes: 'x', name: given });
    assert.equal(filename, kept);
  }
  const file = await uploadOne(platform, person.token, { bytes: 'x', name: 'a";\tb–ü%41.txt' });
  const { headers } = await download(platform, person.token, `/files/${file.id}/content`);
  assert.match(
    String(headers['content-disposition']),
    /^inline; filename="a_22;b___41\.txt"; filename\*=UTF-8''a%2522%3Bb%E2%80%93%C3%BC%2541\.txt$/,
  );
});

test('bombs and broken files end as failed with a reason, and everything else goes on', async () => {
  const lying = docx(['x'], { 'word/footnotes.xml': `<w:f>${' '.repeat(110_000_000)}</w:f>` });
  const { body } = await send([
    { bytes: lying, name: 'bomb.docx' },
    { bytes: '%PDF-1.7 nothing else', name: 'broken.pdf' },
    { bytes: 'fine', name: 'fine.txt' },
  ]);
  const [bomb, broken, fine] = await Promise.all(
    body.map((file: { id: string }) => extracted(platform, person.token, file.id)),
  );
  assert.deepEqual([bomb.extraction_status, bomb.extracted_text], ['failed', null]);
  assert.match(bomb.extraction_error, /100 MB/);
  assert.match(broken.extraction_error, /broken/);
  assert.deepEqual([fine.extraction_status, fine.extracted_text], ['done', 'fine']);
});

test('after a day what is bound to nothing is gone, with its bytes; what is bound stays', async () => {
  const trace = await traceId();
  const [kept] = (await send([{ bytes: `kept ${randomUUID()}` }], `?entity_type=Trace&entity_id=${trace}`))
    .body;
  const lost = await uploadOne(platform, person.token, { bytes: `lost ${randomUUID()}` });
  await extracted(platform, person.token, lost.id);
  assert.equal((await platform.app.files.sweep()).unbound, 0, 'nothing is old yet');
  clock.shift = dayMs + 60_000;
  const swept = await platform.app.files.sweep();
  clock.shift = 0;
  assert.ok(swept.unbound > 0 && swept.objects > 0, JSON.stringify(swept));
  assert.equal((await get(`/files/${lost.id}`)).status, 404);
  const { status, bytes } = await download(platform, person.token, `/files/${kept.id}/content`);
  assert.equal(status, 200);
  assert.match(bytes.toString(), /^kept/);
});

test('a token of one project finds nothing that its person uploaded with the token of another', async () => {
  const tokenIn = async (name: string): Promise<string> => {
    const project = await platform.call('POST', '/projects', { token: person.token, body: { name } });
    assert.equal(project.status, 201, project.text);
    return apiToken(platform, person, { project_id: project.body.id });
  };
  const [one, other] = [await tokenIn('One of two'), await tokenIn('Other of two')];
  const file = await uploadOne(platform, other, { bytes: Buffer.from('theirs'), name: 'u.txt' });
  const status = async (method: string, path: string, token: string) =>
    (await platform.call(method, path, { token })).status;
  assert.equal(await status('GET', `/files/${file.id}`, one), 404);
  assert.equal(await status('GET', `/files/${file.id}/content`, one), 404);
  assert.equal(await status('DELETE', `/files/${file.id}`, one), 404);
  assert.equal(await status('GET', `/files/${file.id}`, other), 200);
  assert.equal(await status('GET', `/files/${file.id}`, person.token), 200);
});
