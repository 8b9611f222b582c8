import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutRepetitions } from '../src/repetitions.ts';
import { read } from './read.ts';

const SIZE = 40_000;

/** What somebody may paste by mistake or to do harm: one thing, thousands of times. */
const UNITS = [
  'auth ',
  'def ',
  '@app.post("/x") ',
  '@app.post("/x")\n',
  "-H 'a: b' ",
  '{',
  '[',
  '(',
  '"',
  "'",
  '`',
  '{"a": ',
  '{"a": 1}\n\n',
  '- a: b\n',
  'def ask(conn, %{"a" => a}) do\n',
  'POST /x\n',
  'Aa — Today at 10:11\n',
  '| a | b |\n',
  'The field a holds b. ',
  'a=b&',
  'req.body.a ',
  'const { a } = req.body;\n',
];

/** The same text over and over, up to a size, between two parts that are not part of it. */
const repeated = (unit: string, size: number): string =>
  `begin ${unit.repeat(Math.ceil(size / unit.length)).slice(0, size)} end`;

test('of a long run of anything only so much is read that more of it makes no difference', () => {
  for (const unit of UNITS) {
    const kept = withoutRepetitions(repeated(unit, SIZE)).length;
    assert.ok(kept < 3000, `${JSON.stringify(unit)} leaves ${kept}`);
    assert.ok(withoutRepetitions(repeated(unit, 2 * SIZE)).length < 3000, JSON.stringify(unit));
  }
});

test('what stands around a run stays, and so does a text that only repeats a little', () => {
  const kept = withoutRepetitions(repeated('auth ', SIZE));
  assert.match(kept, /^begin auth /);
  assert.match(kept, / end$/);
  const drawn = `# Title\n${'-'.repeat(120)}\n${'POST /chat {"message": "Hi"}\n'.repeat(40)}`;
  assert.equal(withoutRepetitions(drawn), drawn);
  const unlike = Array.from({ length: 2000 }, (_none, index) => `word${index} `).join('');
  assert.equal(withoutRepetitions(unlike), unlike);
});

test('a request stands out of what is repeated around it', async () => {
  const request = `curl http://localhost/ask -H 'X-Api-Key: $KEY' -d '{"question": "What is open today?"}'`;
  for (const unit of ['a b\n', '---\n', '\n', '# note\n']) {
    const result = await read(`${unit.repeat(10_000)}\n${request}\n\n${unit.repeat(10_000)}`);
    assert.equal(result.url, 'http://localhost/ask', JSON.stringify(unit));
    assert.deepEqual(result.template, { question: '{{ input }}' }, JSON.stringify(unit));
  }
});
