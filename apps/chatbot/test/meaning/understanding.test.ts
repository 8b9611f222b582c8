import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { useCasesDir } from '../../bench/evaluate.ts';
import { loadKnowledge } from '../../src/knowledge/passages.ts';
import { loadUnderstanding } from '../../src/meaning/load.ts';
import { traitPlaces, traitsOf } from '../../src/meaning/traits.ts';
import { readUnderstandingFile, writeUnderstandingFile } from '../../src/meaning/understanding-file.ts';

const understanding = loadUnderstanding(join(useCasesDir, 'insurance', 'understanding.bin'));

test('the understanding that ships was trained on the passages that ship', () => {
  const passages = loadKnowledge(join(useCasesDir, 'insurance', 'knowledge')).flatMap(
    (collection) => collection.passages,
  );
  assert.deepEqual(
    understanding.ids,
    passages.map(({ id }) => id),
  );
});

test('shares add up to 1, and a passage nobody trained has none', () => {
  const reading = understanding.read('The river came into our cellar');
  const sum = understanding.ids.reduce((total, id) => total + reading.shareOf(id), reading.elsewhere);
  assert.ok(Math.abs(sum - 1) < 1e-9);
  assert.equal(reading.shareOf('nowhere/to-be-found'), 0);
  assert.ok(reading.shareOf('home/flood-insurance') > 0.2);
});

test('a question about something else is known for it, even with words of insurance', () => {
  for (const question of ['Who won the match last night?', 'Is the premium version of the app any good?'])
    assert.ok(understanding.read(question).elsewhere > 0.5, question);
});

test('traits are words, pairs and parts of words, so that a misspelling keeps most of them', () => {
  const right = new Set(traitsOf('deductible').parts);
  const wrong = traitsOf('deductable').parts;
  assert.ok(wrong.filter((place) => right.has(place)).length >= wrong.length / 2);
  assert.deepEqual(traitsOf('Insured cars'), traitsOf('insured CARS'));
  assert.ok(traitsOf('a b c').words.every((place) => place < traitPlaces));
  assert.deepEqual(traitsOf('…'), { words: [], parts: [] });
});

test('an understanding comes back from its file', () => {
  const weights = Float32Array.from([1, -0.5, 0.25, 0, 0, 0]);
  const file = readUnderstandingFile(writeUnderstandingFile(['a', 'b'], Float32Array.from([1.5]), weights));
  const sums = new Float64Array(3);
  file.weights.addRow(0, 2, sums);
  file.weights.addRow(1, 2, sums);
  assert.deepEqual(file.ids, ['a', 'b']);
  assert.deepEqual([...file.rarity], [1.5]);
  for (const [at, expected] of [2, -1, 0.5].entries()) assert.ok(Math.abs((sums[at] ?? 0) - expected) < 0.02);
});
