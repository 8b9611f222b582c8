import { Suspense, lazy, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import type { Caret, CodeEditorViewProps } from './code-editor-view.tsx';

export type { Completion } from './code-editor-view.tsx';

// The editor is a third of a megabyte; it comes only with the pages that edit templates.
const View = lazy(() =>
  import('./code-editor-view.tsx').then((module) => ({ default: module.CodeEditorView })),
);

/**
 * A template editor. Until it has loaded, a plain text area stands in its place and already works; who is typing in it goes on
 * in the editor.
 */
export function CodeEditor({
  label,
  hint,
  error,
  ...view
}: Omit<CodeEditorViewProps, 'caret'> & { hint?: ReactNode; error?: string | null | undefined }) {
  const id = useId();
  const caret = useRef<Caret>(null);
  const keepCaret = ({
    currentTarget: { selectionStart, selectionEnd },
  }: {
    currentTarget: HTMLTextAreaElement;
  }) => {
    caret.current = { anchor: selectionStart, head: selectionEnd };
  };
  return (
    <div className="grid gap-1.5">
      <span id={id} className="text-[0.875rem] font-medium">
        {label}
      </span>
      <Suspense
        fallback={
          <textarea
            aria-labelledby={id}
            value={view.value}
            readOnly={view.readOnly}
            onChange={(event) => {
              keepCaret(event);
              view.onChange(event.target.value);
            }}
            onFocus={keepCaret}
            onSelect={keepCaret}
            onBlur={() => {
              caret.current = null;
            }}
            className="input min-h-52 font-mono text-[0.8125rem]"
          />
        }
      >
        <View label={label} caret={caret} {...view} />
      </Suspense>
      {hint ? <div className="text-[0.8125rem] text-muted">{hint}</div> : null}
      {error ? (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
