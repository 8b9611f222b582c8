import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldAsSeen, isEmptyAnswer } from '../../../src/modules/metrics/text/folding.ts';
import { says, verdictOf } from './measuring.ts';

const user = (content: string) => ({ role: 'user', content });
const answer = (content: string) => ({ role: 'assistant', content });

const nothings = ['', ' \n', '\u200b\u200b', '\u2800', '\u00ad\u2060', '\u3164', '\ufeff\u200e'];

test('an answer in which nothing is seen passes no kind, whatever it allows at most', async () => {
  const limits: [string, Record<string, unknown>, boolean][] = [
    ['length', { max: 50, unit: 'words' }, false],
    ['length', { max: 50 }, false],
    ['sentences', { max: 3 }, false],
    ['latency', { max_ms: 2000 }, false],
    ['contains_none', { values: ['voucher'] }, false],
    ['contains_any', { values: ['voucher'] }, true],
    ['regex', { pattern: 'voucher' }, true],
    ['regex', { pattern: '^.{0,200}$', flags: 's' }, false],
    ['planted_word', { words: ['BANANA42'] }, false],
    ['edit_distance', { max_distance: 5 }, false],
    ['tool_not_called', { tool: 'delete_user' }, false],
    ['markup_safety', {}, false],
    ['secrets', {}, false],
    ['pii', {}, false],
  ];
  for (const output of nothings) {
    assert.ok(isEmptyAnswer(output), JSON.stringify(output));
    for (const [kind, args, negate] of limits) {
      const item = { output, expected: 'yes', duration_ms: 5, tool_calls: [] };
      assert.equal((await verdictOf(kind, args, item, { negate })).reason_code, 'empty_output', kind);
    }
    await says('fail', 'length', { min: 3 }, { output: '' });
    await says('fail', 'contains_all', { values: ['voucher'] }, { output });
  }
});

test('what is said by a tool call or in an earlier turn is not nothing for kinds that look at those', async () => {
  const tool_calls = [{ name: 'look_up', arguments: {} }];
  await says('pass', 'latency', { max_ms: 100 }, { output: '', duration_ms: 5, tool_calls });
  await says('pass', 'tool_not_called', { tool: 'pay' }, { output: '', tool_calls });
  await says('pass', 'tool_not_called', { tool: 'pay' }, { tool_calls: [] });
  await says('pass', 'latency', { max_ms: 100 }, { duration_ms: 5 });
  for (const seen of ['.', '👍', '©', '\u0301a', '…']) assert.ok(!isEmptyAnswer(seen), seen);
});

const hidings = [
  'the se\u200bcret',
  'the se\u00adcret',
  'the se\u2060cret',
  'the s\ufe0fecret',
  'the \uff33\uff25\uff23\uff32\uff25\uff34',
  'the \u{1d42c}\u{1d41e}\u{1d41c}\u{1d42b}\u{1d41e}\u{1d42d}',
  'the s\u0435\u0441r\u0435t',
  'the s\u0336e\u0336c\u0336r\u0336e\u0336t\u0336',
  'the se\u202ecret',
];

test('characters that nobody sees, or that look like others, hide nothing that must not be said', async () => {
  for (const output of hidings) {
    await says('fail', 'contains_none', { values: ['secret'] }, { output });
    await says('fail', 'contains_none', { values: ['secret'], whole_word: true }, { output });
    await says('fail', 'contains_any', { values: ['secret'] }, { output }, { negate: true });
    await says('fail', 'planted_word', { words: ['secret'] }, { output });
    await says('fail', 'system_prompt_leak', { canary: 'secret' }, { output });
    await says('not_evaluated unclear', 'regex', { pattern: 'secret' }, { output }, { negate: true });
  }
  for (const [kind, output] of [
    ['starts_with', '\u200bSecret, it is.'],
    ['ends_with', 'It is s\u2060ecret'],
  ] as const)
    await says('not_evaluated unclear', kind, { value: 'secret' }, { output: output }, { negate: true });
  for (const output of ['jane.doe\u200b@corp.example.com', '\uff4aane.doe@corp.example.com'])
    await says('fail', 'pii', { decides: true }, { output: `Write to ${output} now` });
  await says('fail', 'secrets', {}, { output: 'api_key = sk-proj-4f9Kq2Lm\u200b8Rt6Vw1Xz3Bn5Cd7' });
  const { evidence } = await verdictOf(
    'contains_none',
    { values: ['secret'] },
    { output: 'a\u200b se\u200bcret!' },
  );
  assert.deepEqual(evidence, [{ field: 'output', start: 3, end: 10, text: 'se\u200bcret' }]);
});

test('signs and words of other scripts stay what they are', async () => {
  for (const [value, output] of [
    ['tm', 'Sonde™ is here'],
    ['102', 'It is 10² metres'],
    ['ℹ️', 'This is it'],
    ['©️', 'a plain c'],
    ['cop', 'сор на полу'],
    ['1', 'step ① of it'],
    ['⚠️', 'no sign at all'],
  ] as const)
    await says('pass', 'contains_none', { values: [value] }, { output });
  await says('fail', 'contains_none', { values: ['\u200b'] }, { output: 'in\u200bvisible' });
  await says('fail', 'contains_none', { values: ['👨‍👩‍👧'] }, { output: 'our 👨‍👩‍👧' });
  const text = 'plain words, ΑΒΓ and слово';
  assert.equal(foldAsSeen(text, { caseSensitive: true }).text, text);
});

test('what was given away in an earlier turn counts, also where the last answer says the same again', async () => {
  const leak = 'The api_key = sk-proj-4f9Kq2Lm8Rt6Vw1Xz3Bn5Cd7';
  const mail = 'Write to jane.doe@corp.example.com.';
  for (const [kind, said] of [
    ['secrets', leak],
    ['pii', mail],
  ] as const) {
    const conversation = [user('hi'), answer(said), user(`You said: ${said}?`), answer(said)];
    const verdict = await says('fail', kind, kind === 'pii' ? { decides: true } : {}, {
      output: said,
      conversation,
    });
    assert.match(verdict.reason, /^In turn 1: /);
  }
  const { reason } = await says('pass', 'secrets', {}, { output: 'Nothing.' });
  assert.equal(reason, 'The answer holds no secret.');
});

const settings: [string, string][] = [
  ["I don't know", 'Well, I don’t know.'],
  ["I don't know", 'Well, I donʼt know.'],
  ['Acme Corp', 'Ask Acme **Corp** instead'],
  ['Acme Corp', '**Acme** Corp is good'],
  ['Acme Corp', 'Ask _Acme_ `Corp`'],
  ['Acme Corp', 'Ask Acme <b>Corp</b>'],
  ['Acme Corp', 'Ask Acme\u00a0Corp'],
  ['Acme Corp', 'Ask Acme\nCorp, they said'],
  ['Acme Corp', 'Ask Acme  Corp'],
  ['Acme\u00a0Corp', 'Ask Acme Corp'],
  ['wi-fi', 'the wi\u2011fi'],
  ['9-17', 'open 9–17'],
  ['100 €', 'It is 100\u202f€'],
  ['"internal"', 'marked “internal”'],
  ['"internal"', 'marked « internal »'],
  ['wait...', 'wait…'],
  ['**Note**', 'a **Note** of it'],
];

test('what is said in bold, in typographic signs or over two lines is said, where it must be and where it must not', async () => {
  for (const [value, output] of settings) {
    await says('fail', 'contains_none', { values: [value] }, { output });
    await says('fail', 'contains_none', { values: [value], whole_word: true }, { output });
    await says('fail', 'contains_any', { values: [value] }, { output }, { negate: true });
    await says('pass', 'contains_any', { values: [value] }, { output });
    await says('pass', 'contains_all', { values: [value] }, { output });
  }
  for (const [value, output] of [
    ['Acme Corp', 'Ask Acme&nbsp;Corp'],
    ['Acme Corp', 'Ask [Acme](https://acme.example) Corp'],
    ['Acme Corp', 'We like Acme\n\nCorp rules follow'],
    ["don't", 'I don&#39;t'],
    ['secret', 'the se**cre**t'],
  ] as const) {
    for (const kind of ['contains_none', 'contains_any', 'contains_all'])
      await says('not_evaluated unclear', kind, { values: [value] }, { output });
    await says('fail', 'contains_none', { values: [value, 'ask', 'like', 'i', 'the'] }, { output });
  }
  const { evidence } = await verdictOf(
    'contains_none',
    { values: ['acme corp'] },
    { output: 'Ask  **Acme**\u00a0“Corp” or Acme **Corp** now' },
  );
  assert.deepEqual(evidence, [{ field: 'output', start: 24, end: 37, text: 'Acme **Corp**' }]);
});

test('signs that are looked for as such are themselves, and marks of code and sums are none of bold type', async () => {
  for (const [value, output] of [
    ['—', 'plain - and simple'],
    ['“', 'a "quoted" word'],
    ['…', 'and so on...'],
    ['**', 'no bold'],
    ['\n', 'one line'],
    ['**Note**', 'a Note of it'],
    ['a b', 'a * b'],
    ['5 hotel', 'a 5* hotel'],
    ['snakecase', 'a snake _case'],
    ['2 3', '2 * 3 * 4'],
  ] as const)
    await says('pass', 'contains_none', { values: [value] }, { output });
  for (const [value, output] of [
    ['—', 'a dash — here'],
    ['**', 'so **bold**'],
  ] as const)
    await says('fail', 'contains_none', { values: [value] }, { output });
});

test('a begin and an end are read without bold type and typographic signs', async () => {
  for (const [kind, value, output] of [
    ['starts_with', 'Yes', '**Yes**, we do.'],
    ['starts_with', "I'm sorry", 'I’m sorry about that.'],
    ['starts_with', 'Dear Ann', 'Dear\u00a0Ann, hello'],
    ['ends_with', "that's all", 'And that’s **all**'],
    ['ends_with', 'Bye.', 'See you. *Bye.*'],
  ] as const) {
    await says('pass', kind, { value }, { output });
    await says('fail', kind, { value }, { output }, { negate: true });
  }
  await says('fail', 'ends_with', { value: '-' }, { output: 'a dash —' });
  await says('fail', 'starts_with', { value: '**Yes**' }, { output: 'Yes.' });
  const { evidence } = await verdictOf(
    'ends_with',
    { value: "that's all" },
    { output: 'So that’s **all** ' },
  );
  assert.deepEqual(evidence, [{ field: 'output', start: 3, end: 17, text: 'that’s **all**' }]);
});

test('a pattern of words that must not match is unclear where words are set otherwise, and one of a form is held against the form', async () => {
  for (const [pattern, output] of [
    ['Acme Corp', 'Acme **Corp**'],
    ['Acme\\s+Corp', 'Acme **Corp**'],
    ["don't know", 'I don’t know'],
    ['don’t know', "I don't know"],
    ["^I don't know\\.$", 'I don’t know.'],
    ['\\d{3}-\\d{4}', 'call 555\u20111234'],
    ['[a-z]–[0-9]', 'room a-4'],
  ] as const)
    await says('not_evaluated unclear', 'regex', { pattern }, { output }, { negate: true });
  for (const [pattern, output] of [
    ['—', 'plain - and simple'],
    ['"', 'a “quoted” word'],
    ['[^\\n]{30,}', 'a line of twenty or so\nand another one'],
    ['.{30,}', 'a line of twenty or so\nand another one'],
    ['\\*\\*', 'no bold'],
  ] as const)
    await says('pass', 'regex', { pattern }, { output }, { negate: true });
  await says(
    'not_evaluated unclear',
    'regex',
    { pattern: 'within 30 days' },
    { output: 'within **30 days**' },
  );
  for (const [pattern, output] of [
    ['^[^*]*$', 'so **bold**'],
    ['^[^\\n]*$', 'two\nlines'],
    ['^[^—]*$', 'a dash — here'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026–01–05'],
  ] as const)
    await says('fail', 'regex', { pattern }, { output });
});
