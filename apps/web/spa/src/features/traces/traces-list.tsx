import { useState } from 'react';
import type { ChangeEvent } from 'react';
import { Link } from '@tanstack/react-router';
import type { Trace } from '@sonde/contract';
import { BookmarkPlus } from 'lucide-react';
import { useEndpointChoices } from '../../lib/run-choices.ts';
import { useMay, usePlatform } from '../../lib/platform-context.tsx';
import { allOf, equals } from '../../lib/filter.ts';
import { formatDuration, formatNumber, plural } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataGrid } from '../../ui/data-grid.tsx';
import type { GridColumn, GridSort } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchedSelect } from '../../ui/searched-select.tsx';
import { terms } from '../../ui/terms.ts';
import { Time } from '../../ui/time.tsx';
import { TestsFromTraces } from './tests-from-traces.tsx';
import { costText, httpStatusMeaning, sourceWords } from './trace-words.ts';

export const EndpointTraces = ({ endpointId }: { endpointId: string }) => (
  <TracesList endpointId={endpointId} />
);

const ranges = { '': 'Any time', '1': 'Last hour', '24': 'Last day', '168': 'Last week' } as const;

/** What was asked and answered, newest first; of one endpoint, or of all and of any that one chooses. */
export function TracesList({ endpointId }: { endpointId?: string }) {
  const { api, projectId } = usePlatform();
  const may = useMay();
  /** What was ticked, in the order in which it was. */
  const [selected, setSelected] = useState<ReadonlyMap<string, Trace>>(new Map());
  const [isMaking, setMaking] = useState(false);
  const toggle = (trace: Trace): void => {
    const next = new Map(selected);
    if (!next.delete(trace.trace_id)) next.set(trace.trace_id, trace);
    setSelected(next);
  };
  const clear = (): void => setSelected(new Map());
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const [status, setStatus] = useState('');
  const [code, setCode] = useState<StatusCodes>('');
  const [chosen, choose] = useState('');
  const endpoint = endpointId ?? chosen;
  const [source, setSource] = useState('');
  /** Since when, as a time that stands still while one looks at it. */
  const [range, setRange] = useState({ hours: '', since: '' });
  const [sort, setSort] = useState<GridSort>({ by: 'started_at', order: 'desc' });
  const $filter = allOf([
    endpoint !== '' && equals('endpoint_id', endpoint),
    statusCodes[code].filter,
    status !== '' && equals('status', status),
    source !== '' && equals('source', source),
    range.since !== '' && `started_at ge ${range.since}`,
  ]);
  const isNarrowed = [search, status, code, chosen, source, range.since].some((value) => value !== '');
  const chooseRange = (hours: string): void =>
    setRange({
      hours,
      since: hours === '' ? '' : new Date(Date.now() - Number(hours) * 3_600_000).toISOString(),
    });
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <input
          type="search"
          aria-label="Search traces"
          placeholder="Search messages"
          className="input col-span-2 sm:w-56"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Choice label="Outcome" value={status} onChange={setStatus} words={outcomes} />
        <Choice
          label="HTTP status"
          value={code}
          onChange={(value) => setCode(value as StatusCodes)}
          words={statusWords}
        />
        {endpointId === undefined ? <EndpointChoice value={chosen} onChange={choose} /> : null}
        <Choice
          label="Source"
          value={source}
          onChange={setSource}
          words={{ '': 'All sources', ...sourceWords }}
        />
        <Choice label="Time" value={range.hours} onChange={chooseRange} words={ranges} />
      </div>
      {selected.size > 0 ? (
        <div
          className="flex flex-wrap items-center gap-3 rounded-(--radius-card) bg-signal-soft px-4 py-2.5"
          role="status"
        >
          <span>{plural(selected.size, 'trace')} selected</span>
          <Button
            size="small"
            icon={<BookmarkPlus aria-hidden size={15} />}
            disabled={selected.size > mostAtOnce}
            onClick={() => setMaking(true)}
          >
            Keep as {selected.size === 1 ? 'test' : 'tests'}
          </Button>
          <Button size="small" look="quiet" onClick={clear}>
            Clear the selection
          </Button>
          {selected.size > mostAtOnce ? <span>At most {mostAtOnce} at once.</span> : null}
        </div>
      ) : null}
      {isMaking ? (
        <TestsFromTraces
          traces={[...selected.values()]}
          onClose={() => setMaking(false)}
          onMade={() => {
            setMaking(false);
            clear();
          }}
        />
      ) : null}
      <DataGrid
        label="Traces"
        queryKey={['traces', projectId, $filter, search, sort.by, sort.order]}
        fetchPage={(skip, limit, signal) =>
          api.list('listTraces', {
            query: {
              skip,
              limit,
              sort_by: sort.by,
              sort_order: sort.order,
              ...(search === '' ? {} : { search }),
              ...($filter === undefined ? {} : { $filter }),
            },
            signal,
          })
        }
        columns={endpointId === undefined ? columns : columns.filter(({ id }) => id !== 'endpoint')}
        fullFrom="large"
        rowKey={(trace) => trace.trace_id}
        sort={sort}
        onSort={setSort}
        {...(may('test:create')
          ? {
              selection: {
                has: (id: string) => selected.has(id),
                toggle,
                nameOf: (trace: Trace) => trace.message_preview ?? trace.name,
                all: (
                  <input
                    type="checkbox"
                    aria-label="Clear the selection"
                    checked={selected.size > 0}
                    disabled={selected.size === 0}
                    onChange={clear}
                    className="size-[1.15rem] accent-(--signal)"
                  />
                ),
              },
            }
          : {})}
        empty={
          <EmptyState title={isNarrowed ? 'No trace matches' : 'No traces yet'}>
            <p>
              Every call to an application leaves a trace, unless tracing is switched off for its endpoint;
              and an application may report its own over OpenTelemetry, as the page Agents and SDK shows.
            </p>
          </EmptyState>
        }
      />
    </div>
  );
}

/** As many as the service makes tests of in one request. */
const mostAtOnce = 100;

/** Which statuses of HTTP one looks for; calls over a WebSocket or an SDK have none, nor have those that never arrived. */
const statusCodes = {
  '': { shown: 'Any status', filter: '' },
  '2xx': { shown: '2xx success', filter: 'status_code ge 200 and status_code lt 300' },
  '3xx': { shown: '3xx redirect', filter: 'status_code ge 300 and status_code lt 400' },
  '4xx': { shown: '4xx refused', filter: 'status_code ge 400 and status_code lt 500' },
  '401': { shown: '401 or 403 credentials', filter: 'status_code in (401, 403)' },
  '404': { shown: '404 not found', filter: 'status_code eq 404' },
  '429': { shown: '429 too many requests', filter: 'status_code eq 429' },
  '5xx': { shown: '5xx server fault', filter: 'status_code ge 500 and status_code lt 600' },
  none: { shown: 'No status', filter: 'status_code eq null' },
} as const;
type StatusCodes = keyof typeof statusCodes;
const statusWords = Object.fromEntries(Object.entries(statusCodes).map(([word, { shown }]) => [word, shown]));

const outcomes = { '': 'All results', ok: 'Answered', error: 'Failed' };

interface ChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  words: Readonly<Record<string, string>>;
}

const Choice = ({ label, value, onChange, words }: ChoiceProps) => (
  <select
    aria-label={label}
    className="input truncate pr-1 sm:w-40"
    value={value}
    onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.target.value)}
  >
    {Object.entries(words).map(([word, shown]) => (
      <option key={word} value={word}>
        {shown}
      </option>
    ))}
  </select>
);

/** Of few endpoints, or of very many: then there is a search beside the list. */
function EndpointChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const choices = useEndpointChoices();
  return (
    <SearchedSelect
      label="Endpoint"
      isLabelHidden
      className="sm:w-44"
      choices={choices}
      value={value}
      onChange={onChange}
      none="All endpoints"
    />
  );
}

const columns: readonly GridColumn<Trace>[] = [
  {
    id: 'message',
    header: 'Message and answer',
    track: 'minmax(9rem,4fr)',
    cell: (trace) => (
      <div className="grid min-w-0">
        <Link
          className="truncate font-medium hover:text-signal hover:underline"
          to="/traces/$traceId"
          params={{ traceId: trace.trace_id }}
        >
          {trace.message_preview ?? trace.endpoint_name ?? trace.name}
        </Link>
        <span className="truncate text-[0.8125rem] text-muted">
          {trace.answer_preview ??
            (trace.status === 'error' ? 'There is no answer.' : (trace.endpoint_name ?? trace.name))}
        </span>
      </div>
    ),
  },
  {
    id: 'status',
    header: 'Outcome',
    about: httpStatusMeaning,
    track: 'minmax(5.5rem,8.5rem)',
    cell: ({ status, status_code: code }) => (
      <Chip tone={status === 'ok' ? 'signal' : 'danger'}>
        {/* Where there is little room the code says it, if there is one. */}
        <span data-wide={code === null ? undefined : true}>
          {status === 'ok' ? 'Answered' : 'Failed'}
          {code === null ? '' : ' · '}
        </span>
        {code}
      </Chip>
    ),
  },
  {
    id: 'endpoint',
    header: 'Endpoint',
    track: 'minmax(6rem,1.5fr)',
    wideOnly: true,
    cell: ({ endpoint_id: id, endpoint_name: name }) =>
      id === null ? (
        <span className="text-muted">–</span>
      ) : (
        <Link
          className="block truncate hover:text-signal hover:underline"
          to="/endpoints/$endpointId"
          params={{ endpointId: id }}
        >
          {name ?? 'Unnamed'}
        </Link>
      ),
  },
  {
    id: 'source',
    header: 'Source',
    track: '6.5rem',
    wideOnly: true,
    cell: ({ source, service }) => <span className="truncate">{service ?? sourceWords[source]}</span>,
  },
  {
    id: 'tokens',
    header: 'Tokens',
    about: `${terms['Model token']}.`,
    track: '4.5rem',
    wideOnly: true,
    cell: ({ total_tokens: tokens }) => (
      <span className="font-mono text-[0.8125rem]">{tokens === 0 ? '–' : formatNumber(tokens)}</span>
    ),
  },
  {
    id: 'cost',
    header: 'Cost',
    track: '5rem',
    wideOnly: true,
    cell: (trace) => <span className="font-mono text-[0.8125rem]">{costText(trace)}</span>,
  },
  {
    id: 'duration_ms',
    header: 'In all',
    about:
      'With what Sonde does before the message is sent and after the answer has come. A result of a run tells what the application took of it.',
    track: '5rem',
    sortable: true,
    wideOnly: true,
    cell: ({ duration_ms: took }) => (
      <span className="font-mono text-[0.8125rem]">{formatDuration(took)}</span>
    ),
  },
  {
    id: 'started_at',
    header: 'When',
    track: '7.5rem',
    sortable: true,
    wideOnly: true,
    cell: ({ started_at: at }) => <Time at={at} />,
  },
];
