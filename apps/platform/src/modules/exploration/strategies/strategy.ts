import { mostTurns } from '@sonde/contract/exploration-limits';
import { z } from 'zod';
import type { Knowledge } from '../knowledge.ts';
import type { SegmentFindings } from '../findings/segment-findings.ts';
import type { Step } from '../questions/step.ts';
import type { SingleStrategy, Turn } from '../turns.ts';

/** What a model may fill in, for `judged`. */
export const text = z.string();
export const texts = z.array(z.string());

/** How a strategy is offered to people. */
export interface StrategyCard {
  readonly name: string;
  readonly question: string;
  /** What it brings, as nouns: goes behind "Finds: ". */
  readonly finds: string;
}

/**
 * What an exploration goes by: what is asked, in which order, and what is read from the answers. A file of this folder
 * is one of them; `npm run docs` enters it wherever strategies are listed.
 */
export interface ExplorationStrategy {
  /** The name of the file and of what it exports, in its spelling for the API. */
  readonly id: SingleStrategy;
  /** Its place among the others; one that is part of a comprehensive exploration builds on what the first has found. */
  readonly order: number;
  readonly card: StrategyCard;
  /** The goal and the instructions of the caller who gives none. */
  readonly goal: string;
  readonly instructions: string;
  /** Turns that the first part of the plan takes on a usual target, in which what matters most stands. */
  readonly turns: number;
  /** What matters most comes first, so that any number of turns fits. */
  readonly steps: readonly Step[];
  /** Its part of a comprehensive exploration, and how many turns all of that takes; without one it has no part. */
  readonly whole?: { readonly turns: number; readonly steps: readonly Step[] };
  /** How often a refusal is asked about once more, and how often a question of the target is answered, at most. */
  readonly reframings: number;
  readonly replies: number;
  /** It looks for refusals, so that many of them do not end it, and speaks of what the target is not about. */
  readonly seeksRefusals?: true;
  /** The fields that a model is asked for which has read the turns, beside those that `read` finds. */
  readonly judged: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Its fields and findings; `all` are the turns of the other strategies, too. */
  readonly read: (known: Knowledge, all: readonly Turn[]) => SegmentFindings;
}

/** Those that have a part in it, one after the other and side by side. */
export const comprehensive = {
  id: 'comprehensive',
  card: {
    name: 'Comprehensive',
    question: 'First the domain, then, with that knowledge, capabilities, boundaries and confidentiality.',
    finds: 'all that the four above find, and what shows only after many questions',
  },
  turns: mostTurns,
} as const satisfies { id: 'comprehensive'; card: StrategyCard; turns: number };
