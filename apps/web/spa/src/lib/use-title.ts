import { useEffect } from 'react';

/** The name of the page in the tab, in the history and to a screen reader. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sonde`;
  }, [title]);
}
