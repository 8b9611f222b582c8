import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { listenOnLoopback, startFakeS3, type FakeS3 } from '@sonde/fakes';
import { startPlatform, type Json, type SignedUp, type TestPlatform } from '../../support/platform.ts';
import { download } from '../files/support/uploads.ts';

let s3: FakeS3;
let platform: TestPlatform;
let person: SignedUp;
let target: Server;
let answer: unknown;
let endpointId: string;
before(async () => {
  s3 = await startFakeS3();
  platform = await startPlatform({
    env: {
      FILES_URL: `s3://${s3.bucket}/answers`,
      S3_ENDPOINT: s3.url,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
  });
  person = await platform.signUp();
  target = createServer((_request, response) => {
    const isText = typeof answer === 'string';
    response.setHeader('content-type', isText ? 'text/plain' : 'application/json');
    response.end(isText ? answer : JSON.stringify(answer));
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(target)}/`;
  const made = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: {
      name: randomUUID(),
      url,
      request_mapping: { message: '{{ input }}' },
      response_mapping: { output: '$.answer', picture: '$.picture' },
    },
  });
  assert.equal(made.status, 201, made.text);
  endpointId = made.body.id;
});
after(async () => {
  await platform.close();
  await s3.close();
  target.close();
  target.closeAllConnections();
});

const call = async (path: 'test' | 'invoke', given: unknown, who = person): Promise<Json> => {
  answer = given;
  const body = path === 'test' ? { input_data: { input: 'Draw' } } : { input: 'Draw' };
  const called = await platform.call('POST', `/endpoints/${endpointId}/${path}`, { token: who.token, body });
  assert.equal(called.status, 200, called.text);
  return called.body;
};

/** One red pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('pictures of an answer become files of the caller, once each, with their path in the place of the bytes', async () => {
  const markdown = `Here: ![a](data:image/png;base64,${png}) and again data:image/png;base64,${png}.`;
  for (const path of ['test', 'invoke'] as const) {
    const result = await call(path, { answer: markdown, picture: png });
    const [file, ...others] = result['answer_files'];
    assert.deepEqual([others, file.content_type, file.has_thumbnail], [[], 'image/png', true], path);
    const place = `/api/v1/files/${file.id}/content`;
    assert.equal(result['output'], `Here: ![a](${place}) and again ${place}.`);
    assert.equal(result['picture'], place);
    assert.deepEqual(result['raw_response'], { answer: result['output'], picture: place });
    const { bytes } = await download(platform, person.token, `/files/${file.id}/content`);
    assert.ok(bytes.equals(Buffer.from(png, 'base64')));
    const thumbnail = await download(platform, person.token, `/files/${file.id}/thumbnail`);
    assert.deepEqual([thumbnail.status, thumbnail.headers['content-type']], [200, 'image/webp']);
  }
});

test('what only looks like a picture, and what is one and lies, harms nobody', async () => {
  const words = await call('test', { answer: '/9j/ is how it begins', picture: 'iVBORw0KGgo=' });
  assert.equal(words['answer_files'], undefined);
  assert.equal(words['output'], '/9j/ is how it begins');
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const lying = await call('test', { answer: `data:image/png;base64,${script.toString('base64')}` });
  const [file] = lying['answer_files'];
  assert.deepEqual([file.content_type, file.has_thumbnail], ['image/svg+xml', false]);
  assert.equal(file.warnings.length, 1);
  const { headers } = await download(platform, person.token, `/files/${file.id}/content`);
  assert.match(String(headers['content-disposition']), /^attachment/);
  assert.match(String(headers['content-security-policy']), /sandbox/);
});

test('a very large answer is shown shortened, and the whole of it is a file', async () => {
  const given = { answer: 'x'.repeat(300_000), list: Array.from({ length: 2000 }, (_, index) => index) };
  const result = await call('test', given);
  const files: Json[] = result['answer_files'];
  assert.deepEqual(
    files.map(({ filename }) => String(filename)),
    ['answer.json', 'output.txt'],
  );
  assert.ok(JSON.stringify(result['raw_response']).length < 20_000);
  assert.match(result['output'].slice(-80), /\[the whole of it: \/api\/v1\/files\//);
  const whole = files.find(({ filename }) => filename === 'answer.json');
  const { bytes } = await download(platform, person.token, `/files/${whole?.['id']}/content`);
  assert.deepEqual(JSON.parse(bytes.toString()), given);
  const text = await call('test', 'y'.repeat(400_000));
  assert.deepEqual(
    text['answer_files'].map(({ filename }: Json) => filename),
    ['answer.txt'],
  );
});

test('an answer of very many empty texts is a large one', async () => {
  const result = await call('test', { answer: 'Here.', list: Array.from({ length: 150_000 }, () => '') });
  assert.equal(result['output'], 'Here.');
  const [file]: Json[] = result['answer_files'];
  assert.equal(file?.filename, 'answer.json');
});

test('files of an answer are seen by the caller alone, and who may not make files gets the answer as it came', async () => {
  const stranger = await platform.signUp();
  const result = await call('test', { answer: 'see', picture: png });
  const { id } = result['answer_files'][0];
  assert.equal((await download(platform, stranger.token, `/files/${id}/content`)).status, 404);
  const made = await platform.call('POST', '/tokens', {
    token: person.token,
    body: { name: 'calls', permissions: ['endpoint:read', 'endpoint:invoke'] },
  });
  assert.equal(made.status, 201, made.text);
  const caller = { ...person, token: made.body.access_token };
  const plain = await call('invoke', { answer: 'see', picture: png }, caller);
  assert.deepEqual([plain['answer_files'], plain['picture']], [undefined, png]);
});

test('an answer whose files cannot be stored is told as it came, with the reason', async () => {
  Object.assign(s3, { behaviour: 'busy', misbehavesFor: Infinity });
  const result = await call('invoke', { answer: 'see', picture: png });
  Object.assign(s3, { behaviour: 'works' });
  assert.deepEqual([result['success'], result['picture']], [true, png]);
  assert.match(String(result['warnings']), /files of the answer are not kept: The file store cannot be/);
});

test('an answer with more pictures than a call may bring keeps the rest where it was', async () => {
  const pictures = Array.from({ length: 20 }, (_, index) => {
    const bytes = Buffer.concat([Buffer.from(png, 'base64'), Buffer.from([index])]);
    return `data:image/png;base64,${bytes.toString('base64')}`;
  });
  const result = await call('test', { answer: 'many', picture: pictures });
  assert.equal(result['answer_files'].length, 8);
  assert.equal(result['picture'].filter((text: string) => text.startsWith('data:')).length, 12);
});

test('a part of a large answer that a mapping names again and again is shortened wherever it stands', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `again_${index}`);
  const made = await platform.call('POST', '/endpoints', {
    token: person.token,
    body: {
      name: randomUUID(),
      url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/`,
      request_mapping: { message: '{{ input }}' },
      response_mapping: { output: '$.answer', ...Object.fromEntries(names.map((name) => [name, '$.wide'])) },
    },
  });
  answer = {
    answer: 'see',
    wide: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key-${index}`, 'a word or two'])),
  };
  const called = await platform.call('POST', `/endpoints/${made.body.id}/invoke`, {
    token: person.token,
    body: { input: 'Draw' },
  });
  assert.equal(called.status, 200, called.text);
  assert.ok(called.text.length < 1_000_000, `it has ${called.text.length} characters`);
  const [file] = called.body.answer_files;
  for (const name of names) {
    const shown = Object.entries(called.body[name]);
    assert.deepEqual(shown[0], ['key-0', 'a word or two']);
    assert.deepEqual(shown.at(-1), ['…', `… 19800 more keys: /api/v1/files/${file.id}/content`]);
  }
});
