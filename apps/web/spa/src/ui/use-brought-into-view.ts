import { useEffect, useRef } from 'react';

/**
 * What came of a press in a dialog is seen, also where the form is longer than the dialog: the buttons stay in sight there, and
 * what they lead to would stand below the edge.
 * @param what - what came; another one is brought into view again
 */
export function useBroughtIntoView(what: unknown) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current?.closest('[role="dialog"]')) element.current.scrollIntoView({ block: 'nearest' });
  }, [what]);
  return element;
}
