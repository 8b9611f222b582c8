import { Section } from '../../ui/page.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { CategoryWord } from '../../ui/term.tsx';
import { cellsOf } from './generation-result.ts';
import type { Coverage } from './generation-result.ts';
import { formatNumber, plural } from '../../lib/format.ts';

/** Requirements × categories, before and after what is ticked is kept: where there was nothing and then is something. */
export function CoverageTable({ coverage, before: former }: { coverage: Coverage; before: Coverage }) {
  const cells = cellsOf({ coverage, coverage_before: former });
  const fresh = cells.filter(({ before, added }) => before === 0 && added > 0).length;
  const bare = cells.filter(({ before, added }) => before + added === 0).length;
  return (
    <Section
      title="What is covered"
      lead={`One row for each requirement and category, with the tests that are ticked. ${formatNumber(fresh)} of ${plural(cells.length, 'row')} had no test before and ${fresh === 1 ? 'gets' : 'get'} one.${bare === 0 ? '' : ` ${plural(bare, 'requirement has', 'requirements have')} no test at all.`}`}
    >
      <SimpleTable
        label="What is covered"
        rows={cells}
        rowKey={({ requirement, category }) => `${requirement}\n${category ?? ''}`}
        columns={[
          {
            header: 'Requirement',
            cell: ({ requirement }) => (requirement === '(none)' ? 'Without a requirement' : requirement),
          },
          {
            header: 'Category',
            cell: ({ category, before }) =>
              category === null ? (
                <span className="text-muted">{before === 0 ? 'No test' : 'No new test'}</span>
              ) : (
                <CategoryWord category={category} plain={category} />
              ),
          },
          { header: 'Before', cell: ({ before }) => <span className="tabular-nums">{before}</span> },
          {
            header: 'After',
            cell: ({ before, added }) => <span className="font-medium tabular-nums">{before + added}</span>,
          },
        ]}
      />
    </Section>
  );
}
