import { useQueries, keepPreviousData } from '@tanstack/react-query';
import type { Listing } from '../lib/api.ts';
import { askAgain } from '../lib/ask-again.ts';

/** The server's largest page. */
export const pageSize = 100;

export interface PagedRows<Row> {
  readonly total: number | null;
  readonly at: (index: number) => Row | undefined;
  readonly error: unknown;
  readonly loaded: readonly Row[];
  readonly refetch: () => void;
}

/** A list of any length of which only the pages on screen are fetched. */
export function usePagedRows<Row>({
  key,
  range,
  fetchPage,
  refetchInterval,
}: {
  key: readonly unknown[];
  range: readonly [first: number, last: number];
  fetchPage: (skip: number, limit: number, signal: AbortSignal) => Promise<Listing<Row>>;
  refetchInterval?: number;
}): PagedRows<Row> {
  const firstPage = Math.floor(Math.max(0, range[0]) / pageSize);
  const lastPage = Math.floor(Math.max(0, range[1]) / pageSize);
  const pages = [
    ...new Set([0, ...Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index)]),
  ];
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...key, 'page', page],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(page * pageSize, pageSize, signal),
      placeholderData: page === 0 ? keepPreviousData : undefined,
      staleTime: 10_000,
      refetchInterval: askAgain(refetchInterval),
    })),
  });
  const byPage = new Map(
    pages.map((page, index) => [page, results[index]?.data as Listing<Row> | undefined]),
  );
  return {
    total: byPage.get(0)?.total ?? null,
    at: (index) => byPage.get(Math.floor(index / pageSize))?.items[index % pageSize],
    error: results.find((result) => result.error)?.error ?? null,
    loaded: [...byPage.values()].flatMap((page) => page?.items ?? []),
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}
