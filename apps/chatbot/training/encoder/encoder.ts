import { readEncoderFile } from './encoder-file.ts';
import type { EncoderFile } from './encoder-file.ts';
import { createMatrices, packedPlace, rowsTogether } from './matrix.ts';
import type { Matrices, PackedMatrix } from './matrix.ts';
import { createPieceReader } from './pieces.ts';

/** Tells the meaning of a sentence as a direction: sentences that mean alike point alike. */
export type Encoder = Readonly<{
  /** A vector of length 1 with so many numbers. */
  dimensions: number;
  encode(text: string): Float32Array;
}>;

/** Pieces read of a text; a question says what it is about within these. */
const piecesMax = 64;

const normFloor = 1e-6;

type Layer = Readonly<{
  width: number;
  heads: number;
  normalise: Normalisation;
  queriesKeysValues: PackedMatrix;
  output: PackedMatrix;
  /** Brings the input to the width of the output, where they differ. */
  shortcut: PackedMatrix | undefined;
  normaliseInner: Normalisation;
  inner: PackedMatrix;
  outer: PackedMatrix;
}>;

type Normalisation = Readonly<{ scale: Float32Array; shift: Float32Array }>;

/**
 * The Universal Sentence Encoder, lite: two layers of attention over the pieces of a text, then their mean. Its weights come
 * beside this file (see README.md); everything is computed here, so that it needs no further library.
 */
export function createEncoder(bytes: Buffer): Encoder {
  const file = readEncoderFile(bytes);
  const readPieces = createPieceReader(file.pieces);
  const embeddings = file.tensor('embeddings');
  const matrices = createMatrices(floatsNeeded);
  const layers = [readLayer(matrices, file, 'layer0'), readLayer(matrices, file, 'layer1')];
  const last = packed(matrices, file, 'last');
  const [narrow, wide, inside] = [embeddings.columns, last.inputs, 1536];
  const room = {
    input: matrices.floats(piecesMax * narrow),
    normal: matrices.floats(piecesMax * wide),
    attention: matrices.floats(piecesMax * wide * 3),
    mixed: matrices.floats(piecesMax * wide),
    inner: matrices.floats(piecesMax * inside),
    added: matrices.floats(piecesMax * wide),
    states: [matrices.floats(piecesMax * wide), matrices.floats(piecesMax * wide)] as const,
    mean: matrices.floats(rowsTogether * wide),
    result: matrices.floats(rowsTogether * last.outputs),
  };
  const positions = positionSignals(narrow);

  function encode(text: string): Float32Array {
    const pieces = readPieces(text).slice(0, piecesMax);
    const count = pieces.length;
    if (count === 0) return new Float32Array(last.outputs);
    const rows = Math.ceil(count / rowsTogether) * rowsTogether;
    for (const [place, piece] of pieces.entries()) {
      for (let at = 0; at < narrow; at++) {
        const said = embeddings.values[piece * narrow + at] ?? 0;
        room.input[place * narrow + at] = 2 * said + (positions[place * narrow + at] ?? 0);
      }
    }
    let state: Float32Array = room.input;
    for (const [number, layer] of layers.entries()) {
      const next = room.states[number % 2] ?? room.states[0];
      applyLayer(layer, { state, next, count, rows });
      state = next;
    }
    room.mean.fill(0);
    for (let at = 0; at < wide; at++) {
      let total = 0;
      for (let place = 0; place < count; place++) total += state[place * wide + at] ?? 0;
      room.mean[at] = total / count;
    }
    matrices.multiply(room.mean, last, room.result, rowsTogether);
    return unit(room.result.subarray(0, last.outputs).map((value) => Math.tanh(value)));
  }

  function applyLayer(
    layer: Layer,
    {
      state,
      next,
      count,
      rows,
    }: Readonly<{ state: Float32Array; next: Float32Array; count: number; rows: number }>,
  ): void {
    normalise(state, room.normal, layer.normalise, { count, width: layer.width });
    matrices.multiply(room.normal, layer.queriesKeysValues, room.attention, rows);
    attend(room.attention, room.mixed, layer, count);
    matrices.multiply(room.mixed, layer.output, next, rows);
    if (layer.shortcut !== undefined) matrices.multiply(state, layer.shortcut, room.added, rows);
    const shortcut = layer.shortcut === undefined ? state : room.added;
    for (let at = 0; at < count * wide; at++) next[at] = (next[at] ?? 0) + (shortcut[at] ?? 0);
    normalise(next, room.normal, layer.normaliseInner, { count, width: wide });
    matrices.multiply(room.normal, layer.inner, room.inner, rows);
    for (let at = 0; at < count * inside; at++) room.inner[at] = Math.max(0, room.inner[at] ?? 0);
    matrices.multiply(room.inner, layer.outer, room.added, rows);
    for (let at = 0; at < count * wide; at++) next[at] = (next[at] ?? 0) + (room.added[at] ?? 0);
  }

  return { dimensions: last.outputs, encode };
}

/** Weights and working room, with some to spare for alignment. */
const floatsNeeded = 5_600_000;

/** Each piece takes over what the pieces it attends to say, each head in its own way. */
function attend(
  attention: Float32Array,
  mixed: Float32Array,
  { width, heads }: Pick<Layer, 'width' | 'heads'>,
  count: number,
): void {
  const size = width / heads;
  const weights = new Float64Array(count);
  for (let head = 0; head < heads; head++) {
    for (let place = 0; place < count; place++) {
      const query = place * width * 3 + head * size;
      let largest = -Infinity;
      for (let other = 0; other < count; other++) {
        const key = other * width * 3 + width + head * size;
        let likeness = 0;
        for (let at = 0; at < size; at++)
          likeness += (attention[query + at] ?? 0) * (attention[key + at] ?? 0);
        weights[other] = likeness / Math.sqrt(size);
        largest = Math.max(largest, weights[other] ?? 0);
      }
      let total = 0;
      for (let other = 0; other < count; other++) {
        weights[other] = Math.exp((weights[other] ?? 0) - largest);
        total += weights[other] ?? 0;
      }
      const target = place * width + head * size;
      mixed.fill(0, target, target + size);
      for (let other = 0; other < count; other++) {
        const value = other * width * 3 + 2 * width + head * size;
        const weight = (weights[other] ?? 0) / total;
        for (let at = 0; at < size; at++)
          mixed[target + at] = (mixed[target + at] ?? 0) + weight * (attention[value + at] ?? 0);
      }
    }
  }
}

function normalise(
  from: Float32Array,
  to: Float32Array,
  { scale, shift }: Normalisation,
  { count, width }: Readonly<{ count: number; width: number }>,
): void {
  for (let place = 0; place < count; place++) {
    const begin = place * width;
    let [mean, variance] = [0, 0];
    for (let at = 0; at < width; at++) mean += from[begin + at] ?? 0;
    mean /= width;
    for (let at = 0; at < width; at++) variance += ((from[begin + at] ?? 0) - mean) ** 2;
    const factor = 1 / Math.sqrt(variance / width + normFloor);
    for (let at = 0; at < width; at++)
      to[begin + at] = ((from[begin + at] ?? 0) - mean) * factor * (scale[at] ?? 0) + (shift[at] ?? 0);
  }
}

/** Where a piece stands in the text, told by waves of growing length. */
function positionSignals(width: number): Float32Array {
  const half = width / 2;
  const signals = new Float32Array(piecesMax * width);
  for (let place = 0; place < piecesMax; place++) {
    for (let at = 0; at < half; at++) {
      const angle = place * Math.exp((-at * Math.log(10_000)) / (half - 1));
      signals[place * width + at] = Math.sin(angle);
      signals[place * width + half + at] = Math.cos(angle);
    }
  }
  return signals;
}

function readLayer(matrices: Matrices, file: EncoderFile, name: string): Layer {
  const queriesKeysValues = packed(matrices, file, `${name}/qkv`);
  return {
    width: queriesKeysValues.inputs,
    heads: 4,
    normalise: readNormalisation(file, `${name}/norm`),
    queriesKeysValues,
    output: packed(matrices, file, `${name}/output`),
    shortcut: name === 'layer0' ? packed(matrices, file, `${name}/shortcut`) : undefined,
    normaliseInner: readNormalisation(file, `${name}/inner-norm`),
    inner: packed(matrices, file, `${name}/inner`),
    outer: packed(matrices, file, `${name}/outer`),
  };
}

function readNormalisation(file: EncoderFile, name: string): Normalisation {
  return { scale: file.tensor(`${name}/scale`).values, shift: file.tensor(`${name}/shift`).values };
}

/** Matrices are kept a line for each output, so that each output has a scale of its own. */
function packed(matrices: Matrices, file: EncoderFile, name: string): PackedMatrix {
  const { rows: outputs, columns: inputs, values } = file.tensor(name);
  const result = {
    values: matrices.floats(inputs * outputs),
    bias: matrices.floats(outputs),
    inputs,
    outputs,
  };
  for (let output = 0; output < outputs; output++) {
    for (let input = 0; input < inputs; input++)
      result.values[packedPlace(input, output, inputs)] = values[output * inputs + input] ?? 0;
  }
  const bias = file.tensor(`${name}/bias`).values;
  result.bias.set(bias);
  return result;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((total, value) => total + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
