import { useQuery } from '@tanstack/react-query';
import type { TestImport } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { SelectField } from '../../ui/field.tsx';
import { fieldWords } from './import-words.ts';

export interface Reading {
  readonly mapping: Readonly<Record<string, string>>;
  readonly testType: 'Single-Turn' | 'Multi-Turn' | null;
  readonly setId: string;
  readonly sheet: string;
}

interface Props {
  found: TestImport;
  reading: Reading;
  onChange: (reading: Reading) => void;
}

export function MappingForm({ found, reading, onChange }: Props) {
  const columns = found.headers.map((name) => ({ value: name, label: name }));
  const isMapped = found.headers.length > 0 && (found.shape === 'table' || found.shape === 'sonde');
  return (
    <div className="grid gap-5">
      {isMapped ? (
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-medium">Which column is what</legend>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {fieldWords.map(([field, label]) => (
              <SelectField
                key={field}
                label={label}
                value={reading.mapping[field] ?? ''}
                onChange={({ target }) =>
                  onChange({ ...reading, mapping: changed(reading.mapping, field, target.value) })
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
            onChange={({ target }) => onChange({ ...reading, sheet: target.value })}
            options={found.file_info.sheets.map((name) => ({ value: name, label: name }))}
          />
        ) : null}
      </div>
    </div>
  );
}

function changed(mapping: Reading['mapping'], field: string, column: string): Reading['mapping'] {
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
