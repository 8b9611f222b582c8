import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { holeNames } from '../src/holes.ts';
import { readShell } from '../src/shell/commands.ts';

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
