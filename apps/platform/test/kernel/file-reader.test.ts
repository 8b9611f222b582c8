import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ReaderBusyError, UnreadableFileError, createFileReader, type FileReader } from '#kernel/file-reader';
import { createLog } from '#kernel/log';
import { contentTypes, docx, pdf, pngHeader, pptx, xlsx } from '../support/documents.ts';

const directory = mkdtempSync(join(tmpdir(), 'sonde-reader-'));
const log = createLog('silent');
const asker = { organizationId: 'one' };
let reader: FileReader;
before(() => {
  reader = createFileReader({ log });
});
after(async () => {
  await reader.close();
  rmSync(directory, { recursive: true, force: true });
});

function saved(bytes: Buffer | string): string {
  const path = join(directory, randomUUID());
  writeFileSync(path, bytes);
  return path;
}
const read = (bytes: Buffer | string, contentType: string, by: FileReader = reader) =>
  by.readText({ path: saved(bytes), contentType }, asker);
const pictures = (bytes: Buffer, contentType: string, sizes: readonly number[] = [72, 144, 288]) =>
  reader.makeThumbnails({ path: saved(bytes), contentType, sizes }, asker);
const unreadable = (pattern: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UnreadableFileError, String(error));
  assert.match(error.message, pattern);
  return true;
};

test('the text of a PDF is read page by page', async () => {
  const { text, truncated } = await read(pdf(['Ice cover', 'Glass cover']), contentTypes.pdf);
  assert.equal(text, 'Ice cover\fGlass cover');
  assert.equal(truncated, false);
});

test('a PDF of more than 500 pages is read to its 500th and told to be cut', async () => {
  const pages = Array.from({ length: 502 }, (_, index) => `page ${index + 1}`);
  const { text, truncated } = await read(pdf(pages), contentTypes.pdf);
  assert.equal(text.split('\f').length, 500);
  assert.ok(text.endsWith('page 500'));
  assert.equal(truncated, true);
});

test('Word, PowerPoint and Excel are read in the order of the document', async () => {
  const word = await read(docx(['First &amp; foremost', 'Second']), contentTypes.docx);
  assert.equal(word.text, 'First & foremost\nSecond');
  const slides = await read(pptx(['Opening', 'Closing']), contentTypes.pptx);
  assert.equal(slides.text, 'Opening\n\fClosing');
  const sheet = await read(
    xlsx('Tariffs', [
      ['Name', 'Price'],
      ['Basic', 12.5],
    ]),
    contentTypes.xlsx,
  );
  assert.equal(sheet.text, 'Tariffs\nName\tPrice\nBasic\t12.5');
});

test('a page is read as it is seen: no scripts, no styles, entities and blocks resolved', async () => {
  const { text } = await read(
    '<!doctype html><html><head><title>Cover</title><style>p{}</style></head><body><script>alert("x")</script><p>One &amp; two</p><ul><li>a<li>b</ul><template>no</template></body></html>',
    'text/html',
  );
  assert.equal(text, 'Cover\n\nOne & two\n\n- a\n\n- b');
});

test('a mail is read with its subject and people, and names its attachments without opening them', async () => {
  const mail = [
    'From: Ada <ada@example.test>',
    'To: claims@example.test',
    'Subject: =?utf-8?q?Schaden_=C3=BCber_Nacht?=',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Das Fenster ist zerst=F6rt.',
    '--b',
    'Content-Type: application/zip; name=photos.zip',
    'Content-Disposition: attachment; filename=photos.zip',
    'Content-Transfer-Encoding: base64',
    '',
    'UEsDBA==',
    '--b--',
  ].join('\r\n');
  const { text } = await read(mail, 'message/rfc822');
  assert.match(text, /^Subject: Schaden über Nacht\nFrom: Ada <ada@example\.test>\nTo: claims@example\.test/);
  assert.match(text, /Das Fenster ist zerstört\./);
  assert.match(text, /\[Attachment: photos\.zip\]$/);
});

test('text is read in UTF-8, in UTF-16 by its mark, and in Windows-1252 else', async () => {
  const words = 'Größe: 5 €';
  assert.equal((await read(words, 'text/plain')).text, words);
  assert.equal((await read(Buffer.from(`\ufeff${words}`), 'text/plain')).text, words);
  assert.equal((await read(Buffer.from(`\ufeff${words}`, 'utf16le'), 'text/csv')).text, words);
  const big = Buffer.from(`\ufeff${words}`, 'utf16le').swap16();
  assert.equal((await read(big, 'text/markdown')).text, words);
  const windows = Buffer.from('Gr\xf6\xdfe: 5 \x80', 'latin1');
  assert.equal((await read(windows, 'text/plain')).text, words);
});

test('NUL and half characters, which a database cannot hold, are left out', async () => {
  const { text } = await read(Buffer.from('a\0b\ud800', 'utf8'), 'text/plain');
  assert.doesNotMatch(text, /\0/);
  assert.ok(text.isWellFormed());
});

test('of a long text two megabytes are kept, whole characters all, and it is told', async () => {
  const { text, truncated } = await read('ä'.repeat(1_500_000), 'text/plain');
  assert.equal(truncated, true);
  assert.equal(Buffer.byteLength(text), 2 * 1024 * 1024);
  assert.ok(!text.includes('\ufffd'));
});

test('a document of exactly as much text as is kept is whole, and one that has a word more is not', async () => {
  const most = 2 * 1024 * 1024;
  const whole = await read(docx(['a'.repeat(most)]), contentTypes.docx);
  assert.deepEqual([whole.text.length, whole.truncated], [most, false]);
  const more = await read(docx(['a'.repeat(most), '', 'b']), contentTypes.docx);
  assert.deepEqual([more.text.length, more.truncated], [most, true]);
  const page = (text: string) => read(`<html><p>${'a'.repeat(most - 2)}</p>${text}</html>`, 'text/html');
  assert.deepEqual(
    [(await page('')).truncated, (await page('<p> </p>'.repeat(20_000) + 'b')).truncated],
    [false, true],
  );
});

test('archives inside a document are not followed', async () => {
  const inner = docx(['inner secret']).toString('latin1');
  const { text } = await read(docx(['outer'], { 'word/embeddings/inner.docx': inner }), contentTypes.docx);
  assert.equal(text, 'outer');
});

test('a document that unpacks to very much is read no further than is kept, and else refused', async () => {
  const bomb = docx([' '.repeat(30_000_000)]);
  assert.ok(bomb.length < 200_000);
  assert.equal((await read(bomb, contentTypes.docx)).truncated, true);
  const other = docx(['x'], {
    'word/footnotes.xml': `<w:footnotes>${' '.repeat(120_000_000)}</w:footnotes>`,
  });
  await assert.rejects(read(other, contentTypes.docx), unreadable(/more than 100 MB/));
});

test('markup that is nested deeper than anybody writes is refused at once, as a page, a document and a table', async () => {
  const deep = unreadable(/nested more than 1000 levels/);
  await assert.rejects(read('<b>'.repeat(100_000), 'text/html'), deep);
  await assert.rejects(read(docx(['<w:r>'.repeat(100_000)]), contentTypes.docx), deep);
  const workbook = xlsx('Tests', [['prompt'], ['<r>'.repeat(100_000)]]);
  await assert.rejects(read(workbook, contentTypes.xlsx), deep);
  const into = saved('');
  await assert.rejects(
    reader.readRecords({ path: saved(workbook), filename: 'tests.xlsx', into }, asker),
    deep,
  );
});

test('a document that lies about the size of a part is broken', async () => {
  const honest = docx(['hello']);
  const at = honest.lastIndexOf('word/document.xml') - 46;
  assert.equal(honest.readUInt32LE(at), 0x02014b50, 'the entry of the central directory');
  honest.writeUInt32LE(5, at + 24);
  await assert.rejects(read(honest, contentTypes.docx), unreadable(/broken/));
});

test('a PDF that swells beyond the allowed memory ends with a reason, and the next file is read', async () => {
  const small = createFileReader({ log, limits: { residentBytes: 260 * 1024 * 1024 } });
  const packed = deflateSync(deflateSync(Buffer.alloc(300_000_000, 0x20), { level: 1 }));
  const bomb = pdf([''], { bytes: packed, filter: '[/FlateDecode /FlateDecode]' });
  assert.ok(bomb.length < 100_000);
  await assert.rejects(read(bomb, contentTypes.pdf, small), unreadable(/memory|broken/));
  assert.equal((await read('next', 'text/plain', small)).text, 'next');
  await small.close();
});

test('a file whose reading does not end is given up, and the next one is read', async () => {
  const hasty = createFileReader({ log, limits: { wallMs: 2000 } });
  const endless = join(directory, 'endless');
  execFileSync('mkfifo', [endless]);
  await assert.rejects(
    hasty.readText({ path: endless, contentType: 'text/plain' }, asker),
    unreadable(/longer than 2 seconds/),
  );
  assert.equal((await read('next', 'text/plain', hasty)).text, 'next');
  await hasty.close();
});

test('a YAML document is read as it stands, keys of any name included', async () => {
  const value = await reader.readYaml('a: [1, two, { b: null }]\n__proto__: { x: 1 }\nc: "0x1F"', asker);
  assert.deepEqual(value, JSON.parse('{"a": [1, "two", {"b": null}], "__proto__": {"x": 1}, "c": "0x1F"}'));
  assert.equal(({} as { x?: number }).x, undefined);
});

test('a YAML document that unfolds, is nested without end or says a key twice is refused with a reason', async () => {
  for (const [content, reason] of [
    ['a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]', /Aliases/],
    ['<<: &a { x: 1 }\nb: *a', /Aliases/],
    [`${'['.repeat(3000)}${']'.repeat(3000)}`, /nested too deeply/],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, /nested too deeply/],
    [`a: ${'{b: '.repeat(600)}1${'}'.repeat(600)}`, /nested too deeply/],
    ['a: 1\nb: 2\na: 3', /unique at line 3/],
    ['a: [', /cannot be read/],
    ['a: 1\n---\nb: 2', /one document/],
  ] as const)
    await assert.rejects(reader.readYaml(content, asker), unreadable(reason), content.slice(0, 40));
});

test('a YAML document that takes too long is given up with its process, and whoever comes next is served', async () => {
  const hasty = createFileReader({ log, limits: { wallMs: 20 } });
  const others = new Set(children());
  const wide = `{${Array.from({ length: 60_000 }, (_, place) => `k${place}: ${place}`).join(', ')}}`;
  await assert.rejects(hasty.readYaml(wide, asker), unreadable(/longer than 0\.02 seconds/));
  const isLeft = (child: string): boolean => !others.has(child);
  for (let tries = 0; tries < 2400 && children().some(isLeft); tries += 1) await pause(50);
  assert.deepEqual(children().filter(isLeft), []);
  assert.deepEqual(await reader.readYaml('next: 1', asker), { next: 1 });
  await hasty.close();
});

const records = async (content: string | Buffer, filename: string) => {
  const into = saved('');
  const found = await reader.readRecords({ path: saved(content), into, filename }, asker);
  return { ...found, lines: readFileSync(into, 'utf8').trimEnd().split('\n') };
};
const unread = (content: string | Buffer, filename: string, reason: RegExp) =>
  assert.rejects(records(content, filename), unreadable(reason));

const yamlTests = async (content: string) =>
  (await records(content, 'a.yaml')).lines.map((line) => (JSON.parse(line) as unknown[])[1]);

test('a test in YAML has what it merges, and what it says itself goes before', async () => {
  const shared =
    'shared: &d {assert: [{type: not-contains, value: Acme}], vars: {q: one}}\nmore: &m {threshold: 1}\n';
  const found = await yamlTests(
    `${shared}tests:\n- <<: *d\n  vars: {q: two}\n- vars: {q: three}\n  <<: [*m, *d]\n- "<<": {a: 1}\n- <<: {b: 2}\n`,
  );
  const assert_ = [{ type: 'not-contains', value: 'Acme' }];
  assert.deepEqual(found, [
    { assert: assert_, vars: { q: 'two' } },
    { vars: { q: 'three' }, threshold: 1, assert: assert_ },
    { '<<': { a: 1 } },
    { b: 2 },
  ]);
  await unread('tests:\n- <<: text\n  a: 1\n', 'a.yaml', /Merge sources must be maps/);
});

test('YAML that merges what merges is refused before it unfolds', async () => {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const from =
      level === 0
        ? '{k: [1, 2, 3]}'
        : `{<<: [${Array(10)
            .fill(`*a${level - 1}`)
            .join(', ')}]}`;
    return `- &a${level} ${from}`;
  });
  const wide = `{${Array.from({ length: 5000 }, (_, at) => `k${at}: [1]`).join(', ')}}`;
  const often = Array.from({ length: 500 }, () => '- {<<: *w}').join('\n');
  for (const bomb of [
    `tests:\n${levels.join('\n')}\n`,
    `shared: &w ${wide}\ntests:\n${often}\n`,
    'tests:\n- &a {b: 1, <<: *a}\n',
  ]) {
    const began = performance.now();
    await unread(bomb, 'a.yaml', /refers to itself/);
    assert.ok(performance.now() - began < 10_000);
  }
});

test('the line by which spreadsheet programs tell the delimiter is no row', async () => {
  for (const [told, delimiter] of [
    ['sep=;', ';'],
    ['"sep=;"', ';'],
    ['\uFEFFSEP=|', '|'],
    ['sep=,', ','],
  ] as const) {
    const text = `${told}\r\n${['question', 'expected'].join(delimiter)}\r\n${['a, b', 'yes'].map((cell) => (delimiter === ',' ? `"${cell}"` : cell)).join(delimiter)}\r\n`;
    const found = await records(text, 'a.csv');
    assert.deepEqual([found.columns, found.rowCount], [['question', 'expected'], 1], told);
    assert.deepEqual((JSON.parse(found.lines[0] ?? '') as unknown[])[1], ['a, b', 'yes']);
  }
  const misquoted = await records('sep=;\nquestion;expected\nsay "hi";yes\n', 'a.csv');
  assert.deepEqual([misquoted.columns, misquoted.rowCount], [['question', 'expected'], 1]);
});

test('what stands beside a list of tests is neither so deep nor so much that it would end or hold whoever asked', async () => {
  const beside = (value: string) => `{"tests":[{"prompt":"hi"}],"beside":${value}}`;
  // A child packs some of these, and a parent that unpacks them ends.
  for (const depth of [300, 1600, 1700, 2400, 3200, 20_000])
    await unread(beside(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`), 'a.json', /beside.*too deeply/);
  const wide = Array.from({ length: 600_000 }, (_, place) => `"k${place}":1`).join(',');
  await unread(beside(`{${wide}}`), 'a.json', /beside.*more than 200000 parts/);
  await unread(beside(`"${'x'.repeat(2_100_000)}"`), 'a.json', /beside.*2 million characters/);
  const { frame } = await records(beside('{"a":[1,"b"]}'), 'a.json');
  assert.deepEqual(frame, { beside: { a: [1, 'b'] } });
});

test('an item that is nested too deeply says so, and the others are there', async () => {
  const deep = `${'['.repeat(400)}${']'.repeat(400)}`;
  for (const [content, filename] of [
    [`[{"prompt":"a","x":${deep}},{"prompt":"b"}]`, 'a.json'],
    [`{"prompt":"a","x":${deep}}\n{"prompt":"b"}`, 'a.jsonl'],
    [`{"tests":[{"prompt":"a","x":${deep}},{"prompt":"b"}]}`, 'a.json'],
  ] as const) {
    const { lines, columns } = await records(content, filename);
    assert.deepEqual(lines, ['[1,null,"This item is nested too deeply."]', '[2,{"prompt":"b"},null]']);
    assert.deepEqual(columns, ['prompt']);
  }
});

test('names of columns, of sheets and reasons are short, whatever stands in the file', async () => {
  const long = 'n'.repeat(100_000);
  const table = await records(`${long},${long},b\n1,2,3\n`, 'a.csv');
  assert.deepEqual(
    table.columns.map(({ length }) => length),
    [500, 504, 1],
  );
  assert.deepEqual(table.lines, ['[2,["1","2","3"],null]']);
  const objects = await records(`{"prompt":"a","${long}":1,"b":{"${long}":2}}`, 'a.jsonl');
  assert.deepEqual(objects.columns, ['prompt', 'b']);
  const misquoted = await records(`a,b\n${long}"y",b\n`, 'a.csv');
  assert.ok((misquoted.notices[0]?.length ?? 0) < 500);
  const workbook = await records(xlsx(long, [['prompt'], ['hi']]), 'a.xlsx');
  assert.deepEqual(
    workbook.sheets.map(({ length }) => length),
    [500],
  );
});

test('a table with a quotation mark that is never closed is read to its end, however many rows come after it', async () => {
  const hasty = createFileReader({ log, limits: { cpuSeconds: 8 } });
  // Each of them would be looked for in all that comes before it, or after it.
  for (const line of ['plain line,other', 'alone']) {
    const into = saved('');
    const path = saved(
      `p,q\n"open,b\n${`${line}\n`.repeat(200_000).padEnd(4_500_000, `${'x'.repeat(99)}\n`)}`,
    );
    const { rowCount } = await hasty.readRecords({ path, into, filename: 'a.csv' }, asker);
    assert.ok(rowCount > 200_000);
  }
  await hasty.close();
});

test('a text that many rows share does not fill the disk', async () => {
  const rows = Array.from({ length: 900 }, () => '- {prompt: *a}').join('\n');
  const path = saved(`a: &a "${'x'.repeat(1_500_000)}"\ntests:\n${rows}\n`);
  const into = saved('');
  // Or it took too long before it came so far.
  await assert.rejects(
    reader.readRecords({ path, into, filename: 'a.yaml' }, asker),
    unreadable(/more than 256 MB|longer than/),
  );
  assert.ok(statSync(into).size <= 256 * 1024 * 1024);
  const parts = Array.from({ length: 900 }, () => '*a').join(',');
  const item = await records(`a: &a "${'x'.repeat(9_000)}"\ntests:\n- [hi]\n- {l: [${parts}]}\n`, 'a.yaml');
  assert.deepEqual(
    item.lines.map((line) => JSON.parse(line)[2]),
    ['An object is expected here.', 'This item has more than 4 million characters.'],
  );
});

test('a file that took much memory leaves none of it to the next', async () => {
  const careful = createFileReader({ log, limits: { residentBytes: 250 * 1024 * 1024 } });
  const others = new Set(children());
  const own = (): string[] => children().filter((child) => !others.has(child));
  const rowsOf = async (count: number): Promise<number> => {
    const rows = Array.from(
      { length: count },
      (_, place) => `{"prompt":"a${place}","x":{"y":[1,2,${place}]}}`,
    );
    const path = saved(`{"tests":[${rows.join(',')}]}`);
    return (await careful.readRecords({ path, into: saved(''), filename: 'a.json' }, asker)).rowCount;
  };
  assert.equal(await rowsOf(1), 1);
  const [first = ''] = own();
  assert.equal(await rowsOf(1), 1);
  assert.deepEqual(own(), [first]);
  assert.equal(await rowsOf(90_000), 90_000);
  // Well before one that has nothing to do is ended anyway.
  for (let tries = 0; tries < 400 && own().includes(first); tries += 1) await pause(50);
  assert.ok(!own().includes(first));
  await careful.close();
});

test('a process that ended while it had nothing to do is no fault of the next file', async () => {
  const alone = createFileReader({ log });
  const others = new Set(children());
  const path = saved('hello');
  const text = () => alone.readText({ path, contentType: 'text/plain' }, asker);
  await text();
  const [child = ''] = children().filter((one) => !others.has(one));
  process.kill(Number(child), 'SIGKILL');
  // Until its end has been heard of, and not only come.
  for (let tries = 0; tries < 2400 && isKnown(Number(child)); tries += 1) await pause(50);
  assert.equal((await text()).text, 'hello');
  await alone.close();
});

function isKnown(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Processes of ours that are alive. */
function children(): string[] {
  const all = execFileSync('ps', ['-o', 'pid=,stat=,comm=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  return all
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([pid = '', state = 'Z', name]) =>
      state.startsWith('Z') || name === 'ps' || pid === '' ? [] : [pid],
    );
}

test('broken, locked and foreign files end with a reason', async () => {
  for (const [bytes, type, reason] of [
    ['no PDF at all', contentTypes.pdf, /PDF is broken/],
    [pdf(['x']).subarray(0, 60), contentTypes.pdf, /PDF is broken/],
    ['no zip', contentTypes.docx, /broken/],
    [docx(['x']).subarray(0, 100), contentTypes.docx, /broken/],
    [Buffer.from([1, 2, 3]), 'application/octet-stream', /no text/],
  ] as const)
    await assert.rejects(read(Buffer.from(bytes), type), unreadable(reason));
});

test('thumbnails are WebP with the longest side as asked, and smaller pictures stay as small', async () => {
  const wide = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#c02' } })
    .png()
    .toBuffer();
  const { images } = await pictures(wide, 'image/png');
  const sizes = await Promise.all(images.map((image) => sharp(Buffer.from(image)).metadata()));
  assert.deepEqual(
    sizes.map(({ format, width, height }) => [format, width, height]),
    [
      ['webp', 72, 36],
      ['webp', 144, 72],
      ['webp', 288, 144],
    ],
  );
  const tiny = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c02' } })
    .jpeg()
    .toBuffer();
  const [image] = (await pictures(tiny, 'image/jpeg', [144])).images;
  const { width, height } = await sharp(Buffer.from(image ?? [])).metadata();
  assert.deepEqual([width, height], [20, 10]);
});

test('a picture is turned as its camera was held, and of a moving one the first frame is shown', async () => {
  const lying = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a0' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const [turned] = (await pictures(lying, 'image/jpeg', [72])).images;
  const shape = await sharp(Buffer.from(turned ?? [])).metadata();
  assert.deepEqual([shape.width, shape.height], [20, 40]);
  const frames = await sharp(Buffer.alloc(10 * 20 * 3, 80), {
    raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
  })
    .gif()
    .toBuffer();
  const [still] = (await pictures(frames, 'image/gif', [72])).images;
  const frame = await sharp(Buffer.from(still ?? [])).metadata();
  assert.deepEqual([frame.width, frame.height, frame.pages ?? 1], [10, 10, 1]);
});

test('the first page of a PDF is a picture, on white, whatever size the page has', async () => {
  for (const box of ['0 0 300 400', '0 0 99999 99999']) {
    const [image] = (await pictures(pdf(['Hello'], undefined, box), contentTypes.pdf, [288])).images;
    const { format, width = 0, height = 0 } = await sharp(Buffer.from(image ?? [])).metadata();
    assert.equal(format, 'webp');
    assert.equal(Math.max(width, height), 288);
    const [red, , , alpha] = await sharp(Buffer.from(image ?? []))
      .ensureAlpha()
      .raw()
      .toBuffer();
    assert.deepEqual([red, alpha], [255, 255]);
  }
});

test('pictures of too many pixels, cut off, or of kinds that can reach further are refused with a reason', async () => {
  await assert.rejects(pictures(pngHeader(30_000, 30_000), 'image/png'), unreadable(/40 megapixels/));
  const whole = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      noise: { type: 'gaussian', mean: 90, sigma: 30 },
      background: '#fff',
    },
  })
    .png()
    .toBuffer();
  await assert.rejects(pictures(whole.subarray(0, whole.length / 2), 'image/png'), unreadable(/broken/));
  const neighbour = saved('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file://${neighbour}"/></svg>`;
  await assert.rejects(pictures(Buffer.from(svg), 'image/svg+xml'), unreadable(/broken|kind/));
  await assert.rejects(pictures(Buffer.from('GIF89a<html><script>'), 'image/gif'), unreadable(/broken/));
});

test('one organization never takes all the places of those who wait', async () => {
  const small = createFileReader({ log, mostWaiting: 4 });
  const path = saved('text');
  const ask = (organizationId: string) =>
    small.readText({ path, contentType: 'text/plain' }, { organizationId });
  const many = Array.from({ length: 8 }, () => ask('one'));
  const other = ask('two');
  const outcomes = await Promise.allSettled(many);
  // The first is read at once and waits for nobody.
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof ReaderBusyError);
  assert.equal((await other).text, 'text');
  await small.close();
});

test('members of an organization take turns: whoever sends many files waits behind themselves', async () => {
  const turns = createFileReader({ log });
  const order: string[] = [];
  const ask = (organizationId: string, userId: string, name: string, path = saved(name)) =>
    turns
      .readText({ path, contentType: 'text/plain' }, { organizationId, userId })
      .then(() => void order.push(name));
  // It is read until somebody writes into it, and meanwhile the others come.
  const slow = join(directory, 'slow');
  execFileSync('mkfifo', [slow]);
  const all = [ask('one', 'ada', 'slow', slow)];
  for (const name of ['a1', 'a2', 'a3', 'a4']) all.push(ask('one', 'ada', name));
  for (const name of ['b1', 'b2']) all.push(ask('one', 'ben', name));
  for (const name of ['c1', 'c2']) all.push(ask('two', 'cy', name));
  await writeFile(slow, 'at last');
  await Promise.all(all);
  assert.deepEqual(order, ['slow', 'a1', 'c1', 'b1', 'c2', 'a2', 'b2', 'a3', 'a4']);
  await turns.close();
});

test('one member never takes all the places of their organization', async () => {
  const small = createFileReader({ log, mostWaiting: 8 });
  const path = saved('text');
  const ask = (userId: string) =>
    small.readText({ path, contentType: 'text/plain' }, { organizationId: 'one', userId });
  const many = Array.from({ length: 8 }, () => ask('ada'));
  const other = ask('ben');
  const outcomes = await Promise.allSettled(many);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 3);
  assert.equal((await other).text, 'text');
  await small.close();
});
