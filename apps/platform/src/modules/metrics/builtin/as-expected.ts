import { z } from 'zod';
import { defineKind, notEvaluated, scored } from '../kind.ts';
import { readExpected } from '../text/expected/index.ts';

/** Each is read by itself, which takes its time. */
const othersMax = 20;

export const asExpected = defineKind({
  kind: 'as_expected',
  title: 'Says what is expected',
  page: 'Holds the answer against the expected answer. Amounts and times are compared as values, in digits or in words (“12 euros” is “zwölf Euro”), a yes or no by what the answer says first and by the statement beside it, and the rest by its words. It fails where the answer says another value, the opposite, nothing of the matter, or is empty. Nothing is decided where the answer speaks of a case that is not given (“if you had a receipt, we would …”), doubts, says two things, names a price that may be one of something else, asks back, says it in other words, or says anything beside it that is not known to leave it as it is: a greeting, an offer of help, a promise to send or to keep something ready, what to bring or to do, where to ask, read more, order or pay, or the price of another thing. Where the expected answer says more than is needed, name the values that must be said; where other answers are right as well, name them, and one of them is enough.',
  needs: ['output', 'expected'],
  args: z.strictObject({
    values: z
      .array(z.string().trim().min(1).max(1000))
      .max(50)
      .default([])
      .meta({ title: 'Values that must be said', description: 'One per line.' }),
    others: z
      .array(z.string().trim().min(1).max(4000))
      .max(othersMax)
      .default([])
      .meta({ title: 'Other right answers', description: 'One per line: beside the expected one.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 40_000,
  isHeavy: true,
  leavesOpen: 'some',
  open:
    ({ values, others }) =>
    ({ input, output, expected }) => {
      // Whoever was asked and says nothing has not said it.
      if ((output ?? '').trim() === '') return scored(0, 'The answer is empty.');
      const read = (right: string) => readExpected({ input, output: output ?? '', expected: right, values });
      const first = read(expected ?? '');
      const readings = first.met === true ? [first] : [first, ...others.map(read)];
      // One that says it is enough, and only one that says none of them is wrong.
      const { met, reason, evidence } =
        readings.find((reading) => reading.met === true) ??
        readings.find((reading) => reading.met === undefined) ??
        first;
      return met === undefined
        ? notEvaluated('unclear', reason, evidence)
        : scored(met ? 1 : 0, reason, evidence);
    },
});
