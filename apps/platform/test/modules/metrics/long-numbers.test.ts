import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountsIn, isSameAmount } from '../../../src/modules/metrics/text/amounts.ts';
import {
  decimalOf,
  isWithin,
  multiplied,
  negated,
  sumOf,
} from '../../../src/modules/metrics/text/decimals.ts';
import { says, verdictOf } from './measuring.ts';

const long = [
  ['1234567890', '1234567891'],
  ['4711471147', '4711471148'],
  ['12345678901', '12345678902'],
  ['4006381333931', '4006381333932'],
  ['4111111111111111', '4111111111111112'],
  ['99345678901234567', '99345678901234568'],
  ['9400111899223197428490', '9400111899223197428491'],
  ['1,000,000,000', '1,000,000,001'],
  ['1,234,567,890,123', '1,234,567,890,124'],
  ['3.1415926535', '3.1415926536'],
  ['3.12345678901234567', '3.12345678901234568'],
] as const;

test('a number is another one where its last digit is another one, however long it is', async () => {
  for (const [expected, output] of long) {
    await says('fail', 'numeric', {}, { input: 'Which?', expected, output });
    await says(
      'fail',
      'contains_all',
      { values: [expected], as_amounts: true },
      { output: `It is ${output}.` },
    );
    await says(
      'pass',
      'contains_none',
      { values: [expected], as_amounts: true },
      { output: `It is ${output}.` },
    );
    for (const form of [(one: string) => one, (one: string) => `The number is ${one}.`])
      await says(
        'fail',
        'as_expected',
        {},
        {
          input: 'What is the number?',
          expected: form(expected),
          output: form(output),
        },
      );
    await says(
      'fail',
      'groundedness',
      { decides: true },
      {
        output: `The number is ${expected}.`,
        context: [`The number is ${output}.`],
      },
    );
    const others = [{ relation: 'repeat' as const, output: `The number is ${output}.` }];
    await says('fail', 'stable', { by: 'facts' }, { output: `The number is ${expected}.`, others });
  }
});

test('a number stays the same in another way of writing it, and in another unit of which it is known', async () => {
  for (const [expected, output] of [
    ['1,000,000,000', '1000000000'],
    ['1,000,000,000', 'It is 1 billion.'],
    ['€12,345,678.90', 'It is 12345678.90 euros.'],
    ['€12,345,678.90', 'Es sind 12.345.678,90 €.'],
    ['0.50', 'It is 0.5.'],
  ] as const)
    await says('pass', 'contains_all', { values: [expected], as_amounts: true }, { output });
  for (const [one, other] of [
    ['30 days', '720 hours'],
    ['90 seconds', '1.5 minutes'],
    ['2 years', '24 months'],
    ['0.3 hours', '18 minutes'],
  ] as const) {
    const [wanted, found] = [one, other].map((text) => amountsIn(text)[0]);
    assert.ok(wanted && found && isSameAmount(other, wanted, found), one);
  }
  await says('pass', 'numeric', {}, { input: '', expected: '1.1', output: '1.10' });
  await says(
    'pass',
    'numeric',
    {},
    { input: '', expected: '1234567890123456789', output: '1,234,567,890,123,456,789' },
  );
});

test('a tolerance allows what it says, and not the last digit beside it', async () => {
  const numeric = (wanted: string, tolerance: number, output: string) =>
    says(wanted, 'numeric', { tolerance }, { input: '', expected: '0.3', output });
  await numeric('pass', 0.1, '0.4');
  await numeric('pass', 0.1, '0.2');
  await numeric('fail', 0.1, '0.4000000001');
  await says(
    'pass',
    'numeric',
    { tolerance: 0.05, relative: true },
    { input: '', expected: '20', output: '21' },
  );
  await says(
    'fail',
    'numeric',
    { tolerance: 0.05, relative: true },
    { input: '', expected: '20', output: '21.0001' },
  );
});

test('a long number within JSON is compared as it is written, and left open where it is known rounded alone', async () => {
  const [one, other] = ['{"id":12345678901234567}', '{"id":12345678901234568}'];
  await says('fail', 'field_equality', {}, { expected: one, output: other });
  await says('pass', 'field_equality', {}, { expected: one, output: one });
  await says('fail', 'field_equality', { fields: { id: 0.5 } }, { expected: one, output: other });
  await says('pass', 'field_equality', { fields: { id: 1 } }, { expected: one, output: other });
  await says('pass', 'field_equality', {}, { expected: '{"a":1.10}', output: '{"a":1.1}' });
  await says(
    'fail',
    'field_equality',
    { fields: { a: 0.1 } },
    { expected: '{"a":0.3}', output: '{"a":0.40000001}' },
  );
  const id = JSON.parse(one).id;
  await says('not_evaluated rounded_number', 'json_path', { path: '$.id', equals: id }, { output: other });
  await says('fail', 'json_path', { path: '$.id', equals: id }, { output: '{"id":12345678901234600}' });
  await says(
    'pass',
    'json_path',
    { path: '$.id', equals: 9007199254740991 },
    { output: '{"id":9007199254740991}' },
  );
  const schema = { properties: { id: { const: id } } };
  await says('not_evaluated rounded_number', 'json_schema', { schema }, { output: other });
  await says('fail', 'json_schema', { schema }, { output: '{"id":1}' });
  const called = await verdictOf(
    'tool_arguments',
    { tool: 't', arguments: { id } },
    { output: 'x', tool_calls: [{ name: 't', arguments: other }] },
  );
  assert.equal(called.verdict, 'not_evaluated');
});

test('decimals are added, multiplied and compared as they are written', () => {
  assert.equal(decimalOf('0012.50'), '12.5');
  assert.equal(decimalOf('1.25e3'), '1250');
  assert.equal(decimalOf('125e-4'), '0.0125');
  assert.equal(decimalOf('-0.0'), '0');
  assert.equal(decimalOf('1e999999999'), undefined);
  assert.equal(sumOf('0.1', '0.2'), '0.3');
  assert.equal(sumOf('1', negated('1.5')), '-0.5');
  assert.equal(multiplied('1.1', '1.1'), '1.21');
  assert.equal(isWithin('1.5', '1.4', '0.1'), true);
  assert.equal(isWithin('1.5', '1.39', '0.1'), false);
});
