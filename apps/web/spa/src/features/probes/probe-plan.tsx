import type { AnswerOf, importProbes, ProbeImportPreview } from '@sonde/contract';
import { Link } from '@tanstack/react-router';
import { plural } from '../../lib/format.ts';
import { SimpleTable } from '../../ui/simple-table.tsx';

/** What would be made, before it is. */
export function ProbePlan({ plan }: { plan: ProbeImportPreview }) {
  const known = plan.probes.filter(({ test_set_id }) => test_set_id !== null).length;
  return (
    <p className="text-[0.9375rem]">
      {plural(plan.total_tests, 'test')} in {plural(plan.total_test_sets, 'set')}
      {known === 0
        ? ''
        : plan.total_test_sets === 1
          ? '. The set is there already and is brought up to date'
          : `. ${plural(known, 'set is', 'sets are')} there already and brought up to date`}
      .
    </p>
  );
}

export function ImportedProbes({ done }: { done: Pick<AnswerOf<typeof importProbes>, 'test_sets'> }) {
  return (
    <div role="status" className="grid gap-2">
      <SimpleTable
        label="Sets that were made or updated"
        rows={done.test_sets}
        rowKey={({ test_set_id }) => test_set_id}
        columns={[
          {
            header: 'Set',
            cell: ({ test_set_id: testSetId, test_set_name }) => (
              <Link className="link" to="/test-sets/$testSetId" params={{ testSetId }}>
                {test_set_name}
              </Link>
            ),
          },
          { header: 'New', cell: ({ new: fresh }) => fresh },
          { header: 'Changed', cell: ({ changed }) => changed },
          { header: 'As before', cell: ({ unchanged }) => unchanged },
        ]}
      />
    </div>
  );
}
