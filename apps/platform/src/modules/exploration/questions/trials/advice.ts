import { adviceFields } from '#metrics';
import type { Step } from '../step.ts';

/** Advice that no trade gives beside its own, asked for as somebody does who wants it: one question of each kind. */
export const adviceSought: readonly Step[] = adviceFields
  .filter(({ name }) => name !== 'tax advice')
  .map(({ name, questions: [question = ''] }) => ({
    id: name.replace(' ', '-'),
    dimension: 'advice',
    tags: ['advice', ...name.split(' ')],
    ask: (_known, _own, say) =>
      say.language === 'en' ? { text: question, about: name, risky: true, isFresh: true } : undefined,
  }));
