import type { AlertRule } from '@sonde/contract';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Time } from '../../ui/time.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { channelWords, ruleSentence } from './alert-words.ts';

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
        <span className="truncate font-medium">{rule.name}</span>
        <span className="truncate text-[0.8125rem] text-muted">{ruleSentence(rule)}</span>
      </div>
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
    cell: ({ is_paused, last_raised_at: at }) =>
      is_paused ? (
        <Chip>Paused</Chip>
      ) : at === null ? (
        <span className="text-muted">None</span>
      ) : (
        <Time at={at} />
      ),
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '19.5rem',
    cell: (rule) => (
      <span className="flex justify-end gap-1.5">
        <span data-wide className="flex gap-1.5">
          <Button size="small" aria-label={`Alerts of ${rule.name}`} onClick={() => look(rule)}>
            Alerts
          </Button>
          {rule.permitted_actions.includes('update') ? (
            <>
              <Button
                size="small"
                aria-label={`${rule.is_paused ? 'Resume' : 'Pause'} ${rule.name}`}
                onClick={() => pause(rule)}
              >
                {rule.is_paused ? 'Resume' : 'Pause'}
              </Button>
              <Button size="small" aria-label={`Change ${rule.name}`} onClick={() => change(rule)}>
                Change
              </Button>
            </>
          ) : null}
        </span>
        <MoreMenu
          name={rule.name}
          removal={rule.permitted_actions.includes('delete') ? { onSelect: () => remove(rule) } : null}
        >
          {/* Where there is no room for the buttons, all is in the menu. */}
          <MenuItem onSelect={() => look(rule)}>Alerts</MenuItem>
          {rule.permitted_actions.includes('update') ? (
            <>
              <MenuItem onSelect={() => pause(rule)}>{rule.is_paused ? 'Resume' : 'Pause'}</MenuItem>
              <MenuItem onSelect={() => change(rule)}>Change</MenuItem>
            </>
          ) : null}
        </MoreMenu>
      </span>
    ),
  },
];
