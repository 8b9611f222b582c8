import { useQuery } from '@tanstack/react-query';
import type { TestImport } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { SelectField } from '../../ui/field.tsx';
import { fieldHints, fieldWords, rareFieldWords } from './import-words.ts';

type FieldColumns = Readonly<Record<string, string>>;

export interface Reading {
  /** Null while it is as the file suggests: other rows or sheets have other columns. */
  readonly mapping: FieldColumns | null;
  readonly testType: 'Single-Turn' | 'Multi-Turn' | null;
  readonly setId: string;
  readonly sheet: string;
  /** Null while it is where the file seems to have it. */
  readonly headerRow: number | null;
}

interface Props {
  found: TestImport;
  reading: Reading;
  onChange: (reading: Reading) => void;
}

export function MappingForm({ found, reading, onChange }: Props) {
  const columns = found.headers.map((name) => ({ value: name, label: name }));
  const mapping = reading.mapping ?? found.mapping;
  const isMapped = found.headers.length > 0 && (found.shape === 'table' || found.shape === 'sonde');
  return (
    <div className="grid gap-5">
      {isMapped ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium">Which column is what</legend>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {[
              ...fieldWords,
              ...rareFieldWords.filter(([field]) => field in found.suggested_mapping || field in mapping),
            ].map(([field, label]) => (
              <SelectField
                key={field}
                label={label}
                hint={fieldHints[field]}
                value={mapping[field] ?? ''}
                onChange={({ target }) =>
                  onChange({ ...reading, mapping: changed(mapping, field, target.value) })
                }
                options={[{ value: '', label: 'Not in the file' }, ...columns]}
              />
            ))}
          </div>
          <p className="text-[0.8125rem] text-muted">All other columns are kept as metadata.</p>
        </fieldset>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TargetSet reading={reading} onChange={onChange} />
        {reading.setId === '' ? (
          <SelectField
            label="Type of the tests"
            value={reading.testType ?? ''}
            onChange={({ target }) =>
              onChange({
                ...reading,
                testType:
                  target.value === 'Single-Turn' || target.value === 'Multi-Turn' ? target.value : null,
              })
            }
            options={[
              { value: '', label: 'As most rows are' },
              { value: 'Single-Turn', label: 'Single prompts' },
              { value: 'Multi-Turn', label: 'Conversations' },
            ]}
          />
        ) : null}
        {found.file_info.sheets.length > 1 ? (
          <SelectField
            label="Sheet"
            value={reading.sheet}
            onChange={({ target }) =>
              onChange({ ...reading, sheet: target.value, mapping: null, headerRow: null })
            }
            options={found.file_info.sheets.map((name) => ({ value: name, label: name }))}
          />
        ) : null}
        {found.file_info.header_row === null ? null : (
          <SelectField
            label="Names of the columns are in"
            value={String(reading.headerRow ?? found.file_info.header_row)}
            onChange={({ target }) =>
              onChange({ ...reading, headerRow: Number(target.value), mapping: null })
            }
            options={Array.from({ length: mostHeaderRow }, (_, place) => ({
              value: String(place + 1),
              label: `Row ${place + 1}`,
            }))}
          />
        )}
      </div>
    </div>
  );
}

const mostHeaderRow = 20;

function changed(mapping: FieldColumns, field: string, column: string): FieldColumns {
  const { [field]: _former, ...rest } = mapping;
  return column === '' ? rest : { ...rest, [field]: column };
}

/** Into a set that exists, what it has already is told apart from what is new or said differently. */
function TargetSet({ reading, onChange }: Omit<Props, 'found'>) {
  const { api, projectId } = usePlatform();
  const sets = useQuery({
    queryKey: ['test-sets', 'list', projectId, 'choice'],
    queryFn: ({ signal }) =>
      api.list('listTestSets', {
        query: { limit: 100, sort_by: 'updated_at', sort_order: 'desc', $select: 'name' },
        signal,
      }),
  });
  return (
    <SelectField
      label="Into"
      value={reading.setId}
      onChange={({ target }) => onChange({ ...reading, setId: target.value })}
      options={[
        { value: '', label: 'A new set' },
        ...(sets.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
