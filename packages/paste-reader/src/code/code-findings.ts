import type { RequestSketch, SampleAnswer } from '../finding.ts';
import type { Path } from '../json-value.ts';

export type CodeFindings = {
  readonly isCode: boolean;
  readonly requests: readonly RequestSketch[];
  readonly answers: readonly SampleAnswer[];
  /** Places of an answer that the code reads. */
  readonly outputPaths: readonly Path[];
  readonly ranges: readonly [number, number][];
};

export const NO_CODE: CodeFindings = {
  isCode: false,
  requests: [],
  answers: [],
  outputPaths: [],
  ranges: [],
};
