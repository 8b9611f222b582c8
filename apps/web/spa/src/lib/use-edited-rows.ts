import { useState } from 'react';

interface EditedRows<Row> {
  readonly rows: readonly Row[];
  readonly isEdited: boolean;
  readonly edit: (rows: readonly Row[]) => void;
  readonly discard: () => void;
  /** After a save of these: what was typed while it was under way is still to be saved. */
  readonly wereSaved: (sent: readonly Row[]) => void;
}

/** Rows that are edited and saved together; until somebody edits them they are what is stored. */
export function useEditedRows<Row>(stored: readonly Row[]): EditedRows<Row> {
  const [edited, setEdited] = useState<readonly Row[] | null>(null);
  return {
    rows: edited ?? stored,
    isEdited: edited !== null,
    edit: setEdited,
    discard: () => setEdited(null),
    // Each edit makes a list of its own, so the same list is one that nobody touched since.
    wereSaved: (sent) => setEdited((now) => (now === sent ? null : now)),
  };
}
