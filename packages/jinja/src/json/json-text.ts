import { effectOf, readTokens, type Effect, type JsonProof, type JsonToken } from './json-proof.ts';

/** Where JSON text stands: 0 outside of a string, 1 inside of one, 2 inside and directly after a backslash. */
export type JsonPosition = 0 | 1 | 2;

/** What writing a text does from one position and one state of the proof. */
export interface JsonStep {
  /** Without the last character if that opens a string, which may turn into a typed value. */
  text: string;
  end: JsonPosition;
  opensAtEnd: boolean;
  effect: Effect;
}

/** Template text with what it does, worked out once for each way it is met. */
export interface JsonText {
  text: string;
  offset: number;
  /** The way it was met last, which usually is the only one. */
  way: number;
  step: JsonStep | undefined;
  steps: Map<number, JsonStep>;
  /** Without the first character, made when needed. */
  tail: JsonText | undefined;
}

export function createJsonText(text: string, offset: number): JsonText {
  return { text, offset, way: -1, step: undefined, steps: new Map(), tail: undefined };
}

export function stepOver(prepared: JsonText, start: JsonPosition, proof: JsonProof): JsonStep {
  const way = proof.state * 4 + start;
  if (prepared.way === way && prepared.step !== undefined) return prepared.step;
  const step = prepared.steps.get(way) ?? createStep(prepared.text, start, proof.state);
  prepared.steps.set(way, step);
  prepared.way = way;
  prepared.step = step;
  return step;
}

function createStep(text: string, start: JsonPosition, state: number): JsonStep {
  const { end, opensAtEnd } = scanText(text, start);
  const written = opensAtEnd ? text.slice(0, -1) : text;
  const tokens: readonly JsonToken[] | null = start === 2 ? null : readTokens(written, start === 1);
  return { text: written, end, opensAtEnd, effect: effectOf(tokens, state) };
}

export function withoutFirst(prepared: JsonText): JsonText {
  prepared.tail ??= createJsonText(prepared.text.slice(1), prepared.offset + 1);
  return prepared.tail;
}

function scanText(text: string, start: JsonPosition): Pick<JsonStep, 'end' | 'opensAtEnd'> {
  let position = start;
  let opened = -1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (position === 2) position = 1;
    else if (char === 0x22) {
      position = position === 0 ? 1 : 0;
      if (position === 1) opened = i;
    } else if (char === 0x5c && position === 1) position = 2;
  }
  return { end: position, opensAtEnd: position === 1 && opened === text.length - 1 && opened !== -1 };
}
