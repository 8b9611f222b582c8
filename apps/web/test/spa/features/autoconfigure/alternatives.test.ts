import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createReader } from '@sonde/paste-reader';
import { firstPlaces, placesInWords } from '../../../../spa/src/features/autoconfigure/alternatives.ts';

const places = (count: number): string =>
  `{{ ${Array.from({ length: count }, (_, index) => `jsonpath('$.place${index}')`).join(' or ')} }}`;

void it('shows the first few of many alternatives, and how many more there are', () =>
  assert.deepEqual(firstPlaces({ output: places(50), conversation_id: '$.id' }), {
    value: {
      output: "{{ jsonpath('$.place0') or jsonpath('$.place1') or jsonpath('$.place2') or … }}",
      conversation_id: '$.id',
    },
    more: 47,
  }));

void it('shows whole what is short, or no template', () => {
  const mapping = { output: places(4), context: '$.a or $.b or $.c or $.d or $.e' };
  assert.deepEqual(firstPlaces(mapping), { value: mapping, more: 0 });
});

void it('says in plain paths where an answer is read from, and leaves a template that does more as it is', () => {
  for (const [expression, said] of [
    ['$.reply', '$.reply'],
    [places(1), '$.place0'],
    ["{{ jsonpath('$.text') | join('') }}", '$.text'],
    [places(4), '$.place0 or $.place1 or $.place2 or $.place3'],
    [places(50), '$.place0 or $.place1 or $.place2, or one of 47 other places'],
    [
      places(3).replace(' }}', ` or (jsonpath("$..[?search(@, '[^ ] [^ ]')]") | first) }}`),
      "$.place0 or $.place1 or $.place2 or $..[?search(@, '[^ ] [^ ]')]",
    ],
    ["{{ jsonpath('$.a') ~ jsonpath('$.b') }}", "{{ jsonpath('$.a') ~ jsonpath('$.b') }}"],
  ] as const)
    assert.equal(placesInWords(expression), said);
});

void it('says in plain paths where an answer is looked for that nothing shows', async () => {
  const found = await createReader().read({
    text: `curl http://127.0.0.1:4777/ask -d '{"question": "Hello there"}'`,
    url: undefined,
    method: undefined,
    authToken: undefined,
    secrets: new Set(),
  });
  const output = found?.hypothesis.responseMapping['output'];
  assert.ok(typeof output === 'string' && output.startsWith('{{'), String(output));
  const [, others] =
    /^\$\.choices\[0\][^{}()]* or one of (\d+) other places$/.exec(placesInWords(output)) ?? [];
  assert.equal(firstPlaces({ output }).more, Number(others), 'both count the same places');
});
