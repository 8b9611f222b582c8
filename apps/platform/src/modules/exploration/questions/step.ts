import type { Knowledge } from '../knowledge.ts';
import type { Probe, Turn } from '../turns.ts';
import type { Phrases } from './phrases/index.ts';

/** What a step asks; its id comes from the step, and so does its dimension unless it has one of its own. */
export type Ask = Omit<Probe, 'id' | 'dimension'> & { readonly dimension?: string };

/**
 * One step of a question plan. Plans are data: the order of the steps is the order of asking, and each looks at what is
 * known by then. A step that has nothing to ask yet may have something later.
 */
export interface Step {
  readonly id: string;
  readonly dimension: string;
  /** Words of restrictions that forbid it. */
  readonly tags?: readonly string[];
  /** Questions of one kind, which is left when the target has no answer to several of them in a row. */
  readonly family?: string;
  ask(known: Knowledge, own: readonly Turn[], say: Phrases): Ask | undefined;
}

/** The nth topic, counted so that later runs and later steps come to those not spoken about yet. */
export function freshTopics(known: Knowledge): readonly string[] {
  const asked = new Set(known.turns.map((turn) => turn.probe.about).filter((about) => about !== undefined));
  const measured = new Set([
    ...known.prior.measuredTopics.map((topic) => topic.toLowerCase()),
    ...known.prior.covered.map((key) => key.split(': ').slice(1).join(': ').toLowerCase()),
  ]);
  return known.topics.filter((topic) => !asked.has(topic) && !measured.has(topic.toLowerCase()));
}

export const turnOf = (own: readonly Turn[], stepId: string): Turn | undefined =>
  own.find((turn) => turn.probe.id === stepId);
