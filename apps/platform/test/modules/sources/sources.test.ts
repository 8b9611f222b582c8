import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { secretMask, type Source } from '@sonde/contract';
import { listenOnLoopback } from '@sonde/fakes';
import { sql } from 'drizzle-orm';
import { createLog } from '#kernel/log';
import { createSealer } from '#kernel/seal';
import { sealFormerSources } from '../../../src/modules/sources/sealed.ts';
import { startPlatform, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { pdf } from '../../support/documents.ts';
import { joinAs } from '../tenancy/support.ts';
import { multipart, uploadOne } from '../files/support/uploads.ts';

let platform: TestPlatform;
let person: SignedUp;
let stranger: SignedUp;
let site: Server;
let siteUrl: string;
const token = ['fake', 'signature', 'QwErTy', '135790'].join('-');
before(async () => {
  platform = await startPlatform({ env: { OUTBOUND_DENY_CIDRS: '192.0.2.0/24' } });
  person = await platform.signUp();
  stranger = await platform.signUp();
  site = createServer((request, response) => {
    if (request.url === '/terms')
      return response
        .setHeader('content-type', 'text/html')
        .end('<html><title>Terms</title><script>no()</script><p>Hail is covered.</p></html>');
    if (request.url === `/signed?X-Amz-Signature=${token}&page=1`)
      return response.setHeader('content-type', 'text/plain').end('Storms are covered.');
    if (request.url === '/terms.pdf') return response.end(pdf(['Glass cover', 'Theft cover']));
    if (request.url === '/picture') return response.end(Buffer.from('89504e470d0a1a0a', 'hex'));
    return response.writeHead(404).end('gone');
  });
  siteUrl = `http://127.0.0.1:${await listenOnLoopback(site)}`;
});
after(async () => {
  await platform.close();
  site.close();
  site.closeAllConnections();
});

const call = (method: string, path: string, body?: unknown, who = person) =>
  platform.call(method, path, { token: who.token, body });
async function read(id: string): Promise<Source> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    const { body } = await call('GET', `/sources/${id}`);
    if (body.status !== 'pending') return body;
    await pause(50);
  }
  throw new Error('The source was never read.');
}
async function add(body: Record<string, unknown>): Promise<Source> {
  const made = await call('POST', '/sources', body);
  assert.equal(made.status, 201, made.text);
  return read(made.body.id);
}
const passages = async (id: string) => (await call('GET', `/sources/${id}/passages`)).body;

test('pasted text becomes passages in their order', async () => {
  const source = await add({ title: 'Terms', content: '# Hail\n\nCovered.\n\n# Flood\n\nNot covered.' });
  assert.deepEqual([source.kind, source.status, source.passage_count], ['text', 'done', 2]);
  const found = await passages(source.id);
  assert.deepEqual(
    found.map((passage: { position: number; heading: string }) => [passage.position, passage.heading]),
    [
      [0, 'Hail'],
      [1, 'Flood'],
    ],
  );
  assert.equal(found[1].source_id, source.id);
});

test('a page and a document behind an address are fetched, read and cut', async () => {
  const page = await add({ title: 'Page', url: `${siteUrl}/terms` });
  assert.deepEqual([page.status, page.error], ['done', null]);
  assert.equal((await passages(page.id))[0].text, 'Terms\n\nHail is covered.');
  const document = await add({ title: 'Document', url: `${siteUrl}/terms.pdf` });
  const found = await passages(document.id);
  assert.deepEqual(
    found.map((passage: { page: number; text: string }) => [passage.page, passage.text]),
    [
      [1, 'Glass cover'],
      [2, 'Theft cover'],
    ],
  );
});

test('a signed link is fetched whole, and what it is signed with is sealed and shown to nobody', async () => {
  const shown = `${siteUrl}/signed?X-Amz-Signature=${secretMask}&page=1`;
  const source = await add({ title: 'Signed', url: shown.replace(secretMask, token) });
  assert.deepEqual([source.status, source.url, source.error], ['done', shown, null]);
  const { database } = platform.app;
  const rowsOf = async (id: string) =>
    (await database.executeSql('select * from sources where id = $1', [id])).rows;
  const { rows: audit } = await database.executeSql('select * from audit_events');
  const listed = await call('GET', '/sources?limit=100');
  for (const place of [await rowsOf(source.id), audit, listed.body])
    assert.ok(!JSON.stringify(place).includes(token));
  const masked = await call('POST', '/sources', { title: 'Masked', url: shown });
  assert.deepEqual([masked.status, masked.body.errors[0].path], [422, 'url']);
});

test('a signed link that a former version kept in the clear is sealed at the start, once, and opens whole', async () => {
  const { database } = platform.app;
  const url = `${siteUrl}/signed?X-Amz-Signature=${token}&page=1`;
  const { id } = await add({ title: 'Former', url: `${siteUrl}/terms` });
  await database.executeSql('update sources set url = $2 where id = $1', [id, url]);
  const before = (await call('GET', `/sources/${id}`)).body;
  assert.ok(!JSON.stringify(before).includes(token), 'it is masked before it is sealed');
  const sealer = createSealer(platform.config.sealing);
  const options = { database, log: createLog('silent'), sealer };
  const done = await Promise.all([sealFormerSources(options), sealFormerSources(options)]);
  assert.deepEqual([done[0] + done[1], await sealFormerSources(options)], [1, 0]);
  const { rows } = await database.executeSql('select * from sources where id = $1', [id]);
  assert.ok(!JSON.stringify(rows).includes(token));
  assert.equal(sealer.open(String(rows[0]?.['sealed_url']), `source:${id}:url`), url);
  assert.deepEqual((await call('GET', `/sources/${id}`)).body, before);
});

test('an address that answers wrongly, or has no text, fails with the reason', async () => {
  assert.match((await add({ title: 'x', url: `${siteUrl}/nothing` })).error ?? '', /answered 404/);
  assert.match((await add({ title: 'x', url: `${siteUrl}/picture` })).error ?? '', /no text/);
});

test('an address that the guard refuses is never called', async () => {
  const source = await add({ title: 'x', url: 'http://192.0.2.1/' });
  assert.equal(source.status, 'failed');
  assert.match(source.error ?? '', /range this installation refuses/);
  for (const url of ['file:///etc/passwd', 'ftp://x/', 'nonsense'])
    assert.equal((await call('POST', '/sources', { title: 'x', url })).status, 422, url);
});

test('an uploaded file becomes a source, which waits until the file has been read', async () => {
  const file = await uploadOne(platform, person.token, { bytes: pdf(['Moss cover']), name: 'a.pdf' });
  const source = await add({ title: 'File', file_id: file.id });
  assert.deepEqual([source.kind, source.status, source.file_id], ['file', 'done', file.id]);
  assert.equal((await passages(source.id))[0].text, 'Moss cover');
  const bound = await call('GET', `/files/${file.id}`);
  assert.deepEqual([bound.body.entity_type, bound.body.entity_id], ['Source', source.id]);
  const twice = await call('POST', '/sources', { title: 'Again', file_id: file.id });
  assert.equal(twice.body.code, 'file.already_bound');
  const foreign = await call('POST', '/sources', { title: 'Foreign', file_id: file.id }, stranger);
  assert.equal(foreign.body.code, 'file.not_found');
});

test('a document can be uploaded as a source in one step', async () => {
  const { body, type } = await multipart([{ bytes: 'Fern cover', name: 'fern.txt', field: 'file' }]);
  const made = await platform.call('POST', '/sources/upload?description=Plants', {
    token: person.token,
    body,
    headers: { 'content-type': type },
  });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.title, made.body.description], ['fern.txt', 'Plants']);
  assert.equal((await read(made.body.id)).passage_count, 1);
});

test('a file without text fails as a source with the reason', async () => {
  const file = await uploadOne(platform, person.token, { bytes: Buffer.from([0, 1, 2]), name: 'a.bin' });
  assert.match((await add({ title: 'x', file_id: file.id })).error ?? '', /no text/);
});

test('exactly one way to the text is given', async () => {
  for (const body of [{}, { content: 'x', url: siteUrl }, { content: '   ' }])
    assert.equal((await call('POST', '/sources', { title: 'x', ...body })).status, 422);
});

test('search finds passages by words, best first, in the sources the caller sees and nowhere else', async () => {
  const good = await add({ title: 'Good', content: 'Quokka insurance covers quokka bites.\n\nOther.' });
  const weak = await add({ title: 'Weak', content: `A quokka. ${'Something else entirely. '.repeat(30)}` });
  const search = (q: string, who = person, more = '') =>
    call('GET', `/sources/search?q=${encodeURIComponent(q)}${more}`, undefined, who);
  const found = (await search('quokka')).body;
  assert.deepEqual(
    found.map((passage: { source_title: string }) => passage.source_title),
    ['Good', 'Weak'],
  );
  assert.ok(found[0].rank > found[1].rank);
  assert.equal((await search('quokka bites')).body.length, 1, 'all of the words');
  assert.equal((await search('quokka zebra')).body.length, 2, 'any of them when none has all');
  assert.equal((await search('quokka', person, `&source_id=${weak.id}`)).body.length, 1);
  assert.deepEqual((await search('quokka', stranger)).body, []);
  for (const odd of ["'", '"unclosed', '& | !', ':*', '\\', '(('])
    assert.equal((await search(odd)).status, 200, odd);
  await call('DELETE', `/sources/${good.id}`);
  assert.equal((await search('quokka')).body.length, 1, 'deleted ones are not searched');
});

test('search uses its index for a tenant, which row-level security would not', async () => {
  const { organizationId } = person;
  const { id } = await add({ title: 'Many', content: 'many' });
  const { database } = platform.app;
  await database.executeSql(
    `insert into passages (id, organization_id, source_id, position, text)
     select gen_random_uuid(), '${organizationId}', '${id}', n, 'word' || n || ' ' || repeat('filler ', 50)
     from generate_series(1, 5000) n`,
  );
  await database.executeSql('analyze passages');
  const scans = (statement: string) =>
    database.tenant(organizationId, async (tx) => {
      await tx.execute(sql.raw(statement));
      const { rows } = await tx.execute<{ scans: string }>(
        sql.raw("select pg_stat_get_xact_numscans('passages_by_words'::regclass) as scans"),
      );
      return Number(rows[0]?.scans);
    });
  assert.equal(await scans("select id from passages where search @@ 'word77'::tsquery"), 0);
  assert.ok(
    (await scans(`select * from search_passages('${organizationId}', null, null, 'word77', 10)`)) > 0,
  );
});

test('the function of the search answers nothing about another organization', async () => {
  const { rows } = await platform.app.database.tenant(stranger.organizationId, (tx) =>
    tx.execute(sql`select * from search_passages(${person.organizationId}::uuid, null, null, 'quokka', 10)`),
  );
  assert.deepEqual(rows, []);
});

test('a viewer searches and adds nothing; strangers know no source', async () => {
  const viewer = await joinAs(platform, person, 'viewer');
  const source = await add({ title: 'Mine', content: 'mine' });
  assert.equal((await call('GET', `/sources/${source.id}/passages`, undefined, viewer)).status, 200);
  assert.equal((await call('POST', '/sources', { title: 'x', content: 'x' }, viewer)).status, 403);
  for (const path of ['', '/passages'])
    assert.equal((await call('GET', `/sources/${source.id}${path}`, undefined, stranger)).status, 404);
});
