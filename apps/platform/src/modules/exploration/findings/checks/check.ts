import type { Turn } from '../../turns.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { quoted, type Claim } from '../severity.ts';

/** One thing people fear, and how turns show that it came true. What they do not show is not said. */
export interface Check {
  readonly name: string;
  read(turns: readonly Turn[]): readonly Claim[];
}

/** "Asked “…”, it answered: “…”" */
export const exchange = (turn: Turn, words = textOf(turn)): string =>
  `Asked “${quoted(turn.sent, 160)}”, it answered: “${quoted(words)}”`;

export const quoteOf = (turn: Turn, words = textOf(turn)) => ({ turn: turn.turn, quote: quoted(words) });
