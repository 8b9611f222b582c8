import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';

/** What the five fields come to, before anything is saved. */
export function NextTimes({ cron, timezone }: { cron: string; timezone: string }) {
  const api = useApi();
  const asked = useDebounced(`${cron}\n${timezone}`, 300);
  const [fields = '', zone = ''] = asked.split('\n');
  const preview = useQuery({
    queryKey: ['schedules', 'preview', fields, zone],
    queryFn: async ({ signal }) => {
      const { next_times: times } = await api.call('previewSchedule', {
        body: { cron: fields, timezone: zone },
        signal,
      });
      return { times, zone };
    },
    enabled: fields.trim() !== '' && zone.trim() !== '',
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (preview.error) return <ProblemNotice error={preview.error} />;
  if (!preview.data) return <SkeletonLines count={5} label="Working out the next times" />;
  return (
    <section aria-label="The next five times" aria-live="polite" className="grid gap-1">
      <h3 className="text-[0.875rem] font-medium">The next five times</h3>
      <ol className="grid gap-0.5 text-[0.875rem] text-muted">
        {preview.data.times.map((time) => (
          <li key={time}>
            <Time at={time} zone={preview.data.zone} />
          </li>
        ))}
      </ol>
    </section>
  );
}
