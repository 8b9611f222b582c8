import { base } from './site.ts';

/** What a browser stores belongs to the whole origin, where another Sonde may lie below another path. */
export const storedKey = (name: string): string => `sonde.${name}${base}`;

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Storage may be full or forbidden; the page then simply forgets with the tab. */
export function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing depends on it.
  }
}
