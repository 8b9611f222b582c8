import { useQuery } from '@tanstack/react-query';
import type { Probe } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

/** The attacks of a family as they are said, and what must not be refused beside them. */
export function ProbeDetails({ probe, onClose }: { probe: Probe; onClose: () => void }) {
  const api = useApi();
  const full = useQuery({
    queryKey: ['probes', 'one', probe.name],
    queryFn: ({ signal }) => api.call('getProbe', { params: { name: probe.name }, signal }),
    staleTime: Infinity,
  });
  return (
    <Drawer open onClose={onClose} title={probe.title} description={probe.description}>
      {full.isPending ? <SkeletonLines count={6} /> : null}
      {full.error ? <ProblemNotice error={full.error} /> : null}
      <ol className="grid gap-4">
        {full.data?.seeds.map(({ attack, benign }, place) => (
          <li key={place} className="grid gap-1 border-l-2 border-line pl-3">
            <p className="break-words whitespace-pre-wrap">{attack}</p>
            <p className="text-[0.875rem] break-words whitespace-pre-wrap text-muted">
              Harmless twin: {benign}
            </p>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
