import { z } from 'zod';
import { defineKind, doubtful, notEvaluated } from '../kind.ts';
import { readCriterion } from '../text/criteria.ts';

export const goal = defineKind({
  kind: 'goal',
  title: 'Reaches its goal',
  page: 'For conversations: each of the criteria is read by a rule and held against the turns, and the turn that met it is its evidence. Rules read criteria such as: mentions "30 days"; does not reveal "internal"; asks for the order number; declines; calls the tool refund. Words in quotes are looked for as words, with their endings: “rent” stands in “rents”, and not in “currently”; as a part of a longer word that may mean the same they are open. Only what the application says counts. Where a turn declines and another may give what was asked for, that is open; what is confirmed, stated or offered must stand in a clause that says that it is so (“your booking is cancelled”, “I have cancelled your booking”, “we offer you a refund”), and anywhere else, such as in a question, under a condition, beside a refusal or where it is only possible or due, it is open; so is what must not be said and may be spelled, and a call of what may be the tool by another name. A rule reads a criterion of which it knows every word; what no rule can read, such as one with "only", "twice" or "unless", stays open, and where that decides, nothing is decided: a metric that asks a language model reads any criterion.',
  needs: ['conversation'],
  args: z.strictObject({
    criteria: z
      .array(z.string().trim().min(3).max(1000))
      .min(1)
      .max(50)
      .meta({ title: 'Criteria', description: 'One per line.' }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 200_000,
  leavesOpen: 'some',
  // Each is held against every turn.
  isHeavy: ({ criteria }) => criteria.length > 5,
  open:
    ({ criteria }) =>
    ({ conversation, toolCalls }) => {
      const talk = { turns: conversation ?? [], toolCalls };
      const readings = criteria.map((criterion) => ({ criterion, ...readCriterion(criterion, talk) }));
      const met = readings.filter((reading) => reading.met === true).length;
      const open = readings.filter((reading) => reading.met === undefined).length;
      const evidence = readings.flatMap((reading) => reading.evidence);
      const told = readings
        .map(({ criterion, met: isMet, reason }) => {
          const word = isMet === undefined ? 'open' : isMet ? 'met' : 'not met';
          return `${word}: ${criterion.slice(0, 120)} (${reason})`;
        })
        .join('; ');
      if (open === criteria.length) return notEvaluated('unclear', told, evidence);
      return doubtful({ low: met / criteria.length, high: (met + open) / criteria.length }, told, evidence);
    },
});
