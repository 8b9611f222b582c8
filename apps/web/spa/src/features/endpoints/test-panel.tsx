import { useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoint } from '@sonde/contract';
import { Send } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { faultsOf, setMapping } from './draft.ts';
import type { EndpointDraft } from './draft.ts';
import { conversationField, keepsHistory } from './call-variables.ts';
import type { CallValues } from './call-variables.ts';
import { useCallTarget } from './call-target.ts';
import { MemoryCheck } from './memory-check.tsx';
import { RequestPreview } from './request-preview.tsx';
import { TestInputs } from './test-inputs.tsx';
import { KeepAsTest } from '../tests/keep-as-test.tsx';
import { TestResult } from './test-result.tsx';

export interface TestPanelProps {
  draft: EndpointDraft;
  saved: Endpoint | null;
  edit: (changes: Partial<EndpointDraft>) => void;
  onAnswer: (raw: unknown) => void;
}

/** A live call with the configuration as it stands on screen, saved or not. */
export function TestPanel({ draft, saved, edit, onAnswer }: TestPanelProps) {
  const call = useCallTarget(draft, saved);
  const [values, setValues] = useState<CallValues>({
    texts: { input: 'Hello! What can you help me with?' },
    files: [],
    image: null,
  });
  const queryClient = useQueryClient();
  const answerArea = useRef<HTMLDivElement>(null);
  const test = useMutation({
    mutationFn: async () => ({
      result: await call(values, false),
      rows: draft.response_mapping,
      asked: values.texts['input'] ?? '',
    }),
    onSuccess: ({ result }) => {
      onAnswer(result.raw_response);
      // The endpoint now knows how its last try went.
      if (saved) void queryClient.invalidateQueries({ queryKey: ['endpoints'] });
      // Below the form on narrow screens, the answer would arrive out of sight.
      if (matchMedia('(max-width: 64rem)').matches) answerArea.current?.scrollIntoView({ block: 'start' });
    },
  });
  const isNowhere = saved === null && faultsOf(draft).url !== undefined;
  const run = (): void => {
    if (!test.isPending && !isNowhere) test.mutate();
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <div className="grid gap-5 lg:sticky lg:top-20">
        <form
          className="card grid gap-4 p-4 sm:p-5"
          onSubmit={(event) => {
            event.preventDefault();
            run();
          }}
        >
          <TestInputs template={draft.request_mapping} values={values} onChange={setValues} onSubmit={run} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              look="primary"
              busy={test.isPending}
              disabled={isNowhere}
              icon={<Send aria-hidden size={16} />}
            >
              Send
            </Button>
            {isNowhere ? (
              <span className="text-[0.875rem]">Enter the address under Connection first.</span>
            ) : (
              <span className="text-[0.8125rem] text-muted max-sm:hidden">Ctrl + Enter</span>
            )}
          </div>
          <ContinueConversation
            id={test.data?.result.conversation_id ?? null}
            field={conversationField(draft.request_mapping)}
            values={values}
            onChange={setValues}
          />
          <p className="text-[0.8125rem] text-muted">
            A real call to the application. It uses no language model of Sonde's.
            {keepsHistory(draft.request_mapping)
              ? ' The template reads messages, so Sonde keeps the history.'
              : ''}
          </p>
        </form>
        <RequestPreview call={call} values={values} draft={draft} />
        <MemoryCheck call={call} values={values} />
      </div>
      <div ref={answerArea} className="grid min-w-0 scroll-mt-20 gap-4" aria-live="polite">
        {test.isPending ? <ProgressBar label="Waiting for the application to answer" /> : null}
        {test.error ? (
          <ProblemNotice error={test.error} what="The call could not be made" onRetry={run} />
        ) : null}
        {test.data?.result.success ? (
          <div>
            <KeepAsTest
              messages={messagesOf(test.data.asked, test.data.result.output)}
              source={{
                kind: 'conversation',
                ref: { trace_id: test.data.result.trace_id, ...(saved ? { endpoint_id: saved.id } : {}) },
              }}
            />
          </div>
        ) : null}
        {test.data ? (
          <TestResult
            result={test.data.result}
            sentRows={test.data.rows}
            rows={draft.response_mapping}
            onMap={(name, path) => edit({ response_mapping: setMapping(draft.response_mapping, name, path) })}
          />
        ) : test.isPending || test.error ? null : (
          <div className="card depth-rule grid min-h-56 place-items-center p-8 text-center text-muted">
            <p className="max-w-xs text-balance">
              The answer appears here: each stage with its time, and the answer to click through.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

const messagesOf = (asked: string, output: unknown) => [
  { role: 'user' as const, content: asked },
  ...(typeof output === 'string' && output !== '' ? [{ role: 'assistant' as const, content: output }] : []),
];

/** Carries the conversation of the last answer over into the next message. */
function ContinueConversation({
  id,
  field,
  values,
  onChange,
}: {
  id: string | null;
  field: string | null;
  values: CallValues;
  onChange: (values: CallValues) => void;
}) {
  if (id === null || field === null || values.texts[field] === id) return null;
  return (
    <Button
      size="small"
      className="justify-self-start"
      onClick={(event) => {
        onChange({ ...values, texts: { ...values.texts, [field]: id } });
        // This button goes; what comes next is the next message.
        event.currentTarget.form?.querySelector('textarea')?.select();
      }}
    >
      Stay in this conversation
    </Button>
  );
}
