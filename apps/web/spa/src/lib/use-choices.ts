import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Listing } from './api.ts';
import { useDebounced } from './use-debounced.ts';

export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** What there is to choose from: the first the server finds, and the way to all others. */
export interface Choices {
  readonly found: readonly Choice[];
  readonly total: number;
  readonly error: Error | null;
  /** There is nothing to choose from, whatever one searches for. */
  readonly isEmpty: boolean;
  readonly text: string;
  readonly search: (text: string) => void;
}

export function useChoices<Row>(options: {
  queryKey: readonly unknown[];
  find: (search: { search?: string }, signal: AbortSignal) => Promise<Listing<Row>>;
  choiceOf: (row: Row) => Choice | undefined;
}): Choices {
  const { queryKey, find, choiceOf } = options;
  const [text, search] = useState('');
  const settled = useDebounced(text.trim(), 250);
  const { data, error } = useQuery({
    queryKey: [...queryKey, 'choices', settled],
    queryFn: ({ signal }) => find(settled === '' ? {} : { search: settled }, signal),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).flatMap((row) => choiceOf(row) ?? []);
  const total = data?.total ?? 0;
  return { found, total, error, isEmpty: data !== undefined && settled === '' && total === 0, text, search };
}
