import { test } from 'node:test';
import { says } from './measuring.ts';

const ofFormat = (expected: string, format: string, value: string) =>
  says(expected, 'json_schema', { schema: { format } }, { output: JSON.stringify(value) });

test('a format asks for a day, a time, an address that there is', async () => {
  for (const [format, ...values] of [
    ['date', '2024-02-30', '2023-02-29', '2024-04-31', '2024-00-10', '2024-13-01'],
    ['date-time', '2024-02-30T10:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T10:00:00+25:00', '2024-01-01'],
    ['time', '10:00:00+25:00', '24:00:00Z'],
    ['ipv4', '01.2.3.4', '1.2.3.004', '256.1.1.1'],
    ['email', '.a@b.de', 'a.@b.de', 'a..b@c.de', 'a@b..de', 'a@.de'],
  ] as const)
    for (const value of values) await ofFormat('fail', format, value);
  for (const [format, ...values] of [
    ['date', '2024-02-29', '2000-12-31'],
    ['date-time', '2024-02-29T23:59:59Z', '2024-01-01t10:00:00.123+02:00', '2024-01-01 10:00:00Z'],
    ['time', '10:00:00', '10:00:00Z', '10:00:00.5-03:30'],
    ['ipv4', '0.0.0.0', '10.20.130.255'],
    ['email', 'a.b@c.de', 'a+b@c.co.uk', '"a..b"@c.de'],
  ] as const)
    for (const value of values) await ofFormat('pass', format, value);
});

test('a number too large to be read is no number', async () => {
  for (const type of ['integer', 'number'])
    for (const [expected, output] of [
      ['fail', '1e400'],
      ['fail', '-1e400'],
      ['pass', '1e300'],
    ] as const)
      await says(expected, 'json_schema', { schema: { type } }, { output });
});

test('fields are equal whatever their capitals, unless capitals matter', async () => {
  const held = (expected: string, args: Record<string, unknown>, given: unknown) =>
    says(expected, 'field_equality', args, {
      output: JSON.stringify(given),
      expected: '{"city": "Berlin", "tags": ["New", {"a": "B"}]}',
    });
  const other = { city: 'berlin', tags: ['new', { a: 'b' }] };
  await held('pass', {}, other);
  await held('fail', { case_sensitive: true }, other);
  await held('fail', {}, { City: 'Berlin', tags: ['New', { a: 'B' }] });
  await held('fail', {}, { ...other, city: 'Bonn' });
});
