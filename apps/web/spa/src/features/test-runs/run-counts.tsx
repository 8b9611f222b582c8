import type { TestRun } from '@sonde/contract';
import { openParts } from '@sonde/contract/decided';
import { formatNumber, upperFirst } from '../../lib/format.ts';
import { classes } from '../../lib/classes.ts';
import { shownCounts } from './shown-counts.ts';

type Counts = TestRun['counts'];

interface Part {
  readonly words: string;
  readonly count: number;
  readonly colour: string;
}

const colours: readonly (readonly [Exclude<keyof Counts, 'total'>, string, string])[] = [
  ['passed', 'Passed', 'bg-signal'],
  ['failed', 'Failed', 'bg-danger'],
  ['errors', 'Errors', 'bg-warn'],
  ['not_evaluated', 'Not evaluated', 'bg-muted'],
  ['cancelled', 'Cancelled', 'bg-line-strong'],
  ['running', 'Running', 'bg-contour'],
  ['waiting', 'Waiting', 'bg-sunken'],
];

/** What only flags looked at is no lack of a metric: it has a part of its own beside what nothing could evaluate. */
const partsOf = (counts: Counts, onlyFlagged: TestRun['only_flagged']): Part[] =>
  colours.flatMap(([key, words, colour]) =>
    key !== 'not_evaluated'
      ? [{ words, colour, count: counts[key] }]
      : openParts({ counts, only_flagged: onlyFlagged }).map((part) => ({
          words: `${upperFirst(part.words)}${part.note}`,
          count: part.count,
          colour: part.words === 'not evaluated' ? colour : 'bg-line-strong',
        })),
  );

const always: ReadonlySet<string> = new Set(['Total', 'Passed', 'Failed']);

/** Every result in exactly one part, so that the parts are the whole. */
export function RunCounts({ counts, onlyFlagged }: { counts: Counts; onlyFlagged: TestRun['only_flagged'] }) {
  const parts = partsOf(counts, onlyFlagged);
  return (
    <div className="grid gap-3">
      <div
        aria-hidden="true"
        className="flex h-2.5 overflow-hidden rounded-full border border-line bg-sunken"
      >
        {parts.map(({ words, count, colour }) =>
          count === 0 ? null : (
            <div key={words} className={colour} style={{ width: `${(count / counts.total) * 100}%` }} />
          ),
        )}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {shownCounts([{ words: 'Total', count: counts.total, colour: '' }, ...parts], always).map(
          ({ words, count, colour }) => (
            <div key={words} className={classes('grid', count === 0 && 'text-muted')}>
              <dt className="mark flex items-center gap-1.5">
                {colour === '' ? null : (
                  <span
                    aria-hidden="true"
                    className={classes('size-2 rounded-full border border-line', colour)}
                  />
                )}
                {words}
              </dt>
              <dd className="text-xl tabular-nums">{formatNumber(count)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
