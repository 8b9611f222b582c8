import { test } from 'node:test';
import { says } from './measuring.ts';

test('a link ends before the signs of prose that stand behind it', async () => {
  for (const output of [
    'Siehe „https://acme.com“.',
    'See “https://acme.com”.',
    'Voir «https://acme.com»',
    'See ‘https://acme.com/help’, please',
    'See https://acme.com—the shop',
    'See https://acme.com/a—or call',
    'https://acme.com’s page',
    'https://acme.com→',
    'https://acme.com/x⇒done',
    '（https://acme.com）',
    '见https://acme.com，谢谢。',
    '~~https://acme.com~~',
    'https://acme.com&nbsp;',
    'www.acme.com” is ours',
  ])
    await says('pass', 'url_allow_list', { hosts: ['acme.com', 'www.acme.com'] }, { output });
});

test('a sign of prose hides no host that a browser goes to', async () => {
  for (const output of [
    'https://acme.com”.evil.example',
    'https://acme.com—shop.evil.example/x',
    'https://acme.com”@evil.example',
    'https://acme.com”:x@evil.example/',
    'https://acme.com→@evil.example',
    'https://acme.com&nbsp;@evil.example',
    '“https://evil.example”',
  ])
    await says('fail', 'url_allow_list', { hosts: ['acme.com'] }, { output });
});
