import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { ExplorationResult } from '@sonde/contract';
import { useMay } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Notice } from '../../ui/page.tsx';
import { History } from './history.tsx';
import { FollowedRun } from './followed-run.tsx';
import { StartForm } from './start-form.tsx';

/** Start an exploration, follow it, read what it found, go on from there. */
export function ExploreTab({ endpointId, endpointName }: { endpointId: string; endpointName: string }) {
  const may = useMay();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const run = useSearchText('run');
  const [base, setBase] = useState<ExplorationResult | null>(null);
  const show = (taskId: string | undefined): void =>
    void navigate({
      to: '/endpoints/$endpointId',
      params: { endpointId },
      search: taskId === undefined ? { tab: 'explore' } : { tab: 'explore', run: taskId },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="grid gap-8">
      {run === undefined ? (
        may('endpoint:explore') ? (
          <StartForm
            endpointId={endpointId}
            endpointName={endpointName}
            base={base}
            onForgetBase={() => setBase(null)}
            onStarted={(taskId) => {
              void queryClient.invalidateQueries({ queryKey: ['jobs'] });
              show(taskId);
            }}
          />
        ) : (
          <Notice>Your role can read explorations, but not start one.</Notice>
        )
      ) : (
        <FollowedRun
          taskId={run}
          onBack={() => show(undefined)}
          onContinue={(result) => {
            setBase(result);
            show(undefined);
          }}
        />
      )}
      <History endpointId={endpointId} current={run} onShow={show} />
    </div>
  );
}
