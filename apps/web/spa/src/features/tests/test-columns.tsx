import type { Test } from '@sonde/contract';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { Time } from '../../ui/time.tsx';

export interface TestActions {
  readonly change: (test: Test) => void;
  readonly remove: (test: Test) => void;
  /** What the second button is called: a test leaves a set, or is deleted. */
  readonly removal: string;
  readonly mayRemove: (test: Test) => boolean;
}

export const contentOf = (test: Test): string =>
  test.prompt?.content ?? test.test_configuration?.goal ?? '(no text)';

const detailOf = ({ prompt, test_configuration: talk }: Test): string => {
  if (prompt?.expected_response) return `Expected: ${prompt.expected_response}`;
  if (!talk) return '';
  if (talk.script) return `${talk.script.length} turns word for word`;
  return `At most ${talk.max_turns} turns`;
};

export const testColumns = (actions: TestActions): readonly GridColumn<Test>[] => [
  {
    id: 'content',
    header: 'Test',
    track: 'minmax(12rem,4fr)',
    cell: (test) => (
      <div className="grid min-w-0">
        <span className="truncate font-medium">{contentOf(test)}</span>
        <span className="truncate text-[0.8125rem] text-muted">{detailOf(test)}</span>
      </div>
    ),
  },
  { id: 'test_type', header: 'Type', track: '7rem', wideOnly: true, cell: (test) => test.test_type },
  {
    id: 'requirement',
    header: 'Requirement',
    track: 'minmax(7rem,1fr)',
    wideOnly: true,
    cell: ({ requirement }) => (requirement ? <Chip>{requirement.name}</Chip> : null),
  },
  {
    id: 'updated_at',
    header: 'Updated',
    track: '8rem',
    sortable: true,
    wideOnly: true,
    cell: (test) => <Time at={test.updated_at} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    track: '11rem',
    cell: (test) => {
      const name = contentOf(test).slice(0, 80);
      return (
        <span className="flex justify-end gap-1.5">
          {test.permitted_actions.includes('update') ? (
            <Button size="small" aria-label={`Change ${name}`} onClick={() => actions.change(test)}>
              Change
            </Button>
          ) : null}
          {actions.mayRemove(test) ? (
            <Button
              size="small"
              look="danger"
              aria-label={`${actions.removal} ${name}`}
              onClick={() => actions.remove(test)}
            >
              {actions.removal}
            </Button>
          ) : null}
        </span>
      );
    },
  },
];
