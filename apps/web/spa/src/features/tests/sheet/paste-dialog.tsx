import { useState } from 'react';
import { beginningOf, plural } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import type { CellChange, EditPlan, RowEdit } from './plan-edit.ts';
import { faultsIn, sound } from './plan-edit.ts';
import { mostChangedAtOnce } from './use-sheet-edits.ts';

interface Props {
  plan: EditPlan;
  busy: boolean;
  onClose: () => void;
  onSave: (edits: readonly RowEdit[]) => void;
}

const mostShown = 200;
const mostNewAtOnce = 1000;

/** What a paste would change, before anything is stored. */
export function PasteDialog({ plan, busy, onClose, onSave }: Props) {
  const [leaveOut, setLeaveOut] = useState(false);
  const faults = faultsIn(plan);
  const edits = leaveOut ? sound(plan.edits) : plan.edits;
  const changed = edits.filter(({ test }) => test !== null);
  const fresh = edits.length - changed.length;
  const tooMany = changed.length > mostChangedAtOnce || fresh > mostNewAtOnce;
  const mayNot = edits.length === 0 || tooMany || (faults.length > 0 && !leaveOut);
  const cells = edits.flatMap((edit) => edit.cells);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Paste into the tests"
      description={`${plural(changed.length, 'test')} would change, ${plural(fresh, 'new test')} would be made. Nothing is saved yet.`}
    >
      {plan.columnsLeftOut > 0 ? (
        <p className="text-muted">
          {plural(plan.columnsLeftOut, 'column')} of what you pasted{' '}
          {plan.columnsLeftOut === 1 ? 'has' : 'have'} no place in the grid and{' '}
          {plan.columnsLeftOut === 1 ? 'is' : 'are'} left out.
        </p>
      ) : null}
      {faults.length > 0 ? <Faults faults={faults} /> : null}
      {faults.length > 0 ? (
        <label className="flex items-center gap-2.5">
          <input
            type="checkbox"
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.target.checked)}
            className="size-[1.15rem] accent-(--signal)"
          />
          Leave out the rows with these faults
        </label>
      ) : null}
      {edits.length === 0 ? <p className="text-muted">Nothing would change.</p> : <Changes cells={cells} />}
      {tooMany ? (
        <p className="text-danger" role="alert">
          At once, {mostChangedAtOnce} tests can change and {mostNewAtOnce} can be made. Paste fewer rows, or
          import them as a file.
        </p>
      ) : null}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={busy} disabled={mayNot} onClick={() => onSave(edits)}>
          Save {plural(edits.length, 'row')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Faults({ faults }: { faults: readonly CellChange[] }) {
  return (
    <div role="alert" className="grid gap-1.5 border-l-4 border-danger pl-3">
      <p className="font-medium">{plural(faults.length, 'cell')} cannot be read</p>
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-[0.875rem]">
        {faults.slice(0, mostShown).map((fault) => (
          <li key={`${fault.row}-${fault.column.id}`}>
            Row {fault.row + 1}, {fault.column.header}: {fault.fault}
          </li>
        ))}
      </ul>
      {faults.length > mostShown ? <p className="text-muted">and {faults.length - mostShown} more</p> : null}
    </div>
  );
}

function Changes({ cells }: { cells: readonly CellChange[] }) {
  return (
    <div className="grid gap-1.5">
      <div
        className="max-h-[40dvh] overflow-auto border border-line"
        tabIndex={0}
        role="region"
        aria-label="What would change"
      >
        <table className="w-full border-collapse text-[0.875rem]">
          <thead className="sticky top-0 bg-surface text-left">
            <tr>
              {['Row', 'Column', 'Now', 'Then'].map((header) => (
                <th key={header} scope="col" className="mark border-b border-line px-2.5 py-1.5">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.slice(0, mostShown).map((cell) => (
              <tr key={`${cell.row}-${cell.column.id}`} className="border-b border-line align-top">
                <td className="px-2.5 py-1.5 font-mono">{cell.row + 1}</td>
                <td className="px-2.5 py-1.5 whitespace-nowrap">{cell.column.header}</td>
                <td className="max-w-64 px-2.5 py-1.5 break-words text-muted">
                  {beginningOf(cell.before, 300)}
                </td>
                <td className="max-w-64 px-2.5 py-1.5 break-words whitespace-pre-wrap">
                  {beginningOf(cell.after, 300)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {cells.length > mostShown ? (
        <p className="text-muted">and {plural(cells.length - mostShown, 'more cell')}</p>
      ) : null}
    </div>
  );
}
