import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Listing } from '../lib/api.ts';
import { formatNumber, plural } from '../lib/format.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { Button } from './button.tsx';
import { ProblemNotice } from './problem.tsx';
import { SkeletonLines } from './skeleton.tsx';

export interface PickListProps<Row> {
  label: string;
  queryKey: readonly unknown[];
  find: (search: string, signal: AbortSignal) => Promise<Listing<Row>>;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  about?: (row: Row) => ReactNode;
  chosen: ReadonlySet<string>;
  /** Ticked and not to be unticked here: it is there already. */
  isTaken?: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  /** Unticks all of them at once. */
  onNone?: () => void;
  empty: ReactNode;
  /** Then choosing one lets go of the other. */
  onlyOne?: boolean;
}

/** Chooses some of many, or one: a search, and the first of what it finds, each to be chosen. */
export function PickList<Row>(props: PickListProps<Row>) {
  const { label, queryKey, find, idOf, nameOf, about, chosen, isTaken, onToggle, onNone, empty, onlyOne } =
    props;
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const id = useId();
  const found = useQuery({
    queryKey: [...queryKey, 'pick', search],
    queryFn: ({ signal }) => find(search, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-[0.875rem] font-medium">
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder="Search"
        className="input"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      {found.isPending ? <SkeletonLines count={3} /> : null}
      {found.error ? <ProblemNotice error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data?.items.length === 0 ? (
        <div className="text-muted">{search === '' ? empty : 'Nothing matches.'}</div>
      ) : null}
      <ul className="grid max-h-64 gap-1 overflow-y-auto" aria-label={label}>
        {found.data?.items.map((row) => (
          <li key={idOf(row)}>
            <label className="flex min-h-9 touch:min-h-11 items-start gap-2.5 rounded-md px-2 py-1.5 hover:bg-sunken">
              <input
                {...(onlyOne ? { type: 'radio', name: id } : { type: 'checkbox' })}
                className="mt-0.5 size-[1.15rem] shrink-0 accent-(--signal)"
                checked={chosen.has(idOf(row)) || isTaken?.(row) === true}
                disabled={isTaken?.(row) === true}
                onChange={() => onToggle(row)}
              />
              <span className="grid min-w-0">
                <span>{nameOf(row)}</span>
                {about ? <span className="text-[0.8125rem] text-muted">{about(row)}</span> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {onNone && chosen.size > 1 ? (
        <Button size="small" className="justify-self-start" onClick={onNone}>
          Untick all {formatNumber(chosen.size)}
        </Button>
      ) : null}
      {found.data && found.data.total > found.data.items.length ? (
        <p className="text-[0.8125rem] text-muted">
          {plural(found.data.total, 'match', 'matches')}; search to see the others.
        </p>
      ) : null}
    </div>
  );
}
