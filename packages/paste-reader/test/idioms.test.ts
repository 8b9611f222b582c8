import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { jsonPathOf, requestMappingOf } from '../src/index.ts';
import { idioms, type Idiom, type Known } from './idioms.ts';
import { read } from './read.ts';

/** Names that say little by themselves: what is understood of them is understood from the idiom. */
const INPUTS = ['grist_note', 'complaint_text', 'stone_query', 'tide_question', 'enquiry', 'worry'];
const OUTPUTS = ['foreman_reply', 'verdict_text', 'advice', 'notice', 'counsel'];
const known: fc.Arbitrary<Known> = fc.record({
  origin: fc.constantFrom('https://quarry.test', 'https://api.mill-house.test', 'http://127.0.0.1:8810'),
  path: fc.constantFrom('/v1/ask', '/api/desk/enquiries', '/bot/answer', '/tides/ask'),
  input: fc.constantFrom(...INPUTS),
  asked: fc.constantFrom('Which saw for slate?', 'How long should rye rest?', 'Is berth four free tonight?'),
  fixed: fc.constantFrom(['site', 'pit-2'] as const, ['house', 'west'] as const, ['lang', 'en'] as const),
  header: fc.constantFrom(['X-Tenant', 'granite'] as const, ['X-Desk-Zone', 'north'] as const),
  key: fc.constantFrom('X-Api-Key', 'X-Quarry-Key', 'X-Auth-Token'),
  output: fc.constantFrom(...OUTPUTS),
  answered: fc.constantFrom('Use the diamond wire.', 'Overnight, in a cool room.'),
});

async function assertReadsBack(idiom: Idiom, value: Known): Promise<void> {
  const found = await read(idiom.write(value));
  const isSaid = (part: NonNullable<Idiom['leavesOut']>[number]) => !idiom.leavesOut?.includes(part);
  const flat = {
    [value.input]: value.asked,
    ...(isSaid('fixed') ? { [value.fixed[0]]: value.fixed[1] } : {}),
  };
  const body = JSON.stringify(idiom.body?.(value) ?? flat);
  const template = JSON.parse(body.replace(JSON.stringify(value.asked), '"{{ input }}"')) as unknown;
  assert.deepEqual(withoutIndents(requestMappingOf(found)), withoutIndents(template));
  assert.equal(found.method, 'POST');
  assert.equal(found.bodyKind, idiom.bodyKind ?? 'json');
  if (isSaid('address')) assert.equal(found.url, value.origin + value.path);
  if (isSaid('header')) assert.equal(found.headers[value.header[0]], value.header[1]);
  if (isSaid('key')) assert.equal(found.headers[value.key], '{{ auth_token }}');
  if (isSaid('output'))
    assert.equal(found.responseMapping['output'], idiom.output?.(value) ?? jsonPathOf([value.output]));
}

/** Where a text was broken into lines means nothing to who reads it. */
const withoutIndents = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/(?:\\n|\s)+/g, ' ')
      .replaceAll(/" | "/g, '"'),
  ) as unknown;

describe('a configuration that is written down is read back', () => {
  for (const idiom of idioms)
    test(idiom.name, async () => {
      await fc.assert(
        fc.asyncProperty(known, (value) => assertReadsBack(idiom, value)),
        { numRuns: 25, seed: Number(process.env['FUZZ_SEED'] ?? 18) },
      );
    });
});
