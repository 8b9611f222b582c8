/**
 * Multiplication of matrices with four-lane instructions, which JavaScript itself has not. The module is small enough to be
 * written here instruction by instruction. It multiplies and adds separately, so every machine gets the same sums.
 */
export type Matrices = Readonly<{
  /** Room for so many 32-bit floats, for as long as the process lives. */
  floats(length: number): Float32Array;
  /** `y = x · w + bias` for `rows` (a multiple of 4) rows; `w` comes from `pack`. */
  multiply(x: Float32Array, w: PackedMatrix, y: Float32Array, rows: number): void;
}>;

/** Eight columns stand together, row after row, as the multiplication reads them. */
export type PackedMatrix = Readonly<{
  values: Float32Array;
  bias: Float32Array;
  inputs: number;
  outputs: number;
}>;

export const columnsTogether = 8;
export const rowsTogether = 4;

type Multiply = (
  x: number,
  w: number,
  y: number,
  bias: number,
  rows: number,
  inputs: number,
  outputs: number,
) => void;

const pageBytes = 65_536;

/** What is used of it here; the types of Node leave it out. */
declare const WebAssembly: Readonly<{
  Memory: new (description: Readonly<{ initial: number }>) => Readonly<{ buffer: ArrayBuffer }>;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => Readonly<{ exports: Readonly<Record<string, unknown>> }>;
}>;

export function createMatrices(floatsMax: number): Matrices {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((floatsMax * 4) / pageBytes) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), { m: { m: memory } });
  // The module above exports exactly this function.
  const multiply = instance.exports['f'] as Multiply;
  let used = 0;
  return {
    floats(length) {
      const floats = new Float32Array(memory.buffer, used, length);
      used += Math.ceil(length / 4) * 16;
      return floats;
    },
    multiply(x, w, y, rows) {
      multiply(x.byteOffset, w.values.byteOffset, y.byteOffset, w.bias.byteOffset, rows, w.inputs, w.outputs);
    },
  };
}

/** Where the value of one row and column stands in a packed matrix. */
export function packedPlace(row: number, column: number, inputs: number): number {
  const panel = Math.floor(column / columnsTogether);
  return (panel * inputs + row) * columnsTogether + (column % columnsTogether);
}

const [i32, v128] = [0x7f, 0x7b];

/** Parameters and local variables by number. */
const local = { x: 0, w: 1, y: 2, bias: 3, rows: 4, inputs: 5, outputs: 6 } as const;
const [xAt, wAt, yAt, endOfRow, rowBytes, yRowBytes, rowsLeft] = [7, 8, 9, 10, 11, 12, 13];
const [left, right, spread] = [14, 15, 16];
const sums = 17;

const get = (index: number): number[] => [0x20, index];
const set = (index: number): number[] => [0x21, index];
const constant = (value: number): number[] => [0x41, value];
const add = [0x6a];
const subtract = [0x6b];
const times = [0x6c];
const less = [0x49];
const loadVector = (offset: number): number[] => [0xfd, 0x00, 0x04, offset];
const loadSpread = [0xfd, 0x09, 0x02, 0x00];
const storeVector = (offset: number): number[] => [0xfd, 0x0b, 0x04, offset];
const addVectors = [0xfd, 0xe4, 0x01];
const multiplyVectors = [0xfd, 0xe6, 0x01];
const repeatWhile = (body: readonly number[], condition: readonly number[]): number[] =>
  [[0x03, 0x40], body, condition, [0x0d, 0x00, 0x0b]].flat();
const advance = (index: number, by: readonly number[]): number[] => [
  ...get(index),
  ...by,
  ...add,
  ...set(index),
];

/** For each eight columns, for each four rows: eight sums over the inputs, begun with the bias. */
function multiplyBody(): number[] {
  const rows = [...Array(rowsTogether).keys()];
  const addressOfRow = (base: number, row: number, stride: number): number[] => [
    ...get(base),
    ...get(stride),
    ...constant(row),
    ...times,
    ...add,
  ];
  const sumOf = (row: number, half: number): number => sums + row * 2 + half;
  const step = [
    ...get(wAt),
    ...loadVector(0),
    ...set(left),
    ...get(wAt),
    ...loadVector(16),
    ...set(right),
    ...rows.flatMap((row) => [
      ...addressOfRow(xAt, row, rowBytes),
      ...loadSpread,
      ...set(spread),
      ...[left, right].flatMap((half, place) => [
        ...get(spread),
        ...get(half),
        ...multiplyVectors,
        ...get(sumOf(row, place)),
        ...addVectors,
        ...set(sumOf(row, place)),
      ]),
    ]),
    ...advance(wAt, constant(32)),
    ...advance(xAt, constant(4)),
  ];
  const fourRows = [
    ...rows.flatMap((row) =>
      [0, 1].flatMap((half) => [...get(local.bias), ...loadVector(half * 16), ...set(sumOf(row, half))]),
    ),
    ...get(local.w),
    ...set(wAt),
    ...get(xAt),
    ...get(rowBytes),
    ...add,
    ...set(endOfRow),
    ...repeatWhile(step, [...get(xAt), ...get(endOfRow), ...less]),
    ...rows.flatMap((row) =>
      [0, 1].flatMap((half) => [
        ...addressOfRow(yAt, row, yRowBytes),
        ...get(sumOf(row, half)),
        ...storeVector(half * 16),
      ]),
    ),
    // One row is behind the pointer already.
    ...advance(xAt, [...get(rowBytes), ...constant(rowsTogether - 1), ...times]),
    ...advance(yAt, [...get(yRowBytes), ...constant(rowsTogether), ...times]),
    ...get(rowsLeft),
    ...constant(rowsTogether),
    ...subtract,
    ...set(rowsLeft),
  ];
  const eightColumns = [
    ...get(local.x),
    ...set(xAt),
    ...get(local.y),
    ...set(yAt),
    ...get(local.rows),
    ...set(rowsLeft),
    ...repeatWhile(fourRows, [...constant(0), ...get(rowsLeft), ...less]),
    ...advance(local.w, [...get(rowBytes), ...constant(columnsTogether), ...times]),
    ...advance(local.y, constant(32)),
    ...advance(local.bias, constant(32)),
    ...get(local.outputs),
    ...constant(columnsTogether),
    ...subtract,
    ...set(local.outputs),
  ];
  return [
    ...get(local.inputs),
    ...constant(4),
    ...times,
    ...set(rowBytes),
    ...get(local.outputs),
    ...constant(4),
    ...times,
    ...set(yRowBytes),
    ...repeatWhile(eightColumns, [...constant(0), ...get(local.outputs), ...less]),
    0x0b,
  ];
}

function moduleBytes(): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: readonly number[]): number[] => [
    id,
    ...size(content.length),
    ...content,
  ];
  const locals = [2, 7, i32, 3 + rowsTogether * 2, v128];
  const body = [...locals, ...multiplyBody()];
  const [magic, version] = [
    [0x00, 0x61, 0x73, 0x6d],
    [0x01, 0x00, 0x00, 0x00],
  ] as const;
  return new Uint8Array([
    ...magic,
    ...version,
    ...section(1, [1, 0x60, 7, ...Array<number>(7).fill(i32), 0]),
    // The memory "m" of the import module "m".
    ...section(2, [1, 1, 0x6d, 1, 0x6d, 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x66, 0x00, 0]),
    ...section(10, [1, ...size(body.length), ...body]),
  ]);
}

/** A whole number as WebAssembly writes lengths: seven bits in each byte. */
function size(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...size(value >>> 7)];
}
