import type { Span } from '@sonde/contract';
import { stepTitle } from '../../lib/span-title.ts';

export interface WaterfallRow {
  readonly key: string;
  readonly label: string;
  readonly depth: number;
  readonly offsetShare: number;
  readonly widthShare: number;
  readonly startMs: number;
  readonly durationMs: number;
  readonly kind: 'span' | 'stage';
  readonly failed: boolean;
}

/** Spans under their parents, each with its stages, laid out along the time of the whole trace. */
export function waterfallOf(spans: readonly Span[]): { rows: WaterfallRow[]; totalMs: number } {
  const origin = Math.min(...spans.map((span) => Date.parse(span.started_at)));
  const end = Math.max(...spans.map((span) => Date.parse(span.started_at) + span.duration_ms));
  const totalMs = Math.max(1, end - origin);
  const known = new Set(spans.map((span) => span.span_id));
  const rows: WaterfallRow[] = [];
  const share = (milliseconds: number): number => Math.max(0, Math.min(1, milliseconds / totalMs));

  const visit = (span: Span, depth: number): void => {
    const start = Date.parse(span.started_at) - origin;
    const failed = span.status === 'error';
    rows.push({
      key: span.span_id,
      label: stepTitle(span.name),
      depth,
      offsetShare: share(start),
      widthShare: share(span.duration_ms),
      startMs: start,
      durationMs: span.duration_ms,
      kind: 'span',
      failed,
    });
    span.stages.forEach((stage, index) =>
      rows.push({
        key: `${span.span_id}-${index}`,
        label: stage.stage,
        depth: depth + 1,
        offsetShare: share(start + stage.start_ms),
        widthShare: share(stage.duration_ms),
        startMs: start + stage.start_ms,
        durationMs: stage.duration_ms,
        kind: 'stage',
        failed: failed && index === span.stages.length - 1,
      }),
    );
    for (const child of byStart(
      spans.filter((other) => other.parent_span_id === span.span_id && other !== span),
    ))
      visit(child, depth + 1);
  };
  // A parent outside of this trace makes its child a root here.
  for (const root of byStart(
    spans.filter((span) => span.parent_span_id === null || !known.has(span.parent_span_id)),
  ))
    visit(root, 0);
  return { rows, totalMs };
}

const byStart = (spans: readonly Span[]): Span[] =>
  spans.toSorted((left, right) => Date.parse(left.started_at) - Date.parse(right.started_at));
