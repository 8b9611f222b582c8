import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPlaceholder, redact } from '../src/index.ts';

/** Visibly fake, and put together here so that no scanner takes them for real. */
const fake = (prefix: string, length = 32): string =>
  prefix + 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'.repeat(3).slice(0, length);

const secrets: readonly (readonly [text: (secret: string) => string, secret: string])[] = [
  [(secret) => `curl -H "Authorization: Bearer ${secret}"`, fake('')],
  [(secret) => `key = "${secret}"`, fake('sk-')],
  [(secret) => `key: ${secret}`, fake('sk-ant-')],
  [(secret) => `aws ${secret}`, `AKIA${'ABCDEFGH12345678'}`],
  [(secret) => `Send the X-Api-Key header (${secret}) with each call`, fake('')],
  [(secret) => `| X-Api-Key | ${secret} |`, fake('')],
  [(secret) => `Le jeton est ${secret}`, fake('')],
  [(secret) => `Den Zugangsschlüssel ${secret} bitte mitschicken`, fake('', 24)],
  [(secret) => `cookies = {'portal': '${secret}'}`, fake('')],
  [(secret) => `wss://api.test/live?ticket=${secret}`, fake('')],
  [(secret) => `?key=${secret}`, fake('AIza', 35)],
  [(secret) => `token ${secret}`, fake('ghp_', 36)],
  [(secret) => `SLACK=${secret}`, fake('xoxb-')],
  [(secret) => `x-api-key: ${secret}`, fake('')],
  [(secret) => `{"api_key": "${secret}"}`, fake('')],
  [(secret) => `API_KEY=${secret}`, fake('')],
  [(secret) => `https://api.test/v1?access_token=${secret}&x=1`, fake('')],
  [(secret) => `https://api.test/v1?lang=en&sas=${secret}`, 'harbor-42-kestrel'],
  [(secret) => `https://api.test/v1?jwt=${secret}`, 'harbor-42-kestrel'],
  [(secret) => `https://user:${secret}@api.test/`, fake('', 12)],
  [(secret) => `at connect(redis://:${secret}@cache:6379)`, fake('', 12)],
  [(secret) => `amqp://guest:a@${secret}@mq/`, fake('', 12)],
  [(secret) => `curl -u "someone:${secret}" https://api.test`, fake('', 12)],
  [(secret) => `cookie: session=${secret}`, fake('')],
  [(secret) => `password: "${secret}"`, 'pw-12345-short'],
  [(secret) => `'Authorization' => 'Token ${secret}'`, fake('')],
  [(secret) => `{"key": "X-Api-Key", "value": "${secret}"}`, fake('')],
  [(secret) => `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`, fake('', 60)],
  [(secret) => `(New-Object System.Net.Cookie("SBNSESSION", "${secret}", "/", "bot.test"))`, fake('')],
  [(secret) => `co = vendor.ClientV2("${secret}")`, fake('', 40)],
  [(secret) => `curl -b 'theme=dark; portal=${secret}; _ga=GA1.1.118.17'`, fake('')],
  [(secret) => `{"name": "cookie", "value": "theme=dark; portal=${secret}"}`, fake('')],
  [(secret) => `-H "X-Newsroom: ${secret}"`, fake('')],
  [(secret) => `-H 'X-Kanzlei-Schluessel: ${secret}'`, fake('')],
  [(secret) => `http --auth-type bearer --auth "${secret}" post bot.test`, fake('')],
  [(secret) => `two parameters, input and appid (ours is ${secret})`, '7B3C2E-R46ISOBH0T'],
  [(secret) => `curl bot.test/ask -H "X-Kanzlei: ${secret}" -d '{}'`, '5d0c9a52-61f7-4c55-9d0e-7a4cbb1e1a55'],
  [(secret) => `-H 'x-wp-nonce: ${secret}'`, fake('', 32)],
  [(secret) => `curl bot.test -H 'Zugang: ${secret}'`, fake('', 32)],
  [
    (secret) => `"apikey": [{ "key": "value", "value": "${secret}", "type": "string" }, { "key": "in" }]`,
    fake('', 32),
  ],
  [(secret) => `Authorization: Token token=${secret}`, fake('', 32)],
  [(secret) => `Authorization: DeepL-Auth-Key ${secret}`, fake('', 32)],
  [(secret) => `{"app_id": "${secret}", "q": "Rain?"}`, fake('', 32)],
];

for (const [text, secret] of secrets)
  test(`a credential does not survive: ${text('…').slice(0, 60).replaceAll('\n', ' ')}`, () => {
    const { text: redacted, redactions } = redact({ text: text(secret) });
    assert.ok(!redacted.includes(secret), redacted);
    assert.ok(redactions.length > 0);
  });

const innocent: readonly string[] = [
  'Authorization: Bearer $OPENAI_API_KEY',
  'Authorization: Bearer ${TOKEN}',
  'x-api-key: <your-api-key>',
  'api_key="YOUR_API_KEY"',
  'api_key=os.environ["OPENAI_API_KEY"]',
  'apiKey: process.env.OPENAI_API_KEY',
  '{"model": "gpt-4o-mini-2024-07-18", "max_tokens": 1024}',
  '{"id": "chatcmpl-9f8e7d6c5b4a", "session_id": "3f0c9a52-61f7-4c55-9d0e-7a4cbb1e1a55"}',
  'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'The secret of a good answer is patience. Passwords are changed in the settings.',
  'Authorization: Bearer sk-...',
  'client = ApiClient("https://bot.test/v1/2024-07-18")',
  'cookie = Cookie("theme", "<your cookie>")',
  'Authorization: Bearer no-key',
  "headers: { 'X-Bot-Secret': process.env.BOT_SECRET! }",
  'https://bot.test/chat?access_token=[the one of step 1]',
  "-b 'app_lang=de; session=$TOKEN; _ga=GA1.1.1180.1733'",
  '{"name": "cookie", "value": "session=$TOKEN"}',
  'X-XSRF-TOKEN: 5f1b7c',
  'X-Request-Id: 0f8b2c1d9a774a52b0c73f5f1f5a2b11',
  'X-Build-Sha: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  '{"usage": {"prompt_tokens": 12, "total_tokens": 31}}',
  "-H 'Authorization: DeepL-Auth-Key [yourAuthKey]' -d '{}'",
  'Authorization: GenieKey <the key of the team>',
  'Authorization: Token token=$TOKEN',
  '{"text": "i forgot my password", "intents": [{"name": "reset_password", "confidence": 0.97}]}',
  '{"topics": ["access token", "warranty"], "title": "your secret", "author12": "Ann"}',
  '{"app_id": "c7f1e0", "query": "Rain?"}',
  '{"appId": "3b2b5b4e", "workflow": "Main.flow"}',
  'Authorization: Bearer $TOKEN\nX-Store: 5d0c9a52-61f7-4c55-9d0e-7a4cbb1e1a55',
  'X-Device: 5d0c9a52-61f7-4c55-9d0e-7a4cbb1e1a55',
  'X-Nonce: 0f8b2c1d9a774a52b0c73f5f1f5a2b11',
];
for (const text of innocent)
  test(`nothing is cut out of: ${text.slice(0, 60)}`, () => {
    const { text: redacted, redactions } = redact({ text });
    assert.equal(redacted, text);
    assert.deepEqual(redactions, []);
  });

test('the token that was given is cut out everywhere, whatever it looks like', () => {
  const { text } = redact({ text: 'the word tulip stands here and tulip there', known: ['tulip'] });
  assert.ok(!text.includes('tulip'));
});

for (const [beginning, piece] of [
  ...['-', 'sk-', 'x-', 'a.', 'Authorization: Bearer ', ' '].map((text) => ['', text] as const),
  [' -u ', '='],
  ['cookie: id=a', ','],
  ['The token is a1', '.'],
  ['', 'BasicAuth'],
] as const)
  test(`half a megabyte of ${JSON.stringify(piece)} behind ${JSON.stringify(beginning)} is looked through to its end`, () => {
    const secret = fake('', 40);
    // An expression is compiled after some runs, and only then takes what it may take at the most.
    for (let run = 0; run < 20; run += 1) redact({ text: `${beginning}${piece.repeat(20)}b\nA: ${run}` });
    const text = `${beginning}${piece.repeat(500_000 / piece.length)}b\nAuthorization: Bearer ${secret}`;
    assert.ok(!redact({ text }).text.includes(secret));
  });

test('what is made to be read for long is judged all the same: a name of many words, a value of many parts', () => {
  const value = fake('', 24);
  const many = (text: string): string => text.repeat(500_000 / text.length);
  assert.ok(!redact({ text: `X-${many('sha')}-z: ${value}` }).text.includes(value));
  assert.ok(!isPlaceholder(`nokey${many('_A')}!`));
  assert.ok(isPlaceholder(`${many('"*')}a`));
});

describe('credentials that say little of themselves', () => {
  const value = ['9fK2mQ7x', 'Tz81LpVb'].join('');
  for (const text of [
    `-H "Authorization: Bearer 118|${value}${value.toLowerCase()}"`,
    `Our key is ${['fj29dk20', 'sk39dk4k'].join('')}, please keep it safe.`,
    `The key for the desk is ${value}.`,
    String.raw`curl https://a.test -F "meta={\"token\":\"${value}\"}"`,
    `curl https://a.test -d "botkey=${value}&q=hello"`,
  ])
    test(text.replaceAll(value, '…').slice(0, 50), () => {
      assert.ok(!redact({ text }).text.includes(value));
      assert.ok(redact({ text }).values.size > 0);
    });
});
