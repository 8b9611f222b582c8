import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { holeNames } from '../src/holes.ts';
import { readShell } from '../src/shell/commands.ts';
import { read } from './read.ts';

type Sent = { method: string; url: string; headers: Record<string, string>; body: string };
const cases = JSON.parse(readFileSync(new URL('./fixtures/curl-cases.json', import.meta.url), 'utf8')) as {
  n: string;
  c: string;
  t: Sent[];
}[];

/** Their bodies stand in files that only the machine of the author has. */
const filesOnly = new Set(['-d @file', '--data-binary @file', '-T put']);
const plain = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

describe('a curl command is read as curl itself would send it', () => {
  for (const { n: name, c: command, t: sent } of cases) {
    test(name, () => {
      const requests = readShell(command).requests;
      assert.equal(requests.length, sent.length);
      requests.forEach((request, index) => {
        const wanted = sent[index];
        assert.ok(wanted && request.url);
        const url = new URL(request.url);
        for (const [key, value] of request.query ?? []) url.searchParams.append(key, value);
        assert.equal(request.method, wanted.method);
        assert.equal(plain(url.pathname + url.search), plain(wanted.url));
        for (const [key, value] of request.headers) {
          const open = holeNames(value).length > 0;
          if (!open && !/user-agent|content-type/i.test(key))
            assert.equal(wanted.headers[key.toLowerCase()], value, key);
        }
        if (filesOnly.has(name)) return;
        if (request.bodyKind === 'json') assert.deepEqual(request.body, JSON.parse(wanted.body));
        if (request.bodyKind === 'form')
          assert.deepEqual(request.body, Object.fromEntries(new URLSearchParams(wanted.body)));
        if (request.bodyKind === 'text') assert.equal(request.body, wanted.body);
        if (request.bodyKind === 'none') assert.equal(wanted.body, '');
        if (request.bodyKind === 'multipart')
          for (const key of Object.keys(request.body ?? {})) assert.ok(wanted.body.includes(`name="${key}"`));
      });
    });
  }
});

const DROPPED: [command: string, named: RegExp | undefined][] = [
  ['curl -k --cert me.pem:pass -d \'{"message":"hi"}\' http://127.0.0.1:4777/chat', /-k, --cert/],
  [
    'curl --proxy http://user:pw@proxy:1 --range 0-9 -d \'{"message":"hi"}\' http://127.0.0.1:4777/chat',
    /--proxy, --range/,
  ],
  ['curl -T raw.txt http://127.0.0.1:4777/put', /-T/],
  ["curl -F 'file=<secret.txt' -F 'message=hi' http://127.0.0.1:4777/up", /the file of -F file/],
  ['curl -d @body.json http://127.0.0.1:4777/f', /the file of -d/],
  ['curl -H \'X-Empty;\' -d \'{"message":"hi"}\' http://127.0.0.1:4777/chat', /the empty header X-Empty/],
  ['curl -sS -L -d \'{"message":"hi"}\' http://127.0.0.1:4777/chat', undefined],
];
for (const [command, named] of DROPPED) {
  test(`what has no place in a configuration is named, without its value: ${command.slice(0, 40)}`, async () => {
    const { warnings, template } = await read(command);
    const warning = warnings.find((text) => text.startsWith('Not taken over'));
    if (named === undefined) assert.equal(warning, undefined);
    else assert.match(warning ?? '', named);
    assert.ok(!/pass|pw@|secret\.txt/.test(JSON.stringify([warnings, template])));
  });
}

const FILES: [paste: string, template: object][] = [
  [
    'curl -F file=@secret.txt -F message=hi http://127.0.0.1:4777/up',
    { message: '{{ input }}', file: '{{ files }}' },
  ],
  ['curl --form "file=@secret.txt;type=text/plain" http://127.0.0.1:4777/up', { file: '{{ files }}' }],
  [
    'curl -F photo=@secret.txt -F message=hi -F scan=@secret.txt http://127.0.0.1:4777/up',
    { message: '{{ input }}', photo: '{{ files[0:1] }}', scan: '{{ files[1:2] }}' },
  ],
  [
    'http -f POST http://127.0.0.1:4777/up file@secret.txt message=hi',
    { message: '{{ input }}', file: '{{ files }}' },
  ],
  [
    'import requests\nrequests.post("http://127.0.0.1:4777/up", files={"file": open("secret.txt", "rb")}, data={"message": "hi"})',
    { message: '{{ input }}', file: '{{ files }}' },
  ],
  [
    'POST /up HTTP/1.1\nHost: 127.0.0.1:4777\nContent-Type: multipart/form-data; boundary=b\n\n--b\nContent-Disposition: form-data; name="message"\n\nhi\n--b\nContent-Disposition: form-data; name="file"; filename="secret.txt"\nContent-Type: text/plain\n\nabc\n--b--\n',
    { message: '{{ input }}', file: '{{ files }}' },
  ],
];
for (const [paste, template] of FILES) {
  test(`a file of a form is the place of the files of a call: ${paste.slice(0, 40)}`, async () => {
    const found = await read(paste);
    assert.equal(found.bodyKind, 'multipart');
    assert.deepEqual(found.template, template);
    assert.ok(found.warnings.some((text) => text.includes('the files of each call')));
    assert.ok(!JSON.stringify([found.warnings, found.template]).includes('secret.txt'));
  });
}

test('a quotation mark that is never closed is named with its place, and one that is closed is not', async () => {
  const told = async (paste: string): Promise<string | undefined> =>
    (await read(paste)).warnings.find((text) => text.includes('never closed'));
  // What is amiss besides comes of it, so it is told first.
  const half = await read(`curl http://127.0.0.1:4777/chat -d '{"conversation": `);
  assert.match(half.warnings[0] ?? '', /never closed/);
  const open = `curl http://127.0.0.1:4777/chat \\\n  -H 'content-type: application/json' \\\n  -d '{"message": "Hi"}`;
  assert.match((await told(open)) ?? '', /^The quotation mark ' in line 3, character 6, is never closed/);
  assert.match(
    (await told('curl http://127.0.0.1:4777/chat -d message=hi -H "x-api-key: k')) ?? '',
    /^The quotation mark " in line 1, character 50,/,
  );
  assert.match(
    (await told('curl http://127.0.0.1:4777/chat --data-raw $\'{"message": "Hi"}')) ?? '',
    /^The quotation mark ' in line 1,/,
  );
  assert.equal(await told(`${open}'`), undefined);
  assert.equal(
    await told(`curl http://127.0.0.1:4777/chat -d '{"message": "What's up"}'`),
    undefined,
    'an apostrophe that the author meant',
  );
});
