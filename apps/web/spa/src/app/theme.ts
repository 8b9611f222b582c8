import { useSyncExternalStore } from 'react';
import { store } from '../lib/stored.ts';

export type Theme = 'system' | 'light' | 'dark';

const key = 'sonde.theme';

export function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  store(key, theme === 'system' ? null : theme);
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();
function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen one, from wherever it was chosen. */
export const useTheme = (): Theme => useSyncExternalStore(listen, chosenTheme);
