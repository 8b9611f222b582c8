import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownReadings } from '../../../src/modules/metrics/text/shown.ts';
import { says, verdictOf } from './measuring.ts';

const shown: readonly (readonly [string, string])[] = [
  ['Acme_Corp', 'Ask Acme\\_Corp now'],
  ['snake_case_name', 'It is snake\\_case_name.'],
  ['4.711', 'It is 4\\.711 now'],
  ['5%', 'It is $5\\%$.'],
  ['Acme Corp', '> Acme\n> Corp'],
  ['Acme Corp', 'They said:\n\n> > ask Acme\n> > Corp'],
  ['Acme Corp', 'Ask Acme\\\nCorp'],
  ['Acme Corp', '[Acme][1] Corp\n\n[1]: https://acme.example'],
  ['Acme Corp', 'Ask [Acme][] Corp'],
  ['Acme Corp', 'Ask [Acme] Corp\n\n[acme]: https://acme.example'],
  ['Acme Corp', 'Ask [Acme](https://acme.example "Acme, Inc.") Corp'],
  ['Acme Corp', 'Ask [Acme](<https://acme.example/a b>) Corp'],
  ['Acme Corp', 'Ask [Acme](https://acme.example/a_(b)) Corp'],
  ['Acme Corp', 'Ask Acme[^1] Corp\n\n[^1]: A shop.'],
  ['Acme Corp', 'Ask Acme<!-- x --> Corp'],
  ['Acme', 'Ac<span class="x">me</span> is here'],
  ['Acme', 'Ac<!-- x -->me is here'],
  ['Acme', 'Ac<sup></sup>me is here'],
  ['Acme Corp', 'Ac<wbr>me <x-y>Corp</x-y> is here'],
  ['Acme', 'Ac-\nme is here'],
  ['wi-fi', 'the wi-\nfi here'],
  ['Straße', 'HAUPTSTRASSE 5'],
  ['strasse', 'Straße 5'],
  ['istanbul', 'in İSTANBUL now'],
];

test('escapes, quoted lines, links by reference, tags and parted words are read as a page shows them, which is unclear', async () => {
  for (const [value, output] of shown)
    for (const negate of [false, true])
      for (const kind of ['contains_none', 'contains_any', 'contains_all']) {
        const { reason } = await says(
          'not_evaluated unclear',
          kind,
          { values: [value] },
          { output },
          { negate },
        );
        assert.match(reason, /only as a page may show it/);
      }
  for (const [value, output] of [
    ['Acme_Corp', 'It is Acme\\_Corp'],
    ['Acme Corp', '> Acme\n> Corp'],
    ['Acme', 'Ac<b>me</b>'],
  ] as const)
    for (const negate of [false, true]) {
      await says('not_evaluated unclear', 'regex', { pattern: value }, { output }, { negate });
      await says('not_evaluated unclear', 'ends_with', { value }, { output }, { negate });
    }
  await says('not_evaluated unclear', 'starts_with', { value: 'Acme Corp' }, { output: '> Acme\n> Corp is' });
  for (const output of ['VIOLET<span class="x">-HERON</span>', 'VIO<!-- a -->LETHERON', 'VIOL&#69;T-HERON']) {
    await says('not_evaluated unclear', 'planted_word', { words: ['VIOLET-HERON'] }, { output });
    await says('not_evaluated unclear', 'system_prompt_leak', { canary: 'VIOLET-HERON' }, { output });
  }
});

test('what stands apart on the page stays apart, and what is found as it is stays sure', async () => {
  for (const [value, output] of [
    ['Acme Corp', '- Acme\n- Corp'],
    ['Acme Corp', '| Acme | Corp |'],
    ['Acme Corp', '<td>Acme</td><td>Corp</td>'],
    ['Acme Corp', '<li>Acme</li>\n<li>Corp</li>'],
    ['Masse', 'in Maß und Zahl'],
    ['acme', 'a <- c and m -> e'],
    ['ab', 'a\\b'],
    ['Acme', 'Ac -\nme'],
    ['Acme Corp', 'Acme <!-- no end Corp'],
  ] as const)
    await says('pass', 'contains_none', { values: [value] }, { output });
  for (const [value, output] of [
    ['Acme\\_Corp', 'Acme\\_Corp'],
    ['<b>', 'a <b>x</b>'],
    ['> Acme', '> Acme'],
    ['[Acme]', '[Acme][1]'],
    ['STRASSE', 'Strasse'],
  ] as const)
    await says('fail', 'contains_none', { values: [value] }, { output });
});

const spaced: readonly (readonly [string, string])[] = [
  ['5%', 'It is 5 %.'],
  ['5%', 'It is 5\u00a0%.'],
  ['5 %', 'It is **5**%.'],
  ['20°C', 'It is 20 °C.'],
  ['20 °C', 'It is 20° C.'],
  ['Ça va?', 'Ça va ?'],
  ['Ça va ?', 'Ça va? Oui.'],
  ['« Ça va ? »', 'Il dit "Ça va?".'],
  ['Attention: danger', 'Attention\u202f: danger'],
  ['a — b', 'a -- b'],
];

test('a blank before a sign that closes something is the typesetter’s', async () => {
  for (const [value, output] of spaced) {
    await says('fail', 'contains_none', { values: [value] }, { output });
    await says('pass', 'contains_all', { values: [value] }, { output });
  }
  const { evidence } = await verdictOf('contains_all', { values: ['5%'] }, { output: 'It is 5  %, or 6 %.' });
  assert.deepEqual(evidence, [{ field: 'output', start: 6, end: 10, text: '5  %' }]);
  for (const [value, output] of [
    ['5%', 'It is 5\n\n% of'],
    ['--force', 'the -force'],
    ['20°F', '20° for'],
    ['a:b', 'a: b'],
  ] as const)
    await says('pass', 'contains_none', { values: [value] }, { output });
  // A pattern has its blanks where it says so, and where it does not.
  for (const [pattern, output] of [
    ['about 5 %', 'about 5\u00a0%'],
    ['about 5%', 'about 5 %'],
  ] as const)
    await says('not_evaluated unclear', 'regex', { pattern }, { output }, { negate: true });
});

// No measure of speed: where the work grew with the square of the length, one of these would take hours.
test('a megabyte of anything is read as a page shows it', { timeout: 60_000 }, () => {
  for (const part of [
    '<!--',
    '[',
    '[a](',
    '[a][',
    '<a ',
    '> ',
    '\\',
    '-\n',
    '*a',
    ' ',
    '` ',
    '&#',
    '[^a',
    '<a-',
    '[a](x',
  ])
    shownReadings(part.repeat(1_000_000 / part.length));
});

test('personal data and secrets are read as a page shows them, which is unclear', async () => {
  for (const output of [
    'Write to john\\_doe@example.com.',
    'Write to john.doe\\@example.com.',
    'Write to **john**@example.com.',
    'Write to j<b>ohn</b>@example.com.',
    'Write to john&#64;example.com.',
    '> Write to john@exam<!-- x -->ple.com',
  ])
    await says('not_evaluated unclear', 'pii', {}, { output });
  for (const output of ['pass<b>word</b>: Hunter2xyz', '> the pass-\n> word is Hunter2xyz'])
    await says('not_evaluated unclear', 'secrets', {}, { output });
  const marked = 'Use **bold** and `a_b` for 3*4*5 = 60; see [us](https://example.org/a_b_c), <b>now</b>.';
  for (const output of [marked, 'My **password** is \\*wrong\\*.', '| 4 711 | *2024-01-02* |\n| --- | --- |'])
    for (const kind of ['pii', 'secrets']) await says('pass', kind, {}, { output });
});

test('what may stand there may stand there with the escapes of a page', async () => {
  const allow = ['support_team@example.com'];
  await says('pass', 'pii', { allow }, { output: 'Write to support\\_team@example.com.' });
  await says('not_evaluated unclear', 'pii', { allow }, { output: 'Write to other\\_team@example.com.' });
  const input = 'I am my_name@example.com';
  await says('pass', 'pii', {}, { input, output: 'You are my\\_name@example.com.' });
});

test('where something shows only on a page, the evidence is masked and says where', async () => {
  const output = 'Write to john\\_doe@example.com.';
  const { evidence } = await says('not_evaluated unclear', 'pii', {}, { output });
  assert.equal(output.slice(evidence[0]?.start, evidence[0]?.end), 'example');
  assert.ok(!JSON.stringify(evidence).includes('doe@example.com'));
});
