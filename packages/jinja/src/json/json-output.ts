import { bodyStyle, writeJson } from '../python-json.ts';
import { charge, step } from '../runtime.ts';
import type { JsonOutput, Runtime } from '../runtime.ts';
import { str } from '../spelling.ts';
import { limitError, runtimeError } from '../template-error.ts';
import { Fragment, isText, plainText, SafeText } from '../values.ts';
import type { FragmentPart } from '../values.ts';
import { createJsonProof, follow, followPiece, loseTrack, token } from './json-proof.ts';
import { createJsonText, stepOver, withoutFirst } from './json-text.ts';
import type { JsonText } from './json-text.ts';

/** Stands for an omitted value. JSON allows no raw NUL anywhere, so nothing else can look like it. */
export const omittedMarker = '\0';

export function createJsonOutput(): JsonOutput {
  return {
    position: 0,
    heldQuote: false,
    skipQuote: false,
    hasOmitted: false,
    proof: createJsonProof(),
    marks: [],
    parts: null,
    capturedChars: 0,
  };
}

/** Notes that what follows in the output came from this place of the template. */
function mark(rt: Runtime, output: JsonOutput, offset: number, isText: boolean): void {
  // One by one, which V8 does in place; two at once are a call.
  output.marks.push(rt.output.length);
  output.marks.push(isText ? offset * 2 + 1 : offset * 2);
}

function append(rt: Runtime, text: string): void {
  rt.output += text;
  if (rt.output.length > rt.maxChars) throw limitError(`the result is longer than ${rt.maxChars} characters`);
}

/** Writes text of the template itself. */
export function writeJsonText(rt: Runtime, prepared: JsonText): void {
  const output = rt.json;
  if (output === null) return;
  if (output.parts !== null) {
    step(rt);
    countCaptured(rt, output, prepared.text.length);
    output.parts.push({ kind: 'text', text: prepared.text, offset: prepared.offset });
    return;
  }
  let text = prepared;
  if (output.skipQuote) {
    output.skipQuote = false;
    text = withoutFirst(prepared);
  }
  if (text.text === '') return;
  releaseQuote(rt, output);
  const { proof } = output;
  const written = stepOver(text, output.position, proof);
  mark(rt, output, text.offset, true);
  followPiece(proof, written.effect);
  append(rt, written.text);
  output.heldQuote = written.opensAtEnd;
  output.position = written.end;
}

function countCaptured(rt: Runtime, output: JsonOutput, length: number): void {
  output.capturedChars += length;
  if (output.capturedChars > rt.maxChars)
    throw limitError(`captured text is longer than ${rt.maxChars} characters`);
}

function releaseQuote(rt: Runtime, output: JsonOutput): void {
  if (!output.heldQuote) return;
  output.heldQuote = false;
  follow(output.proof, token.openString);
  append(rt, '"');
}

/** Writes a value for the place it stands at. */
export function writeJsonValue(rt: Runtime, value: unknown, whole: boolean, offset: number): void {
  const output = rt.json;
  if (output === null) return;
  if (output.parts !== null) {
    countCaptured(rt, output, isText(value) && !(value instanceof Fragment) ? plainText(value).length : 0);
    output.parts.push({ kind: 'value', value, whole, offset });
    return;
  }
  // `"{{ x | tojson }}"` asks for the JSON value itself: as text it would arrive in quotes nobody wrote.
  if (output.heldQuote && whole && (!isText(value) || isSerialised(value))) {
    output.heldQuote = false;
    output.skipQuote = true;
    output.position = 0;
  }
  releaseQuote(rt, output);
  mark(rt, output, offset, false);
  if (output.position === 0) writeOutside(rt, output, value);
  else if (output.position === 1) writeInside(rt, value);
  else
    throw runtimeError(
      'a backslash stands directly before the expression; write \\\\ for a backslash in JSON',
    );
}

/** Whether `tojson` made this text, so that it stands for a JSON value. */
export const isSerialised = (value: unknown): value is SafeText => value instanceof SafeText && value.isJson;

function writeOutside(rt: Runtime, output: JsonOutput, value: unknown): void {
  const { proof } = output;
  if (typeof value === 'string') {
    charge(rt, value.length);
    follow(proof, token.string);
    return append(rt, JSON.stringify(value));
  }
  if (value instanceof Fragment) return replay(rt, value.parts);
  if (value instanceof SafeText) {
    const text = isJson(value) ? value.text : JSON.stringify(value.text);
    if (value.isJson && !value.isPlainJson) loseTrack(proof);
    else follow(proof, text.charCodeAt(0) === 0x22 ? token.string : token.scalar);
    return append(rt, text);
  }
  const text = writeJson(rt, value, bodyStyle);
  if (text === undefined) {
    output.hasOmitted = true;
    loseTrack(proof);
    append(rt, omittedMarker);
  } else {
    follow(proof, text.charCodeAt(0) === 0x22 ? token.string : token.scalar);
    append(rt, text);
  }
}

/** Text marked safe by hand goes in as it is only when it is one complete JSON value: it can never extend the body. */
function isJson(value: SafeText): boolean {
  if (value.isJson) return true;
  try {
    JSON.parse(value.text);
    return true;
  } catch {
    return false;
  }
}

function replay(rt: Runtime, parts: readonly FragmentPart[]): void {
  for (const part of parts) {
    step(rt);
    if (part.kind === 'text') writeJsonText(rt, createJsonText(part.text, part.offset));
    else writeJsonValue(rt, part.value, part.whole, part.offset);
  }
}

function writeInside(rt: Runtime, value: unknown): void {
  if (value instanceof Fragment) {
    for (const part of value.parts) {
      step(rt);
      if (part.kind === 'value') writeInside(rt, part.value);
      else append(rt, isStringContent(part.text) ? part.text : escapeContent(part.text));
    }
    return;
  }
  const text = isText(value) ? plainText(value) : str(rt, value);
  charge(rt, text.length);
  append(rt, escapeContent(text));
}

const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

function escapeContent(text: string): string {
  if (!needsEscape.test(text)) return text;
  return JSON.stringify(text).slice(1, -1);
}

/** Template text that already is the inside of a JSON string keeps its escapes. */
function isStringContent(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code === 0x22) return false;
    if (code !== 0x5c) continue;
    const escape = text[++i] ?? '';
    if (escape === 'u') {
      if (!/^[\da-fA-F]{4}$/u.test(text.slice(i + 1, i + 5))) return false;
      i += 4;
    } else if (!'"\\/bfnrt'.includes(escape) || escape === '') return false;
  }
  return true;
}

/** Runs something and keeps what it wrote, text and values apart, for the place where it will be used. */
export function captureFragment(rt: Runtime, run: () => unknown): Fragment {
  const output = rt.json;
  const outer = output?.parts ?? null;
  const parts: FragmentPart[] = [];
  if (output !== null) output.parts = parts;
  run();
  if (output !== null) output.parts = outer;
  return new Fragment(parts, (list) => flatten(rt, list));
}

function flatten(rt: Runtime, parts: readonly FragmentPart[]): string {
  let text = '';
  for (const part of parts) {
    text += part.kind === 'text' ? part.text : str(rt, part.value);
    if (text.length > rt.maxChars) throw limitError(`a text is longer than ${rt.maxChars} characters`);
  }
  charge(rt, text.length);
  return text;
}

/** The finished text; a quote still held back belongs to it. */
export function finishJsonOutput(rt: Runtime): string {
  if (rt.json !== null) releaseQuote(rt, rt.json);
  return rt.output;
}
