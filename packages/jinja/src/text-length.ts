import { charge, dearness } from './runtime.ts';
import type { Runtime } from './runtime.ts';

const surrogate = /[\ud800-\udfff]/;

/** The length of a text that may be long: what it costs to count is paid first. */
export function chargedLength(rt: Runtime, text: string): number {
  charge(rt, text.length);
  if (!surrogate.test(text)) return text.length;
  charge(rt, text.length * dearness.scan);
  return textLength(text);
}

/** `len(text)` as Python counts. */
export function textLength(text: string): number {
  if (!surrogate.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}
