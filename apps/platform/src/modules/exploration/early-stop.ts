import { textOf } from './reading/text-of-turn.ts';
import type { StopReason } from './ports.ts';
import { reread } from './reading/reread.ts';
import { similarity } from './reading/words.ts';
import { strategyOf } from './strategies/index.ts';
import { hasText, wasRefused, type Outcome, type Segment, type Turn } from './turns.ts';

const failuresMax = 3;
const emptyMax = 3;
const limitedMax = 2;
const refusalsMax = 6;
const sameMax = 8;

const provoking = new Set(['input', 'load']);

/** Reasons to end everything: the target is not there to be explored. */
export function targetIsGone(all: readonly Turn[]): StopReason | undefined {
  // What was sent to see whether it fails, or too often on purpose, tells nothing of whether anybody is there.
  const turns = all.filter(({ probe }) => !provoking.has(probe.dimension));
  const tail = (outcome: Outcome, length: number): boolean =>
    turns.length >= length && turns.slice(-length).every((turn) => turn.outcome === outcome);
  if (tail('error', failuresMax)) return 'target_failing';
  if (tail('empty', emptyMax)) return 'target_silent';
  if (tail('rate_limited', limitedMax)) return 'rate_limited';
  return undefined;
}

/**
 * Reasons to end one strategy: nothing new is to be had by it. They are read in the light of all turns, as the report reads them:
 * it must not give a reason that its own turns deny.
 */
export function nothingNew(all: readonly Turn[], segment: Segment): StopReason | undefined {
  const turns = reread(all).filter(({ strategy }) => strategy === segment);
  const seeksRefusals = strategyOf(segment)?.seeksRefusals ?? false;
  if (!seeksRefusals && turns.length >= refusalsMax && turns.slice(-refusalsMax).every(wasRefused))
    return 'only_refusals';
  // Where it declines all it is asked in the same words, a boundary is looked for longer.
  const most = seeksRefusals ? sameMax * 2 : sameMax;
  const last = turns.slice(-most);
  const isSame =
    last.length === most &&
    last.every((turn) => hasText(turn) && !wasRefused(turn)) &&
    last.every((turn) => similarity(textOf(turn), textOf(last[0] as Turn)) > 0.9);
  return isSame ? 'target_repeats' : undefined;
}
