import { Link } from '@tanstack/react-router';
import type { Schedule } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Time } from '../../ui/time.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { rhythmWords } from './zone-words.ts';

interface Actions {
  change: (schedule: Schedule) => void;
  remove: (schedule: Schedule) => void;
  pause: (schedule: Schedule) => void;
}

const stops: Readonly<Record<NonNullable<Schedule['stop_reason']>, string>> = {
  maker_lost_right: 'Stopped: who made it may not run tests any more',
  test_set_gone: 'Stopped: its test set was deleted',
  endpoint_gone: 'Stopped: its endpoint was deleted',
};

export const columnsOf = ({ change, remove, pause }: Actions): readonly GridColumn<Schedule>[] => [
  {
    id: 'name',
    header: 'Schedule',
    track: 'minmax(12rem,3fr)',
    cell: (schedule) => (
      <div className="grid min-w-0">
        {schedule.permitted_actions.includes('update') ? (
          <button
            type="button"
            className="touch:min-h-11 truncate text-left font-medium hover:text-signal hover:underline"
            onClick={() => change(schedule)}
          >
            {schedule.name}
          </button>
        ) : (
          <span className="truncate font-medium">{schedule.name}</span>
        )}
        <span data-wide className="truncate text-[0.8125rem] text-muted">
          {schedule.test_set.name} → {schedule.endpoint.name}
        </span>
        <div className="text-[0.8125rem] @min-[42rem]:hidden">
          <Next {...schedule} />
        </div>
      </div>
    ),
  },
  {
    id: 'next',
    header: 'Next time',
    track: 'minmax(14rem,3fr)',
    wideOnly: true,
    cell: (schedule) => <Next {...schedule} />,
  },
  {
    id: 'last',
    header: 'Last time',
    track: 'minmax(8rem,2fr)',
    wideOnly: true,
    cell: (schedule) => <Last {...schedule} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '15.5rem',
    cell: (schedule) => (
      <RowActions
        name={schedule.name}
        actions={
          schedule.permitted_actions.includes('update')
            ? [
                { words: schedule.is_paused ? 'Resume' : 'Pause', onSelect: () => pause(schedule) },
                { words: 'Change', onSelect: () => change(schedule) },
              ]
            : []
        }
        removal={schedule.permitted_actions.includes('delete') ? () => remove(schedule) : null}
      />
    ),
  },
];

function Next({ stop_reason, is_paused, next_times: [next], timezone, cron }: Schedule) {
  if (stop_reason !== null) return <Chip tone="danger">{stops[stop_reason]}</Chip>;
  if (is_paused || next === undefined) return <Chip>Paused</Chip>;
  return (
    <div className="grid min-w-0">
      <span className="truncate">
        <Time at={next} zone={timezone} />
      </span>
      <span className="truncate text-[0.8125rem] text-muted">
        {rhythmWords(cron)} · {timezone}
      </span>
    </div>
  );
}

function Last({ last_time, last_error, last_test_run_id }: Schedule) {
  if (last_time === null) return <span className="text-muted">Not yet</span>;
  return (
    <div className="grid min-w-0">
      <Time at={last_time} />
      {last_error !== null ? (
        <span className="truncate text-[0.8125rem] text-danger" title={last_error}>
          {last_error}
        </span>
      ) : last_test_run_id !== null ? (
        <Link
          className="link truncate text-[0.8125rem]"
          to="/runs/$runId"
          params={{ runId: last_test_run_id }}
        >
          Its run
        </Link>
      ) : null}
    </div>
  );
}
