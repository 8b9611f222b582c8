import type { ReactNode } from 'react';
import type { Span } from '@sonde/contract';
import { formatDuration } from '../../lib/format.ts';
import { spanTitle } from '../../lib/span-title.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { Term } from '../../ui/term.tsx';

/** One span with all it carries: bodies as they were reported, and its events. */
export function SpanDetails({ span }: { span: Span }) {
  return (
    <Section title={spanTitle(span)}>
      <Facts
        items={[
          ['Outcome', span.status === 'ok' ? 'Answered' : (span.status_message ?? 'Failed')],
          ...tookIn(span),
          ['Name for programs', span.name],
          ...saidIn(span),
          ...(span.model === null ? [] : [['Model', span.model] as const]),
          ...(span.input_tokens === null && span.output_tokens === null
            ? []
            : [['Model tokens', `${span.input_tokens ?? 0} in, ${span.output_tokens ?? 0} out`] as const]),
          ['Conversation', span.conversation_id ?? 'none'],
          [
            <Term key="id" word="Span" shown="Span ID" />,
            <code key="s" className="font-mono text-[0.8125rem]">
              {span.span_id}
            </code>,
          ],
        ]}
      />
      {Object.keys(span.attributes).length > 0 ? (
        <details>
          <summary className="text-[0.9375rem]">All that was noted, for programmers</summary>
          <div className="mt-2">
            <JsonTree label={`Attributes of ${span.name}`} value={span.attributes} />
          </div>
        </details>
      ) : null}
      {span.events.length > 0 ? <JsonTree label={`Events of ${span.name}`} value={span.events} /> : null}
    </Section>
  );
}

/** How much of a call the application took, and how much all of it: what a result of a run tells is the former. */
function tookIn({ attributes, duration_ms: all }: Span): (readonly [string, ReactNode])[] {
  const answered = attributes['endpoint.response.duration_ms'];
  return typeof answered === 'number'
    ? [
        [
          'The application took',
          `${formatDuration(answered)}, from sending the message to the end of the answer`,
        ],
        ['In all', `${formatDuration(all)}, with what Sonde does around it`],
      ]
    : [];
}

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
