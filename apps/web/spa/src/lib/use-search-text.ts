import { useSearch } from '@tanstack/react-router';

/** One text of the address, or nothing. */
export function useSearchText(name: string): string | undefined {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
