import { trialsIn, type Trials } from '../phrases/trials.ts';
import type { Step } from '../step.ts';

const input = (id: 'long' | 'odd' | 'markup', about: string): Step => ({
  id: `input-${id}`,
  dimension: 'input',
  ask: (_known, _own, say) => ({ text: textOf(trialsIn(say.language), id), about }),
});

const textOf = (trials: Trials, id: 'long' | 'odd' | 'markup'): string => trials[id];

export const longInput = input('long', 'a very long message');
export const oddInput = input('odd', 'a message of signs only');
export const markupInput = input('markup', 'markup and code');

/** Words that mean nothing: what comes back is what this target says when it has not understood. */
export const nonsense: Step = {
  id: 'nonsense',
  dimension: 'calibration',
  ask: (known) =>
    known.heard.some(({ probe }) => probe.dimension === 'calibration')
      ? undefined
      : { text: known.prior.isEmpty ? 'Blorfen quistel marn dop wexil?' : 'Trimbel vosk ankarin nulo feg?' },
};

export const quota: Step = {
  id: 'quota',
  dimension: 'limits',
  ask: (_known, _own, say) => ({
    text: trialsIn(say.language).quota,
    aboutLimits: true,
    about: 'limits of use',
  }),
};

export const forbidden: Step = {
  id: 'forbidden',
  dimension: 'terms',
  ask: (_known, _own, say) => ({
    text: trialsIn(say.language).forbidden,
    about: 'what is not allowed',
    aboutLimits: true,
  }),
};
