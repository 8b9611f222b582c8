import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';

export function Sessions() {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => api.call('listSessions', { signal }),
  });
  const after = (ended: number): void => {
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    messages.say(`${plural(ended, 'session')} ended`);
  };
  const end = useMutation({
    mutationFn: (id: string) => api.call('endSession', { params: { id } }),
    onSuccess: ({ ended }) => after(ended),
    onError: (error) => messages.fail('The session could not be ended', error),
  });
  const endOthers = useMutation({
    mutationFn: () => api.call('endSessions', {}),
    onSuccess: ({ ended }) => after(ended),
    onError: (error) => messages.fail('The sessions could not be ended', error),
  });
  return (
    <Section
      title="Where you are signed in"
      lead="Don’t recognize a session? End it, then change your password."
      actions={
        (sessions.data?.length ?? 0) > 1 ? (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        ) : undefined
      }
    >
      {sessions.isPending ? <SkeletonLines count={4} /> : null}
      {sessions.error ? (
        <ProblemNotice error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      {sessions.data ? (
        <SimpleTable
          label="Sessions"
          rows={sessions.data}
          rowKey={(row) => row.id}
          columns={[
            {
              header: 'Device',
              cell: (row) => (
                <span className="flex flex-wrap items-center gap-2">
                  {row.device} {row.is_current ? <Chip tone="signal">This one</Chip> : null}
                </span>
              ),
            },
            {
              header: 'Address',
              cell: (row) => <span className="font-mono text-[0.8125rem]">{row.ip ?? 'unknown'}</span>,
            },
            {
              header: 'Last used',
              // Stored at each renewal of the session only, so for this one it would tell of minutes ago.
              cell: (row) => (row.is_current ? 'now' : <Time at={row.last_used_at} />),
            },
            { header: 'Expires', cell: (row) => <Time at={row.expires_at} /> },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) =>
                row.is_current ? null : (
                  <Button
                    size="small"
                    aria-label={`End the session on ${row.device}`}
                    onClick={() => end.mutate(row.id)}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      ) : null}
    </Section>
  );
}
