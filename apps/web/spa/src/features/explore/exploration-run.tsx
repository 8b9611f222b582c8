import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExplorationTurn, Job } from '@sonde/contract';
import { formatDuration, plural, restInWords } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { showTarget } from '../../lib/show-target.ts';
import { useEvents, usePollingInterval } from '../../lib/use-events.ts';
import { isRunning } from '../../ui/job-status.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Conversation } from './conversation.tsx';
import { Findings } from './findings.tsx';
import { FoundInShort } from './found-in-short.tsx';
import { mergeTurns, resultOf } from './result-of.ts';
import { sentencesBeside } from './said-once.ts';

/** An exploration as it goes and as it ended: the findings first, the conversation as their evidence. */
export function ExplorationRun({ job }: { job: Job }) {
  const [live, setLive] = useState<readonly ExplorationTurn[]>([]);
  useEvents(`job:${job.task_id}`, (message) => {
    if (message.type === 'exploration.turn' && message.payload.task_id === job.task_id) {
      const { turn } = message.payload;
      setLive((before) => [...before, turn]);
    }
  });
  const running = isRunning(job.status);
  const before = useTurnsBefore(job.task_id, running);
  const result = resultOf(job);
  const hasResult = result !== null;
  useEffect(() => {
    if (!hasResult) return;
    // Whoever follows a link to a turn comes before the turn is there.
    showTarget();
    addEventListener('hashchange', showTarget);
    return () => removeEventListener('hashchange', showTarget);
  }, [hasResult]);
  const turns = running || result === null ? mergeTurns(before, live) : result.conversation;
  return (
    <div className="grid gap-5">
      {running ? (
        <ProgressBar
          label={
            job.progress.label === ''
              ? 'Waiting for its turn'
              : `${job.progress.label}${restInWords({ startedAt: job.started_at, now: Date.now(), ...job.progress })}`
          }
          value={job.progress.step}
          max={job.progress.total}
        />
      ) : null}
      {result && !running ? (
        <Section title="In short">
          <FoundInShort findings={result.findings} />
          <ul className="grid max-w-prose list-disc gap-1 pl-5">
            {sentencesBeside(result.conversation_summary, result.findings).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Facts
            items={[
              ['Why it ended', result.stop_reason],
              ['Took', `${plural(result.turns_used, 'turn')}, ${formatDuration(result.duration_ms)}`],
              [
                'Asked and judged by',
                result.model === 'builtin/explorer' ? 'Sonde’s built-in questions, by rules' : result.model,
              ],
            ]}
          />
        </Section>
      ) : null}
      {result ? <Findings result={result} taskId={job.task_id} title={job.title} /> : null}
      <Conversation turns={turns} running={running} taskId={job.task_id} />
    </div>
  );
}

/** What was said before this page began to listen, and what it did not hear: the socket may be away, or be refused. */
function useTurnsBefore(taskId: string, running: boolean): readonly ExplorationTurn[] {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = ['explorations', 'turns', taskId];
  const refetchInterval = usePollingInterval(1500, 10_000);
  const turns = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('listExplorationTurns', { params: { task_id: taskId }, signal }),
    enabled: running,
    refetchInterval: running ? refetchInterval : false,
  });
  useEvents(running ? `job:${taskId}` : null, (message) => {
    if (message.type === 'gap' || (message.type === 'subscribed' && message.channel === `job:${taskId}`))
      void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  });
  return turns.data ?? noTurns;
}

const noTurns: readonly ExplorationTurn[] = [];
