import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPassages } from '../../../src/modules/sources/split-passages.ts';

test('paragraphs stay together up to the length of a passage, and nothing of a text is lost', async () => {
  const paragraphs = Array.from({ length: 40 }, (_, index) =>
    `Paragraph ${index}. ${'word '.repeat(40)}`.trim(),
  );
  const passages = await splitPassages(paragraphs.join('\n\n'));
  assert.ok(passages.length > 3 && passages.length < 40);
  assert.ok(passages.every(({ text }) => text.length <= 1200));
  assert.equal(passages.map(({ text }) => text).join('\n\n'), paragraphs.join('\n\n'));
});

test('a heading begins a passage and stands over those after it', async () => {
  const passages = await splitPassages(
    'Intro\n\n# Hail\nDamage by hail\n\nMore\n\n## Glass\n\nDamage to glass',
  );
  assert.deepEqual(
    passages.map(({ heading, text }) => [heading, text]),
    [
      [null, 'Intro'],
      ['Hail', '# Hail\nDamage by hail\n\nMore'],
      ['Glass', '## Glass\n\nDamage to glass'],
    ],
  );
});

test('passages know their page and never cross it', async () => {
  const passages = await splitPassages('one\f\ftwo\n\nthree');
  assert.deepEqual(
    passages.map(({ page, text }) => [page, text]),
    [
      [1, 'one'],
      [3, 'two\n\nthree'],
    ],
  );
  assert.equal((await splitPassages('no pages'))[0]?.page, null);
});

test('a paragraph without end is cut at sentences, else at words, else between whole characters', async () => {
  const sentences = await splitPassages('A sentence of some length stands here. '.repeat(100));
  assert.ok(sentences.slice(0, -1).every(({ text }) => text.endsWith('.')));
  const words = await splitPassages('word '.repeat(1000));
  assert.ok(words.every(({ text }) => /^(?:word ?)+$/.test(text)));
  const emoji = await splitPassages('🧊'.repeat(2000));
  assert.ok(emoji.every(({ text }) => text.isWellFormed() && text.length <= 1200));
  assert.equal(emoji.map(({ text }) => text).join(''), '🧊'.repeat(2000));
});

test('a text of nothing has no passages, and one without end has an end', async () => {
  assert.deepEqual(await splitPassages(' \n\n \f '), []);
  assert.equal((await splitPassages('x\f'.repeat(20_000))).length, 5_000);
});

for (const block of ['a\n\n', '\f'])
  test(`others are served while two million characters of ${JSON.stringify(block)} are cut`, async () => {
    let served = 0;
    let isCut = false;
    const serve = (): void => {
      served += 1;
      if (!isCut) setImmediate(serve);
    };
    setImmediate(serve);
    await splitPassages(block.repeat(2_000_000 / block.length));
    isCut = true;
    assert.ok(served > 1);
  });
