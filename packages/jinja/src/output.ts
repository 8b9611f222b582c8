import { captureFragment, writeJsonText, writeJsonValue } from './json/json-output.ts';
import { createJsonText } from './json/json-text.ts';
import type { Runtime } from './runtime.ts';
import type { Frame } from './scope.ts';
import { str } from './spelling.ts';
import { limitError } from './template-error.ts';
import type { Expression } from './syntax-tree.ts';
import { isText, plainText } from './values.ts';
import type { Text } from './values.ts';

export interface OutputPlace {
  /** The output stands between two quotes of template text. */
  whole: boolean;
  /** The expression can only be punctuation the author wrote (`{{ "," if not loop.last }}`), so it is template text. */
  asTemplateText: boolean;
  offset: number;
}

export function textWriter(isJson: boolean, text: string, offset: number): (frame: Frame) => 0 {
  if (isJson) {
    const prepared = createJsonText(text, offset);
    return ({ rt }) => {
      writeJsonText(rt, prepared);
      return 0;
    };
  }
  return ({ rt }) => {
    rt.output += text;
    if (rt.output.length > rt.maxChars) throw tooLong(rt);
    return 0;
  };
}

export function valueWriter(isJson: boolean, place: OutputPlace): (rt: Runtime, value: unknown) => void {
  if (!isJson) return writePlain;
  const { whole, offset } = place;
  if (place.asTemplateText) {
    return (rt, value) => writeJsonText(rt, createJsonText(isText(value) ? plainText(value) : '', offset));
  }
  return (rt, value) => writeJsonValue(rt, value, whole, offset);
}

function writePlain(rt: Runtime, value: unknown): void {
  rt.output += typeof value === 'string' ? value : str(rt, value);
  if (rt.output.length > rt.maxChars) throw tooLong(rt);
}

function tooLong(rt: Runtime): Error {
  return limitError(`the result is longer than ${rt.maxChars} characters`);
}

/** Runs something and returns what it wrote instead of writing it. */
export function captureOutput(rt: Runtime, run: () => unknown): Text {
  if (rt.json !== null) return captureFragment(rt, run);
  const before = rt.output;
  rt.output = '';
  run();
  const captured = rt.output;
  rt.output = before;
  return captured;
}

const punctuation = /^[\s,:[\]{}]*$/u;

/** True for constants, or a choice between constants, that hold nothing but JSON punctuation and blanks. */
export function isPunctuation(node: Expression): boolean {
  if (node.type === 'constant') return typeof node.value === 'string' && punctuation.test(node.value);
  if (node.type !== 'condition') return false;
  return isPunctuation(node.value) && (node.otherwise === null || isPunctuation(node.otherwise));
}
