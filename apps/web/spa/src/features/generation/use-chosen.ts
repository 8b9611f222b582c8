import { useState } from 'react';

/** Ids that are chosen, in the order they were. */
export function useChosen(first: readonly string[]) {
  const [ids, setIds] = useState<readonly string[]>(first);
  return {
    ids: [...ids],
    set: new Set(ids),
    take: setIds,
    toggle: (id: string): void =>
      setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
  };
}
