import { offersIn } from '../../reading/offers.ts';
import type { Step } from '../step.ts';
import { textsHeard } from './heard.ts';

/** Chooses what the target has put up for choice, one after the other, each once. */
const offer = (place: number): Step => ({
  id: `offer-${place + 1}`,
  dimension: 'offer',
  ask: (known) => {
    const menu =
      textsHeard(known)
        .map(offersIn)
        .find((offers) => offers.length > 0) ?? [];
    const chosen = menu.filter((one) => !known.heard.some(({ sent }) => sent === one))[0];
    return chosen === undefined || known.prior.topics.includes(chosen)
      ? undefined
      : { text: chosen, about: chosen };
  },
});

export const offers: readonly Step[] = [0, 1, 2, 3].map(offer);
