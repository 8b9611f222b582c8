import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { expectedMetric } from '../../lib/testing-queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

/** A test that nothing judges passes for nobody; what compares with the expected answer is one press away. */
export function Unjudged({
  isSingle,
  onChosen,
}: {
  isSingle: boolean;
  onChosen: (metricId: string) => void;
}) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  const queryClient = useQueryClient();
  const make = useMutation({
    mutationFn: () => expectedMetric(api, queryClient, projectId),
    onSuccess: onChosen,
  });
  return (
    <Notice tone="warn">
      <p>No metric is chosen, so nothing judges this test unless the set that it joins has metrics.</p>
      {isSingle && may('metric:create') ? (
        <Button size="small" className="mt-2" busy={make.isPending} onClick={() => make.mutate()}>
          Judge it by the expected answer
        </Button>
      ) : null}
      {make.error ? <ProblemNotice error={make.error} /> : null}
    </Notice>
  );
}
