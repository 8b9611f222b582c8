import type { TestRun } from '@sonde/contract';
import { formatNumber } from '../../lib/format.ts';
import { classes } from '../../lib/classes.ts';

type Counts = TestRun['counts'];

const parts: readonly (readonly [Exclude<keyof Counts, 'total'>, string, string])[] = [
  ['passed', 'Passed', 'bg-signal'],
  ['failed', 'Failed', 'bg-danger'],
  ['errors', 'Errors', 'bg-warn'],
  ['not_evaluated', 'Not evaluated', 'bg-muted'],
  ['cancelled', 'Cancelled', 'bg-line-strong'],
  ['running', 'Running', 'bg-contour'],
  ['waiting', 'Waiting', 'bg-sunken'],
];

/** Every result in exactly one part, so that the parts are the whole. */
export function RunCounts({ counts }: { counts: Counts }) {
  return (
    <div className="grid gap-3">
      <div
        aria-hidden="true"
        className="flex h-2.5 overflow-hidden rounded-full border border-line bg-sunken"
      >
        {parts.map(([key, , colour]) =>
          counts[key] === 0 ? null : (
            <div key={key} className={colour} style={{ width: `${(counts[key] / counts.total) * 100}%` }} />
          ),
        )}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {[['total', 'Total', ''] as const, ...parts].map(([key, words, colour]) => (
          <div key={key} className={classes('grid', counts[key] === 0 && 'text-muted')}>
            <dt className="mark flex items-center gap-1.5">
              {colour === '' ? null : (
                <span
                  aria-hidden="true"
                  className={classes('size-2 rounded-full border border-line', colour)}
                />
              )}
              {words}
            </dt>
            <dd className="text-xl tabular-nums">{formatNumber(counts[key])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
