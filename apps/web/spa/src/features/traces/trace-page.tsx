import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { Span } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { formatDuration } from '../../lib/format.ts';
import { spanTitle } from '../../lib/span-title.ts';
import { classes } from '../../lib/classes.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { wordsForStage } from '../../ui/stage-timeline.tsx';
import { Time } from '../../ui/time.tsx';
import { KeepAsTest } from '../tests/keep-as-test.tsx';
import { waterfallOf } from './waterfall.ts';
import type { WaterfallRow } from './waterfall.ts';

const route = getRouteApi('/inside/traces/$traceId');

export function TracePage() {
  const api = useApi();
  const { traceId } = route.useParams();
  const trace = useQuery({
    queryKey: ['traces', 'one', traceId],
    queryFn: ({ signal }) => api.call('getTrace', { params: { trace_id: traceId }, signal }),
  });
  if (trace.isPending) return <SkeletonLines count={8} label="Loading the trace" />;
  if (trace.error)
    return (
      <Page title="This trace cannot be shown">
        <ProblemNotice error={trace.error} onRetry={() => void trace.refetch()} />
        <LinkButton className="justify-self-start" to="/traces">
          To the list of traces
        </LinkButton>
      </Page>
    );
  const [first] = trace.data;
  const { rows, totalMs } = waterfallOf(trace.data);
  return (
    <Page
      title={first ? spanTitle(first) : 'Trace'}
      mark={
        <span className="inline-flex items-center gap-1 normal-case">
          {traceId} <CopyButton text={traceId} label="Copy the trace id" />
        </span>
      }
      lead={
        first ? (
          <>
            <Time at={first.started_at} exact />, {formatDuration(totalMs)} in all
          </>
        ) : undefined
      }
    >
      <div>
        <KeepAsTest
          messages={messagesIn(trace.data)}
          source={{ kind: 'trace', ref: { trace_id: traceId } }}
        />
      </div>
      <Section title="Waterfall">
        <ol className="grid gap-1.5">
          {rows.map((row) => (
            <WaterfallLine key={row.key} row={row} />
          ))}
        </ol>
      </Section>
      {trace.data.map((span) => (
        <SpanDetails key={span.id} span={span} />
      ))}
    </Page>
  );
}

function WaterfallLine({ row }: { row: WaterfallRow }) {
  const label = row.kind === 'stage' ? wordsForStage(row.label) : row.label;
  return (
    <li className="grid items-center gap-x-3 gap-y-1 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)_5rem]">
      <span
        className={classes(
          'truncate',
          row.kind === 'span' ? 'font-medium' : 'text-[0.875rem] text-muted',
          row.failed && 'text-danger',
        )}
        style={{ paddingLeft: row.depth * 14 }}
      >
        {label}
        {row.failed ? ' (failed)' : ''}
      </span>
      <span aria-hidden="true" className="relative h-4 rounded-sm bg-sunken">
        <span
          className={classes(
            'absolute inset-y-0.5 min-w-[2px] rounded-sm',
            row.failed ? 'bg-danger' : row.kind === 'span' ? 'bg-signal' : 'bg-line-strong',
          )}
          style={{ left: `${row.offsetShare * 100}%`, width: `${row.widthShare * 100}%` }}
        />
      </span>
      <span className="font-mono text-[0.8125rem] text-muted tabular-nums sm:text-right">
        {formatDuration(row.durationMs)}
      </span>
    </li>
  );
}

/** What was asked and answered in the calls of a trace. */
const messagesIn = (spans: readonly Span[]) =>
  spans.flatMap(({ attributes }) =>
    (['user', 'assistant'] as const).flatMap((role) => {
      const text = attributes[role === 'user' ? 'conversation.input' : 'conversation.output'];
      return typeof text === 'string' && text !== '' ? [{ role, content: text }] : [];
    }),
  );

/** What was said, to be read whole; among the attributes below it is one line. */
function saidIn({ attributes }: Span): (readonly [string, ReactNode])[] {
  return [
    ['Message', attributes['conversation.input']] as const,
    ['Answer', attributes['conversation.output']] as const,
  ].flatMap(([name, text]) =>
    typeof text === 'string' && text !== ''
      ? [
          [
            name,
            <p
              key={name}
              dir="auto"
              className="max-h-60 max-w-prose overflow-y-auto whitespace-pre-wrap"
              tabIndex={0}
            >
              {text}
            </p>,
          ] as const,
        ]
      : [],
  );
}

function SpanDetails({ span }: { span: Span }) {
  return (
    <Section title={span.name}>
      <Facts
        items={[
          ['Outcome', span.status === 'ok' ? 'Answered' : (span.status_message ?? 'Failed')],
          [
            'Endpoint',
            span.endpoint_id === null ? (
              'none'
            ) : (
              <Link
                key="e"
                className="link"
                to="/endpoints/$endpointId"
                params={{ endpointId: span.endpoint_id }}
              >
                Open the endpoint
              </Link>
            ),
          ],
          ...saidIn(span),
          ['Environment', span.environment ?? 'none'],
          ['Conversation', span.conversation_id ?? 'none'],
          [
            'Span id',
            <code key="s" className="font-mono text-[0.8125rem]">
              {span.span_id}
            </code>,
          ],
        ]}
      />
      {Object.keys(span.attributes).length > 0 ? (
        <JsonTree label={`Attributes of ${span.name}`} value={span.attributes} />
      ) : null}
    </Section>
  );
}
