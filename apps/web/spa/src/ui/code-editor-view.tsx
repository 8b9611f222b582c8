import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Ref, RefObject } from 'react';
import { useImperativeHandle } from 'react';
import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { jinja } from '@codemirror/lang-jinja';
import { json } from '@codemirror/lang-json';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export interface Completion {
  readonly label: string;
  readonly type: 'variable' | 'function';
  readonly detail: string;
}

export interface EditorHandle {
  insert(text: string): void;
}

/** Where somebody types: both are the same where nothing is selected. */
export interface Caret {
  readonly anchor: number;
  readonly head: number;
}

export interface CodeEditorViewProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  variables: readonly Completion[];
  filters: readonly Completion[];
  handle?: Ref<EditorHandle>;
  /** To look at and copy from; nothing can be typed. */
  readOnly?: boolean;
  /** Of what stood in its place until it was there, if somebody was typing in it. */
  caret: RefObject<Caret | null>;
}

/** Marks text that its owner gave: told back as typed, it would be taken for a change. */
const fromOutside = Annotation.define<boolean>();

/**
 * CodeMirror over JSON with Jinja in it. It lives in a shadow root because there its styles are constructed sheets,
 * which a content security policy without `unsafe-inline` lets through.
 */
export function CodeEditorView({
  label,
  value,
  onChange,
  variables,
  filters,
  handle,
  readOnly = false,
  caret,
}: CodeEditorViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useEffectEvent((text: string) => onChange(text));
  const offered = useEffectEvent(() => ({ variables, filters }));
  const initial = useEffectEvent(() => value);

  // In the moment in which the text area goes: a key between the two would be typed into nothing.
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          lineNumbers(),
          history(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          jinja({
            base: json(),
            variables: offered().variables.map(({ label: name, type, detail }) => ({
              label: name,
              type,
              detail,
            })),
          }),
          EditorState.languageData.of(() => [{ autocomplete: filterSource(() => offered().filters) }]),
          keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            'aria-label': label,
            spellcheck: 'false',
            ...(readOnly ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
          }),
          EditorState.readOnly.of(readOnly),
          EditorView.editable.of(!readOnly),
          EditorView.updateListener.of((update) => {
            const isTyped = !update.transactions.some((one) => one.annotation(fromOutside));
            if (update.docChanged && isTyped) changed(update.state.doc.toString());
          }),
          theme,
          syntaxHighlighting(colours),
        ],
      }),
    });
    view.current = editor;
    const typing = caret.current;
    caret.current = null;
    if (typing && !readOnly) {
      const most = editor.state.doc.length;
      editor.dispatch({
        selection: { anchor: Math.min(typing.anchor, most), head: Math.min(typing.head, most) },
      });
      editor.focus();
    }
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label, readOnly, caret]);

  // Text that came from outside (a reset, an applied draft) replaces the document; neither way loops back.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useImperativeHandle(handle, () => ({
    insert: (text) => {
      const editor = view.current;
      if (!editor || editor.state.readOnly) return;
      editor.dispatch(editor.state.replaceSelection(text));
      editor.focus();
    },
  }));

  return (
    <div
      ref={host}
      className="min-h-52 overflow-hidden rounded-[0.45rem] border border-line-strong bg-surface focus-within:border-signal focus-within:outline-2 focus-within:outline-signal"
    />
  );
}

/** After a bar inside an expression, offer the filters the platform knows. */
function filterSource(filters: () => readonly Completion[]) {
  return (context: { matchBefore: (pattern: RegExp) => { from: number; to: number } | null }) => {
    const before = context.matchBefore(/\|\s*\w*/);
    if (!before) return null;
    const word = context.matchBefore(/\w*/);
    return {
      from: word?.from ?? before.to,
      options: filters().map(({ label: name, type, detail }) => ({ label: name, type, detail })),
    };
  };
}

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', fontSize: '0.8125rem', minHeight: '13rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { minHeight: '13rem' },
  '.cm-content': {
    fontFamily: 'var(--font-mono)',
    padding: '0.6rem 0',
    caretColor: 'var(--signal)',
    minHeight: '12rem',
  },
  '.cm-cursor': { borderLeftColor: 'var(--signal)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--muted)', border: 'none' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'var(--signal-soft)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--signal-soft)', outline: '1px solid var(--signal)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '0.4rem',
    color: 'var(--ink)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--signal)',
    color: 'var(--on-signal)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.8' },
});

const colours = HighlightStyle.define([
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '500' },
  {
    tag: [tags.variableName, tags.special(tags.variableName)],
    color: 'var(--code-jinja)',
    fontWeight: '600',
  },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword],
    color: 'var(--code-jinja)',
  },
  { tag: [tags.paren, tags.brace, tags.squareBracket, tags.punctuation], color: 'var(--muted)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
]);
