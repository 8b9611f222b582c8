import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from './fuzz.ts';
import { renderJson } from '../src/index.ts';
import { createJsonProof, followPiece, isProven } from '../src/json/json-proof.ts';
import { createJsonText, stepOver, type JsonPosition } from '../src/json/json-text.ts';

/** Follows a body given in pieces as template text is: an opening quote at the end of a piece belongs to the next. */
function proves(pieces: readonly string[]): boolean {
  const proof = createJsonProof();
  let position: JsonPosition = 0;
  let held = '';
  for (const piece of pieces) {
    const text = createJsonText(held + piece, 0);
    // The held quote was read already; giving it back means to stand outside of the string again.
    if (held !== '') position = 0;
    const step = stepOver(text, position, proof);
    followPiece(proof, step.effect);
    held = step.opensAtEnd ? '"' : '';
    position = step.end;
  }
  return held === '' && isProven(proof);
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const cut = (text: string, places: readonly number[]): string[] => {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, i) => text.slice(at[i - 1] ?? 0, end));
};

const cuts = fc.array(fc.nat(), { maxLength: 8 });

test('whatever is called proven is JSON, wherever it is cut', () => {
  const fragments = [
    ['{', '}', '[', ']', ',', ':', '"', '"a"', '"b":', '\\', '\\n', '\\u00e9', '\\u12', ' ', '\n', '\t'],
    ['1', '-', '0', '.5', 'e3', 'true', 'nul', 'null', 'x', '\u0001', 'é', '😀', '{"a":1}', '[[]]', '""'],
  ];
  const fragment = fc.constantFrom(...fragments.flat());
  let proven = 0;
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 14 }), cuts, (parts, places) => {
      const text = parts.join('');
      if (!proves(cut(text, places))) return;
      proven += 1;
      assert.ok(isJson(text), `proven, but not JSON: ${JSON.stringify(text)}`);
    }),
    { numRuns: 60_000 },
  );
  assert.ok(proven > 100, `only ${proven} texts were proven`);
});

test('one character too many, too few or another one is never proven unless it still is JSON', () => {
  const characters = '{}[],:"\\ntru0-1.e \n\u0000a'.split('');
  fc.assert(
    fc.property(fc.json(), cuts, fc.nat(), fc.constantFrom('', ...characters), fc.nat(1), (...given) => {
      const [text, places, at, character, removed] = given;
      const place = at % (text.length + 1);
      const changed = text.slice(0, place) + character + text.slice(place + removed);
      if (proves(cut(changed, places))) assert.ok(isJson(changed), JSON.stringify(changed));
    }),
    { numRuns: 20_000 },
  );
});

test('JSON is proven when it is whole, and however deep it is, it is rendered', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 2), (compact, indent) => {
      const text = JSON.stringify(JSON.parse(compact), null, indent);
      assert.ok(proves([text]), text);
    }),
    { numRuns: 3_000 },
  );
  for (const depth of [27, 28, 29, 200]) {
    const text = `${'['.repeat(depth)}{{ x }}${']'.repeat(depth)}`;
    assert.equal(renderJson(text, { x: 1 }).text, text.replace('{{ x }}', '1'));
    assert.throws(() => renderJson(`${text}]`, { x: 1 }), /expected the end of the body/);
    assert.throws(() => renderJson(`[${text}`, { x: 1 }), /expected ',' or '\]'/);
  }
});

test('pieces that meet inside a token, an indent of one’s own and escapes cut in two are read as before', () => {
  const cases: [string, string | RegExp][] = [
    ['{"a": 1{% if yes %}2{% endif %}}', '{"a": 12}'],
    ['{"a": {{ 1 }}{{ 2 }}}', '{"a": 12}'],
    ['[tr{% if yes %}ue{% endif %}]', '[true]'],
    ['["\\{% if yes %}n{% endif %}"]', '["\\n"]'],
    ['["\\u00{% if yes %}e9{% endif %}"]', '["\\u00e9"]'],
    ['{"a": {{ [1, 2] | tojson("x") }}}', /not valid JSON/],
    ['{"a": {{ [1, 2] | tojson(" ") }}}', '{"a": [\n 1,\n 2\n]}'],
    ['{"a": {{ "1}, {" | safe }}}', '{"a": "1}, {"}'],
    ['{ {{ key }}: 1}', '{ "k": 1}'],
    ['{ {{ 1 }}: 1}', /a key in double quotes/],
    ['[1,{% if no %}2{% endif %}]', '[1]'],
    ['', /renders to nothing/],
  ];
  for (const [template, expected] of cases) {
    const render = () => renderJson(template, { yes: true, no: false, key: 'k' });
    if (expected instanceof RegExp) {
      assert.throws(render, expected, template);
      continue;
    }
    const { text, value } = render();
    assert.equal(text, expected, template);
    assert.deepEqual(value, JSON.parse(text));
  }
});
