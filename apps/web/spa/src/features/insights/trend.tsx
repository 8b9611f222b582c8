import { useId } from 'react';
import type { ReactNode } from 'react';
import { periodWords } from '../../lib/format.ts';

export interface TrendLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Told apart by its dashes as well as by its colour. */
  readonly look: 'signal' | 'ink' | 'warn';
}

const looks = {
  signal: { stroke: 'var(--signal)' },
  ink: { stroke: 'var(--ink)', strokeDasharray: '5 3' },
  warn: { stroke: 'var(--warn)', strokeDasharray: '2 3' },
} as const;

const width = 600;
const height = 150;

/** Lines over time, and the same numbers in a table below, which screen readers and printers may prefer. */
export function Trend({
  title,
  times,
  lines,
  format,
  max,
}: {
  title: string;
  times: readonly string[];
  lines: readonly TrendLine[];
  format: (value: number) => string;
  max?: number;
}) {
  const id = useId();
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const highest = max ?? Math.max(1, most);
  return (
    <figure className="grid min-w-0 gap-2" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
        <span className="sr-only">{title}</span>
        {lines.map(({ name, look }) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" width="22" height="6">
              <line x1="0" x2="22" y1="3" y2="3" strokeWidth="2" {...looks[look]} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-b border-l border-line"
      >
        <line x1="0" x2={width} y1={height / 2} y2={height / 2} stroke="var(--line)" strokeWidth="1" />
        {lines.map(({ name, values, look }) => (
          <g key={name} fill="none" strokeLinecap="round">
            <path
              d={pathOf(values, { width, height, highest })}
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
              {...looks[look]}
            />
            <path
              d={pathOf(alone(values), { width, height, highest })}
              strokeWidth="9"
              vectorEffect="non-scaling-stroke"
              stroke={looks[look].stroke}
            />
          </g>
        ))}
      </svg>
      <div className="flex justify-between gap-2 font-mono text-[0.75rem] text-muted" aria-hidden="true">
        <span>{periodWords(times[0] ?? '')}</span>
        <span>highest {format(most)}</span>
        <span>{periodWords(times.at(-1) ?? '')}</span>
      </div>
      <NumbersTable title={title} heads={['When', ...lines.map(({ name }) => name)]}>
        {times.map((time, at) => (
          <tr key={time}>
            <th scope="row" className="pr-4 text-left font-normal">
              {periodWords(time)}
            </th>
            {lines.map(({ name, values }) => {
              const value = values[at] ?? null;
              return <td key={name}>{value === null ? '–' : format(value)}</td>;
            })}
          </tr>
        ))}
      </NumbersTable>
    </figure>
  );
}

function NumbersTable({
  title,
  heads,
  children,
}: {
  title: string;
  heads: readonly string[];
  children: ReactNode;
}) {
  return (
    <details className="text-[0.875rem]">
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">The numbers</summary>
      <div className="max-h-72 overflow-auto pt-2" tabIndex={0} role="group" aria-label={title}>
        <table className="w-full">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="mark pr-4 text-left font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </details>
  );
}

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly highest: number;
}

/** A gap stays a gap: what nobody measured is not drawn as if it lay between its neighbours. */
export function pathOf(values: readonly (number | null)[], frame: Frame): string {
  const step = frame.width / Math.max(1, values.length - 1);
  let isDown = false;
  const parts: string[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isDown = false;
      continue;
    }
    const x = (values.length === 1 ? frame.width / 2 : at * step).toFixed(1);
    const y = (frame.height - (value / frame.highest) * (frame.height - 6) - 3).toFixed(1);
    // A point without neighbours is drawn as a dot: a line of no length with round ends.
    parts.push(isDown ? `L${x} ${y}` : `M${x} ${y}h0`);
    isDown = true;
  }
  return parts.join('');
}

/** Points without a neighbour: no line leads to them, so they are drawn large enough to be seen. */
export const alone = (values: readonly (number | null)[]): (number | null)[] =>
  values.map((value, at) =>
    (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? value : null,
  );

/** A small line beside the numbers that say the same. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 120 28" className="h-7 w-30 shrink-0">
      <path
        d={pathOf(values, { width: 120, height: 28, highest: 100 })}
        fill="none"
        stroke="var(--signal)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
