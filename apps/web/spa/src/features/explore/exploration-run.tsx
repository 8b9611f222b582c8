import { useState } from 'react';
import type { ExplorationTurn, Job } from '@sonde/contract';
import { formatDuration, humanize, plural } from '../../lib/format.ts';
import { useEvents } from '../../lib/use-events.ts';
import { isRunning } from '../../ui/job-status.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Conversation } from './conversation.tsx';
import { Findings } from './findings.tsx';
import { mergeTurns, resultOf } from './result-of.ts';

/** An exploration as it goes and as it ended: the findings first, the conversation as their evidence. */
export function ExplorationRun({ job }: { job: Job }) {
  const [live, setLive] = useState<readonly ExplorationTurn[]>([]);
  useEvents(`job:${job.task_id}`, (message) => {
    if (message.type === 'exploration.turn' && message.payload.task_id === job.task_id) {
      const { turn } = message.payload;
      setLive((before) => [...before, turn]);
    }
  });
  const result = resultOf(job);
  const turns = mergeTurns(result?.conversation ?? [], live);
  const running = isRunning(job.status);
  return (
    <div className="grid gap-5">
      {running ? (
        <ProgressBar
          label={job.progress.label === '' ? 'Waiting for a free worker' : job.progress.label}
          value={job.progress.step}
          max={job.progress.total}
        />
      ) : null}
      {result && !running ? (
        <Section title="In short">
          <p className="max-w-prose">{result.conversation_summary}</p>
          <Facts
            items={[
              ['Ended', humanize(result.status)],
              ['Why it ended', result.stop_reason],
              ['Took', `${plural(result.turns_used, 'turn')}, ${formatDuration(result.duration_ms)}`],
              [
                'Asked and judged by',
                result.model === 'builtin/explorer' ? 'the built-in explorer, by rules' : result.model,
              ],
            ]}
          />
        </Section>
      ) : null}
      {result ? <Findings result={result} taskId={job.task_id} /> : null}
      <Conversation turns={turns} running={running} taskId={job.task_id} />
    </div>
  );
}
