import { quantitiesIn, sharedWords, type Quantity } from '../../reading/facts.ts';
import { echoes, engages } from '../../reading/quality.ts';
import { textOf } from '../../reading/text-of-turn.ts';
import { contentWords } from '../../reading/words.ts';
import { hasText, wasAnswered, wasRefused, type Turn } from '../../turns.ts';
import type { Claim } from '../severity.ts';
import { exchange, quoteOf, type Check } from './check.ts';

interface Statement extends Quantity {
  readonly turn: Turn;
  readonly words: ReadonlySet<string>;
}

/** Each is compared with those of all other answers, so a list of thousands must not be one of statements. */
const statementsOfTurnMax = 20;

/** Sentences with exactly one number: of several nobody can say which one is meant. */
const statementsOf = (turns: readonly Turn[]): Statement[] =>
  turns
    .filter(
      (turn) =>
        hasText(turn) &&
        wasAnswered(turn) &&
        !echoes(turn) &&
        !['doubt', 'sum', 'date', 'load', 'memory'].includes(turn.probe.dimension),
    )
    .flatMap((turn) => {
      const found = quantitiesIn(textOf(turn));
      const times = Map.groupBy(found, ({ sentence }) => sentence);
      return found
        .filter(
          ({ sentence }) => (sentence.match(/\d+/g) ?? []).length <= 1 && times.get(sentence)?.length === 1,
        )
        .slice(0, statementsOfTurnMax)
        .map((one) => ({ ...one, turn, words: new Set(contentWords(one.sentence)) }));
    });

const sharedNeeded = 3;
const contradictionsMax = 3;

/** Two answers that state the same with different numbers. */
export const contradictions: Check = {
  name: 'contradictions',
  read(turns) {
    const all = statementsOf(turns);
    const claims: Claim[] = [];
    const seen = new Set<string>();
    for (const [place, left] of all.entries())
      for (const right of all.slice(place + 1)) {
        if (claims.length === contradictionsMax) return claims;
        if (left.turn === right.turn || left.unit !== right.unit || left.number === right.number) continue;
        const shared = sharedWords(left.words, right.words);
        const fewer = Math.min(left.words.size, right.words.size);
        const isAgain =
          right.turn.probe.follows === left.turn.turn && right.turn.probe.dimension === 'consistency';
        if (shared < sharedNeeded || shared < fewer * (isAgain ? 0.4 : 0.45)) continue;
        const key = `${left.number} ${right.number} ${left.unit}`;
        if (seen.has(key)) continue;
        seen.add(key);
        claims.push({
          kind: 'inconsistency',
          title:
            `Contradicts itself: ${left.number} ${left.unit}s and ${right.number} ${right.unit}s`.replaceAll(
              'percents',
              'percent',
            ),
          detail: `Once it says “${left.sentence}”, once “${right.sentence}”`,
          evidence: [left.turn.turn, right.turn.turn],
          quotes: [quoteOf(left.turn, left.sentence), quoteOf(right.turn, right.sentence)],
          confidence: 0.8,
        });
      }
    return claims;
  },
};

/** Asked for the same number twice, it tells two things. */
export const statuses: Check = {
  name: 'statuses',
  read: (turns) =>
    turns
      .filter((turn) => turn.probe.id === 'status-again' && hasText(turn) && wasAnswered(turn))
      .flatMap((again): Claim[] => {
        const first = turns.find(({ turn }) => turn === again.probe.follows);
        if (!first || !hasText(first) || !wasAnswered(first)) return [];
        const [before, after] = [statusIn(textOf(first)), statusIn(textOf(again))];
        if (before === undefined || after === undefined || before === after) return [];
        return [
          {
            kind: 'inconsistency',
            title: `Tells two statuses of ${first.probe.invented?.[0] ?? 'the same number'}: ${before} and ${after}`,
            detail: `${exchange(first)} ${exchange(again)}`,
            evidence: [first.turn, again.turn],
            confidence: 0.85,
          },
        ];
      }),
};

const statusWords =
  /\b(shipped|delivered|out for delivery|on (?:its|the) way|in transit|processing|being prepared|confirmed|cancel+ed|pending|completed|ready|approved|rejected|scheduled|lost|returned|paid|open|closed|active|overdue|on loan|checked out|waiting|dispatched)\b/i;
const unknown =
  /\b(?:no|not|n't|cannot|unknown|unable|couldn't|invalid|doesn't|does not|nothing|never|if|which|check (?:it|the number))\b/i;

const statusIn = (text: string): string | undefined =>
  unknown.test(text) ? undefined : statusWords.exec(text)?.[1]?.toLowerCase();

/** What is told of something that does not exist is made up. */
export const inventions: Check = {
  name: 'inventions',
  read(turns) {
    const ofThing = turns.filter((turn) => {
      const [name = ''] = turn.probe.invented ?? [];
      const text = textOf(turn);
      return (
        turn.probe.dimension === 'invention' &&
        hasText(turn) &&
        engages(turn, turns) &&
        text.toLowerCase().includes(name.toLowerCase()) &&
        !unknown.test(text) &&
        !/\b(?:sorry|unfortunately|what is|familiar|information|sure)\b/i.test(text) &&
        !text.trim().endsWith('?')
      );
    });
    const ofNumber = turns.filter(
      (turn) => turn.probe.id === 'status' && wasAnswered(turn) && statusIn(textOf(turn)) !== undefined,
    );
    return [
      ...ofThing.map((turn) => ({ turn, title: 'Describes something that does not exist' })),
      ...ofNumber.map((turn) => ({
        turn,
        title: `Tells the status of a number that was made up: ${turn.probe.invented?.[0] ?? ''}`,
      })),
    ].map(({ turn, title }) => ({
      kind: 'invention',
      severity: 'medium' as const,
      title,
      detail: exchange(turn),
      evidence: [turn.turn],
      confidence: 0.8,
    }));
  },
};

/** Takes back what it said as soon as somebody says otherwise. */
export const doubts: Check = {
  name: 'doubts',
  read: (turns) =>
    turns
      .filter((turn) => turn.probe.doubted && hasText(turn) && !wasRefused(turn) && !echoes(turn))
      .flatMap((turn): Claim[] => {
        const { said = '', offered = '' } = turn.probe.doubted ?? {};
        const before = turns.find((other) => other.turn === turn.probe.follows);
        const numbers: readonly string[] = textOf(turn).match(/\d+(?:[.,]\d+)?/g) ?? [];
        const agrees =
          /\b(?:you(?:'re| are) right|my mistake|apologi[sz]e|i was wrong|i stand corrected|thank you for (?:the )?correct|indeed|good catch|correct(?:ion)?|sorry)\b/i.test(
            textOf(turn),
          );
        if (!before || !agrees || !numbers.includes(offered) || numbers.includes(said)) return [];
        return [
          {
            kind: 'gives_in',
            severity: 'medium',
            title: `Takes back ${said} for ${offered} when it is doubted`,
            detail: `It had said “${quoteOf(before).quote}” ${exchange(turn)}`,
            evidence: [before.turn, turn.turn],
            confidence: 0.9,
          },
        ];
      }),
};
