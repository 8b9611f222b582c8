import assert from 'node:assert/strict';
import { deflateSync, crc32 } from 'node:zlib';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { FileRecord } from '@sonde/contract';
import { docx, pdf } from '../../support/documents.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { download, extracted, upload } from './support/uploads.ts';

let platform: TestPlatform;
let person: SignedUp;
before(async () => {
  platform = await startPlatform();
  person = await platform.signUp();
});
after(() => platform.close());

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A picture that is all there: every one of its pixels can be unpacked. */
function png(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const svg = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script><text>&b;</text></svg>`;
const page = Buffer.from('<html><body><script>alert(3)</script></body></html>');

interface Expected {
  readonly bytes: Buffer | string;
  readonly name: string;
  readonly kind: string;
  readonly text: FileRecord['extraction_status'];
  /** Of the small picture: 200, or 422 where there is none. */
  readonly picture: 200 | 422;
}

const hostile: readonly Expected[] = [
  { name: 'bomb.png', bytes: png(30_000), kind: 'image/png', text: 'not_applicable', picture: 422 },
  {
    name: 'cut.png',
    bytes: png(64).subarray(0, 45),
    kind: 'image/png',
    text: 'not_applicable',
    picture: 422,
  },
  {
    name: 'polyglot.gif',
    bytes: Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'), page]),
    kind: 'image/gif',
    text: 'not_applicable',
    picture: 422,
  },
  {
    name: 'polyglot.pdf',
    bytes: Buffer.concat([pdf(['Harmless']), page]),
    kind: 'application/pdf',
    text: 'done',
    picture: 200,
  },
  { name: 'scripts.svg', bytes: svg, kind: 'image/svg+xml', text: 'not_applicable', picture: 422 },
  { name: 'page.txt', bytes: page, kind: 'text/html', text: 'done', picture: 422 },
  {
    name: 'bomb.docx',
    bytes: docx(['x'], { 'word/footnotes.xml': `<w:f>${' '.repeat(110_000_000)}</w:f>` }),
    kind: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    text: 'failed',
    picture: 422,
  },
  {
    name: 'cut.pdf',
    bytes: pdf(['Page']).subarray(0, 60),
    kind: 'application/pdf',
    text: 'failed',
    picture: 422,
  },
  {
    name: 'long.pdf',
    bytes: pdf(Array.from({ length: 501 }, (_, index) => `Page ${index}`)),
    kind: 'application/pdf',
    text: 'done',
    picture: 200,
  },
];

test('hostile files end as told, one beside the other, while everybody else is answered', async () => {
  const { status, body, text } = await upload(platform, person.token, hostile.slice());
  assert.equal(status, 201, text);
  const files: FileRecord[] = body;
  let isOver = false;
  let answered = 0;
  const others = (async () => {
    while (!isOver) {
      assert.equal((await platform.call('GET', '/users/me', { token: person.token })).status, 200);
      answered += 1;
      await pause(20);
    }
  })();
  const pictures = Promise.all(
    files.map(({ id }) => download(platform, person.token, `/files/${id}/thumbnail?size=72`)),
  );
  const read = await Promise.all(files.map(({ id }) => extracted(platform, person.token, id)));
  const shown = await pictures;
  isOver = true;
  await others;
  assert.ok(answered > 5);
  assert.deepEqual(
    read.map((file, index) => ({
      name: file.filename,
      kind: file.content_type,
      text: file.extraction_status,
      picture: shown[index]?.status,
    })),
    hostile.map(({ name, kind, text: outcome, picture }) => ({ name, kind, text: outcome, picture })),
  );
  for (const file of read.filter(({ extraction_status: state }) => state === 'failed'))
    assert.ok(file.extraction_error, `${file.filename} says why`);
  assert.equal(read.find(({ filename }) => filename === 'long.pdf')?.truncated, true);
});

test('what could act in a browser leaves as a download in a sandbox, whatever its name says', async () => {
  const { body } = await platform.call('GET', '/files?limit=100', { token: person.token });
  for (const { id, filename } of (body as FileRecord[]).filter(({ content_type: kind }) =>
    ['image/svg+xml', 'text/html'].includes(kind),
  )) {
    const { headers } = await download(platform, person.token, `/files/${id}/content`);
    assert.match(String(headers['content-disposition']), /^attachment/, filename);
    assert.match(String(headers['content-security-policy']), /sandbox/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});
