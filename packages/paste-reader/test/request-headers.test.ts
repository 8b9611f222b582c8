import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redact } from '@sonde/secrets';
import { createReader } from '../src/index.ts';
import { findIn, read } from './read.ts';

const headersOf = async (text: string) => (await read(text, 'typed-token-1')).headers;
const TOKEN = '{{ auth_token }}';

describe('the headers of a request', () => {
  test('what only proves where a form came from is no credential while there is another', async () => {
    const headers = await headersOf(
      `curl http://bot.test/ask -H 'X-CSRF-Token: a81c44d0' -b 'lang=de; bot_sess=typed-token-1' --data-raw '{"text":"When do bees swarm?"}'`,
    );
    assert.equal(headers['Cookie'], `bot_sess=${TOKEN}`);
    assert.equal(headers['X-CSRF-Token'], 'a81c44d0');
  });

  for (const [name, value] of [
    ['Accept-Language', 'fr'],
    ['Origin', 'https://www.bot.test'],
  ])
    test(`${name} is sent when somebody wrote it by hand`, async () => {
      const headers = await headersOf(
        `curl http://bot.test/ask -H '${name}: ${value}' -H "X-Key: $KEY" -d '{"text":"When do bees swarm?"}'`,
      );
      assert.equal(headers[name ?? ''], value);
    });

  test('what a browser says of itself is not sent', async () => {
    const headers = await headersOf(
      `curl http://bot.test/ask -H 'Accept-Language: de' -H 'Origin: http://bot.test' -H 'Sec-Fetch-Mode: cors' -d '{"text":"When do bees swarm?"}'`,
    );
    assert.deepEqual(Object.keys(headers), ['Content-Type', 'Authorization']);
  });

  test('the one header of which the value is left open takes the token', async () => {
    const headers = await headersOf(
      `curl http://bot.test/ask -H "X-K: $K" -H "X-Tenant: $TENANT" -d '{"text":"When do bees swarm?"}'`,
    );
    assert.equal(headers['X-K'], TOKEN);
    assert.notEqual(headers['X-Tenant'], TOKEN);
    assert.ok(!('Authorization' in headers));
  });

  for (const [name, value] of [
    ['x-shop-key', 'kw-4471'],
    ['X-Desk-Token', 'desk7'],
    ['apikey', 'abd'],
    ['X-Desk-Auth', 'open sesame'],
  ] as const)
    test(`a short value of ${name} is the credential, and stands nowhere else`, async () => {
      const found = await findIn(
        `curl http://bot.test/ask -H '${name}: ${value}' -d '{"text":"When do bees swarm?"}'`,
      );
      assert.deepEqual(found?.hypothesis.headers, { 'Content-Type': 'application/json', [name]: TOKEN });
      assert.equal(found.pastedSecret, value);
    });

  test('a key that sorts or keeps is sent as it stands, and nothing signs in by it', async () => {
    for (const name of ['X-Sort-Key', 'X-Cache-Key', 'Idempotency-Key']) {
      const found = await findIn(
        `curl http://bot.test/ask -H '${name}: name' -d '{"text":"When do bees swarm?"}'`,
      );
      assert.equal(found?.hypothesis.headers[name], 'name');
      assert.equal(found.hypothesis.usesToken, false);
      assert.ok(!found.hypothesis.reasons.join(' ').includes('credential'));
    }
  });

  test('what signing in gave out is the credential, whatever it is called', async () => {
    const headers = await headersOf(
      '# @name login\nPOST http://bot.test/login\nContent-Type: application/x-www-form-urlencoded\n\nuser=a&pass=b\n\n###\nPOST http://bot.test/ask\nX-Session: {{login.response.body.session}}\nContent-Type: application/json\n\n{"text": "the lift is stuck"}',
    );
    assert.equal(headers['X-Session'], TOKEN);
  });

  test('an entry of a recording copied by itself is read without what HTTP/2 has in place of a first line', async () => {
    const headers = await headersOf(
      JSON.stringify({
        startedDateTime: '2025-05-06T19:02:11.204Z',
        request: {
          method: 'POST',
          url: 'http://bot.test/ask',
          headers: [
            { name: ':authority', value: 'bot.test' },
            { name: 'x-app', value: '2' },
            { name: 'cookie', value: 'theme=dark; bot_auth=typed-token-1' },
          ],
          postData: { mimeType: 'application/json', text: '{"text":"When do bees swarm?"}' },
        },
        response: { status: 200, content: { mimeType: 'application/json', text: '{"a":"In May."}' } },
      }),
    );
    assert.deepEqual(headers, {
      'Content-Type': 'application/json',
      'x-app': '2',
      cookie: `bot_auth=${TOKEN}`,
    });
  });
});

/** As the redaction finds them, in a command, in code and in a sentence. */
const SENT_IN_ADDRESS: readonly ((address: string) => string)[] = [
  (address) => `curl '${address}' -d '{"message": "Is it open?"}'`,
  (address) => `requests.post("${address}", json={"message": "Is it open?"}).json()["reply"]`,
  (address) => `POST ${address} takes JSON with \`message\` and returns \`reply\`.`,
];

test('a token that stands in the query of an address becomes the token, encoded or not', async () => {
  for (const name of ['api_key', 'access_token', 'token', 'sig', 'jwt', 'id_token', 'subscription-key'])
    for (const token of ['9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'ab%2Bcd9%2F8f7e6d5c4b3a%3D'])
      for (const write of SENT_IN_ADDRESS) {
        const text = write(`https://api.mill.test/v1/ask?lang=en&${name}=${token}`);
        const secrets = redact({ text }).values;
        const found = await createReader().read({
          text,
          url: undefined,
          method: undefined,
          authToken: undefined,
          secrets,
        });
        assert.equal(
          found?.hypothesis.url,
          `https://api.mill.test/v1/ask?lang=en&${name}={{ auth_token }}`,
          text,
        );
        assert.equal(found.pastedSecret, decodeURIComponent(token));
      }
});
