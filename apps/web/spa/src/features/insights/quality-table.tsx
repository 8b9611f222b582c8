import { isMostlyOpen } from '@sonde/contract/decided';
import { formatNumber, formatPoints, formatRange } from '../../lib/format.ts';
import { Explained } from '../../ui/explained.tsx';
import { terms } from '../../ui/terms.ts';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { RateShown } from '../test-runs/run-marks.tsx';
import { decidedIn, numberIn, previousOf, textIn, type Chosen, type Rows } from './queries.ts';
import { Sparkline } from './trend.tsx';

type Row = Rows[number];

/** Requirements, the weakest first: how they stand, within which bounds, and where they stood before. */
export function QualityTable({
  rows,
  times,
  quality,
  timeName,
  onChoose,
}: {
  rows: Rows;
  times: readonly string[];
  quality: Rows;
  timeName: string;
  onChoose: (chosen: Chosen) => void;
}) {
  return (
    <SimpleTable
      label="Quality by requirement"
      rows={rows}
      rowKey={(row) => textIn(row, 'requirement_id') ?? 'none'}
      columns={[
        { header: 'Requirement', cell: (row) => <span className="font-medium">{nameOf(row)}</span> },
        { header: 'Passed', cell: (row) => <Rate row={row} /> },
        {
          header: 'Over time',
          cell: (row) => (
            <Sparkline
              values={valuesAt(
                times,
                // Of what is mostly open no rate is drawn: it would move with what was decided, not with the application.
                quality.filter(
                  (line) =>
                    textIn(line, 'requirement_id') === textIn(row, 'requirement_id') &&
                    !isMostlyOpen(decidedIn(line)),
                ),
                timeName,
                'pass_rate',
              )}
            />
          ),
        },
        { header: 'Before', cell: (row) => <Before row={row} /> },
        {
          header: 'Failed',
          cell: (row) => (
            <Behind
              count={numberIn(row, 'failed') ?? 0}
              words={`failed results of ${nameOf(row)}`}
              onChoose={() => onChoose(chosenOf(row, 'fail'))}
            />
          ),
        },
        {
          header: 'Errors',
          cell: (row) => (
            <Behind
              count={numberIn(row, 'errors') ?? 0}
              words={`errors of ${nameOf(row)}`}
              onChoose={() => onChoose(chosenOf(row, 'error'))}
            />
          ),
        },
      ]}
    />
  );
}

const nameOf = (row: Row): string => textIn(row, 'requirement') ?? 'Without a requirement';

const titles = { fail: 'failed tests', error: 'tests with errors' } as const;
const chosenOf = (row: Row, kind: keyof typeof titles): Chosen => ({
  title: `${nameOf(row)}: ${titles[kind]}`,
  outcome: kind,
  requirementId: textIn(row, 'requirement_id'),
});

/** The values of a line at each of the times; null where there are none. */
export function valuesAt(
  times: readonly string[],
  rows: Rows,
  timeName: string,
  measure: string,
): (number | null)[] {
  const at = new Map(rows.map((row) => [textIn(row, timeName), numberIn(row, measure)]));
  return times.map((time) => at.get(time) ?? null);
}

function Rate({ row }: { row: Row }) {
  const rate = numberIn(row, 'pass_rate');
  if (rate === null) return <span className="text-muted">Nothing decided</span>;
  return (
    <span>
      <RateShown counts={decidedIn(row)} />{' '}
      <Explained
        className="text-[0.8125rem] text-muted"
        name="Likely range"
        says={`${terms['Likely range']}.`}
        shown={formatRange(numberIn(row, 'pass_rate_low') ?? 0, numberIn(row, 'pass_rate_high') ?? 100)}
      />
    </span>
  );
}

function Before({ row }: { row: Row }) {
  const rate = numberIn(row, 'pass_rate');
  const before = numberIn(previousOf(row), 'pass_rate');
  if (before === null || rate === null) return <span className="text-muted">–</span>;
  const counts = decidedIn(previousOf(row));
  // Of rates that leave most of either period out, the difference is none of the application.
  const isComparable = !isMostlyOpen(counts) && !isMostlyOpen(decidedIn(row));
  const change = Math.round((rate - before) * 100) / 100;
  return (
    <span>
      <RateShown counts={counts} />{' '}
      {change === 0 || !isComparable ? null : (
        <span className={change < 0 ? 'text-danger' : 'text-signal'}>
          {change < 0 ? '▼' : '▲'} {formatPoints(change)}
          <span className="sr-only"> points {change < 0 ? 'worse' : 'better'}</span>
        </span>
      )}
    </span>
  );
}

/** A number that opens what it counts. */
function Behind({ count, words, onChoose }: { count: number; words: string; onChoose: () => void }) {
  if (count === 0) return <span className="text-muted">0</span>;
  return (
    <button
      type="button"
      className="link touch:min-h-11"
      onClick={onChoose}
      aria-label={`${formatNumber(count)} ${words}: show the tests`}
    >
      {formatNumber(count)}
    </button>
  );
}
