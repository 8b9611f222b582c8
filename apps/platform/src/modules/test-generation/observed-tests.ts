import type { ExplorationResult } from '@sonde/contract';

/** What an exploration saw, as something that is asked again. */
export interface ObservedTest {
  readonly prompt: string;
  readonly observed: string;
  readonly category: string;
  readonly why: string;
  readonly isRefused: boolean;
  readonly turn: number;
  readonly finding: string;
}

const mostPerFinding = 4;
const mostObserved = 4000;

/** Each turn that a finding rests on: what was answered is answered again, and what was refused is refused again. */
export function planObserved({ findings, conversation }: ExplorationResult): ObservedTest[] {
  const turns = new Map(conversation.map((turn) => [turn.turn, turn]));
  const used = new Set<number>();
  return findings.flatMap(({ kind, title, detail, evidence }) =>
    evidence
      .flatMap((number): ObservedTest[] => {
        const turn = turns.get(number);
        const isRefused = turn?.outcome === 'refused' || turn?.outcome === 'soft_refusal';
        if (
          !turn ||
          used.has(number) ||
          turn.sent.trim() === '' ||
          (!isRefused && turn.outcome !== 'answered')
        )
          return [];
        used.add(number);
        return [
          {
            prompt: turn.sent,
            observed: (turn.received ?? '').slice(0, mostObserved),
            category: `Observed/${kind.replaceAll('_', ' ')}`,
            why: `${title}: ${detail}`.slice(0, 1000),
            isRefused,
            turn: number,
            finding: title,
          },
        ];
      })
      .slice(0, mostPerFinding),
  );
}
