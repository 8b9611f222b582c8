import type { ReactNode } from 'react';

export interface SimpleColumn<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly hideHeader?: boolean;
}

/** Short lists, as a table where there is room and as cards where there is none. */
export function SimpleTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string;
  columns: readonly SimpleColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <table className="block w-full border-collapse md:table">
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              className="mark border-b border-line h-11 py-1 pr-4 text-left font-normal"
            >
              {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid md:table-row-group">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="grid gap-1 border-b border-line py-3 last:border-0 md:table-row">
            {columns.map((column, index) => (
              <td
                key={column.header}
                className="min-w-0 break-words md:h-11 md:py-[3px] md:pr-4 md:align-middle md:leading-tight"
              >
                {index > 0 && !column.hideHeader ? (
                  <span aria-hidden="true" className="mark mr-2 md:hidden">
                    {column.header}
                  </span>
                ) : null}
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
