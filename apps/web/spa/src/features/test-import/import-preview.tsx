import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TestImport, TestImportPreview } from '@sonde/contract';
import { beginningOf, formatNumber, plural } from '../../lib/format.ts';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';
import { Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { ModelLink } from '../test-runs/model-link.tsx';

type Row = TestImportPreview['rows'][number];
type Parsed = TestImport & { preview: TestImportPreview; test_type_warning: string | null };

const tones: Readonly<Record<Row['state'], Tone>> = {
  new: 'signal',
  identical: 'neutral',
  changed: 'warn',
  invalid: 'danger',
};
const words: Readonly<Record<Row['state'], string>> = {
  new: 'New',
  identical: 'Already there',
  changed: 'Changed',
  invalid: 'Not a test',
};

/** Rows as the tests they make, a page at a time, and what is wrong where. */
export function ImportPreview({ parsed }: { parsed: Parsed }) {
  const api = useApi();
  const [page, setPage] = useState(1);
  const summary = parsed.validation_summary;
  const further = useQuery({
    queryKey: ['imports', parsed.import_id, 'preview', parsed.mapping, parsed.test_type, page],
    queryFn: ({ signal }) =>
      api.call('previewImport', { params: { id: parsed.import_id }, query: { page, page_size: 50 }, signal }),
    enabled: page > 1,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const shown = page === 1 ? parsed.preview : (further.data ?? parsed.preview);
  return (
    <Section
      title="What would be imported"
      lead={
        summary
          ? `${formatNumber(summary.new)} new, ${formatNumber(summary.changed)} changed, ${formatNumber(summary.identical)} there already; ${plural(summary.checked_rows - summary.valid_rows, 'row that makes no test', 'rows that make no test')}.${
              summary.checked_rows < summary.total_rows
                ? ` Of ${formatNumber(summary.total_rows)} rows the first ${formatNumber(summary.checked_rows)} were looked at; the import looks through the rest before it keeps anything.`
                : ''
            }`
          : undefined
      }
    >
      {summary && summary.left_open > 0 ? (
        <Notice tone="warn">
          <p className="font-semibold">
            {plural(summary.left_open, 'test asserts', 'tests assert')} something that Sonde cannot judge.
          </p>
          <p>
            Such a test gets the metric “For a person”: whatever is answered, it stays “Not evaluated” until
            somebody has reviewed the answer, or until you remove that metric from the test. The rows below
            say what cannot be judged, and why.
          </p>
        </Notice>
      ) : null}
      {summary && summary.lack_model > 0 ? (
        <Notice tone="warn">
          <p className="font-semibold">
            {plural(summary.lack_model, 'test needs', 'tests need')} a model, and none is in use.
          </p>
          <p>
            What the model is to judge stays “Not evaluated” until one is set up. <ModelLink />
          </p>
        </Notice>
      ) : null}
      {parsed.test_type_warning === null ? null : <p role="status">{parsed.test_type_warning}</p>}
      {further.error ? <ProblemNotice error={further.error} /> : null}
      <SimpleTable<Row>
        label="Rows of the file"
        rows={shown.rows}
        rowKey={({ index }) => String(index)}
        columns={[
          { header: 'Row', cell: ({ index }) => <span className="tabular-nums">{index}</span> },
          { header: 'State', cell: ({ state }) => <Chip tone={tones[state]}>{words[state]}</Chip> },
          {
            header: 'Test',
            cell: ({ data }) => (
              <span className="grid gap-0.5">
                {descriptionOf(data) === null ? null : (
                  <span className="line-clamp-2 font-medium break-words">{descriptionOf(data)}</span>
                )}
                <span className="line-clamp-3 break-words">{textOf(data)}</span>
              </span>
            ),
          },
          { header: 'Judged by', cell: (row) => <Judges row={row} /> },
          { header: 'What to know', cell: (row) => <Faults row={row} /> },
        ]}
      />
      {shown.total_pages > 1 ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Earlier rows
          </Button>
          <span className="text-[0.875rem] text-muted">
            Page {page} of {formatNumber(shown.total_pages)}
          </span>
          <Button size="small" disabled={page >= shown.total_pages} onClick={() => setPage(page + 1)}>
            Later rows
          </Button>
        </div>
      ) : null}
    </Section>
  );
}

/** A test that nothing judges comes out as not evaluated, unless its set has metrics. */
function Judges({ row: { judged_by: judges, state } }: { row: Row }) {
  if (state === 'invalid') return null;
  if (judges.length === 0)
    return <span className="text-[0.875rem] text-muted">Nothing, unless the set has metrics</span>;
  return (
    <ul className="grid gap-1 text-[0.875rem]">
      {judges.map((judge) => (
        <li key={judge} className="line-clamp-3 break-words">
          {judge}
        </li>
      ))}
    </ul>
  );
}

/** What the file calls the test. */
const descriptionOf = (data: Row['data']): string | null =>
  textIn(
    data.map(({ metadata }) => metadata).find((one) => textIn(one, 'description') !== null),
    'description',
  );

function Faults({ row: { errors, warnings, is_left_open: isLeftOpen } }: { row: Row }) {
  if (errors.length + warnings.length === 0) return null;
  return (
    <ul className="grid gap-1 text-[0.875rem]">
      {[...errors, ...warnings].map(({ column, reason }, place) => (
        <li
          key={place}
          className={place < errors.length ? 'text-danger' : isLeftOpen ? 'text-warn' : 'text-muted'}
        >
          {column === null ? '' : `${column}: `}
          {reason}
        </li>
      ))}
    </ul>
  );
}

const textOf = (data: Row['data']): string =>
  beginningOf(
    data
      .map(({ prompt, test_configuration: talk }) => textIn(prompt, 'content') ?? textIn(talk, 'goal') ?? '')
      .join(' / '),
    600,
  );

function textIn(value: unknown, key: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : null;
}
