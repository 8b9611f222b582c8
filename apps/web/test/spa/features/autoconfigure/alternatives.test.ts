import assert from 'node:assert/strict';
import { it } from 'node:test';
import { firstPlaces } from '../../../../spa/src/features/autoconfigure/alternatives.ts';

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
