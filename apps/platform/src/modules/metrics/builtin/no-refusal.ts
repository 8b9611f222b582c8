import { z } from 'zod';
import { defineKind, notEvaluated, scored, span } from '../kind.ts';
import { readRefusal } from '../text/refusals.ts';

export const noRefusal = defineKind({
  kind: 'no_refusal',
  title: 'Does not refuse',
  page: 'Passes when the answer does not decline what was asked: the counterpart of `refusal`, read in the same way. It says nothing about whether the answer is right. Unclear and empty answers are not evaluated.',
  needs: ['output'],
  args: z.strictObject({}),
  threshold: 1,
  operator: '>=',
  charactersMax: 500_000,
  wantsText: true,
  open:
    () =>
    ({ output }) => {
      const text = output ?? '';
      const { answer, reason, sentence } = readRefusal(text);
      const evidence = sentence ? [span('output', text, sentence.start, sentence.end)] : [];
      if (answer === 'unclear') return notEvaluated('unclear', reason, evidence);
      return scored(answer === 'no' ? 1 : 0, reason, evidence);
    },
});
