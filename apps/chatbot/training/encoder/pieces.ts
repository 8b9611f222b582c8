/** Splits a text into the pieces the encoder knows, and gives their numbers. */
export type PieceReader = (text: string) => number[];

export type Piece = readonly [text: string, score: number];

/** Number of what is no known piece. */
const unknown = 0;

/** The first pieces stand for no text: unknown, begin, end and the like. */
const reserved = 6;

const wordBegin = '▁';

/** The most likely division of a text (the Viterbi way over a unigram model); several unknown signs in a row are one piece. */
export function createPieceReader(pieces: readonly Piece[]): PieceReader {
  const known = new Map<string, Readonly<{ number: number; score: number }>>();
  let longest = 1;
  for (const [number, [text, score]] of pieces.entries()) {
    if (number < reserved) continue;
    known.set(text, { number, score });
    longest = Math.max(longest, text.length);
  }
  const unlikely = Math.min(...pieces.map(([, score]) => score)) - 10;

  return (text) => {
    const normal = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
    if (normal === '') return [];
    const signs = Array.from(`${wordBegin}${normal.replaceAll(' ', wordBegin)}`);
    const best = new Float64Array(signs.length + 1).fill(-Infinity);
    const from = new Int32Array(signs.length + 1);
    const number = new Int32Array(signs.length + 1);
    best[0] = 0;
    for (let start = 0; start < signs.length; start++) {
      let piece = '';
      for (let end = start + 1; end <= Math.min(signs.length, start + longest); end++) {
        piece += signs[end - 1];
        const found = known.get(piece);
        if (found === undefined && end > start + 1) continue;
        const score = (best[start] ?? 0) + (found?.score ?? unlikely);
        if (score <= (best[end] ?? 0)) continue;
        best[end] = score;
        from[end] = start;
        number[end] = found?.number ?? unknown;
      }
    }
    const numbers: number[] = [];
    for (let end = signs.length; end > 0; end = from[end] ?? 0) {
      const here = number[end] ?? unknown;
      if (here !== unknown || numbers.at(-1) !== unknown) numbers.push(here);
    }
    return numbers.toReversed();
  };
}
