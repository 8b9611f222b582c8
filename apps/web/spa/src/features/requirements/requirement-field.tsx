import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Field } from '../../ui/field.tsx';
import { requirementHint } from './requirement-hint.ts';

const mostOffered = 50;

/** Names the requirement of a test: those there are are offered as one types, and one that would be made is said to be new. */
export function RequirementField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { api, projectId } = usePlatform();
  const typed = value.trim();
  const settled = useDebounced(typed, 250);
  const { data } = useQuery({
    queryKey: ['requirements', 'named', projectId, settled],
    queryFn: ({ signal }) =>
      api.list('listRequirements', {
        query: { limit: mostOffered, $select: 'name', ...(settled === '' ? {} : { search: settled }) },
        signal,
      }),
    // What is typed is said to be new at once: whoever is quick saves it before the next names are here.
    placeholderData: keepPreviousData,
  });
  const names = data?.items.map(({ name }) => name);
  return (
    <Field label="Requirement" optional hint={requirementHint(typed, names)}>
      {(ids) => (
        <>
          <input
            {...ids}
            className="input"
            maxLength={200}
            list={`${ids.id}-names`}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${ids.id}-names`}>
            {names?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
