import { useQuery } from '@tanstack/react-query';
import type { Requirement } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { RequirementDialog } from './requirement-dialog.tsx';

interface Props {
  id: string;
  onClose: () => void;
  onSaved: () => void;
}

/** A requirement as it is now: to be changed by whoever may, and otherwise to be read. */
export function OpenRequirement({ id, onClose, onSaved }: Props) {
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['requirements', 'one', id],
    queryFn: ({ signal }) => api.call('getRequirement', { params: { id }, signal }),
    // What is being written is not exchanged for what somebody else has saved meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (data?.permitted_actions.includes('update'))
    return <RequirementDialog requirement={data} onClose={onClose} onSaved={onSaved} />;
  return (
    <Dialog open onClose={onClose} title={data?.name ?? 'Requirement'}>
      {error ? <ProblemNotice error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonLines count={4} label="Loading the requirement" />}
      {data ? <RequirementShown requirement={data} /> : null}
    </Dialog>
  );
}

function RequirementShown({ requirement }: { requirement: Requirement }) {
  const { description, tags, counts, updated_at } = requirement;
  return (
    <>
      {description === null || description === '' ? null : (
        <p className="break-words whitespace-pre-wrap">{description}</p>
      )}
      {tags.length === 0 ? null : (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
        </span>
      )}
      <Facts
        items={[
          ['Tests', formatNumber(counts.tests)],
          ['Metrics', formatNumber(counts.metrics)],
          ['Updated', <Time key="updated" at={updated_at} />],
        ]}
      />
    </>
  );
}
