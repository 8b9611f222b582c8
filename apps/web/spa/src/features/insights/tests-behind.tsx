import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Drawer } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { testsBehindQuery, type Chosen, type Period } from './queries.ts';
import { calledOf } from '../tests/test-content.ts';

/** The tests that a number counts. */
export function TestsBehind({
  period,
  chosen,
  onClose,
}: {
  period: Period;
  chosen: Chosen;
  onClose: () => void;
}) {
  const { api, projectId } = usePlatform();
  const behind = useQuery(testsBehindQuery(api, projectId, { period, chosen }));
  return (
    <Drawer open onClose={onClose} title={chosen.title}>
      {behind.isPending ? <SkeletonLines count={6} label="Loading the tests" /> : null}
      {behind.error ? <ProblemNotice error={behind.error} onRetry={() => void behind.refetch()} /> : null}
      {behind.data?.tests.length === 0 ? (
        <p className="text-muted">The tests are no longer there; their results are.</p>
      ) : null}
      <ul className="grid gap-3">
        {behind.data?.tests.map((test) => (
          <li key={test.id} className="grid gap-1 border-l-2 border-line pl-3">
            <span className="line-clamp-4 break-words whitespace-pre-wrap">{calledOf(test)}</span>
            {test.topic ? <span className="text-[0.8125rem] text-muted">{test.topic.name}</span> : null}
          </li>
        ))}
      </ul>
      {behind.data?.isTruncated ? <Notice>These are the first 50 of them.</Notice> : null}
    </Drawer>
  );
}
