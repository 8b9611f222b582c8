import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import type { Span, Trace } from '@sonde/contract';
import { useApi, useMay } from '../../lib/platform-context.tsx';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Explained } from '../../ui/explained.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Term } from '../../ui/term.tsx';
import { Time } from '../../ui/time.tsx';
import { Discussion } from '../comments/discussion.tsx';
import { ReviewsOf } from '../reviews/reviews-of.tsx';
import { SpanDetails } from './span-details.tsx';
import { TestsFromTraces } from './tests-from-traces.tsx';
import { TraceConversation } from './trace-conversation.tsx';
import { costText, httpStatusMeaning, sourceWords } from './trace-words.ts';
import { Waterfall } from './waterfall-view.tsx';

const route = getRouteApi('/inside/traces/$traceId');

export function TracePage() {
  const api = useApi();
  const { traceId } = route.useParams();
  const trace = useQuery({
    queryKey: ['traces', 'one', traceId],
    queryFn: async ({ signal }) => {
      const params = { trace_id: traceId };
      const [summary, spans] = await Promise.all([
        api.call('getTraceSummary', { params, signal }),
        api.call('getTrace', { params, signal }),
      ]);
      return { summary, spans };
    },
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
  return <TraceShown {...trace.data} />;
}

function TraceShown({ summary, spans }: { summary: Trace; spans: Span[] }) {
  const api = useApi();
  const may = useMay();
  const [isMakingTest, setMakingTest] = useState(false);
  return (
    <Page
      title={summary.endpoint_name ?? summary.name}
      mark={
        <span className="inline-flex items-center gap-1 normal-case">
          {summary.trace_id} <CopyButton text={summary.trace_id} label="Copy the trace ID" />
        </span>
      }
      lead={
        <>
          <Time at={summary.started_at} exact />, {formatDuration(summary.duration_ms)} in all
        </>
      }
      actions={
        may('test:create') && summary.message_preview !== null ? (
          <Button look="primary" onClick={() => setMakingTest(true)}>
            Make a test from it
          </Button>
        ) : undefined
      }
    >
      <Section title="At a glance">
        <Facts items={factsOf(summary)} />
      </Section>
      <TraceConversation summary={summary} />
      <Section
        title="Reviews"
        lead="Whether this is how it should answer. It stands beside the trace as a note; no result and no rate changes by it."
      >
        <ReviewsOf
          queryKey={['traces', summary.trace_id, 'reviews']}
          list={(signal) => api.call('listTraceReviews', { params: { id: summary.id }, signal })}
          say={(body) => api.call('createTraceReview', { params: { id: summary.id }, body })}
          changes={[]}
        />
      </Section>
      <Section title="Discussion">
        <Discussion entityType="trace" entityId={summary.id} />
      </Section>
      <Section title="Steps over time" lead="The spans of this trace: its timed steps, one below the other.">
        <Waterfall spans={spans} />
      </Section>
      {spans.map((span) => (
        <SpanDetails key={span.id} span={span} />
      ))}
      {isMakingTest ? <TestsFromTraces traces={[summary]} onClose={() => setMakingTest(false)} /> : null}
    </Page>
  );
}

function factsOf(trace: Trace): (readonly [ReactNode, ReactNode])[] {
  return [
    ['Outcome', trace.status === 'ok' ? 'Answered' : 'Failed'],
    ...(trace.status_code === null
      ? []
      : [
          [
            <Explained key="status" name="HTTP status" says={httpStatusMeaning} shown="HTTP status" />,
            trace.status_code,
          ] as const,
        ]),
    ['Source', trace.service === null ? sourceWords[trace.source] : `${trace.service} (reported)`],
    [
      <Term key="spans" word="Span" shown="Spans" />,
      trace.error_count > 0 ? `${trace.span_count}, ${trace.error_count} failed` : trace.span_count,
    ],
    [
      <Term key="tokens" word="Model token" shown="Model tokens" />,
      trace.total_tokens === 0
        ? 'none told'
        : `${formatNumber(trace.input_tokens)} in, ${formatNumber(trace.output_tokens)} out${trace.is_counted_in_part ? ', of 2,000 spans' : ''}`,
    ],
    ...(trace.total_tokens === 0
      ? []
      : [
          [
            'Cost',
            trace.is_counted_in_part ? (
              'Not counted: there are more than 2,000 spans.'
            ) : trace.total_cost_usd === null ? (
              <span key="cost">
                No price is known for {trace.unpriced_models.join(', ')}.{' '}
                <Link className="link" to="/settings/$area" params={{ area: 'prices' }}>
                  Model prices
                </Link>
              </span>
            ) : (
              costText(trace)
            ),
          ] as const,
        ]),
    ['Environment', trace.environment ?? 'none'],
    ...(trace.endpoint_id === null
      ? []
      : [
          [
            'Endpoint',
            <Link
              key="e"
              className="link"
              to="/endpoints/$endpointId"
              params={{ endpointId: trace.endpoint_id }}
            >
              Open the endpoint
            </Link>,
          ] as const,
        ]),
    ...(trace.test_run_id === null
      ? []
      : [
          [
            'Test run',
            <Link key="r" className="link" to="/runs/$runId" params={{ runId: trace.test_run_id }}>
              Open the run
            </Link>,
          ] as const,
        ]),
  ];
}
