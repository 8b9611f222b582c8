import type { ExplorationTurn } from '@sonde/contract';
import { formatDuration, plural } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { Folded } from '../../ui/folded.tsx';
import { Section } from '../../ui/page.tsx';
import { Shortened } from '../../ui/shortened.tsx';
import { KeepTurns } from './keep-turns.tsx';

const outcomes: Readonly<Record<ExplorationTurn['outcome'], { words: string; tone: Tone }>> = {
  answered: { words: 'Answered', tone: 'signal' },
  soft_refusal: { words: 'Evaded', tone: 'warn' },
  refused: { words: 'Refused', tone: 'warn' },
  empty: { words: 'Empty answer', tone: 'warn' },
  rate_limited: { words: 'Refused: too many calls', tone: 'danger' },
  error: { words: 'Error', tone: 'danger' },
  inconclusive: { words: 'Unclear', tone: 'neutral' },
};

/** When it has ended, a longer one is the evidence of what is told above, and waits to be asked for. */
const mostShown = 6;

/** What was said, turn by turn, as it happens. */
export function Conversation({
  turns,
  running,
  taskId,
}: {
  turns: readonly ExplorationTurn[];
  running: boolean;
  taskId: string;
}) {
  return (
    <Section
      title="Conversation"
      lead={`What the application says is shown as it came, and is never acted on.${
        hasGaps(turns)
          ? ' Each part of the exploration has turn numbers of its own, so some numbers are not used.'
          : ''
      }`}
    >
      {turns.length === 0 ? (
        <p className="text-muted">
          {running ? 'The first question is on its way.' : 'Nothing has been said.'}
        </p>
      ) : null}
      <Folded
        words={`Show all ${plural(turns.length, 'turn')}`}
        isFolded={!running && turns.length > mostShown}
      >
        <ol className="grid gap-6" aria-live={running ? 'polite' : 'off'} aria-relevant="additions">
          {turns.map((turn) => (
            <li
              key={turn.turn}
              id={`turn-${turn.turn}`}
              className="grid scroll-mt-24 gap-2 rounded-md target:outline-2 target:outline-offset-4 target:outline-signal"
            >
              <div className="flex flex-wrap items-center gap-2">
                <span className="mark">Turn {turn.turn}</span>
                <Chip tone={outcomes[turn.outcome].tone}>{outcomes[turn.outcome].words}</Chip>
                {turn.latency_ms === null ? null : (
                  <span className="font-mono text-[0.75rem] text-muted">
                    {formatDuration(turn.latency_ms)}
                  </span>
                )}
                {turn.robustness ? <Chip>Sent to see how it copes</Chip> : null}
                {turn.resent ? <Chip tone="warn">may have been sent twice</Chip> : null}
              </div>
              <p className="max-w-prose justify-self-end rounded-lg rounded-br-none bg-signal-soft px-4 py-2.5 break-words whitespace-pre-wrap">
                <span className="sr-only">Sonde: </span>
                <Shortened text={turn.sent} />
              </p>
              <p className="max-w-prose justify-self-start rounded-lg rounded-bl-none bg-sunken px-4 py-2.5 break-words whitespace-pre-wrap">
                <span className="sr-only">Application: </span>
                <Shortened text={turn.received ?? turn.error ?? '(no answer)'} />
              </p>
              {running ? null : (
                <div>
                  <KeepTurns taskId={taskId} turns={[turn.turn]} what="turns" name={`turn ${turn.turn}`} />
                </div>
              )}
            </li>
          ))}
        </ol>
      </Folded>
    </Section>
  );
}

const hasGaps = (turns: readonly ExplorationTurn[]): boolean =>
  turns.some(({ turn }, place) => turn !== place + 1);
