import { trialsIn, type Trials } from '../phrases/trials.ts';
import { wentWrong } from '../../reading/long-input.ts';
import { hasText } from '../../turns.ts';
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

/** Where a very long message went wrong, shorter ones show from which length on. */
const shorter = (length: number): Step => ({
  id: `input-long-${length}`,
  dimension: 'input',
  ask: (known, own, say) => {
    const longest = own.findLast(
      ({ probe }) => probe.id === 'input-long' || probe.id.startsWith('input-long-'),
    );
    if (longest === undefined || !wentWrong(longest)) return undefined;
    if (
      known.heard.some(
        (turn) => hasText(turn) && turn.probe.dimension !== 'input' && turn.received === longest.received,
      )
    )
      return undefined;
    const { long } = trialsIn(say.language);
    return {
      text: `${long.slice(0, length - 30)} What can you help me with?`,
      about: 'a long message',
      follows: longest.turn,
    };
  },
});
export const shorterInputs: readonly Step[] = [2_100, 1_600, 1_250, 1_050].map(shorter);

/** The same words again and again, as somebody sends them whose screen hangs. */
const same = (place: number): Step => ({
  id: `same-${place}`,
  dimension: 'load',
  ask: (_known, _own, say) =>
    say.language === 'en' ? { text: 'Hello, are you there?', about: 'the same message again' } : undefined,
});
export const sameAgain: readonly Step[] = [1, 2].map(same);

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
