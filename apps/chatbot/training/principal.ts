/** Rounds after which the directions hardly turn any more. */
const rounds = 12;

/**
 * The vectors in the directions they differ in most, the widest first (principal components, found by orthogonal
 * iteration), with what they have in common taken off.
 */
export function reduceDimensions(vectors: readonly Float32Array[], dimensions: number): Float32Array[] {
  const width = vectors[0]?.length ?? 0;
  const middle = new Float64Array(width);
  for (const vector of vectors)
    for (let at = 0; at < width; at++) middle[at] = (middle[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  const centred = vectors.map((vector) =>
    Float64Array.from(vector, (value, at) => value - (middle[at] ?? 0)),
  );
  const spread = spreadOf(centred, width);
  // Begins with any directions that are not alike; the same ones each time.
  let directions = Array.from({ length: dimensions }, (_none, number) =>
    Float64Array.from({ length: width }, (_value, at) => Math.cos(0.5 + (number + 1) * (at + 1))),
  );
  for (let round = 0; round < rounds; round++) {
    directions = directions.map((direction) => Float64Array.from(spread, (row) => dot(row, direction)));
    makeOrthogonal(directions);
  }
  return centred.map((vector) => Float32Array.from(directions, (direction) => dot(vector, direction)));
}

/** How each two dimensions vary together: symmetric, row by row. */
function spreadOf(centred: readonly Float64Array[], width: number): Float64Array[] {
  const spread = Array.from({ length: width }, () => new Float64Array(width));
  for (const vector of centred) {
    for (const [at, row] of spread.entries()) {
      const value = vector[at] ?? 0;
      for (let other = 0; other < width; other++)
        row[other] = (row[other] ?? 0) + value * (vector[other] ?? 0);
    }
  }
  return spread;
}

/** Gram and Schmidt's way: each direction loses what it shares with those before it, and gets length 1. */
function makeOrthogonal(directions: readonly Float64Array[]): void {
  for (const [number, direction] of directions.entries()) {
    for (const before of directions.slice(0, number)) {
      const shared = dot(before, direction);
      for (let at = 0; at < direction.length; at++)
        direction[at] = (direction[at] ?? 0) - shared * (before[at] ?? 0);
    }
    const length = Math.sqrt(dot(direction, direction)) || 1;
    for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) / length;
  }
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += (left[at] ?? 0) * (right[at] ?? 0);
  return sum;
}
