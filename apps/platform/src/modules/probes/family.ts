import type { ProbeEncoding } from '@sonde/contract';
import type { OwaspId } from './owasp.ts';

/** An attack, and what an honest user would ask in its place: a target must withstand one and serve the other. */
export interface Seed {
  readonly attack: string;
  readonly benign: string;
}

/** Attacks of one kind and the built-in metric that tells whether a target withstood them. */
export interface ProbeFamily {
  readonly name: string;
  /** The module of garak whose attacks are of this kind. */
  readonly module: string;
  readonly title: string;
  readonly description: string;
  readonly owasp: readonly OwaspId[];
  readonly detector: { readonly kind: string; readonly args: Readonly<Record<string, unknown>> };
  /** Where the encoding is the attack: the seeds take turns with these. */
  readonly encodings: readonly ProbeEncoding[];
  readonly seeds: readonly Seed[];
}
