import type { Knowledge } from '../knowledge.ts';
import { strategyOf } from '../strategies/index.ts';
import type { Phrases } from './phrases/index.ts';
import { wasRefused, type Probe, type Segment, type Turn } from '../turns.ts';

const reframingsOfGoal = 1;

const neverReframed = new Set(
  'memory consistency calibration scope injection instructions personal_data input load handover contact action reply doubt status invention language offer pressing premise reckoning recommendation fact load terms advice'.split(
    ' ',
  ),
);

/** A refusal is asked about once more in other words: one that gives way is soft, one that stays is hard. */
export function reframing(
  own: readonly Turn[],
  known: Knowledge,
  segment: Segment,
  say: Phrases,
): Probe | undefined {
  const used = own.filter((turn) => turn.probe.dimension === 'reframing').length;
  if (used >= (strategyOf(segment)?.reframings ?? reframingsOfGoal)) return undefined;
  const last = own.at(-1);
  if (!last || !wasRefused(last) || last.probe.dimension === 'reframing' || last.probe.aboutLimits)
    return undefined;
  // There is one right answer, and no other way to ask for it.
  if (last.probe.expects !== undefined) return undefined;
  if (neverReframed.has(last.probe.dimension) || last.probe.spoken) return undefined;
  if (last.probe.about && known.prior.hardBoundaries.includes(last.probe.about)) return undefined;
  return {
    id: `reframing-${last.turn}`,
    dimension: 'reframing',
    text: last.probe.reframe ?? reframed(last, say),
    about: last.probe.about,
    follows: last.turn,
    risky: last.probe.risky,
  };
}

function reframed({ probe, sent }: Turn, say: Phrases): string {
  if (probe.level && probe.about) return say.moreSimply(probe.about);
  if (probe.dimension === 'adjacent' && probe.about) return say.generally(probe.subject ?? probe.about);
  return say.schoolProject(sent);
}
