import { formatDuration } from '../lib/format.ts';
import { classes } from '../lib/classes.ts';

export interface TimedStage {
  readonly stage: string;
  readonly duration_ms: number;
}

const stageWords: Readonly<Record<string, string>> = {
  render: 'Write the request',
  dns: 'Look up the address',
  blocked: 'Check that it may be called',
  connect: 'Connect',
  tls: 'Secure the connection',
  auth: 'Fetch a token',
  send: 'Send and wait',
  timeout: 'Wait',
  http: 'Read the status',
  parse: 'Read the answer',
  map: 'Find the text in it',
};

export const wordsForStage = (stage: string): string => stageWords[stage] ?? stage;

/** The call as a lead line going down: each stage with its time, and where it ended. */
export function StageTimeline({
  stages,
  ended,
  success,
}: {
  stages: readonly TimedStage[];
  ended: string;
  success: boolean;
}) {
  // That it is done is no stage of its own.
  const passed = stages.filter(({ stage }) => stage !== 'done');
  const rows =
    ended === 'done' || passed.some((row) => row.stage === ended)
      ? passed
      : [...passed, { stage: ended, duration_ms: 0 }];
  const longest = Math.max(1, ...rows.map((row) => row.duration_ms));
  return (
    <ol className="relative grid gap-2 pl-5 before:absolute before:top-1 before:bottom-1 before:left-[0.3rem] before:w-px before:bg-contour">
      {rows.map((row, index) => {
        const last = ended === 'done' ? index === rows.length - 1 : row.stage === ended;
        const failed = last && !success;
        return (
          <li
            key={`${row.stage}-${index}`}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3"
          >
            <span
              aria-hidden="true"
              className={classes(
                'absolute top-1.5 -left-5 size-[0.65rem] rounded-full border-2 bg-surface',
                failed ? 'border-danger' : last ? 'border-signal bg-signal' : 'border-line-strong',
              )}
            />
            <span className={classes(failed && 'font-semibold text-danger')}>
              {wordsForStage(row.stage)}
              {failed ? ': ended here' : ''}
            </span>
            <span className="font-mono text-[0.8125rem] text-muted tabular-nums">
              {row.duration_ms > 0 ? formatDuration(row.duration_ms) : ''}
            </span>
            <span aria-hidden="true" className="col-span-2 mt-0.5 h-[3px] rounded bg-sunken">
              <span
                className={classes('block h-full rounded', failed ? 'bg-danger' : 'bg-signal')}
                style={{ width: `${(row.duration_ms / longest) * 100}%` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
