import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { mappedFields } from '@sonde/contract/mapped-fields';
import type { InvocationResult } from '@sonde/contract';
import { CircleCheck, CircleX } from 'lucide-react';
import { curlOf } from '../../lib/curl.ts';
import { inFormWords } from '../../lib/form-words.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Explained } from '../../ui/explained.tsx';
import { TextField } from '../../ui/field.tsx';
import { JsonText } from '../../ui/json-text.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { StageTimeline } from '../../ui/stage-timeline.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswerFiles } from './answer-files.tsx';
import type { Pair } from './draft.ts';
import { StepsShown } from './steps-shown.tsx';
import { MappedAnswer } from './mapped-answer.tsx';
import { mappedWords } from './mapped-words.ts';
import { RequestShown } from './request-shown.tsx';
import { nameFault } from './variable-name.ts';
import type { TalkTurn } from './talk.ts';
import { sections } from '../../lib/section-names.ts';

/** One answer of the conversation, taken apart: as it came, as it was mapped, and what had been asked. */
export function TurnDetails({
  turn,
  rows,
  onMap,
  actions,
}: {
  turn: TalkTurn;
  rows: readonly Pair[];
  onMap: (name: string, path: string) => void;
  actions?: ReactNode;
}) {
  const [part, setPart] = useState<'raw' | 'mapped' | 'request' | 'time'>('raw');
  const { result, sentRows } = turn;
  if (result === null) return null;
  return (
    <section className="card grid min-w-0 content-start gap-4 p-4 sm:p-5" aria-label="Details of the answer">
      <Verdict result={result} actions={actions} />
      <Tabs
        label="Parts of the call"
        value={part}
        onChange={setPart}
        tabs={[
          {
            id: 'raw',
            label: sections.rawAnswer,
            content: () => <AnswerTree key={turn.id} result={result} rows={rows} onMap={onMap} />,
          },
          {
            id: 'mapped',
            label: 'What was read',
            content: () => (
              <div className="grid gap-4">
                <MappedAnswer result={result} sentRows={sentRows} rows={rows} />
                <AnswerFiles files={result.answer_files ?? []} />
              </div>
            ),
          },
          { id: 'request', label: 'Request', content: () => <Sent request={result.request} /> },
          {
            id: 'time',
            label: 'Time',
            content: () => (
              <StageTimeline stages={result.timings ?? []} ended={result.stage} success={result.success} />
            ),
          },
        ]}
      />
    </section>
  );
}

function Sent({ request }: { request: InvocationResult['request'] }) {
  if (!request) return <p className="text-muted">Nothing: the call ended before a request was built.</p>;
  return (
    <div className="grid gap-3">
      <p className="text-[0.875rem] text-muted">Secrets are masked.</p>
      <RequestShown request={request} />
      <CopyButton text={curlOf(request)} label="Copy as curl" words="Copy as curl, without secrets" />
    </div>
  );
}

function Verdict({ result, actions }: { result: InvocationResult; actions: ReactNode }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2
          className={`flex items-center gap-2 text-lg font-semibold ${result.success ? '' : 'text-danger'}`}
        >
          {result.success ? (
            <CircleCheck aria-hidden size={20} className="text-signal" />
          ) : (
            <CircleX aria-hidden size={20} />
          )}
          {result.success ? 'Answered' : 'No usable answer'}
        </h2>
        <span className="font-mono text-[0.8125rem]">
          {result.status_code === null ? null : `HTTP ${result.status_code} · `}
          {formatDuration(result.duration_ms)}
          {result.time_to_first_byte_ms === null
            ? null
            : ` · the answer began after ${formatDuration(result.time_to_first_byte_ms)}`}
        </span>
      </div>
      {result.warnings.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem]">
          {result.warnings.map((warning) => (
            <li key={warning}>{inFormWords(warning)}</li>
          ))}
        </ul>
      ) : null}
      <StepsShown steps={result.steps} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {actions}
        {result.trace_id === null ? null : (
          <Link className="link text-[0.875rem]" to="/traces/$traceId" params={{ traceId: result.trace_id }}>
            See the trace
          </Link>
        )}
      </div>
    </div>
  );
}

function AnswerTree({
  result,
  rows,
  onMap,
}: {
  result: InvocationResult;
  rows: readonly Pair[];
  onMap: (name: string, path: string) => void;
}) {
  const [picked, setPicked] = useState<string | null>(null);
  const raw = result.raw_response;
  if (raw === null || raw === undefined) return <p className="text-muted">No answer came back.</p>;
  const marks = Object.fromEntries(
    rows.map((row) => [
      row.value,
      <span key={row.name} className="mr-1.5">
        <Chip tone="signal">→ {row.name}</Chip>
      </span>,
    ]),
  );
  return (
    <div className="grid gap-3">
      <p className="text-[0.875rem] text-muted">
        Click a place, or walk with the arrow keys and press Enter, to say what stands there.
      </p>
      {typeof raw === 'object' ? (
        <JsonTree value={raw} label="Answer" onPick={setPicked} marks={marks} />
      ) : (
        <JsonText value={raw} label="Answer as text" />
      )}
      {picked === null ? null : (
        <div className="grid gap-2 rounded-md bg-signal-soft p-3" role="group" aria-label="Map this place">
          <p className="text-[0.875rem]">
            Use <code className="font-mono font-semibold break-all">{picked}</code> as
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
            {mappedFields.map((name, index) => (
              <span key={name} className="flex items-center gap-1.5">
                <Button
                  size="small"
                  autoFocus={index === 0}
                  onClick={() => {
                    onMap(name, picked);
                    setPicked(null);
                  }}
                >
                  {name}
                </Button>
                <Explained
                  className="text-[0.8125rem] text-muted"
                  name={mappedWords[name].word}
                  says={mappedWords[name].meaning}
                  shown={mappedWords[name].word}
                />
              </span>
            ))}
            <Button size="small" look="quiet" onClick={() => setPicked(null)}>
              Cancel
            </Button>
          </div>
          <OwnName
            key={picked}
            rows={rows}
            onName={(name) => {
              onMap(name, picked);
              setPicked(null);
            }}
          />
        </div>
      )}
      {typeof raw === 'object' ? (
        <details>
          <summary className="text-[0.875rem] text-muted">As text</summary>
          <div className="mt-2">
            <JsonText value={raw} label="Answer as text" />
          </div>
        </details>
      ) : null}
    </div>
  );
}

/** A place that none of the usual names fits: the result has it under a name of one's own. */
function OwnName({ rows, onName }: { rows: readonly Pair[]; onName: (name: string) => void }) {
  const [name, setName] = useState('');
  const [isRefused, setRefused] = useState(false);
  const fault = nameFault(name, rows);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The panel stands in the form of no message, yet beside one: this is nothing to be sent.
    event.stopPropagation();
    if (fault === null) onName(name.trim());
    else setRefused(true);
  };
  return (
    <form className="flex flex-wrap items-start gap-2" onSubmit={submit} noValidate>
      <TextField
        className="min-w-48 grow"
        label="Or a name of your own"
        mono
        maxLength={200}
        autoComplete="off"
        placeholder="reference_number"
        value={name}
        error={isRefused ? fault : null}
        onChange={(event) => {
          setName(event.target.value);
          setRefused(false);
        }}
      />
      <Button type="submit" className="mt-[1.8rem]">
        Use this name
      </Button>
    </form>
  );
}
