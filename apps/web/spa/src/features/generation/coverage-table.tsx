import { Section } from '../../ui/page.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { CategoryWord } from '../../ui/term.tsx';
import { cellsOf } from './generation-result.ts';
import type { GenerationResult } from './generation-result.ts';
import { formatNumber, plural } from '../../lib/format.ts';

/** Requirements × categories, before and after: where there was nothing and now is something. */
export function CoverageTable({ result }: { result: GenerationResult }) {
  const cells = cellsOf(result);
  const fresh = cells.filter(({ before }) => before === 0).length;
  return (
    <Section
      title="What is covered"
      lead={`One row for each requirement and category. ${formatNumber(fresh)} of ${plural(cells.length, 'row')} had no test before.`}
    >
      <SimpleTable
        label="Coverage"
        rows={cells}
        rowKey={({ requirement, category }) => `${requirement}\n${category}`}
        columns={[
          {
            header: 'Requirement',
            cell: ({ requirement }) => (requirement === '(none)' ? 'Without a requirement' : requirement),
          },
          {
            header: 'Category',
            cell: ({ category }) => <CategoryWord category={category} plain={category} />,
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
