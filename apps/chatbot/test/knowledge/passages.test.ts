import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { useCasesDir } from '../../bench/evaluate.ts';
import { countWords } from '../../src/answering/plain-text.ts';
import { loadKnowledge } from '../../src/knowledge/passages.ts';
import { createSpelling } from '../../src/knowledge/spelling.ts';
import { stem } from '../../src/knowledge/stemmer.ts';
import { createTermReader } from '../../src/knowledge/terms.ts';
import { readVocabulary } from '../../src/knowledge/vocabulary.ts';

const passages = loadKnowledge(join(useCasesDir, 'insurance', 'knowledge')).flatMap(
  (collection) => collection.passages,
);

test('the knowledge base has at least 150 passages of readable length, each under its own title', () => {
  assert.ok(passages.length >= 150);
  assert.equal(new Set(passages.map(({ title }) => title)).size, passages.length);
  for (const { id, text } of passages) {
    const words = countWords(text);
    assert.ok(words >= 40 && words <= 110, `${id} has ${words} words`);
  }
});

test('no passage states a figure that could be wrong or outdated', () => {
  for (const { id, text } of passages) assert.doesNotMatch(text, /\d|\$|€/, id);
});

test('forms of one word share a stem', () => {
  const families = [
    ['insure', 'insured', 'insurer', 'insuring'],
    ['claim', 'claims', 'claimed', 'claiming'],
    ['policy', 'policies'],
    ['deductible', 'deductibles'],
    ['cancel', 'cancels', 'cancelled'.replace('ll', 'l')],
    ['cover', 'covers', 'covered', 'covering'],
  ];
  for (const family of families) assert.equal(new Set(family.map(stem)).size, 1, family.join(' '));
  assert.notEqual(stem('police'), stem('policy'));
});

test('another word of the language is no misspelling of one of the knowledge', () => {
  const reader = createTermReader(readVocabulary(undefined), (word) => word === 'brook');
  reader.learn('book policy');
  assert.deepEqual(reader.readQuestion('brook polcy').words, ['brook', 'policy']);
});

test('a misspelling is corrected to the nearest known word, and a far one is left alone', () => {
  const { learn, correct } = createSpelling();
  for (const word of ['premium', 'deductible', 'claim', 'claim', 'calm']) learn(word);
  assert.equal(correct('premuim'), 'premium');
  assert.equal(correct('dedcutibel'), 'deductible');
  assert.equal(correct('calim'), 'claim');
  assert.equal(correct('pizza'), undefined);
  assert.equal(correct('cla'), undefined);
});
