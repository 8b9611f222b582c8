/**
 * QR codes (ISO/IEC 18004), byte mode with error correction M, versions 1 to 20: enough for the address an authenticator
 * app reads. Made in the page, so that a secret is drawn nowhere else.
 */
const checkBytesPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

type Grid = boolean[][];

/** Rows of dark and light modules, without the quiet zone around them. */
export function qrCode(text: string): Grid {
  const bytes = [...new TextEncoder().encode(text)];
  const version = 1 + blockCounts.findIndex((_, index) => bytes.length <= roomOf(index + 1));
  if (version === 0) throw new RangeError('The text is too long for a QR code of this kind.');
  const codewords = withChecks(dataOf(bytes, version), version);
  const masked = Array.from({ length: 8 }, (_, mask) => draw(version, codewords, mask));
  return masked.reduce((best, next) => (unevenness(next) < unevenness(best) ? next : best));
}

/** As an SVG path of one unit for each module. */
export const qrPath = (grid: Grid): string =>
  grid.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

const at = (list: readonly number[], index: number): number => list[index] ?? 0;

/** All modules but those of patterns, format and version, in bytes. */
function codewordCount(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const alignments = Math.floor(version / 7) + 2;
    bits -= (25 * alignments - 10) * alignments - 55;
    if (version >= 7) bits -= 36;
  }
  return bits >> 3;
}

const dataCount = (version: number): number =>
  codewordCount(version) - at(checkBytesPerBlock, version - 1) * at(blockCounts, version - 1);
const lengthBits = (version: number): number => (version < 10 ? 8 : 16);
const roomOf = (version: number): number =>
  Math.floor((dataCount(version) * 8 - 4 - lengthBits(version)) / 8);

function dataOf(bytes: readonly number[], version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const room = dataCount(version) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
}

/** In GF(2^8) with the polynomial 0x11d. */
function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((right >> bit) & 1) * left;
  }
  return product;
}

function generatorOf(degree: number): number[] {
  const result = [...Array.from({ length: degree - 1 }, () => 0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let index = 0; index < degree; index += 1)
      result[index] = multiply(at(result, index), root) ^ (index + 1 < degree ? at(result, index + 1) : 0);
    root = multiply(root, 2);
  }
  return result;
}

function remainderOf(data: readonly number[], generator: readonly number[]): number[] {
  const result = generator.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [index, coefficient] of generator.entries())
      result[index] = at(result, index) ^ multiply(coefficient, factor);
  }
  return result;
}

/** Blocks with their check bytes, interleaved; the last blocks are longer by one byte where they do not divide evenly. */
function withChecks(data: readonly number[], version: number): number[] {
  const blocks = at(blockCounts, version - 1);
  const checks = at(checkBytesPerBlock, version - 1);
  const short = Math.floor(data.length / blocks);
  const longBlocks = data.length % blocks;
  const generator = generatorOf(checks);
  let taken = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const length = short + (index >= blocks - longBlocks ? 1 : 0);
    const own = data.slice(taken, (taken += length));
    return { own, checks: remainderOf(own, generator) };
  });
  const woven = (lists: readonly number[][], length: number): number[] =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
  return [
    ...woven(
      parts.map(({ own }) => own),
      short + 1,
    ),
    ...woven(
      parts.map((part) => part.checks),
      checks,
    ),
  ];
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(version: number, codewords: readonly number[], mask: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const isFixed: Grid = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const set = (x: number, y: number, dark: boolean): void => {
    const [row, fixedRow] = [grid[y], isFixed[y]];
    if (row === undefined || fixedRow === undefined || x < 0 || x >= size) return;
    row[x] = dark;
    fixedRow[x] = true;
  };
  drawPatterns(version, size, set);
  drawFormat(mask, size, set);
  if (version >= 7) drawVersion(version, size, set);
  let bit = 0;
  for (const [x, y] of zigzag(size)) {
    const row = grid[y];
    if (row === undefined || isFixed[y]?.[x] === true) continue;
    const dark = ((at(codewords, bit >> 3) >> (7 - (bit & 7))) & 1) === 1;
    row[x] = dark !== (masks[mask]?.(x, y) === true);
    bit += 1;
  }
  return grid;
}

type SetModule = (x: number, y: number, dark: boolean) => void;

function drawPatterns(version: number, size: number, set: SetModule): void {
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, distance !== 2 && distance !== 4);
      }
  const places = alignmentPlaces(version, size);
  const last = places.length - 1;
  for (const [i, cx] of places.entries())
    for (const [j, cy] of places.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let dy = -2; dy <= 2; dy += 1)
        for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - step * (count - 2 - index))];
}

const bitOf = (value: number, index: number): boolean => ((value >> index) & 1) === 1;

/** Error correction M is 00 in the format. */
function drawFormat(mask: number, size: number, set: SetModule): void {
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  for (let index = 0; index <= 5; index += 1) set(8, index, bitOf(bits, index));
  set(8, 7, bitOf(bits, 6));
  set(8, 8, bitOf(bits, 7));
  set(7, 8, bitOf(bits, 8));
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, bitOf(bits, index));
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, bitOf(bits, index));
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, bitOf(bits, index));
  set(8, size - 8, true);
}

function drawVersion(version: number, size: number, set: SetModule): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
    set(far, near, bitOf(bits, index));
    set(near, far, bitOf(bits, index));
  }
}

/** Two columns at a time from the right, up and down in turn; the column of the timing pattern is left out. */
function* zigzag(size: number): Generator<readonly [number, number]> {
  for (let right = size - 1; right >= 1; right -= 2) {
    const column = right <= 6 ? right - 1 : right;
    for (let step = 0; step < size; step += 1)
      for (const x of [column, column - 1]) {
        const isUpward = ((column + 1) & 2) === 0;
        yield [x, isUpward ? size - 1 - step : step];
      }
  }
}

/** Long runs and too much of one colour are hard on cameras. */
function unevenness(grid: Grid): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] === true));
  let points = 0;
  for (const line of [...grid, ...columns])
    for (const run of line
      .map((dark) => (dark ? '1' : '0'))
      .join('')
      .match(/0{5,}|1{5,}/g) ?? [])
      points += run.length - 2;
  const dark = grid.flat().filter(Boolean).length;
  return points + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}
