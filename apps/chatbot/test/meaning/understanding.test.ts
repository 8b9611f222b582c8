import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { useCasesDir } from '../../bench/evaluate.ts';
import { loadKnowledge } from '../../src/knowledge/passages.ts';
import { loadUnderstanding, wordsFile } from '../../src/meaning/load.ts';
import { placeOfPair, traitPlaces, traitsOfWord, wordsOf } from '../../src/meaning/traits.ts';
import { createUnderstanding, toShares } from '../../src/meaning/understanding.ts';
import { readUnderstandingFile, writeUnderstandingFile } from '../../src/meaning/understanding-file.ts';
import { readWordsFile, writeWordsFile } from '../../src/meaning/words.ts';
import { inputsOf } from '../../training/fit.ts';

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

test('shares add up to 1', () => {
  const reading = understanding.read('The river came into our cellar');
  const sum = reading.shares.reduce((total, share) => total + share, reading.elsewhere);
  assert.ok(Math.abs(sum - 1) < 1e-9);
  assert.ok((reading.shares[understanding.ids.indexOf('home/flood-insurance')] ?? 0) > 0.2);
});

test('a reading is the same whatever was read before, and a text without words has one', () => {
  const question = 'My landlord wants proof of a policy';
  const first = understanding.read(question);
  for (let at = 0; at < 5_000; at++) understanding.read(`What is number${at} and landlord${at}?`);
  assert.deepEqual(understanding.read(question), first);
  assert.ok(understanding.read('… ☃').shares.every((share) => share >= 0));
});

test('a question about something else is known for it, even with words of insurance', () => {
  for (const question of ['Who won the match last night?', 'Is the premium version of the app any good?'])
    assert.ok(understanding.read(question).elsewhere > 0.5, question);
});

test('traits are words, pairs and parts of words, so that a misspelling keeps most of them', () => {
  const right = new Set(traitsOfWord('deductible').parts);
  const wrong = traitsOfWord('deductable').parts;
  assert.ok(wrong.filter((place) => right.has(place)).length >= wrong.length / 2);
  assert.deepEqual(wordsOf('Insured CARS, aren’t they?'), ['insured', 'cars', 'arent', 'they']);
  assert.equal(traitsOfWord('insured').place, traitsOfWord('insures').place);
  assert.ok(placeOfPair('insur', 'car') < traitPlaces);
  assert.deepEqual(wordsOf('…'), []);
});

test('a question is read with the very weights its wording was trained with', () => {
  const meanings = readWordsFile(readFileSync(wordsFile));
  const rarity = new Float32Array(traitPlaces).map((_none, at) => at % 7);
  const weights = new Float32Array((traitPlaces + meanings.dimensions + 1) * 2).map(
    (_none, at) => ((at * 31) % 255) - 127,
  );
  const read = createUnderstanding(writeUnderstandingFile(['only'], rarity, weights), meanings).read;
  const file = readUnderstandingFile(writeUnderstandingFile(['only'], rarity, weights));
  for (const text of ['Does my policy cover the flooded cellar of my house?', 'xqzt', '']) {
    const { rows, values } = inputsOf(text, rarity, meanings);
    const sums = new Float64Array(2);
    for (const [at, row] of rows.entries()) file.weights.addRow(row, values[at] ?? 0, sums);
    assert.ok(Math.abs(read(text).elsewhere - (toShares(sums)[1] ?? 0)) < 1e-3, text);
  }
});

test('words that mean alike point alike, in any form, and unknown ones nowhere', () => {
  const { meaningOf } = readWordsFile(readFileSync(wordsFile));
  const likeness = (left: string, right: string): number => {
    const [one, other] = [meaningOf(left), meaningOf(right)];
    assert.ok(one !== undefined && other !== undefined);
    const product = (a: Float32Array, b: Float32Array): number =>
      a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
  };
  assert.ok(likeness('dog', 'puppy') > likeness('dog', 'airport') + 0.2);
  assert.ok(likeness('stolen', 'theft') > likeness('stolen', 'dentist') + 0.2);
  assert.equal(meaningOf('xqzt'), undefined);
});

test('meanings of words come back from their file within half a step', () => {
  const file = readWordsFile(
    writeWordsFile(
      new Map([
        ['walk', Float32Array.from([1, -0.5, 0])],
        ['none', Float32Array.from([0, 0, 0])],
      ]),
    ),
  );
  assert.equal(file.dimensions, 3);
  assert.deepEqual(file.meaningOf('walking'), file.meaningOf('walk'));
  for (const [at, value] of [1, -0.5, 0].entries())
    assert.ok(Math.abs((file.meaningOf('walk')?.[at] ?? 9) - value) <= 1 / 15 / 2 + 1e-9);
  assert.deepEqual(file.meaningOf('none'), Float32Array.from([0, 0, 0]));
});

test('what is read at run time takes less than 3 MB', () => {
  const files = [wordsFile, join(useCasesDir, 'insurance', 'understanding.bin')];
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes <= 3_000_000, `${bytes}`);
});

test('an understanding comes back from its file', () => {
  const weights = Float32Array.from([1, -0.5, 0.25, 0, 0, 0]);
  const file = readUnderstandingFile(writeUnderstandingFile(['a', 'b'], Float32Array.from([1.5]), weights));
  const sums = new Float64Array(3);
  file.weights.addRow(0, 2, sums);
  file.weights.addRow(1, 2, sums);
  assert.deepEqual(file.ids, ['a', 'b']);
  assert.deepEqual([...file.rarity], [1.5]);
  // Twice half a step.
  for (const [at, expected] of [2, -1, 0.5].entries())
    assert.ok(Math.abs((sums[at] ?? 0) - expected) <= 0.12);
});
