import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bleuOf,
  bleuStatistics,
  sentenceBleu,
  tokens13a,
} from '../../../src/modules/metrics/builtin/bleu.ts';
import { chrfOf } from '../../../src/modules/metrics/builtin/chrf.ts';
import { codePointDistance } from '../../../src/modules/metrics/builtin/edit-distance.ts';
import { fleschKincaid, lix, syllablesOf } from '../../../src/modules/metrics/builtin/readability.ts';
import { rougeNOf } from '../../../src/modules/metrics/builtin/rouge-n.ts';
import { squadF1, squadTokens } from '../../../src/modules/metrics/builtin/token-f1.ts';
import { numbersIn } from '../../../src/modules/metrics/text/numbers.ts';
import { isIban, luhn } from '../../../src/modules/metrics/text/personal-data.ts';
import { sentencesIn } from '../../../src/modules/metrics/text/words.ts';
import { says } from './measuring.ts';

const near = (actual: number, expected: number, epsilon = 1e-4): void =>
  assert.ok(Math.abs(actual - expected) < epsilon, `${actual} is not ${expected}`);

test('BLEU counts and smooths as sacreBLEU does', () => {
  const statistics = bleuStatistics('am I am a character sequence', 'I am a symbol string sequence a a');
  assert.deepEqual(
    [statistics.common, statistics.total],
    [
      [4, 2, 1, 0],
      [6, 5, 4, 3],
    ],
  );
  near(bleuOf(statistics), Math.exp(1 - 8 / 6) * ((4 / 6) * (2 / 5) * (1 / 4) * (1 / 6)) ** 0.25, 1e-9);
  const scoring = { common: [9, 7, 5, 3], total: [10, 8, 6, 4], givenLength: 11, wantedLength: 11 };
  near(bleuOf(scoring), 0.8375922397, 1e-9);
  near(sentenceBleu('this is a test', 'this is a test'), 1, 1e-9);
  near(sentenceBleu('test', 'a test'), 0.3678794411714425, 1e-9);
  assert.equal(sentenceBleu('', 'a test'), 0);
  assert.deepEqual(tokens13a('It costs $1,234.50, (really) - 3-4 days.'), [
    'It',
    'costs',
    '$',
    '1,234.50',
    ',',
    '(',
    'really',
    ')',
    '-',
    '3',
    '-',
    '4',
    'days',
    '.',
  ]);
});

test('chrF gives the values of sacreBLEU, orders that are too long left out', () => {
  for (const [given, wanted, score] of [
    ['a', 'a', 1],
    ['', 'reference', 0],
    ['a b c', 'abc', 1],
    ['aa', 'ab', 0.25],
    [
      'Niemand hat die Absicht, eine Mauer zu errichten',
      'Niemand hat die Absicht, eine Mauer zu errichten',
      1,
    ],
    [
      ' risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .',
      'risk assessment has to be undertaken by those who are qualified and expert in that area - that is the scientists .',
      0.6336173,
    ],
    [
      ' Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. ',
      'Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.',
      0.641302698,
    ],
  ] as const)
    near(chrfOf(given, wanted, 3), score, 1e-6);
  near(
    chrfOf(
      'Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.',
      'Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo zemře.',
    ),
    0.3914078509,
    1e-6,
  );
});

test('ROUGE gives the values of ROUGE-1.5.5', async () => {
  near(rougeNOf('testing', 'testing one two', 1).f1, 1 / 2);
  near(rougeNOf('testing one', 'testing one two', 2).recall, 1 / 2);
  near(rougeNOf('testing one', 'testing one two', 2).f1, 2 / 3);
  assert.equal(rougeNOf('', 'testing one two', 1).f1, 0);
  for (const output of ['testing one', 'testing two']) {
    const { score } = await says('pass', 'rouge_l', {}, { output, expected: 'testing one two' });
    near(score ?? 0, 4 / 5);
  }
});

test('token F1 normalises as the script of SQuAD does', () => {
  assert.deepEqual(squadTokens('The  Eiffel-Tower, a "tall" one!'), ['eiffeltower', 'tall', 'one']);
  assert.equal(squadF1('the Normans', 'Normans'), 1);
  near(squadF1('in the 10th and 11th centuries', '10th and 11th centuries'), (2 * (4 / 5)) / (4 / 5 + 1));
  assert.equal(squadF1('', ''), 1);
  assert.equal(squadF1('', 'x'), 0);
  near(squadF1('b b', 'b c'), 0.5);
});

test('edit distance counts code points', () => {
  for (const [left, right, edits] of [
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['', 'abc', 3],
    ['😀x', '😁x', 1],
    ['a😀b', 'ab', 1],
  ] as const)
    assert.equal(codePointDistance(left, right).edits, edits, left);
});

test('readability is what the formulas give', () => {
  const words = 'The cat sat on the mat'.split(' ');
  near(fleschKincaid(words, 1), 0.39 * 6 + 11.8 - 15.59);
  near(lix('Readability formulas measure difficult documents'.split(' '), 1), 5 + 100);
  for (const [word, syllables] of [
    ['readability', 5],
    ['the', 1],
    ['make', 1],
    ['running', 2],
    ['documented', 4],
  ] as const)
    assert.equal(syllablesOf(word), syllables, word);
});

test('numbers are read as people write them', () => {
  for (const [text, value] of [
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1 234 567', 1234567],
    ['12,5 %', 12.5],
    ['-3', -3],
    ['$1,000', 1000],
    ['1.2e3', 1200],
    ['3.14', 3.14],
    ['1.234.567', 1234567],
    ['0,125', 0.125],
  ] as const)
    assert.deepEqual(
      numbersIn(text).map((found) => found.value),
      [value],
      text,
    );
  assert.deepEqual(
    numbersIn('v2 and A-113 x1')
      .map(({ value }) => value)
      .filter((value) => value === 2 || value === 1),
    [],
  );
});

test('checksums know a real number from a made-up one', () => {
  assert.ok(isIban('DE89 3704 0044 0532 0130 00'));
  assert.ok(!isIban('DE89 3704 0044 0532 0130 01'));
  assert.ok(luhn('4111111111111111'));
  assert.ok(!luhn('4111111111111112'));
});

test('sentences end where people end them', () => {
  assert.deepEqual(
    sentencesIn('Dr. Smith paid 3.50 euros. Really?! Yes... Next\nA list:\n1. One\n2. Two').map(
      ({ text }) => text,
    ),
    ['Dr. Smith paid 3.50 euros.', 'Really?!', 'Yes...', 'Next', 'A list:', '1. One', '2. Two'],
  );
});
