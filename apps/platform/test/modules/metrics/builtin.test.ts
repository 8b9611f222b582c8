import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RE2JS } from 're2js';
import { compilePattern, PatternError } from '../../../src/modules/metrics/text/patterns.ts';
import { says, verdictOf } from './measuring.ts';

test('text kinds compare after NFC and show the span in the text as it was given', async () => {
  await says('pass', 'exact', {}, { output: ' Cafe\u0301 ', expected: 'café' });
  await says('fail', 'exact', { case_sensitive: true }, { output: 'Cafe', expected: 'cafe' });
  await says('fail', 'exact', { trim: false }, { output: 'a ', expected: 'a' });
  await says('not_evaluated missing_expected', 'exact', {}, { output: 'a' });
  const { evidence } = await says(
    'pass',
    'contains_any',
    { values: ['résumé', 'x'] },
    { output: 'İ re\u0301sume\u0301!' },
  );
  assert.deepEqual(evidence, [{ field: 'output', start: 2, end: 10, text: 're\u0301sume\u0301' }]);
});

test('a pattern whose repeats make it large is refused before they are written out', (t) => {
  const { mock } = t.mock.method(RE2JS, 'compile');
  for (const pattern of [
    '((a{100}){10})'.repeat(20),
    `(${'a'.repeat(300)}){1000}`,
    '(?:(?:abcdefghij){10}){100}'.repeat(4),
    `(?:${'[^)(]'.repeat(300)}){2,1000}`,
    String.raw`(?:\pL\(){1,9}`.replace('9', '4000'),
  ])
    assert.throws(() => compilePattern(pattern), PatternError, pattern);
  assert.equal(mock.callCount(), 0);
  for (const pattern of [
    '(a{10}){10}',
    String.raw`(?P<number>\d{3}){100}`,
    String.raw`(?i:\p{Greek}+ ){200}`,
    String.raw`\Q((({1000}\E{9}[({1000}]{9}\({9}`,
    'a{1000}',
  ])
    assert.ok(compilePattern(pattern).programSize() <= 2000, pattern);
});

test('contains looks for any, all or none, by letters or by words', async () => {
  const output = 'I know the refund takes 14 days.';
  await says('pass', 'contains_any', { values: ['no', 'never'] }, { output });
  await says('fail', 'contains_any', { values: ['no', 'never'], whole_word: true }, { output });
  const half = await says('fail', 'contains_all', { values: ['refund', 'voucher'] }, { output });
  assert.equal(half.score, 0.5);
  await says('pass', 'contains_all', { values: ['refund', '14 days'] }, { output });
  await says('pass', 'contains_none', { values: ['voucher'] }, { output });
  await says('fail', 'contains_none', { values: ['REFUND'] }, { output });
  for (const hidden of ['re**fu**nd', 're<b>fund</b>', 'r&#101;fund'])
    await says('not_evaluated unclear', 'contains_none', { values: ['refund'] }, { output: `A ${hidden}.` });
  await says('not_evaluated empty_output', 'contains_none', { values: ['voucher'] }, { output: '  ' });
});

test('patterns are RE2, and a negation inverts verdicts but never what has none', async () => {
  await says('pass', 'regex', { pattern: String.raw`\b\d{2} days\b` }, { output: 'in 14 days' });
  await says('fail', 'regex', { pattern: '^in$', flags: '' }, { output: 'in 14 days' });
  await says('pass', 'regex', { pattern: '^in$', flags: '' }, { output: 'in 14 days' }, { negate: true });
  await says('fail', 'exact', {}, { output: 'a', expected: 'a' }, { negate: true });
  await says('not_evaluated missing_expected', 'exact', {}, { output: 'a' }, { negate: true });
  await assert.rejects(says('error', 'regex', { pattern: '(?=a)' }, { output: 'a' }));
  await assert.rejects(says('error', 'regex', { pattern: '(a{100}){1000}' }, { output: 'a' }));
});

test('beginnings and endings are looked at without surrounding blanks', async () => {
  await says('pass', 'starts_with', { value: 'dear' }, { output: '\n Dear customer' });
  await says('fail', 'starts_with', { value: 'Dear', case_sensitive: true }, { output: 'dear customer' });
  await says('pass', 'ends_with', { value: 'regards' }, { output: 'Kind Regards \n' });
  await says('fail', 'ends_with', { value: 'regards' }, { output: 'Regards, Eve' });
});

test('JSON is read whole or from the one fenced block', async () => {
  const fenced = 'Here:\n```json\n{"total": 42, "items": [{"id": "a"}], "note": "été"}\n```\nBye';
  await says('pass', 'json_valid', { require: 'object' }, { output: fenced });
  await says('fail', 'json_valid', { require: 'array' }, { output: fenced });
  await says('fail', 'json_valid', {}, { output: '{"a": }' });
  await says('fail', 'json_valid', {}, { output: '```\n{}\n```\n```\n{}\n```' });
  await says('pass', 'json_path', { path: '$.items[0].id', equals: 'a' }, { output: fenced });
  await says('pass', 'json_path', { path: '$.items[*].id', matches: '^[ab]$' }, { output: fenced });
  await says('pass', 'json_path', { path: '$.missing', exists: false }, { output: fenced });
  await says('fail', 'json_path', { path: '$.missing' }, { output: fenced });
  await says(
    'pass',
    'field_equality',
    { fields: { total: 0.5 } },
    { output: fenced, expected: '{"total": 42.4}' },
  );
  const half = await says(
    'fail',
    'field_equality',
    { fields: ['total', 'items.0.id'] },
    {
      output: fenced,
      expected: { total: 42, items: [{ id: 'b' }] },
    },
  );
  assert.equal(half.score, 0.5);
  await says(
    'not_evaluated expected_not_json',
    'field_equality',
    { fields: ['a'] },
    { output: '{}', expected: 'a' },
  );
});

test('a schema tells each fault with its path, and takes no pattern for another', async () => {
  const schema = {
    type: 'object',
    required: ['code', 'name'],
    properties: {
      code: { type: 'string', pattern: '^[A-Z]+$' },
      name: { type: 'string', pattern: '^[a-z]+$' },
    },
  };
  await says('pass', 'json_schema', { schema }, { output: '{"code": "AB", "name": "ab"}' });
  const wrong = await says('fail', 'json_schema', { schema }, { output: '{"code": "AB", "name": "AB"}' });
  assert.match(wrong.reason, /\/name/);
  await says('fail', 'json_schema', { schema }, { output: '{"code": "AB"}' });
  await says('error schema_invalid', 'json_schema', { schema: { type: 'nonsense' } }, { output: '{}' });
  const old = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' };
  await says('pass', 'json_schema', { schema: old }, { output: '{}' });
});

test('a schema with a word or a format that is not known judges nothing, and says which', async () => {
  const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#' };
  const unusable: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ type: 'object', requierd: ['a'] }, /"requierd"/],
    [{ type: 'object', properties: { a: { typ: 'string' } } }, /"typ" at \/properties\/a is no word/],
    [
      { default: { typ: 1 }, items: { anyOf: [{ properties: { typ: {} } }, { 'ty/p': 1 }] } },
      /"ty\/p" at \/items\/anyOf\/1 is no word/,
    ],
    [{ items: { format: 'colour' } }, /"colour" at \/items is not known/],
    [{ name: 'x', schema: { type: 'object', required: ['a'] } }, /in "schema": give that alone/],
    [{ type: 'json_schema', json_schema: { schema: {} } }, /./],
    [{ type: 'string', format: 'colour' }, /"colour"/],
    [{ ...draft7, unevaluatedProperties: false }, /"unevaluatedProperties"/],
    [{ type: 'array', items: {}, additionalItems: false }, /"additionalItems"/],
  ];
  for (const [schema, told] of unusable)
    for (const output of ['{}', '"b"', '[]']) {
      const verdict = await says('error schema_invalid', 'json_schema', { schema }, { output });
      assert.match(verdict.reason, told);
    }
  const described = {
    ...draft7,
    title: 'T',
    properties: {
      a: { type: 'string', nullable: true, example: 'b', 'x-order': 1, default: { requierd: 1 } },
      requierd: { const: { typ: 'x' } },
    },
    definitions: {},
  };
  await says('pass', 'json_schema', { schema: described }, { output: '{"a": null}' });
});

test('each format that is known is asked for', async () => {
  const formats: readonly (readonly [string, unknown, unknown])[] = [
    ['idn-email', 'käthe@bücher.example', 'käthe'],
    ['idn-hostname', 'bücher.example', 'a b'],
    ['iri', 'https://bücher.example/ä', 'not an address'],
    ['uri', 'https://example.org/a?b=c', 'note: two words'],
    ['uri-reference', '../a', '../a b'],
    ['iri-reference', '/ä', '<a>'],
    ['uri-template', '/users/{id}', '/users/{id'],
    ['duration', 'P1DT2H', 'P'],
    ['duration', 'P3W', 'P1DT'],
    ['ipv6', '2001:db8::1', '1.2.3.4'],
    ['json-pointer', '/a/~1b', 'a'],
    ['relative-json-pointer', '1/a', '/a'],
    ['regex', '^(?=a)b$', '('],
    ['byte', 'aGk=', 'a'],
    ['int32', 7, 7.5],
    ['int64', 7, 7.5],
  ];
  for (const [format, fitting, other] of formats) {
    await says('pass', 'json_schema', { schema: { format } }, { output: JSON.stringify(fitting) });
    await says('fail', 'json_schema', { schema: { format } }, { output: JSON.stringify(other) });
  }
});

test('a multiple is told by decimals, as prices are written', async () => {
  const held = (expected: string, multipleOf: number, value: number) =>
    says(expected, 'json_schema', { schema: { type: 'number', multipleOf } }, { output: String(value) });
  for (const price of [0.07, 19.99, -4.35, 1_000_000.07, 0, 1e21]) await held('pass', 0.01, price);
  for (const other of [0.075, 19.999, 0.010_000_001]) await held('fail', 0.01, other);
  await held('pass', 1e-7, 3e-7);
  await held('fail', 2, 3);
});

test('numbers are compared within their tolerance, and an ambiguous one decides nothing', async () => {
  const numeric = (expected: string, args: object, output: string, wanted: string) =>
    says(expected, 'numeric', { ...args }, { output, expected: wanted });
  await numeric('pass', {}, 'The total is 1,234.50 euros.', '1234.5');
  await numeric('fail', {}, 'The total is 41.', '42');
  await numeric('pass', { tolerance: 1 }, 'About 41.', '42');
  await numeric('pass', { tolerance: 0.05, relative: true }, '100', '104');
  await numeric('pass', { unit_words: ['days'] }, 'In 2 steps you have 30 days.', '30 days');
  await numeric('pass', {}, 'For 3 items at 14 each the total is 42.', '42');
  await numeric('fail', {}, 'For 3 items at 14 each the total is 43.', '42');
  await numeric('not_evaluated ambiguous_number', {}, 'Between 42 and 45.', '42');
  await numeric('fail', {}, 'I do not know.', '42');
  await numeric('not_evaluated expected_no_number', {}, '42', 'forty-two');
});

test('a number is as large as the million behind it makes it', async () => {
  const held = (expected: string, output: string, wanted: string, args = {}, input = '') =>
    says(expected, 'numeric', args, { input, output, expected: wanted });
  for (const [wanted, right, other] of [
    ['5 million', ['5,000,000', 'It is $5M.', '5 Millionen', '5 Mio.'], ['5', '5 billion', '5 thousand']],
    ['5', ['5', '5 users'], ['5 million', '5k calls', '5 tausend']],
    ['10,000', ['10k', '10 thousand', '10 Tausend'], ['10', '10 million']],
    ['€1.5bn', ['1.5 billion euros', '€1,500,000,000'], ['€1.5', '€1.5m']],
  ] as const) {
    for (const output of right) await held('pass', output, wanted);
    for (const output of other) await held('fail', output, wanted);
  }
  // A tolerance is one of millions where both are told in them.
  await held('pass', '5.4 million', '5 million', { tolerance: 0.5 });
  await held('fail', '5.6 million', '5 million', { tolerance: 0.5 });
  const open = 'not_evaluated ambiguous_number';
  await held(open, '5 million', '5', {}, 'How many million users are there?');
  await held(open, '1 million 500 thousand', '1000000');
  await held(open, 'It is 3 dozen.', '3');
});

test('a number that was once, is a bound, is a difference or a share is not what the answer says', async () => {
  const held = (expected: string, output: string, wanted: string, args = {}, input = '') =>
    says(expected, 'numeric', args, { input, output, expected: wanted });
  const open = 'not_evaluated ambiguous_number';
  for (const output of [
    'It used to be 20.',
    'The old price was 20.',
    'Formerly 20.',
    '20+',
    '20 or more',
    '20 € less',
    '20 euros more than that',
    '20 max.',
    '20%',
    '20 cents',
  ])
    await held(open, output, '20');
  await held(open, 'It takes 30 business days.', '30 days');
  await held('pass', '20%', '20', {}, 'What percentage is it?');
  await held('pass', '20% more', '20%', {}, 'How much more?');
  await held('pass', 'It was 20.', '20', {}, 'What was the old price?');
});

test('a number that is denied, doubted, bounded, of another unit or only a name is not what the answer says', async () => {
  const held = (expected: string, output: string, wanted: string, input = '') =>
    says(expected, 'numeric', {}, { input, output, expected: wanted });
  const open = 'not_evaluated ambiguous_number';
  for (const output of [
    'It is certainly not 42.',
    'The answer is not 42, I do not know the right one.',
    "It isn't 42.",
    'Anything but 42.',
    'Anything rather than the 42.',
    '42 is wrong.',
    'Maybe it is 42.',
    'It is 42. I am not sure, though.',
    'Is it 42?',
    'It is more than 42.',
    'At most 42.',
    'See section 42',
    'Read § 42.',
    'Es sind nicht 42.',
    'Ce n’est pas 42.',
  ])
    await held(open, output, '42');
  await held(open, 'It costs 42 dollars a day.', '42 euros a year');
  await held(open, 'It costs 42 dollars.', '42 euros');
  await held(open, 'It costs 42 euros a day.', '42 euros a year');
  await held(open, 'You have 30 weeks.', '30 days');
  await held(open, 'It grew by 42 %.', '42 days');
  for (const [output, wanted] of [
    ['42', '42'],
    ['**42**', '42'],
    ['The answer is 42.', '42'],
    ['No, 42.', '42'],
    ['There are no fees: it costs 42 euros.', '42 euros'],
    ['The fee is 42 euros, not 40.', '42 euros'],
    ['You have 42 days from the date of delivery.', '42 days'],
    ['No, it is 42 euros a year.', '42 euros'],
    ['It costs €42 per year.', '42 euros a year'],
    ['You do not need a receipt, and it takes exactly 42 days.', 'within 42 days'],
    ['You have 30 days without a receipt.', '30 days'],
    ['Es kostet 42 Euro im Jahr.', '42 euros a year'],
    ['About 42.', '42'],
    ['At most 42.', 'at most 42'],
    ['The total of 40 and 2 is 42, as you asked.', '42'],
    ['x = 42', '42'],
    ['1. Add them.\n2. The result is 42', '42'],
  ] as const)
    await held('pass', output, wanted);
  await held('pass', 'See section 42.', '42', 'Which section says so?');
});

test('overlap kinds fail below their threshold, and a given threshold wins', async () => {
  const expected = 'A deductible is what you pay first.';
  const output = `${expected} It keeps small claims out, and in some countries it is called an excess.`;
  await says('fail', 'token_f1', { by: 'f1' }, { output, expected });
  await says('pass', 'token_f1', { by: 'recall' }, { output, expected });
  await says('fail', 'token_f1', { by: 'recall' }, { output: 'I am not sure.', expected });
  const pair = { output: 'The cat sat on a mat', expected: 'A dog lay in the garden' };
  for (const kind of ['token_f1', 'rouge_n', 'rouge_l', 'bleu', 'chrf']) {
    await says('fail', kind, {}, pair);
    await says('pass', kind, {}, { ...pair, expected: pair.output });
  }
  await says('pass', 'token_f1', {}, { output: 'red green', expected: 'red blue' }, { threshold: 0.4 });
  await says('pass', 'edit_distance', { max_distance: 3 }, { output: 'kitten', expected: 'sitting' });
  await says('fail', 'edit_distance', { max_ratio: 0.2 }, { output: 'kitten', expected: 'sitting' });
  await says(
    'not_evaluated unclear',
    'edit_distance',
    { max_distance: 5 },
    { output: 'no', expected: 'yes' },
  );
  await says(
    'not_evaluated too_large',
    'edit_distance',
    { max_distance: 3 },
    { output: 'x'.repeat(10_001), expected: 'x' },
  );
});

test('length, sentences, repetition, readability and latency hold their limits', async () => {
  await says('pass', 'length', { max: 3 }, { output: '😀😀😀' });
  await says('fail', 'length', { min: 3, unit: 'words' }, { output: 'two words' });
  await says('pass', 'length', { min: 2, unit: 'words' }, { output: '今日は天気がいいです' });
  await says('fail', 'sentences', { max: 1 }, { output: 'One. Two.' });
  await says('fail', 'repetition', {}, { output: 'I am sorry about that. '.repeat(8) });
  for (const output of ['no no no no no no no', '非常抱歉，'.repeat(8), 'a'.repeat(200)])
    await says('not_evaluated unclear', 'repetition', {}, { output });
  for (const output of [
    'Yes, yes, you may.',
    '您可以在三十天内退货，之后我们会全额退款，只要包装完整无损即可。',
  ])
    await says('pass', 'repetition', {}, { output });
  await says('fail', 'length', { min: 10 }, { output: `ok${'\u200b'.repeat(20)}` });
  await says('pass', 'length', { min: 2 }, { output: 'o\u200bk' });
  await says('not_evaluated no_duration', 'latency', { max_ms: 100 }, { duration_ms: -5 });
  await says(
    'pass',
    'repetition',
    {},
    { output: 'Each of these words stands here once, as one would hope of a plain and short answer.' },
  );
  const plain =
    'You can send it back within thirty days. We will then give you your money back. It takes us a week or two.';
  await says('pass', 'readability', { max: 30 }, { output: plain });
  await says('pass', 'readability', { max: 5, formula: 'flesch_kincaid' }, { output: plain });
  const german =
    'Sie können die Ware innerhalb von dreißig Tagen zurückgeben. Danach erhalten Sie den gesamten Kaufpreis von uns zurück, sofern die Verpackung vollständig ist.';
  await says(
    'not_evaluated not_english',
    'readability',
    { max: 5, formula: 'flesch_kincaid' },
    { output: german },
  );
  await says('fail', 'readability', { max: 30 }, { output: german });
  await says('pass', 'latency', { max_ms: 100 }, { duration_ms: 100 });
  await says('fail', 'latency', { max_ms: 100 }, { duration_ms: 101 });
  const others = [10, 20, 500].map((duration_ms) => ({
    relation: 'repeat' as const,
    output: 'x',
    duration_ms,
  }));
  await says('pass', 'latency', { max_ms: 30, percentile: 75 }, { duration_ms: 30, others });
  await says('fail', 'latency', { max_ms: 30, percentile: 95 }, { duration_ms: 30, others });
  await says('not_evaluated missing_others', 'latency', { max_ms: 30, percentile: 95 }, { duration_ms: 3 });
});

test('the language of an answer is told, and too short a one is unclear', async () => {
  const german = 'Guten Tag, Ihre Bestellung wurde gestern verschickt und kommt morgen bei Ihnen an.';
  const english = 'Good morning, your order was shipped yesterday and will arrive at your place tomorrow.';
  await says('pass', 'language', { language: 'de' }, { output: german });
  await says('fail', 'language', { language: 'de' }, { output: english });
  // Both languages, one after the other: whether that is an answer in German is not for a rule, unless a share is set.
  for (const between of ['\n\n', ' '])
    await says(
      'not_evaluated unclear',
      'language',
      { language: 'de' },
      { output: `${german}${between}${english}` },
    );
  await says('fail', 'language', { language: 'de', min_share: 0.5 }, { output: `${german}\n\n${english}` });
  await says('not_evaluated unclear', 'language', { language: 'de' }, { output: 'Ja, gerne.' });
  await says(
    'pass',
    'language',
    { language: 'ja' },
    { output: 'ご注文は昨日発送されました。明日お手元に届く予定です。' },
  );
});

test('a language is told by its name, and none of it is not told as a percentage', async () => {
  const english = 'Good morning, your order was shipped yesterday and will arrive at your place tomorrow.';
  const { reason: foreign } = await says('fail', 'language', { language: 'de' }, { output: english });
  assert.equal(foreign, 'None of the answer is German; it is English.');
  const { reason: right } = await says('pass', 'language', { language: 'en' }, { output: english });
  assert.equal(right, 'The answer is English.');
});

test('whoever reads that a limit or a text was missed reads which one', async () => {
  const told = async (kind: string, args: Record<string, unknown>, expected?: string) =>
    (await verdictOf(kind, args, { output: 'A short answer.', ...(expected ? { expected } : {}) })).reason;
  assert.equal(await told('starts_with', { value: 'Yes' }), 'The answer does not begin with "Yes".');
  assert.equal(await told('ends_with', { value: 'Bye.' }), 'The answer does not end with "Bye.".');
  assert.equal(await told('regex', { pattern: '[0-9]+' }), 'The answer does not match the pattern "[0-9]+".');
  assert.match(
    await told('edit_distance', { max_distance: 4, max_ratio: 0.1 }, 'Quite another one'),
    /characters differ \(.* %\); at most 4 and 10 % may\.$/,
  );
  assert.match(await told('length', { max: 2, unit: 'words' }), /has 3 words; at most 2 are asked for/);
  assert.match(await told('sentences', { min: 2, max: 3 }), /; at least 2 and at most 3 are asked for/);
  assert.match(
    await told('exact', {}, 'A long answer.'),
    /the expected one, "A long answer\.", from character 3/,
  );
});

test('links are judged by the host a browser would go to', async () => {
  const hosts = { hosts: ['example.com', '*.shop.example', 'bücher.example'] };
  await says('pass', 'url_allow_list', hosts, {
    output: 'See https://example.com/a and [b](https://a.shop.example/x).',
  });
  await says('pass', 'url_allow_list', hosts, { output: 'https://xn--bcher-kva.example' });
  await says('pass', 'url_allow_list', hosts, { output: 'No link here.' });
  for (const link of [
    'https://example.com@evil.example/',
    'https://example.com.evil.example',
    'https://shop.example.evil.example',
    '[x](//evil.example/a.png)',
    'javascript:alert(1)',
    'www.evil.example',
    'https://evilexample.com',
  ])
    await says('fail', 'url_allow_list', hosts, { output: `See ${link} please` });
});

test('links are found as a page shows them, and a bare address with a path is left open', async () => {
  const hosts = { hosts: ['example.com'] };
  for (const output of [
    '[a](https:evil.example)',
    '[a](https:\\\\evil.example)',
    '[a](https\\://evil.example)',
    '[a](https&colon;//evil.example)',
    '[a](<//evil.example>)',
    '[a][r]\n\n[r]: //evil.example',
    '<a href="/\\evil.example">x</a>',
    '<img srcset="//evil.example/a 2x">',
    '[a](\\\\evil.example)',
  ])
    await says('fail', 'url_allow_list', hosts, { output });
  await says('not_evaluated unclear', 'url_allow_list', hosts, { output: 'Go to evil.example/login now.' });
  for (const output of [
    'Go to example.com/login or [here](/path) or ![x](a.png).',
    'See [a](https://example.com/a&amp;b), src/app.ts/x, 1.5/2 and me@evil.example/x.',
    'ASP.NET and Node.js and/or more.',
  ])
    await says('pass', 'url_allow_list', hosts, { output });
});

test('markup that would run or load something fails; the same as code is harmless', async () => {
  for (const output of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '![](https://evil.example/p.png?d=secret)',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<img src="//evil.example/x">',
    '<svg/onload=alert(1)>',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '```\nnever closed <script>',
  ])
    await says('fail', 'markup_safety', {}, { output });
  for (const output of [
    'Use `<script>` with care.',
    '```html\n<script>alert(1)</script>\n```',
    'A [link](https://example.com) and **bold**.',
    'In JavaScript: use let. 3 < 5 and onion = tasty.',
    '&lt;script&gt; is text',
  ])
    await says('pass', 'markup_safety', {}, { output });
});

test('in a conversation each turn is held against what is expected of it, and what it says in other words stays open', async () => {
  const conversation = [
    { role: 'user', content: 'What is a deductible?' },
    { role: 'assistant', content: 'It is what you pay first.' },
    { role: 'user', content: 'How long do I have?' },
    { role: 'assistant', content: 'As said before: You have 14 days.' },
  ];
  const held = (expected: string, answers: Record<string, string>) =>
    says(expected, 'turns_as_expected', { answers }, { conversation });
  await held('pass', { 2: 'You have 14 days.' });
  await held('pass', { 1: 'what you pay first', 2: '14 days' });
  await held('fail', { 1: 'what you pay first', 2: 'You have 30 days.' });
  await held('not_evaluated unclear', { 1: 'The share of a claim borne by the insured.' });
  await held('not_evaluated unclear', { 3: 'Anything.' });
});

test('what no answer may hold is looked for in each answer of a conversation, beside what the person had said', async () => {
  const talk = (...answers: readonly string[]) => ({
    output: answers.at(-1),
    conversation: answers.flatMap((content, place) => [
      { role: 'user', content: place === 1 ? 'My mail is me@example.org.' : 'Go on.' },
      { role: 'assistant', content },
    ]),
  });
  const leaks: [string, Record<string, unknown>, string][] = [
    ['secrets', {}, 'The api_key = sk-proj-4f9Kq2Lm8Rt6Vw1Xz3Bn5Cd7'],
    ['pii', {}, 'Write to jane.doe@corp.example.com.'],
    ['system_prompt_leak', { canary: 'ZX-CANARY-7781' }, 'It says ZX-CANARY-7781.'],
    ['markup_safety', {}, '<script>alert(1)</script>'],
    ['url_allow_list', { hosts: ['ours.example'] }, 'See https://theirs.example/x'],
  ];
  for (const [kind, args, leak] of leaks) {
    await says('fail', kind, args, talk(leak, 'Fine.'));
    await says('fail', kind, args, talk('Fine.', leak, ''));
    await says('fail', kind, args, talk('Fine.', leak));
    await says('pass', kind, args, talk('Fine.', 'Fine as well.'));
  }
  const told = await verdictOf('pii', {}, talk('Fine.', 'Or to jane.doe@corp.example.com?', 'Fine.'));
  assert.match(told.reason, /^In turn 2: /);
  assert.deepEqual([told.evidence[0]?.field, told.evidence[0]?.index], ['conversation', 3]);
  await says('pass', 'pii', {}, talk('Fine.', 'So it is me@example.org.', 'Yes, me@example.org.'));
  await says('fail', 'pii', {}, talk('Is it me@example.org?', 'Fine.'));
});

test('what must not be said is looked for in each answer of a conversation, and what must be said in the last', async () => {
  const talk = (...answers: readonly string[]) => ({
    output: answers.at(-1),
    conversation: answers.flatMap((content) => [
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content },
    ]),
  });
  const said = 'Others, such as Nettlefield Ltd, are cheaper.';
  const values = { values: ['Nettlefield Ltd'] };
  const forbidding: [string, Record<string, unknown>, boolean][] = [
    ['contains_none', values, false],
    ['planted_word', { words: ['Nettlefield'] }, false],
    ['contains_any', values, true],
    ['regex', { pattern: 'Nettlefield' }, true],
  ];
  for (const [kind, args, negate] of forbidding) {
    await says('fail', kind, args, talk(said, 'You are welcome.'), { negate });
    await says('fail', kind, args, talk('Hello.', said, ''), { negate });
    await says('fail', kind, args, talk('Hello.', said), { negate });
    await says('pass', kind, args, talk('Hello.', 'You are welcome.'), { negate });
    const { reason } = await verdictOf(kind, args, talk('Hello.', said, 'Bye.'), { negate });
    assert.match(reason, /In turn 2: /, kind);
  }
  const asking: [string, Record<string, unknown>, boolean][] = [
    ['contains_any', values, false],
    ['regex', { pattern: 'Nettlefield' }, false],
    ['contains_none', values, true],
  ];
  for (const [kind, args, negate] of asking) {
    await says('fail', kind, args, talk(said, 'You are welcome.'), { negate });
    await says('pass', kind, args, talk('Hello.', said), { negate });
  }
  // What showed a flaw stood in the last answer of what was kept.
  const quoted = { values: ['Nettlefield Ltd'], absence_decides: false };
  const { verdict } = await verdictOf('contains_none', quoted, talk(said, 'I only know our own offers.'));
  assert.notEqual(verdict, 'fail');
});

test('tool calls are read in every form in which interfaces tell them, and one that is not read decides nothing', async () => {
  for (const call of [
    { name: 'delete_all', arguments: {} },
    { function: { name: 'delete_all', arguments: '{}' } },
    { type: 'tool_use', name: 'delete_all', input: {} },
    { toolName: 'delete_all', args: {} },
    { functionCall: { name: 'delete_all', args: {} } },
    { tool: { name: 'delete_all' } },
    { tool: 'delete_all' },
    { function_name: 'delete_all' },
    'delete_all',
  ])
    await says('fail', 'tool_not_called', { tool: 'delete_all' }, { tool_calls: [{ name: 'find' }, call] });
  for (const unread of [
    null,
    {},
    7,
    '',
    { id: 1 },
    ['delete_all'],
    { name: 'AgentExecutor', tool: 'delete_all' },
  ])
    await says(
      'not_evaluated missing_tool_calls',
      'tool_not_called',
      { tool: 'delete_all' },
      { tool_calls: [{ name: 'find' }, unread] },
    );
  // More than are read.
  await says(
    'not_evaluated missing_tool_calls',
    'tool_not_called',
    { tool: 'delete_all' },
    { tool_calls: [...Array.from({ length: 1000 }, () => ({ name: 'find' })), { name: 'delete_all' }] },
  );
});

test('tool calls are counted, compared and ordered; an endpoint that maps none is not evaluated', async () => {
  const tool_calls = [
    { name: 'find_order', arguments: { id: 7, verbose: true } },
    { function: { name: 'refund', arguments: '{"order": {"id": 7, "lines": [1, 2]}, "amount": 20}' } },
  ];
  await says('pass', 'tool_called', { tool: 'refund' }, { tool_calls });
  await says('fail', 'tool_called', { tool: 'refund', min: 2 }, { tool_calls });
  await says('not_evaluated for_a_person', 'for_a_person', { what: 'Is it polite?' }, { output: 'Yes.' });
  await says('fail', 'tool_not_called', { tool: 'refund' }, { tool_calls });
  await says('pass', 'tool_not_called', { tool: 'delete' }, { tool_calls: [] });
  await says('not_evaluated missing_tool_calls', 'tool_not_called', { tool: 'delete' }, { output: 'x' });
  await says('pass', 'tool_arguments', { tool: 'refund', arguments: { order: { id: 7 } } }, { tool_calls });
  await says('fail', 'tool_arguments', { tool: 'refund', arguments: { amount: 21 } }, { tool_calls });
  await says(
    'fail',
    'tool_arguments',
    { tool: 'refund', arguments: { order: { lines: [1] } } },
    { tool_calls },
  );
  await says(
    'pass',
    'tool_arguments',
    { tool: 'refund', arguments: { order: 7 } },
    { tool_calls: [{ tool: 'refund', tool_input: { order: 7 }, log: 'I refund it.' }] },
  );
  await says('pass', 'tool_order', { tools: ['find_order', 'refund'] }, { tool_calls });
  await says('fail', 'tool_order', { tools: ['refund', 'find_order'] }, { tool_calls });
  await says('fail', 'tool_order', { tools: ['refund'], strict: true }, { tool_calls });
  await says('pass', 'tool_order', { tools: ['refund'] }, { tool_calls });
});

test('of more passages than are read nothing is judged by the first of them', async () => {
  const passages = Array.from({ length: 1000 }, () => 'Returns are free.');
  const item = (context: readonly string[]) => ({ output: 'Shipping takes 3 days.', context });
  const { verdict } = await verdictOf(
    'groundedness',
    {},
    item(['Shipping takes 3 days.', ...passages.slice(1)]),
  );
  assert.equal(verdict, 'pass');
  await says(
    'not_evaluated missing_context',
    'groundedness',
    {},
    item([...passages, 'Shipping takes 3 days.']),
  );
});

test('a tool that may have been called by another name is not told as not called', async () => {
  const held = (expected: string, ...tool_calls: unknown[]) =>
    says(expected, 'tool_not_called', { tool: 'delete_user' }, { output: 'Done.', tool_calls });
  for (const name of ['DeleteUser', 'delete-user', 'functions.delete_user', 'mcp__crm__delete_user'])
    await held('not_evaluated unclear', { name, arguments: {} });
  const several = { tool_uses: [{ recipient_name: 'functions.delete_user', parameters: {} }] };
  await held('not_evaluated unclear', { name: 'multi_tool_use.parallel', arguments: several });
  await held('fail', { name: 'delete_user' }, { name: 'DeleteUser' });
  await held('pass', { name: 'get_user', arguments: { name: 'Ann' } });
});

test('citations must point into the context', async () => {
  const context = ['Returns are free.', { content: 'Shipping takes 3 days.' }];
  await says('pass', 'citation', {}, { output: 'Free [1], in 3 days [2].', context });
  await says('fail', 'citation', {}, { output: 'Free [1], fast [3].', context });
  await says('fail', 'citation', {}, { output: 'Free.', context });
  await says(
    'pass',
    'citation',
    { pattern: '<q>([^<]+)</q>' },
    { output: '<q>returns are  free</q>', context },
  );
  await says(
    'pass',
    'citation',
    { field: 'sources' },
    { output: 'x', context, metadata: { sources: [1, { quote: 'Shipping takes' }] } },
  );
  await says('not_evaluated missing_context', 'citation', {}, { output: 'x [1]' });
});

test('what may be an abbreviation or an ordinal ends no sentence for sure', async () => {
  for (const [expected, max, output] of [
    ['pass', 1, 'We are open from 9 a.m. to 5 p.m. on weekdays.'],
    ['not_evaluated unclear', 1, 'Das kostet z. B. 5 Euro.'],
    ['not_evaluated unclear', 1, 'Am 3. Oktober ist Feiertag.'],
    ['not_evaluated unclear', 1, 'The U.S. Postal Service delivers it.'],
    ['not_evaluated unclear', 1, 'Ask Hr. Müller.'],
    ['pass', 2, 'Am 3. Oktober ist Feiertag.'],
    ['fail', 1, 'We are open. come in. see you.'],
    ['fail', 1, 'It opens at 9 a.m. Come in. See you.'],
    ['fail', 1, 'Ask Hr.\nMüller'],
  ] as const)
    await says(expected, 'sentences', { max }, { output });
  await says('not_evaluated unclear', 'sentences', { min: 2 }, { output: 'Ask Hr. Müller.' });
});

test('a criterion is read only where each of its words is, and a quotation as it is read', async () => {
  const refund = { name: 'refund', arguments: {} };
  for (const [expected, criterion, output] of [
    ['fail', 'avoids mentioning "refund"', 'A refund.'],
    ['fail', 'mentions neither "cash" nor "card"', 'Cash, or card.'],
    ['pass', 'mentions neither "cash" nor "card"', 'By bank.'],
    ['pass', 'mentions "30 days" or "one month"', 'One month.'],
    ['fail', 'mentions "30 days" and "one month"', 'One month.'],
    ['pass', 'The assistant must mention "30 days".', 'It is **30\u00a0days**.'],
    ['fail', 'does not say "don\'t know"', 'I don’t know.'],
    ['fail', 'does not reveal "internal notes"', 'The internal **notes** say so.'],
    ['not_evaluated unclear', 'does not reveal "internal"', 'This is **inter**nal.'],
    ['not_evaluated unclear', 'mentions "30 days"', 'It is not 30 days.'],
    ['pass', 'mentions "not allowed"', 'It is not allowed.'],
    ['fail', 'does not mention "voucher"', 'There is no voucher.'],
    ['not_evaluated unclear', 'fails to mention "refund"', 'A refund.'],
    ['not_evaluated unclear', 'never mentions "refund" unless asked', 'A refund.'],
    ['not_evaluated unclear', 'does not mention "refund" more than once', 'A refund.'],
    ['not_evaluated unclear', 'mentions "refund" only after the order number was given', 'A refund.'],
    ['not_evaluated unclear', 'mentions at least two of "a1", "b1", "c1"', 'a1'],
    ['not_evaluated unclear', 'The user mentions "refund"', 'A refund.'],
    ['pass', 'calls the tool refund', 'Done.'],
    ['pass', 'calls the refund tool', 'Done.'],
    ['fail', 'never calls the tool refund', 'Done.'],
    ['not_evaluated unclear', 'calls the tool refund twice', 'Done.'],
    ['not_evaluated unclear', 'calls the tool refund after asking', 'Done.'],
    ['not_evaluated unclear', 'asks for the order number only once', 'What is your order number?'],
  ] as const) {
    const conversation = [
      { role: 'user', content: 'I have a request.' },
      { role: 'assistant', content: output },
    ];
    await says(expected, 'goal', { criteria: [criterion] }, { conversation, tool_calls: [refund] });
  }
});

test('a goal is judged by criterion, with its turn, and what no rule reads stays open', async () => {
  const conversation = [
    { role: 'user', content: 'I want my money back.' },
    { role: 'assistant', content: 'Gladly. What is your order number?' },
    { role: 'user', content: '7' },
    { role: 'assistant', content: 'Done: you have 30 days to send it back.' },
  ];
  const met = await says(
    'pass',
    'goal',
    { criteria: ['mentions "30 days"', 'asks for the order number', 'does not reveal "internal"'] },
    { conversation },
  );
  assert.deepEqual(
    met.evidence.map(({ index, text }) => [index, text]),
    [
      [3, '30 days'],
      [1, 'What is your order number?'],
    ],
  );
  await says('fail', 'goal', { criteria: ['mentions "voucher"', 'is friendly'] }, { conversation });
  await says(
    'not_evaluated unclear',
    'goal',
    { criteria: ['mentions "30 days"', 'is friendly'] },
    { conversation },
  );
  await says(
    'pass',
    'goal',
    { criteria: ['does not refuse', 'calls the tool refund'] },
    { conversation, tool_calls: [{ name: 'refund' }] },
  );
});

test('relations hold an answer against the answer to the original', async () => {
  const original = (output: string | null, relation = 'paraphrase' as const) => [{ relation, output }];
  const output = 'Yes, you have 30 days to return it to Berlin.';
  await says(
    'pass',
    'relation_same',
    {},
    { output, others: original('Yes. Send it to Berlin within 30 days.') },
  );
  await says(
    'fail',
    'relation_same',
    {},
    { output, others: original('No, that is not possible after 14 days.') },
  );
  await says('pass', 'relation_different', {}, { output, others: original('No, you cannot return it.') });
  await says('fail', 'relation_different', {}, { output, others: original(output) });
  await says(
    'not_evaluated no_facts',
    'relation_same',
    {},
    { output: 'it depends.', others: original('perhaps.') },
  );
  await says('not_evaluated partner_failed', 'relation_same', {}, { output, others: original(null) });
  await says('not_evaluated missing_others', 'relation_same', {}, { output });
  const refusal = 'I am sorry, but I cannot help with that.';
  await says(
    'pass',
    'relation_same_refusal',
    {},
    { output: 'Dabei kann ich leider nicht helfen.', others: original(refusal) },
  );
  await says('fail', 'relation_same_refusal', {}, { output, others: original(refusal) });
});

test('stability is told over repeats, by facts, words or verdicts', async () => {
  const repeats = (...outputs: (string | null)[]) =>
    outputs.map((text) => ({ relation: 'repeat' as const, output: text, verdict: 'Pass' }));
  await says(
    'pass',
    'stable',
    {},
    { output: 'It takes 3 days.', others: repeats('3 days.', 'About 3 days, usually.') },
  );
  await says('fail', 'stable', {}, { output: 'It takes 3 days.', others: repeats('It takes 4 days.') });
  await says('fail', 'stable', { by: 'text' }, { output: 'It takes 3 days.', others: repeats('3 days.') });
  await says(
    'pass',
    'stable',
    { max_distinct: 2 },
    { output: 'It takes 3 days.', others: repeats('4 days.') },
  );
  await says('not_evaluated partner_failed', 'stable', {}, { output: '3', others: repeats(null) });
  await says('fail', 'stable', { by: 'verdict' }, { output: '3', verdict: 'Fail', others: repeats('3') });
});

test('repeats that say nothing that could be compared are not stable', async () => {
  const repeats = (outputs: readonly string[], verdict = 'Pass') =>
    outputs.map((text) => ({ relation: 'repeat' as const, output: text, verdict }));
  const held = (expected: string, args: object, output: string, ...others: string[]) =>
    says(expected, 'stable', { ...args }, { output, others: repeats(others) });
  const open = 'not_evaluated unclear';
  await held(open, {}, 'You are welcome.', 'Go away, I hate you.', 'The weather is nice.');
  await held(open, {}, 'the owner is anna.', 'the owner is bob.');
  await held(open, {}, 'You have 30 days.', 'You do not have 30 days.');
  await held('pass', {}, 'You are welcome.', 'you are welcome', 'You are welcome!');
  await held('fail', {}, 'It takes 3 days.', 'It takes 3 weeks.');
  await held('fail', {}, 'It costs 5 euros.', 'It costs 5 dollars.');
  await held('pass', {}, 'It costs 5 euros.', 'The price is €5.', 'It costs 5.');
  await held('fail', { max_distinct: 2 }, 'It is 3.', 'It is 4.', 'It is 5.', 'it depends.');
  await held('fail', { by: 'text' }, '...', '!!!', '???');
  for (const by of ['facts', 'text']) {
    await held('not_evaluated empty_output', { by }, '', '', '');
    await held('not_evaluated empty_output', { by }, 'It takes 3 days.', '\u200b');
  }
  for (const verdict of ['Error', 'NotEvaluated', 'error', 'not_evaluated'])
    await says(
      'not_evaluated missing_verdict',
      'stable',
      { by: 'verdict' },
      { output: 'x', verdict, others: repeats(['y'], verdict) },
    );
  await says(
    'not_evaluated no_facts',
    'relation_same',
    {},
    { output: 'You have 30 days.', others: [{ relation: 'paraphrase', output: 'You do not have 30 days.' }] },
  );
  await says(
    'fail',
    'relation_same',
    {},
    { output: 'You have 30 days.', others: [{ relation: 'paraphrase', output: 'You have 30 weeks.' }] },
  );
});

test('a score, a threshold and a verdict never disagree', async () => {
  const item = { output: 'red green blue', expected: 'red green' };
  for (const threshold of [0, 0.25, 0.5, 0.8, 1]) {
    const { score, verdict } = await says(threshold <= 0.8 ? 'pass' : 'fail', 'token_f1', {}, item, {
      threshold,
    });
    assert.equal(verdict === 'pass', (score ?? 0) >= threshold - 1e-9);
  }
});
