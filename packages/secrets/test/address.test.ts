import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskAddress, secretsInAddress } from '../src/index.ts';

const plain = 'https://docs.example.test/a/b?page=2&q=key#part';
const masked: Readonly<Record<string, string>> = {
  'https://h.test/f?X-Amz-Signature=abc&X-Amz-Date=1': 'https://h.test/f?X-Amz-Signature=M&X-Amz-Date=1',
  'https://h.test/?token=a?b=c&room=7#part': 'https://h.test/?token=M&room=7#part',
  'https://h.test/?x=1&to%6ben=abc': 'https://h.test/?x=1&to%6ben=M',
  'https://h.test/#access_token=abc&state=1': 'https://h.test/#access_token=M&state=1',
  'https://h.test/orders;token=abc;page=2/lines;api%5Fkey=abc?q=1':
    'https://h.test/orders;token=M;page=2/lines;api%5Fkey=M?q=1',
  'https://h.test/#/room?token=abc': 'https://h.test/#/room?token=M',
  'https://name:pass@word@h.test/a@b': 'https://name:M@h.test/a@b',
  'https:name:pass@h.test/': 'https:name:M@h.test/',
  'https://lonely-token@h.test/?q=1': 'https://M@h.test/?q=1',
  'https://@h.test/': 'https://@h.test/',
  'https://h.test/?a=1;token=abc;b=2&c=3': 'https://h.test/?a=1;token=M;b=2&c=3',
  [['https://h.test/bot', '100000000:', 'notARealBotOfAnybodyAtAllWhatever', '/send?x=1'].join('')]:
    'https://h.test/botM/send?x=1',
  [['https://hooks.slack.com/services/', 'T0FAKEFAKE/B0FAKEFAKE/', 'notARealHookOfAnybody'].join('')]:
    'https://hooks.slack.com/services/M',
  [`https://d.test/api/webhooks/100000000000000000/${'notARealHookOfAnybody'.repeat(3)}?wait=true`]:
    'https://d.test/api/webhooks/100000000000000000/M?wait=true',
  [`https://h.test/webhookb2/a@b/IncomingWebhook/${'0123456789abcdef'.repeat(2)}/c`]:
    'https://h.test/webhookb2/a@b/IncomingWebhook/M/c',
  [['https://h.test/services/', 'T0FAKEFAKE/B0FAKEFAKE/', 'notARealHookOfAnybody'].join('')]:
    'https://h.test/services/M',
  [['https://hooks.zapier.com/hooks/catch/', '1234567/', 'no7real/'].join('')]:
    'https://hooks.zapier.com/hooks/catch/1234567/M/',
  [`https://m.test/hooks/${'notarea1hook'.repeat(2)}oz`]: 'https://m.test/hooks/M',
  [['https://team.hook.eu1.make.com/', 'no7real7name7'].join('')]: 'https://team.hook.eu1.make.com/M',
  // Blanks that whoever calls the address leaves out.
  ' ht\ttps://name:pass@h.test/?to\nken=abc': 'https://name:M@h.test/?token=M',
};

test('credentials of an address are masked wherever they stand in it, and all else stays as it was written', () => {
  assert.equal(maskAddress(plain, 'M'), plain);
  for (const [address, expected] of Object.entries(masked)) assert.equal(maskAddress(address, 'M'), expected);
});

test('an address without credentials is left as it is, also where its names and paths look like theirs', () => {
  for (const address of [
    'https://h.test/v1/chat/completions',
    'https://h.test/tokens/keys/robots/services',
    'ws://h.test:8080/botany',
  ])
    assert.equal(maskAddress(address, 'M'), address);
});

test('what is masked once is masked for good', () => {
  for (const address of Object.keys(masked)) {
    const once = maskAddress(address, 'M');
    assert.equal(maskAddress(once, 'M'), once);
  }
});

test('what the mask hides is told, as it stands and decoded, and nothing else is', () => {
  assert.deepEqual(secretsInAddress(plain), []);
  const told = secretsInAddress('https://h.test/orders;token=abc%2Bd;page=2?x=1&api_key=g+h#access_token=i');
  assert.deepEqual(told, ['abc%2Bd', 'abc+d', 'g+h', 'g h', 'i']);
  assert.deepEqual(secretsInAddress('https://lonely%40token@h.test/'), ['lonely%40token', 'lonely@token']);
  assert.deepEqual(secretsInAddress('https://name:pass@h.test/'), ['pass']);
  assert.deepEqual(secretsInAddress('https://team.hook.eu1.make.com/no7real7name7'), ['no7real7name7']);
});
