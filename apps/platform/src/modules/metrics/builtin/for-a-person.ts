import { z } from 'zod';
import { defineKind, notEvaluated } from '../kind.ts';

export const forAPerson = defineKind({
  kind: 'for_a_person',
  title: 'For a person',
  page: 'Leaves a test open until a person has reviewed it, whatever else passes it. It says what is to be looked at. A test of an imported file has it where the file asks for something that no metric here can judge, so that the test does not pass by the rest alone. Remove it from the test where it does not matter.',
  needs: ['output'],
  args: z.strictObject({
    what: z.string().trim().min(1).max(2000).meta({ title: 'What to look at' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 10_000_000,
  leavesOpen: 'all',
  open:
    ({ what }) =>
    () =>
      notEvaluated('for_a_person', what),
});
