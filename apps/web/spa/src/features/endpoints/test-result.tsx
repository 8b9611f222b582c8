import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import type { InvocationResult } from '@sonde/contract';
import { CircleCheck, CircleX } from 'lucide-react';
import { curlOf } from '../../lib/curl.ts';
import { inFormWords } from '../../lib/form-words.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonText } from '../../ui/json-text.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { StageTimeline, wordsForStage } from '../../ui/stage-timeline.tsx';
import type { Pair } from './draft.ts';
import { mappingNames } from './mapping-rows.tsx';
import { MappedAnswer } from './mapped-answer.tsx';
import { RequestShown } from './request-shown.tsx';

/** One attempted call, told from the top: did it answer, what, where in the answer, how long each stage took. */
export function TestResult({
  result,
  sentRows,
  rows,
  onMap,
}: {
  result: InvocationResult;
  /** The mapping that the platform read this answer with. */
  sentRows: readonly Pair[];
  rows: readonly Pair[];
  onMap: (name: string, path: string) => void;
}) {
  return (
    <div className="grid min-w-0 gap-5 [animation:sink_220ms_ease-out]">
      <Verdict result={result} />
      <MappedAnswer result={result} sentRows={sentRows} rows={rows} />
      <AnswerTree result={result} rows={rows} onMap={onMap} />
      <div className="card grid gap-4 p-4 sm:p-5">
        <h2 className="font-semibold">How it went</h2>
        <StageTimeline stages={result.timings ?? []} ended={result.stage} success={result.success} />
      </div>
      <details className="card p-4 sm:p-5">
        <summary className="font-medium">What was sent</summary>
        <div className="mt-4 grid gap-3">
          {result.request ? (
            <>
              <RequestShown request={result.request} />
              <CopyButton
                text={curlOf(result.request)}
                label="Copy as curl"
                words="Copy as curl, without secrets"
              />
            </>
          ) : (
            <p className="text-muted">Nothing: the call ended before a request was built.</p>
          )}
        </div>
      </details>
    </div>
  );
}

function Verdict({ result }: { result: InvocationResult }) {
  return (
    <div
      className={`grid gap-2 rounded-(--radius-card) border p-4 sm:p-5 ${result.success ? 'border-signal bg-signal-soft' : 'border-danger bg-danger-soft'}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="flex items-center gap-2 text-lg font-semibold">
          {result.success ? <CircleCheck aria-hidden size={20} /> : <CircleX aria-hidden size={20} />}
          {result.success ? 'Answered' : `Failed: ${wordsForStage(result.stage).toLowerCase()}`}
        </h2>
        <span className="font-mono text-[0.8125rem]">
          {result.status_code === null ? null : `HTTP ${result.status_code} · `}
          {formatDuration(result.duration_ms)}
          {result.time_to_first_byte_ms === null
            ? null
            : ` · first byte after ${formatDuration(result.time_to_first_byte_ms)}`}
        </span>
      </div>
      {result.error ? (
        <>
          <p>{inFormWords(result.error.message)}</p>
          {result.error.hint ? <p className="font-medium">{inFormWords(result.error.hint)}</p> : null}
        </>
      ) : null}
      {result.warnings.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 text-[0.9375rem]">
          {result.warnings.map((warning) => (
            <li key={warning}>{inFormWords(warning)}</li>
          ))}
        </ul>
      ) : null}
      {result.trace_id === null ? null : (
        <Link
          className="link justify-self-start text-[0.875rem]"
          to="/traces/$traceId"
          params={{ traceId: result.trace_id }}
        >
          See the trace
        </Link>
      )}
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
  if (raw === null || raw === undefined) return null;
  const marks = Object.fromEntries(
    rows.map((row) => [
      row.value,
      <span key={row.name} className="mr-1.5">
        <Chip tone="signal">→ {row.name}</Chip>
      </span>,
    ]),
  );
  return (
    <div className="card grid gap-3 p-4 sm:p-5">
      <div className="grid gap-1">
        <h2 className="font-semibold">The whole answer</h2>
        <p className="text-[0.875rem] text-muted">
          Click a place, or walk with the arrow keys and press Enter, to map it.
        </p>
      </div>
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
          <div className="flex flex-wrap gap-1.5">
            {mappingNames.map((name, index) => (
              <Button
                key={name}
                size="small"
                autoFocus={index === 0}
                onClick={() => {
                  onMap(name, picked);
                  setPicked(null);
                }}
              >
                {name}
              </Button>
            ))}
            <Button size="small" look="quiet" onClick={() => setPicked(null)}>
              Cancel
            </Button>
          </div>
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
