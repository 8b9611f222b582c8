import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { classes } from '../../../lib/classes.ts';
import type { SheetColumn } from './cells.ts';

export type EditorEnd = 'down' | 'up' | 'next' | 'previous' | 'stay' | 'cancel';

interface Props {
  column: SheetColumn;
  start: string;
  /** A typed letter replaces what stood there; otherwise the caret goes to its end. */
  label: string;
  onEnd: (text: string, end: EditorEnd) => void;
}

/** One cell while it is written in. Enter stores, Escape leaves it as it was, Alt and Enter break the line. */
export function CellEditor({ column, start, label, onEnd }: Props) {
  const [text, setText] = useState(start);
  const field = useRef<HTMLTextAreaElement & HTMLSelectElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    if (element instanceof HTMLTextAreaElement) element.setSelectionRange(start.length, start.length);
  }, [start]);
  const end = (how: EditorEnd): void => {
    if (ended.current) return;
    ended.current = true;
    onEnd(text, how);
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const how = endOf(event);
    if (how === undefined) return;
    event.preventDefault();
    end(how);
  };
  const shared = {
    ref: field,
    'aria-label': label,
    value: text,
    onKeyDown: press,
    onBlur: () => end('stay'),
    className: classes(
      'absolute top-0 left-0 z-20 w-full rounded-none border-2 border-signal bg-surface px-2 py-1.5 text-ink shadow-lg outline-none',
      column.words ? 'h-full' : 'min-h-full resize-none',
    ),
  };
  return column.words ? (
    <select {...shared} onChange={(event) => setText(event.target.value)}>
      {column.words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  ) : (
    <textarea
      {...shared}
      rows={Math.min(8, Math.max(1, text.split('\n').length + (text.length > 60 ? 2 : 0)))}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function endOf({ key, altKey, shiftKey, nativeEvent }: KeyboardEvent): EditorEnd | undefined {
  // Enter chooses a word of an input method there; it ends nothing.
  if (nativeEvent.isComposing) return undefined;
  if (key === 'Escape') return 'cancel';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  if (key === 'Enter' && !altKey) return shiftKey ? 'up' : 'down';
  return undefined;
}
