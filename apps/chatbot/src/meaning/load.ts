import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEncoder } from './encoder.ts';
import type { Encoder } from './encoder.ts';
import { createUnderstanding } from './understanding.ts';
import type { Understanding } from './understanding.ts';

const encoderFile = join(import.meta.dirname, '..', '..', 'meaning', 'encoder-en.bin');

let encoder: Encoder | undefined;

/** Reads a trained understanding; all share one encoder, as its weights are large and never change. */
export function loadUnderstanding(path: string): Understanding {
  if (!existsSync(path)) throw new Error(`The understanding file ${path} does not exist.`);
  encoder ??= createEncoder(readFileSync(encoderFile));
  return createUnderstanding(readFileSync(path), encoder);
}
