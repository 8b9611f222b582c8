import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { listenOnLoopback } from '@sonde/fakes';
import { createLargeBodies } from '#kernel/http';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { pdf } from '../../support/documents.ts';
import { createStoredAttachments } from '../../../src/modules/files/stored-attachments.ts';
import { extracted, uploadOne } from './support/uploads.ts';

let platform: TestPlatform;
let person: SignedUp;
let stranger: SignedUp;
let target: Server;
let received: Json;
/** One endpoint with a place for files, one without. */
const endpoints: Record<'taking' | 'plain', string> = { taking: '', plain: '' };
before(async () => {
  platform = await startPlatform();
  person = await platform.signUp();
  stranger = await platform.signUp();
  target = createServer((request, response) => {
    json(request).then(
      (body) => {
        received = body;
        response.setHeader('content-type', 'application/json').end('{"answer":"ok"}');
      },
      () => response.writeHead(400).end(),
    );
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(target)}/`;
  const make = async (request_mapping: Record<string, string>): Promise<string> => {
    const made = await platform.call('POST', '/endpoints', {
      token: person.token,
      body: { name: randomUUID(), url, request_mapping, response_mapping: { output: '$.answer' } },
    });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  endpoints.taking = await make({
    message: '{{ input }}',
    parts: '{{ files | to_openai }}',
    image: '{{ image.data }}',
  });
  endpoints.plain = await make({ message: '{{ input }}' });
});
after(async () => {
  await platform.close();
  target.close();
  target.closeAllConnections();
});

const invoke = (id: string, body: Json, who = person) =>
  platform.call('POST', `/endpoints/${id}/invoke`, { token: who.token, body: { input: 'Look', ...body } });
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');

test('a stored file travels by its id, with its bytes and what they are', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const { id } = await uploadOne(platform, person.token, { bytes: png, name: 'hail.png' });
  const called = await invoke(endpoints.taking, { files: [{ file_id: id }] });
  assert.equal(called.body.success, true, called.text);
  assert.equal(received.parts[0].image_url.url, `data:image/png;base64,${base64(png)}`);
  assert.equal(received.image, base64(png));
  await invoke(endpoints.taking, { image: { file_id: id } });
  assert.equal(received.image, base64(png));
});

test('a live test takes stored files too, saved and unsaved', async () => {
  const { id } = await uploadOne(platform, person.token, { bytes: 'Terms of hail', name: 'terms.txt' });
  const input_data = { input: 'Look', files: [{ file_id: id }] };
  for (const [path, body] of [
    [`/endpoints/${endpoints.plain}/test`, {}],
    [
      '/endpoints/test',
      { url: 'http://127.0.0.1:9/', request_mapping: { m: '{{ input }}' }, preview_only: true },
    ],
  ] as const) {
    const tested = await platform.call('POST', path, { token: person.token, body: { ...body, input_data } });
    assert.equal(tested.status, 200, tested.text);
    assert.match(JSON.stringify(tested.body.request), /Terms of hail/, path);
  }
});

test('text, JSON, CSV and Markdown are read where a target has no place for files, in any common encoding', async () => {
  for (const [content_type, bytes, expected] of [
    ['text/plain', 'Grüße', 'Grüße'],
    ['text/plain; charset=iso-8859-1', Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
    ['text/csv', Buffer.from('\ufeffa;b', 'utf16le'), 'a;b'],
    ['text/markdown', '# Title', '# Title'],
    ['application/json', '{"a":1}', '{"a":1}'],
    ['application/problem+json', '{"b":1}', '{"b":1}'],
    ['image/png', 'binary', '[No readable text in this file]'],
  ] as const) {
    await invoke(endpoints.plain, { files: [{ filename: 'a', content_type, data: base64(bytes) }] });
    assert.equal(
      received.message,
      `Look\n\n[Attached file(s):]\n--- Start of file: a ---\n${expected}\n--- End of file: a ---`,
      content_type,
    );
  }
  await invoke(endpoints.plain, {
    files: [{ filename: 'a', content_type: 'text/plain', data: base64('bytes'), extracted_text: 'given' }],
  });
  assert.match(received.message, /\ngiven\n/, 'what the caller has read already wins');
});

test('of a stored document its text is told', async () => {
  const { id } = await uploadOne(platform, person.token, { bytes: pdf(['Glass cover']), name: 'a.pdf' });
  await extracted(platform, person.token, id);
  await invoke(endpoints.plain, { files: [{ file_id: id }] });
  assert.match(received.message, /Start of file: a\.pdf ---\nGlass cover\n/);
});

test('a file that the caller may not see is as unknown as one that is not there', async () => {
  const { id } = await uploadOne(platform, stranger.token, { bytes: 'secret', name: 'a.txt' });
  const [foreign, unknown] = [
    await invoke(endpoints.plain, { files: [{ file_id: id }] }),
    await invoke(endpoints.plain, { files: [{ file_id: randomUUID() }] }),
  ];
  assert.deepEqual([foreign.status, foreign.text], [404, unknown.text]);
  const nothing = await invoke(endpoints.plain, { files: [{ content_type: 'text/plain' }] });
  assert.equal(nothing.status, 422);
});

test('more than 20 MB of files in one call are refused, whoever brings them', async () => {
  const bytes = Buffer.alloc(11 * 1024 * 1024, 'a');
  const [one, other] = [
    await uploadOne(platform, person.token, { bytes, name: 'one.txt' }),
    await uploadOne(platform, person.token, { bytes: bytes.fill('b'), name: 'other.txt' }),
  ];
  const refused = await invoke(endpoints.plain, { files: [{ file_id: one.id }, { file_id: other.id }] });
  assert.deepEqual([refused.status, refused.body.code], [413, 'file.call_too_large']);
  const mixed = await invoke(endpoints.plain, {
    files: [{ file_id: one.id }, { filename: 'x', data: base64(bytes) }],
  });
  assert.equal(mixed.body.code, 'file.call_too_large');
  const picture = await invoke(endpoints.plain, { image: base64(Buffer.alloc(21 * 1024 * 1024, 'c')) });
  assert.deepEqual([picture.status, picture.body.code], [413, 'file.call_too_large']);
  assert.equal((await invoke(endpoints.plain, { files: [{ file_id: one.id }] })).status, 200);
});

test('what stored files take is charged before they are read and given back when the call is over', async () => {
  const { id } = await uploadOne(platform, person.token, { bytes: Buffer.alloc(900, 'x'), name: 'a.txt' });
  const { files, objects } = platform.app.files;
  let opened = 0;
  const stored = createStoredAttachments({
    database: platform.app.database,
    objects: { ...objects, open: (key) => ((opened += 1), objects.open(key)) },
    files,
    room: createLargeBodies({ totalBytes: 2_000, shareBytes: 1_500 }),
  });
  const { userId, organizationId } = person;
  const principal = { userId, organizationId, projectId: null } as Parameters<typeof stored.load>[0];
  const first = await stored.load(principal, [id], 10_000);
  await assert.rejects(stored.load(principal, [id], 10_000), { code: 'rate_limited' });
  assert.equal(opened, 1);
  first.release();
  (await stored.load(principal, [id], 10_000)).release();
});
