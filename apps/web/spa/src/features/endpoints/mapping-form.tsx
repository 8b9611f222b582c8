import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import type { EditorHandle } from '../../ui/code-editor-view.tsx';
import { useCallTarget } from './call-target.ts';
import type { DraftFormProps } from './overview-form.tsx';
import { MappingRows } from './mapping-rows.tsx';
import { schemaQuery } from './queries.ts';
import { RequestPreview } from './request-preview.tsx';
import { templateFault } from './template-fault.ts';
import { leavesConversationUnsent, unsentConversation } from './unsent-conversation.ts';
import { Notice } from '../../ui/page.tsx';
import { sections } from '../../lib/section-names.ts';

/** What the template is rendered with while it is being written. */
const exampleValues = { texts: { input: 'Hello! What can you help me with?' }, files: [], image: null };

/** How a message goes in and how the answer comes out. */
export function MappingForm({
  draft,
  edit,
  answer,
  saved,
  readOnly = false,
}: DraftFormProps & { answer: unknown; saved: Endpoint | null; readOnly?: boolean }) {
  const call = useCallTarget(draft, saved);
  const may = useMay();
  const api = useApi();
  const schema = useQuery(schemaQuery(api));
  const editor = useRef<EditorHandle>(null);
  const variables = schema.data?.variables ?? [];
  const filters = schema.data?.filters ?? [];
  const insertions = insertionsOf(
    variables,
    filters.filter(({ name }) => name.startsWith('to_')),
  );
  const insert = (text: string): void => editor.current?.insert(text);
  return (
    <div className="grid gap-8">
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-3">
          <CodeEditor
            label={sections.requestTemplate}
            handle={editor}
            value={draft.request_mapping}
            readOnly={readOnly}
            onChange={(request_mapping) => edit({ request_mapping })}
            variables={variables.map(({ name, description }) => ({
              label: name,
              type: 'variable',
              detail: description,
            }))}
            filters={filters.map(({ name, description }) => ({
              label: name,
              type: 'function',
              detail: description,
            }))}
            error={templateFault(draft.request_mapping)}
            hint="The body that is sent: JSON with placeholders such as {{ input }}, where the message goes (the notation is called Jinja2). A message can never break the JSON around it: values are escaped where they stand."
          />
          <div className="grid gap-2" hidden={readOnly}>
            <span className="mark">Insert</span>
            <div className="flex flex-wrap gap-1.5">
              {insertions.slice(0, insertionsShown).map((insertion) => (
                <InsertChip key={insertion.text} {...insertion} onInsert={insert} />
              ))}
            </div>
            {insertions.length > insertionsShown ? (
              <details className="text-[0.875rem]">
                <summary>More values and filters</summary>
                <div className="mt-2 flex flex-wrap gap-1.5">
                  {insertions.slice(insertionsShown).map((insertion) => (
                    <InsertChip key={insertion.text} {...insertion} onInsert={insert} />
                  ))}
                </div>
              </details>
            ) : null}
            <details className="text-[0.875rem]">
              <summary>What these stand for</summary>
              <dl className="mt-2 grid gap-1.5">
                {insertions.map(({ text, meaning }) => (
                  <div key={text} className="grid gap-x-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
                    <dt className="font-mono text-[0.8125rem] break-words">{text}</dt>
                    <dd className="text-muted">{meaning}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </div>
        </div>
        {readOnly || !may('endpoint:invoke') || draft.url.trim() === '' ? null : (
          <RequestPreview call={call} values={exampleValues} draft={draft} isShown />
        )}
      </div>
      <MappingRows
        rows={draft.response_mapping}
        onChange={(response_mapping) => edit({ response_mapping })}
        answer={answer}
      />
      {leavesConversationUnsent(draft) ? <Notice tone="warn">{unsentConversation}</Notice> : null}
    </div>
  );
}

interface Named {
  readonly name: string;
  readonly description: string;
}

interface Insertion {
  readonly text: string;
  readonly meaning: string;
}

const usual: readonly string[] = ['input', 'conversation_id', 'messages', 'system_prompt', 'files'];
const insertionsShown = usual.length;

/** What most templates need comes first. */
function insertionsOf(variables: readonly Named[], vendorFilters: readonly Named[]): Insertion[] {
  return [
    ...variables
      .toSorted((left, right) => rankOf(left.name) - rankOf(right.name))
      .map(({ name, description }) => ({ text: `{{ ${name} }}`, meaning: description })),
    ...vendorFilters.map(({ name, description }) => ({
      text: `{{ files | ${name} }}`,
      meaning: description,
    })),
  ];
}

function rankOf(name: string): number {
  const place = usual.indexOf(name);
  return place < 0 ? usual.length : place;
}

function InsertChip({ text, onInsert }: Insertion & { onInsert: (text: string) => void }) {
  return (
    <button
      type="button"
      onClick={() => onInsert(text)}
      className="min-h-7 touch:min-h-11 rounded border border-line bg-sunken px-2 font-mono text-[0.75rem] text-(--code-jinja) hover:border-signal"
    >
      {text}
    </button>
  );
}
