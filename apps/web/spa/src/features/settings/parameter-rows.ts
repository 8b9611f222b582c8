import type { ProjectParameters } from '@sonde/contract';

export const parameterColumns = ['default', 'Development', 'Staging', 'Production'] as const;
export type ParameterColumn = (typeof parameterColumns)[number];

export interface ParameterRow {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<ParameterColumn, string>>;
}

const none = { default: '', Development: '', Staging: '', Production: '' } as const;
export const emptyParameter: ParameterRow = { name: '', description: '', values: none };

/** Values are JSON in the cells: `0.7` is a number, `"0.7"` a text; bare words are texts too. */
export function rowsFrom(parameters: ProjectParameters): ParameterRow[] {
  return Object.entries(parameters).map(([name, entry]) => ({
    name,
    description: entry.description ?? '',
    values: {
      default: shown(entry.default),
      Development: shown(entry.Development),
      Staging: shown(entry.Staging),
      Production: shown(entry.Production),
    },
  }));
}

export function parametersFrom(rows: readonly ParameterRow[]): ProjectParameters {
  return Object.fromEntries(
    rows
      .filter((row) => row.name.trim() !== '')
      .map((row) => {
        const values = parameterColumns
          .filter((column) => row.values[column].trim() !== '')
          .map((column) => [column, read(row.values[column].trim())] as const);
        return [
          row.name.trim(),
          {
            ...(row.description.trim() === '' ? {} : { description: row.description.trim() }),
            ...Object.fromEntries(values),
          },
        ];
      }),
  );
}

export const isParameterName = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name);

function shown(value: unknown): string {
  if (value === undefined) return '';
  // A text that would read back as something else keeps its quotes.
  if (typeof value === 'string' && read(value) === value) return value;
  return JSON.stringify(value);
}

function read(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
