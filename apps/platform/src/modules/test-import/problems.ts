import { Problem } from '@sonde/server-kit';
import type { RowFault } from './fields.ts';

export const importNotFound = (): Problem =>
  new Problem('not_found', 'import.not_found', 'There is no such import; files are kept for a day.');
export const importEnded = (status: string): Problem =>
  new Problem('conflict', 'import.ended', `This import is ${status} and cannot be changed.`);
export const notParsed = (): Problem =>
  new Problem(
    'conflict',
    'import.not_parsed',
    'Nothing says what the columns are. Parse the import with a mapping first.',
  );
export const unreadable = (reason: string): Problem => new Problem('invalid', 'import.unreadable', reason);
export const readerBusy = (): Problem =>
  new Problem('unavailable', 'service.busy', 'Too many files are being read. Try again shortly.', {
    headers: { 'retry-after': '10' },
  });
export const rowsInvalid = (
  faults: readonly (RowFault & { readonly row: number })[],
  count: number,
): Problem =>
  new Problem(
    'invalid',
    'import.rows_invalid',
    `${count} ${count === 1 ? 'row does' : 'rows do'} not make a test. Correct the mapping or the file, or import the valid rows only.`,
    {
      errors: faults.slice(0, 100).map(({ row, column, reason }) => ({
        path: `rows.${row}${column === null ? '' : `.${column}`}`,
        code: 'invalid',
        message: reason,
      })),
    },
  );
export const rowInvalid = ({ row, column, reason }: RowFault & { readonly row: number }): Problem =>
  new Problem(
    'invalid',
    'import.rows_invalid',
    `Row ${row} does not make a test${column === null ? '' : ` (column ${column})`}: ${reason} Nothing was imported. Correct the file, or import the valid rows only.`,
  );
