import type { AlertRule } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Time } from '../../ui/time.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import { channelWords, ruleSentence, watchedWords } from './alert-words.ts';

interface Actions {
  change: (rule: AlertRule) => void;
  remove: (rule: AlertRule) => void;
  look: (rule: AlertRule) => void;
  pause: (rule: AlertRule) => void;
}

export const columnsOf = ({ change, remove, look, pause }: Actions): readonly GridColumn<AlertRule>[] => [
  {
    id: 'name',
    header: 'Rule',
    track: 'minmax(12rem,3fr)',
    cell: (rule) => (
      <div className="grid min-w-0">
        <button
          type="button"
          className="touch:min-h-11 truncate text-left font-medium hover:text-signal hover:underline"
          onClick={() => (rule.permitted_actions.includes('update') ? change : look)(rule)}
        >
          {rule.name}
        </button>
        <span className="flex min-w-0 gap-1.5 text-[0.8125rem] text-muted">
          <span className="truncate">{ruleSentence(rule)}</span>
          <span className="flex shrink-0 gap-1.5 @min-[42rem]:hidden">
            <span aria-hidden>·</span> <Raised {...rule} words="No alert yet" />
          </span>
        </span>
        <span className="truncate text-[0.8125rem] @min-[42rem]:hidden" title={watchedWords(rule)}>
          {watchedWords(rule)}
        </span>
        <span className="truncate text-[0.8125rem] @min-[42rem]:hidden">
          {rule.channels.map(channelWords).join(', ')}
        </span>
      </div>
    ),
  },
  {
    id: 'watched',
    header: 'Runs',
    track: 'minmax(10rem,2fr)',
    wideOnly: true,
    cell: (rule) => (
      <span className="grid min-w-0" title={watchedWords(rule)}>
        <span className="truncate">{rule.test_set?.name ?? 'Every test set'}</span>
        <span className="truncate text-[0.8125rem] text-muted">
          against {rule.endpoint?.name ?? 'every endpoint'}
        </span>
      </span>
    ),
  },
  {
    id: 'channels',
    header: 'Notifies by',
    track: 'minmax(8rem,2fr)',
    wideOnly: true,
    cell: ({ channels }) => (
      <span className="flex gap-1 overflow-hidden">
        {channels.map((channel, place) => (
          <Chip key={place}>{channelWords(channel)}</Chip>
        ))}
      </span>
    ),
  },
  {
    id: 'raised',
    header: 'Last alert',
    track: '8rem',
    wideOnly: true,
    cell: (rule) => <Raised {...rule} words="None" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '19.5rem',
    cell: (rule) => (
      <RowActions
        name={rule.name}
        actions={[
          { words: 'Alerts', label: `Alerts of ${rule.name}`, onSelect: () => look(rule) },
          ...(rule.permitted_actions.includes('update')
            ? [
                { words: rule.is_paused ? 'Resume' : 'Pause', onSelect: () => pause(rule) },
                { words: 'Change', onSelect: () => change(rule) },
              ]
            : []),
        ]}
        removal={rule.permitted_actions.includes('delete') ? () => remove(rule) : null}
      />
    ),
  },
];

function Raised({
  is_paused: isPaused,
  last_raised_at: at,
  words,
}: Pick<AlertRule, 'is_paused' | 'last_raised_at'> & {
  /** Where it never was. */
  words: string;
}) {
  if (isPaused) return <Chip>Paused</Chip>;
  return at === null ? <span className="text-muted">{words}</span> : <Time at={at} />;
}
