import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEncoderFile, writeEncoderFile, type Tensor } from '../../training/encoder/encoder-file.ts';
import { createEncoder } from '../../training/encoder/encoder.ts';
import { likeness, requireUnderstanding } from '../../training/encoder/likeness.ts';
import { createMatrices, packedPlace } from '../../training/encoder/matrix.ts';
import { createPieceReader } from '../../training/encoder/pieces.ts';

const narrow = 16;
const inside = 1536;

/** An encoder of the real make with small weights that are the same each time; the real ones are no part of the tree. */
function smallEncoder() {
  let seed = 7;
  const drawn = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  const tensor = (rows: number, columns: number): Tensor => ({
    rows,
    columns,
    values: Float32Array.from({ length: rows * columns }, drawn),
  });
  const reserved = Array.from({ length: 6 }, (): [string, number] => ['', 0]);
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzWATL,▁.?', (letter): [string, number] => [
    letter,
    -3,
  ]);
  const pieces = [...reserved, ...letters];
  const tensors = new Map([['embeddings', tensor(pieces.length, narrow)]]);
  const matrix = (name: string, outputs: number, inputs: number): void => {
    tensors.set(name, tensor(outputs, inputs));
    tensors.set(`${name}/bias`, tensor(1, outputs));
  };
  for (const layer of ['layer0', 'layer1']) {
    for (const part of ['norm', 'inner-norm'])
      for (const kind of ['scale', 'shift']) tensors.set(`${layer}/${part}/${kind}`, tensor(1, narrow));
    matrix(`${layer}/qkv`, 3 * narrow, narrow);
    matrix(`${layer}/output`, narrow, narrow);
    matrix(`${layer}/inner`, inside, narrow);
    matrix(`${layer}/outer`, narrow, inside);
  }
  matrix('layer0/shortcut', narrow, narrow);
  matrix('last', narrow, narrow);
  return createEncoder(writeEncoderFile(pieces, tensors));
}
const encoder = smallEncoder();

test('an encoder whose weights mean nothing is refused before its file is written', () => {
  assert.ok(Math.abs(likeness(encoder, 'a car', 'a car') - 1) < 1e-5);
  assert.throws(() => requireUnderstanding(encoder), /tells no meanings apart/);
});

test('a meaning is a vector of length 1, the same each time, whatever was read in between', () => {
  const first = encoder.encode('What is a deductible?');
  encoder.encode(
    'A much longer sentence about a burst pipe in the kitchen of my late aunt, who lived in Leeds.',
  );
  assert.deepEqual(encoder.encode('What is a deductible?'), first);
  assert.ok(Math.abs(first.reduce((sum, value) => sum + value * value, 0) - 1) < 1e-5);
});

test('no text at all, signs nobody knows and very long texts have a meaning too', () => {
  for (const text of ['', '   ', '☃☃☃', 'insurance '.repeat(2_000)])
    assert.ok(encoder.encode(text).every((value) => Number.isFinite(value)));
});

test('a text is divided into the likeliest pieces, and unknown signs in a row are one', () => {
  const reserved = Array.from({ length: 6 }, (): [string, number] => ['', 0]);
  const pieces: Array<[string, number]> = [
    ...reserved,
    ['▁in', -3],
    ['▁insure', -4],
    ['sure', -3],
    ['d', -2],
  ];
  const read = createPieceReader(pieces);
  assert.deepEqual(read(' insured  '), [7, 9]);
  assert.deepEqual(read('in ☃☃'), [6, 0]);
});

test('matrices are multiplied as by hand', () => {
  const matrices = createMatrices(10_000);
  const [rows, inputs, outputs] = [8, 5, 16];
  const x = matrices.floats(rows * inputs).map((_value, at) => at - 7);
  const place = matrices.floats(rows * inputs);
  place.set(x);
  const w = { values: matrices.floats(inputs * outputs), bias: matrices.floats(outputs), inputs, outputs };
  const weight = (input: number, output: number): number => input * 3 - output;
  for (let input = 0; input < inputs; input++)
    for (let output = 0; output < outputs; output++)
      w.values[packedPlace(input, output, inputs)] = weight(input, output);
  w.bias.fill(0.5);
  const y = matrices.floats(rows * outputs);
  matrices.multiply(place, w, y, rows);
  for (let row = 0; row < rows; row++) {
    for (let output = 0; output < outputs; output++) {
      let sum = 0.5;
      for (let input = 0; input < inputs; input++)
        sum += (x[row * inputs + input] ?? 0) * weight(input, output);
      assert.equal(y[row * outputs + output], sum);
    }
  }
});

test('weights come back from their file within half a step of a byte', () => {
  const values = Float32Array.from([0, 1, -2, 0.5, 0.001, 0.002]);
  const file = readEncoderFile(
    writeEncoderFile([['a', -1]], new Map([['t', { rows: 2, columns: 3, values }]])),
  );
  const read = file.tensor('t');
  assert.deepEqual(file.pieces, [['a', -1]]);
  for (const [at, value] of values.entries()) {
    const largest = at < 3 ? 2 : 0.5;
    assert.ok(Math.abs((read.values[at] ?? 0) - value) <= largest / 127 / 2 + 1e-9);
  }
  assert.throws(() => file.tensor('other'), /no tensor other/);
});
