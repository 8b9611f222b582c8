import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NotificationKind, NotificationPreferences } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

/** In the words of this page; a kind that is missing here does not compile. */
const labels: Readonly<Record<NotificationKind, string>> = {
  'test_run.finished': 'A test run has ended',
  'schedule.stopped': 'A schedule of yours was stopped',
  'schedule.not_started': 'A schedule of yours could not begin its run',
  'alert.raised': 'A rule of yours raised an alert',
  'exploration.finished': 'An exploration has ended',
  'test_set.generation_finished': 'Tests were generated',
  'test_set.probe_import_finished': 'Security probes were made into test sets',
  'test_set.import_finished': 'A file of tests was imported',
  'review.assigned': 'Results were assigned to you for review',
  'task.assigned': 'A task was assigned to you',
  'comment.mentioned': 'Somebody mentioned you in a comment',
  'architect.plan_finished': 'The Architect has done what it was asked',
};
const kinds = Object.keys(labels) as NotificationKind[];
const channels = [
  ['in_app', 'In Sonde'],
  ['email', 'By email'],
] as const;
type Channel = (typeof channels)[number][0];

const queryKey = ['notifications', 'preferences'];

export function NotificationSettings() {
  const api = useApi();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const preferences = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('getNotificationPreferences', { signal }),
  });
  const change = useMutation({
    mutationFn: ({ kind, channel, wanted }: { kind: NotificationKind; channel: Channel; wanted: boolean }) =>
      api.call('putNotificationPreferences', { body: { [kind]: { [channel]: wanted } } }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error) => messages.fail('This could not be saved', error),
  });
  return (
    <Section title="What you are told" lead="For you alone, in this organization.">
      {preferences.isPending ? <SkeletonLines count={6} /> : null}
      {preferences.error ? (
        <ProblemNotice error={preferences.error} onRetry={() => void preferences.refetch()} />
      ) : null}
      {preferences.data ? (
        <Choices
          chosen={preferences.data}
          onChoose={(kind, channel, wanted) => change.mutate({ kind, channel, wanted })}
        />
      ) : null}
    </Section>
  );
}

function Choices({
  chosen,
  onChoose,
}: {
  chosen: NotificationPreferences;
  onChoose: (kind: NotificationKind, channel: Channel, wanted: boolean) => void;
}) {
  return (
    <SimpleTable
      label="Notifications"
      rows={kinds}
      rowKey={(kind) => kind}
      columns={[
        { header: 'When', cell: (kind) => labels[kind] },
        ...channels.map(([channel, header]) => ({
          header,
          cell: (kind: NotificationKind) => (
            <input
              type="checkbox"
              aria-label={`${labels[kind]}: ${header}`}
              className="size-[1.15rem] accent-(--signal)"
              checked={chosen[kind][channel]}
              onChange={(event) => onChoose(kind, channel, event.target.checked)}
            />
          ),
        })),
      ]}
    />
  );
}
