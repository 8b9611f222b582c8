import type { Span } from '@sonde/contract';
import { classes } from '../../lib/classes.ts';
import { formatDuration } from '../../lib/format.ts';
import { wordsForStage } from '../../ui/stage-timeline.tsx';
import { waterfallOf } from './waterfall.ts';
import type { WaterfallRow } from './waterfall.ts';

export function Waterfall({ spans }: { spans: readonly Span[] }) {
  return (
    <ol className="grid gap-1.5">
      {waterfallOf(spans).rows.map((row) => (
        <WaterfallLine key={row.key} row={row} />
      ))}
    </ol>
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
