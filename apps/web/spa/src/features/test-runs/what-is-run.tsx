import { useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

interface Thing {
  id: string;
  name: string;
}

interface Props {
  value: string;
  /** The one that is chosen, which the newest ones may not hold. */
  known?: Thing | undefined;
  /** What choosing none means, where one may. */
  none?: string;
  onChange: (id: string) => void;
}

const newest = { limit: 100, sort_by: 'updated_at', sort_order: 'desc', $select: 'name' } as const;

export function TestSetField(props: Props) {
  const { api, projectId } = usePlatform();
  const sets = useQuery({
    queryKey: ['test-sets', 'choice', projectId],
    queryFn: ({ signal }) => api.list('listTestSets', { query: newest, signal }),
  });
  return <ThingField label="Test set" found={sets.data?.items} error={sets.error} {...props} />;
}

export function EndpointField(props: Props) {
  const { api, projectId } = usePlatform();
  const endpoints = useQuery({
    queryKey: ['endpoints', 'names', projectId],
    queryFn: ({ signal }) => api.list('listEndpoints', { query: newest, signal }),
  });
  return <ThingField label="Endpoint" found={endpoints.data?.items} error={endpoints.error} {...props} />;
}

function ThingField({
  label,
  found = [],
  error,
  value,
  known,
  none = 'Choose one',
  onChange,
}: Props & { label: string; found: readonly Thing[] | undefined; error: Error | null }) {
  const isListed = known === undefined || found.some(({ id }) => id === known.id);
  return (
    <>
      {error ? <ProblemNotice error={error} /> : null}
      <SelectField
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          { value: '', label: none },
          ...(isListed ? [] : [{ value: known.id, label: known.name }]),
          ...found.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </>
  );
}
