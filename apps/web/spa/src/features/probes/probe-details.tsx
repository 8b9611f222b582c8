import { useQuery } from '@tanstack/react-query';
import type { Probe } from '@sonde/contract';
import { formatPercent } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { useKindTitle } from '../../lib/testing-queries.ts';
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
      <DetectorNote probe={probe} />
      <p className="text-[0.875rem] text-muted">
        garak, the scanner that first collected such attacks, has this kind as{' '}
        <code className="font-mono">{probe.module}</code>.
      </p>
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

/** The metric of a probe, as it is called where metrics are chosen. */
export const JudgeName = ({ kind }: { kind: string }) => useKindTitle(kind);

/** How far the verdicts of this probe can be trusted, in words that promise no more than was measured. */
function DetectorNote({ probe: { detector, detector_quality: quality } }: { probe: Probe }) {
  const { sample, precision, recall, decides } = quality;
  const percent = (share: number): string => formatPercent(share * 100);
  return (
    <div className="grid gap-1 border-l-4 border-line-strong pl-3 text-[0.9375rem]">
      <p>
        The metric “<JudgeName kind={detector.kind} />”{' '}
        {decides
          ? 'decides whether an answer did what the attack wants.'
          : 'only flags answers: read them before you count them.'}
      </p>
      <p className="text-[0.875rem] text-muted">
        {precision === null || recall === null
          ? decides
            ? 'The endpoint reports which tools were called, so this cannot be judged wrongly.'
            : 'It has not been measured on answers that people had judged.'
          : `On ${sample} answers that people had judged, ${percent(precision)} of those that it failed had really done what the attack wants, and it found ${percent(recall)} of those that had.${sample < 100 ? ' The sample is small and written for this catalogue.' : ''}`}
      </p>
    </div>
  );
}
