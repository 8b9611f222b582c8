import { percentWords } from '@sonde/contract/decided';
import { z } from 'zod';
import { defineKind, doubtful, notEvaluated } from '../kind.ts';
import { readExpected } from '../text/expected/index.ts';

const mostTurns = 50;
const mostShown = 5;

export const turnsAsExpected = defineKind({
  kind: 'turns_as_expected',
  title: 'Says in each turn what is expected',
  page: 'For conversations: holds the answers to single turns against what is expected there, each as “Says what is expected” does. It fails where one of them says another value, the opposite, or nothing of the matter, and decides nothing where one says it in other words. Turns of which nothing is expected are not looked at. Conversations that are kept from an exploration are judged by it.',
  needs: ['conversation'],
  args: z.strictObject({
    answers: z
      .record(z.string().regex(/^[1-9]\d?$/), z.string().trim().min(1).max(4000))
      .refine(
        (given) => Object.keys(given).length > 0 && Object.keys(given).length <= mostTurns,
        `Give 1 to ${mostTurns} answers.`,
      )
      .meta({
        title: 'What is expected in which turn',
        description: 'Written as JSON, by the number of the turn, such as {"2": "Within 30 days."}.',
      }),
  }),
  threshold: 1,
  operator: '>=',
  charactersMax: 200_000,
  isHeavy: () => true,
  leavesOpen: 'some',
  open: ({ answers }) => {
    const expected = Object.entries(answers).map(([turn, text]) => ({ turn: Number(turn), text }));
    return ({ conversation }) => {
      const talk = pairsOf(conversation ?? []);
      const readings = expected.map(({ turn, text }) => {
        const said = talk[turn - 1];
        if (!said) return { turn, met: undefined, reason: 'There is no such turn.' };
        const { met, reason } = readExpected({ ...said, expected: text, values: [] });
        return { turn, met, reason };
      });
      const met = readings.filter((reading) => reading.met === true).length;
      const open = readings.filter((reading) => reading.met === undefined).length;
      const all = readings.length;
      const others = readings
        .filter((reading) => reading.met !== true)
        .toSorted((a, b) => Number(a.met === undefined) - Number(b.met === undefined));
      const told = [
        `${met} of ${all} turns say what is expected (${percentWords((met / all) * 100)}).`,
        ...others.slice(0, mostShown).map(({ turn, reason }) => `Turn ${turn}: ${reason}`),
        ...(others.length > mostShown ? [`And ${others.length - mostShown} more.`] : []),
      ].join(' ');
      return open === all
        ? notEvaluated('unclear', told)
        : doubtful({ low: met / all, high: (met + open) / all }, told);
    };
  },
});

/** Each message of the person with what was answered to it. */
function pairsOf(
  turns: readonly { readonly role: string; readonly content: string }[],
): { input: string; output: string }[] {
  const pairs: { input: string; output: string }[] = [];
  for (const { role, content } of turns) {
    const last = pairs.at(-1);
    if (role === 'user') pairs.push({ input: content, output: '' });
    else if (role === 'assistant' && last)
      last.output = last.output === '' ? content : `${last.output}\n${content}`;
  }
  return pairs;
}
