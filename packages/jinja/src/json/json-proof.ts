/**
 * Follows the structure of a body while it is written, so that a finished body is known to be JSON without being read
 * once more. It may lose track of a body that is JSON after all, which then is read; what it calls proven always is.
 */
export interface JsonProof {
  state: number;
  /** The containers around the innermost one as bits, the nearest lowest; 1 is an object. */
  around: number;
  /** How many containers are open. */
  depth: number;
}

export type JsonToken = (typeof token)[keyof typeof token];

export const token = {
  openObject: 0,
  closeObject: 1,
  openArray: 2,
  closeArray: 3,
  comma: 4,
  colon: 5,
  /** A string from quote to quote. */
  string: 6,
  /** Any other value. */
  scalar: 7,
  /** The quote of a string that ends in a later piece, and the one that ends it. */
  openString: 8,
  closeString: 9,
} as const;

/** Where a value may stand or stood: nowhere inside, in an object, in an array. */
const places = { body: 0, object: 1, array: 2 } as const;
const beforeValue = 0;
const inString = 3;
const afterValue = 6;
const beforeKey = 9;
const beforeFirstKey = 10;
const inKey = 11;
const afterKey = 12;
const beforeFirstItem = 13;
const lost = 14;
const stateCount = 15;
/** Not states: entering and leaving a container, which the table cannot do alone. */
const enter = 15;
const leave = 16;
const tokenCount = 10;

const table = new Uint8Array(stateCount * tokenCount).fill(lost);
function rule(from: number, next: JsonToken, to: number): void {
  table[from * tokenCount + next] = to;
}
for (const place of Object.values(places)) {
  const starts = place === places.array ? [beforeValue + place, beforeFirstItem] : [beforeValue + place];
  for (const start of starts) {
    rule(start, token.string, afterValue + place);
    rule(start, token.scalar, afterValue + place);
    rule(start, token.openString, inString + place);
    rule(start, token.openObject, enter);
    rule(start, token.openArray, enter);
  }
  rule(inString + place, token.closeString, afterValue + place);
}
for (const start of [beforeKey, beforeFirstKey]) {
  rule(start, token.string, afterKey);
  rule(start, token.openString, inKey);
}
rule(inKey, token.closeString, afterKey);
rule(afterKey, token.colon, beforeValue + places.object);
rule(afterValue + places.object, token.comma, beforeKey);
rule(afterValue + places.array, token.comma, beforeValue + places.array);
rule(beforeFirstKey, token.closeObject, leave);
rule(afterValue + places.object, token.closeObject, leave);
rule(beforeFirstItem, token.closeArray, leave);
rule(afterValue + places.array, token.closeArray, leave);

/** As many as fit into the bits of a small integer; a body that is deeper is read. */
const deepest = 28;

export const createJsonProof = (): JsonProof => ({ state: beforeValue, around: 0, depth: 0 });

export const isProven = ({ state }: JsonProof): boolean => state === afterValue + places.body;

/** Gives up: from here on nothing is proven. */
export function loseTrack(proof: JsonProof): void {
  proof.state = lost;
}

export function follow(proof: JsonProof, next: JsonToken): void {
  const to = table[proof.state * tokenCount + next] ?? lost;
  if (to === enter) enterContainer(proof, next === token.openObject);
  else if (to === leave) leaveContainer(proof);
  else proof.state = to;
}

function enterContainer(proof: JsonProof, isObject: boolean): void {
  // The container entered from shows in the state: only in an object does a value follow a colon.
  const wasObject = proof.state === beforeValue + places.object;
  proof.around = (proof.around << 1) | (wasObject ? 1 : 0);
  proof.depth += 1;
  if (proof.depth > deepest) proof.state = lost;
  else proof.state = isObject ? beforeFirstKey : beforeFirstItem;
}

function leaveContainer(proof: JsonProof): void {
  const isObject = (proof.around & 1) === 1;
  proof.around >>= 1;
  proof.depth -= 1;
  if (proof.depth === 0) proof.state = afterValue + places.body;
  else proof.state = afterValue + (isObject ? places.object : places.array);
}

/** What a piece of the body does, worked out once for the state it is met in, as far as that says it. */
export interface Effect {
  around: number;
  entered: number;
  end: number;
  /** From the first closing bracket on whose opening one stands before the piece; null when there is none. */
  rest: readonly JsonToken[] | null;
}

export function followPiece(proof: JsonProof, effect: Effect): void {
  if (effect.entered > 0) {
    proof.around = (proof.around << effect.entered) | effect.around;
    proof.depth += effect.entered;
  }
  proof.state = proof.depth > deepest ? lost : effect.end;
  if (effect.rest !== null) for (const next of effect.rest) follow(proof, next);
}

export function effectOf(tokens: readonly JsonToken[] | null, state: number): Effect {
  if (tokens === null) return { around: 0, entered: 0, end: lost, rest: null };
  const proof: JsonProof = { state, around: 0, depth: 0 };
  for (const [index, next] of tokens.entries()) {
    const isLeaving = table[proof.state * tokenCount + next] === leave;
    if (isLeaving && proof.depth === 0)
      return { around: 0, entered: 0, end: proof.state, rest: tokens.slice(index) };
    if (isLeaving && proof.depth === 1) {
      leaveContainer(proof);
      // Back where the piece began, which is not the end of the body unless the piece began there.
      proof.state = afterValue + placeOf(state);
    } else follow(proof, next);
  }
  return { around: proof.around, entered: proof.depth, end: proof.state, rest: null };
}

/** The place of whatever comes next on the level of a state. */
function placeOf(state: number): number {
  if (state === beforeFirstItem) return places.array;
  return state < beforeKey ? state % 3 : places.object;
}

const structure: ReadonlyMap<string, JsonToken> = new Map([
  ['{', token.openObject],
  ['}', token.closeObject],
  ['[', token.openArray],
  [']', token.closeArray],
  [',', token.comma],
  [':', token.colon],
]);
const blanks = /[ \t\r\n]*/uy;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/uy;
const content = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;

/** The tokens of a piece of a body that begins outside of strings or inside of one; null when some part of it is none. */
export function readTokens(text: string, startsInside: boolean): readonly JsonToken[] | null {
  const tokens: JsonToken[] = [];
  let position = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = position;
    const length = pattern.exec(text)?.[0].length;
    position += length ?? 0;
    return length !== undefined;
  };
  if (startsInside) {
    skip(content);
    if (position === text.length) return tokens;
    if (text[position] !== '"') return null;
    tokens.push(token.closeString);
    position += 1;
  }
  for (;;) {
    skip(blanks);
    if (position === text.length) return tokens;
    const mark = structure.get(text[position] ?? '');
    if (mark !== undefined) {
      tokens.push(mark);
      position += 1;
    } else if (text[position] === '"') {
      position += 1;
      skip(content);
      if (position === text.length) return [...tokens, token.openString];
      if (text[position] !== '"') return null;
      tokens.push(token.string);
      position += 1;
    } else if (skip(scalar)) tokens.push(token.scalar);
    else return null;
  }
}
