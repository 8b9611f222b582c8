import { useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/platform-context.tsx';
import { CodeEditor } from '../../ui/code-editor.tsx';
import type { EditorHandle } from '../../ui/code-editor-view.tsx';
import type { DraftFormProps } from './overview-form.tsx';
import { MappingRows } from './mapping-rows.tsx';
import { schemaQuery } from './queries.ts';
import { templateFault } from './template-fault.ts';

/** How a message goes in and how the answer comes out. */
export function MappingForm({
  draft,
  edit,
  answer,
  readOnly = false,
}: DraftFormProps & { answer: unknown; readOnly?: boolean }) {
  const api = useApi();
  const schema = useQuery(schemaQuery(api));
  const editor = useRef<EditorHandle>(null);
  const variables = schema.data?.variables ?? [];
  const filters = schema.data?.filters ?? [];
  const vendorFilters = filters.filter(({ name }) => name.startsWith('to_'));
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <CodeEditor
          label="Request template"
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
          hint="Jinja2 that renders to JSON. A message can never break the JSON around it: values are escaped where they stand."
        />
        <div className="grid gap-2" hidden={readOnly}>
          <span className="mark">Insert</span>
          <div className="flex flex-wrap gap-1.5">
            {variables.map(({ name, description }) => (
              <VariableChip
                key={name}
                text={`{{ ${name} }}`}
                title={description}
                onInsert={(text) => editor.current?.insert(text)}
              />
            ))}
            {vendorFilters.map(({ name, description }) => (
              <VariableChip
                key={name}
                text={`{{ files | ${name} }}`}
                title={description}
                onInsert={(text) => editor.current?.insert(text)}
              />
            ))}
          </div>
        </div>
      </div>
      <MappingRows
        rows={draft.response_mapping}
        onChange={(response_mapping) => edit({ response_mapping })}
        answer={answer}
      />
    </div>
  );
}

function VariableChip({
  text,
  title,
  onInsert,
}: {
  text: string;
  title: string;
  onInsert: (text: string) => void;
}) {
  return (
    <button
      type="button"
      title={title}
      onClick={() => onInsert(text)}
      className="min-h-7 rounded border border-line bg-sunken px-2 font-mono text-[0.75rem] text-(--code-jinja) hover:border-signal"
    >
      {text}
    </button>
  );
}
