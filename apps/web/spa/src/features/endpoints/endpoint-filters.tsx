import { useEffect, useState } from 'react';
import { Search } from 'lucide-react';
import { protocolWords, protocols } from './protocol-words.ts';
import { classes } from '../../lib/classes.ts';
import { allOf, anyOf, contains, equals } from '../../lib/filter.ts';
import { useDebounced } from '../../lib/use-debounced.ts';

export interface FilterValues {
  readonly search: string;
  readonly environment: string;
  readonly protocol: string;
  readonly state: string;
}

export function filterOf(values: FilterValues): string | undefined {
  const search = values.search.trim();
  return allOf([
    search === ''
      ? null
      : anyOf([contains('name', search), contains('url', search), contains('description', search)]),
    values.environment === '' ? null : equals('environment', values.environment),
    values.protocol === '' ? null : equals('protocol', values.protocol),
    values.state === 'answered' && 'last_test_success eq true',
    values.state === 'failed' && 'last_test_success eq false',
    values.state === 'untested' && 'last_test_success eq null',
  ]);
}

export const hasFilters = (values: FilterValues): boolean =>
  Object.values(values).some((value) => value !== '');

export function EndpointFilters({
  values,
  onChange,
}: {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}) {
  const [text, setText] = useState(values.search);
  const settled = useDebounced(text, 250);
  useEffect(() => {
    if (settled !== values.search) onChange({ ...values, search: settled });
    // Only a settled search text is news; the rest of the values come from the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [settled]);
  useEffect(() => setText((before) => (values.search === '' ? '' : before)), [values.search]);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" role="search" aria-label="Endpoints">
      <div className="relative col-span-2 min-w-0 sm:w-80">
        <Search aria-hidden size={16} className="absolute top-3 left-3 text-muted" />
        <input
          type="search"
          aria-label="Search name, URL and description"
          placeholder="Search"
          className="input pl-9"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Choice
        wide
        label="Environment"
        value={values.environment}
        options={['Development', 'Staging', 'Production']}
        all="Environment"
        onChange={(environment) => onChange({ ...values, environment })}
      />
      <Choice
        label="Type"
        value={values.protocol}
        options={protocols}
        words={protocolWords}
        all="Type"
        onChange={(protocol) => onChange({ ...values, protocol })}
      />
      <Choice
        label="Last test"
        value={values.state}
        options={['answered', 'failed', 'untested']}
        all="Last test"
        onChange={(state) => onChange({ ...values, state })}
      />
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  all,
  onChange,
  words = {},
  wide = false,
}: {
  label: string;
  value: string;
  options: readonly string[];
  all: string;
  onChange: (value: string) => void;
  /** Of an option that is no word of the pages. */
  words?: Readonly<Record<string, string>>;
  /** Takes a whole line where there are two columns. */
  wide?: boolean;
}) {
  return (
    <select
      aria-label={label}
      className={classes('input truncate pr-1 sm:w-auto', wide && 'col-span-2')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}: any</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {words[option] ?? option}
        </option>
      ))}
    </select>
  );
}
