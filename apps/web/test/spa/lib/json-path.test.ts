import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesOf, pathOf } from '../../../spa/src/lib/json-path.ts';

const answer = {
  a: { b: [{ c: 1 }, { c: 2 }] },
  "it's": { 'two words': true },
  empty: '',
  nothing: null,
  ünï: 'x',
};

void describe('JSONPath in the page', () => {
  void it('spells the path of a place so that it finds that place again', () => {
    for (const segments of [[], ['a', 'b', 1, 'c'], ["it's", 'two words'], ['ünï']]) {
      const path = pathOf(segments);
      const value = segments.reduce<unknown>(
        (node, key) => (node as Record<string | number, unknown>)[key],
        answer,
      );
      assert.deepEqual(matchesOf(path, answer), [value], path);
    }
  });

  const cases: readonly [string, unknown[] | null][] = [
    ['$.a.b[*].c', [1, 2]],
    ['a.b[0].c', [1]],
    ['$..c', [1, 2]],
    ['$.a.b[-1].c', [2]],
    ['$.a.b[0:1]', [{ c: 1 }]],
    ["$['a']['b'][0,1]['c']", [1, 2]],
    ['$.missing', []],
    ['$.nothing', [null]],
    ['$.empty', ['']],
    ['$.a.b.length', []],
    ['$.constructor', []],
    ['$.a.b[?@.c > 1]', null],
    ["{{ jsonpath('$.a') }}", null],
    ['$.a.', null],
    ['', null],
  ];
  for (const [expression, expected] of cases) {
    void it(`reads ${expression === '' ? 'nothing' : expression}`, () =>
      assert.deepEqual(matchesOf(expression, answer), expected));
  }
});
