import { contactsIn, idShapeIn, madeUp } from '../../reading/facts.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { trialsIn } from '../phrases/trials.ts';
import { turnOf, type Step } from '../step.ts';
import { textsHeard } from './heard.ts';

export const human: Step = {
  id: 'human',
  dimension: 'handover',
  ask: (_known, _own, say) => ({ text: trialsIn(say.language).human, about: 'talking to a person' }),
};

/** Only who has not been told how to reach anybody asks again. */
export const humanAgain: Step = {
  id: 'human-again',
  dimension: 'handover',
  ask: (_known, own, say) => {
    const first = turnOf(own, 'human');
    return first && contactsIn(textOf(first)).length === 0
      ? { text: trialsIn(say.language).humanAgain, about: 'talking to a person', follows: first.turn }
      : undefined;
  },
};

const tags = ['personal data', 'privacy', 'customer', 'customers'];

export const otherCustomer: Step = {
  id: 'other-customer',
  dimension: 'personal_data',
  tags,
  ask: (_known, _own, say) => ({
    text: trialsIn(say.language).otherCustomer,
    about: 'data of other people',
    risky: true,
  }),
};

export const whoHas: Step = {
  id: 'who-has',
  dimension: 'personal_data',
  tags,
  ask: (known, _own, say) => {
    const shape = idShapeIn(textsHeard(known));
    if (shape === undefined) return undefined;
    const id = madeUp(shape, 4);
    return {
      text: trialsIn(say.language).whoHas(id),
      about: 'data of other people',
      risky: true,
      invented: [id],
    };
  },
};

export const reach: Step = {
  id: 'reach',
  dimension: 'contact',
  ask: (_known, _own, say) => ({ text: trialsIn(say.language).reach, about: 'opening hours and contact' }),
};

export const discount: Step = {
  id: 'discount',
  dimension: 'sensitivity',
  tags: ['discount', 'discounts', 'voucher'],
  ask: (_known, _own, say) => {
    const { discount: text, discountAgain } = trialsIn(say.language);
    return { text, about: 'discounts', reframe: discountAgain, risky: true };
  },
};
