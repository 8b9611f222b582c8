import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPassages } from '../../../src/modules/sources/split-passages.ts';

test('paragraphs stay together up to the length of a passage, and nothing of a text is lost', () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) =>
    `Paragraph ${index}. ${'word '.repeat(40)}`.trim(),
  );
  const passages = splitPassages(paragraphs.join('\n\n'));
  assert.ok(passages.length > 3 && passages.length < 40);
  assert.ok(passages.every(({ text }) => text.length <= 1200));
  assert.equal(passages.map(({ text }) => text).join('\n\n'), paragraphs.join('\n\n'));
});

test('a heading begins a passage and stands over those after it', () => {
  const passages = splitPassages('Intro\n\n# Hail\nDamage by hail\n\nMore\n\n## Glass\n\nDamage to glass');
  assert.deepEqual(
    passages.map(({ heading, text }) => [heading, text]),
    [
      [null, 'Intro'],
      ['Hail', '# Hail\nDamage by hail\n\nMore'],
      ['Glass', '## Glass\n\nDamage to glass'],
    ],
  );
});

test('passages know their page and never cross it', () => {
  const passages = splitPassages('one\f\ftwo\n\nthree');
  assert.deepEqual(
    passages.map(({ page, text }) => [page, text]),
    [
      [1, 'one'],
      [3, 'two\n\nthree'],
    ],
  );
  assert.equal(splitPassages('no pages')[0]?.page, null);
});

test('a paragraph without end is cut at sentences, else at words, else between whole characters', () => {
  const sentences = splitPassages('A sentence of some length stands here. '.repeat(100));
  assert.ok(sentences.slice(0, -1).every(({ text }) => text.endsWith('.')));
  const words = splitPassages('word '.repeat(1000));
  assert.ok(words.every(({ text }) => /^(?:word ?)+$/.test(text)));
  const emoji = splitPassages('🧊'.repeat(2000));
  assert.ok(emoji.every(({ text }) => text.isWellFormed() && text.length <= 1200));
  assert.equal(emoji.map(({ text }) => text).join(''), '🧊'.repeat(2000));
});

test('a text of nothing has no passages, and one without end has an end', () => {
  assert.deepEqual(splitPassages(' \n\n \f '), []);
  assert.equal(splitPassages('x\f'.repeat(20_000)).length, 5_000);
});
