import { useId, useRef, useState } from 'react';
import type { Test } from '@sonde/contract';
import { ChevronDown } from 'lucide-react';
import { classes } from '../../lib/classes.ts';
import { formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CategoryWord } from '../../ui/term.tsx';
import { contentOf } from '../tests/test-content.ts';
import { evidenceOf, originOf, reasonOf, wasKeptBefore } from '../tests/test-origin.ts';
import { draftKeys, useDraftKeys } from './draft-keys.ts';
import { groupingsOf, groupsOf, keptOf, pressGroup } from './draft-groups.ts';
import type { DraftGroup, GroupedBy } from './draft-groups.ts';

interface Props {
  tests: readonly Test[];
  discarded: ReadonlySet<string>;
  onChange: (discarded: ReadonlySet<string>) => void;
}

const nouns: Readonly<Record<GroupedBy, string>> = { category: 'Category', requirement: 'Requirement' };

/** A line each, which opens on why and on what is expected; by keys, sixty of them are gone through without a pointer. */
export function ProposedTests(props: Props) {
  const list = useRef<HTMLDivElement>(null);
  useDraftKeys(list);
  return (
    <div className="grid gap-3" ref={list}>
      <p className="hidden text-[0.8125rem] text-muted lg:block">
        {draftKeys.map(({ key, does }, place) => (
          <span key={key}>
            {place === 0 ? '' : ' · '}
            <kbd className="font-mono">{key}</kbd> {does}
          </span>
        ))}
      </p>
      <Grouped {...props} />
    </div>
  );
}

/** The drafts by what they are about; each is ticked by itself, or with its group. */
function Grouped({ tests, discarded, onChange }: Props) {
  const groupings = groupingsOf(tests);
  const [chosen, setChosen] = useState<GroupedBy>();
  const by = chosen ?? groupings[0];
  if (by === undefined)
    return (
      <TestList label="Proposed tests" by={null} tests={tests} discarded={discarded} onChange={onChange} />
    );
  return (
    <div className="grid gap-4">
      {groupings.length > 1 ? (
        <label className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Grouped by</span>
          <select
            className="input sm:w-48"
            value={by}
            onChange={(event) => setChosen(groupings.find((one) => one === event.target.value))}
          >
            {groupings.map((one) => (
              <option key={one} value={one}>
                {nouns[one]}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {groupsOf(tests, by).map((group) => (
        <Group key={group.key} group={group} by={by} discarded={discarded} onChange={onChange} />
      ))}
    </div>
  );
}

function Group({
  group,
  by,
  discarded,
  onChange,
}: Omit<Props, 'tests'> & { group: DraftGroup; by: GroupedBy }) {
  const kept = keptOf(group.tests, discarded);
  const name = group.name ?? `No ${nouns[by].toLowerCase()}`;
  const count = group.tests.filter(({ id }) => !discarded.has(id)).length;
  return (
    <section aria-label={name}>
      <label className="flex items-start gap-2.5 rounded-(--radius-card) bg-sunken px-3 py-2 touch:min-h-11">
        <input
          type="checkbox"
          aria-label={`All of ${name}`}
          className="mt-1 size-[1.15rem] shrink-0 accent-(--signal)"
          checked={kept === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = kept === 'some';
          }}
          onChange={() => onChange(pressGroup(group.tests, discarded))}
        />
        <span className="flex-1 font-semibold wrap-anywhere">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {formatNumber(count)} of {formatNumber(group.tests.length)}
        </span>
      </label>
      <div className="px-3">
        <TestList
          label={`Proposed tests: ${name}`}
          by={by}
          tests={group.tests}
          discarded={discarded}
          onChange={onChange}
        />
      </div>
    </section>
  );
}

const TestList = ({
  label,
  by,
  tests,
  discarded,
  onChange,
}: Props & { label: string; by: GroupedBy | null }) => (
  <ul className="grid divide-y divide-line wrap-anywhere" aria-label={label}>
    {tests.map((test) => (
      <ProposedTest
        key={test.id}
        test={test}
        by={by}
        isKept={!discarded.has(test.id)}
        onToggle={() => onChange(pressGroup([test], discarded))}
      />
    ))}
  </ul>
);

function ProposedTest({
  test,
  by,
  isKept,
  onToggle,
}: {
  test: Test;
  by: GroupedBy | null;
  isKept: boolean;
  onToggle: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const content = contentOf(test);
  return (
    <li className="grid" data-draft>
      <div className="flex items-start gap-1">
        <label className="flex min-w-0 flex-1 items-start gap-2.5 py-1.5 touch:min-h-11 touch:py-2.5">
          <input
            type="checkbox"
            className="mt-1 size-[1.15rem] shrink-0 accent-(--signal)"
            checked={isKept}
            onChange={onToggle}
          />
          <span
            className={classes(
              'min-w-0 wrap-anywhere',
              isKept ? 'font-medium' : 'text-muted line-through',
              !isOpen && 'line-clamp-2',
            )}
          >
            {content}
          </span>
        </label>
        {wasKeptBefore(test) ? (
          <span className="mt-1.5">
            <Chip tone="warn">Kept already</Chip>
          </span>
        ) : null}
        <IconButton
          data-opens
          label="Why, and what is expected"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown aria-hidden size={16} className={isOpen ? 'rotate-180' : ''} />
        </IconButton>
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen ? <Details test={test} by={by} /> : null}
      </div>
    </li>
  );
}

function Details({ test, by }: { test: Test; by: GroupedBy | null }) {
  const reason = reasonOf(test);
  const evidence = evidenceOf(test);
  return (
    <div className="grid gap-1 pb-3 pl-7 text-[0.875rem]">
      <span className="flex flex-wrap items-center gap-1.5">
        {test.category ? (
          <CategoryWord category={test.category.name} plain={<Chip>{test.category.name}</Chip>} />
        ) : null}
        {test.requirement && by !== 'requirement' ? <Chip>{test.requirement.name}</Chip> : null}
        {test.tags
          .filter((tag) => !saysTheSame(tag, test.category?.name))
          .map((tag) => (
            <Chip key={tag}>{tag}</Chip>
          ))}
      </span>
      <span className="text-muted">{originOf(test)}</span>
      {reason === null ? null : <span>{reason}</span>}
      {test.prompt?.expected_response ? <span>Expected: {test.prompt.expected_response}</span> : null}
      {evidence === null ? null : (
        <details>
          <summary className="text-muted">What it rests on</summary>
          <p
            dir="auto"
            className="mt-1 max-h-48 max-w-prose overflow-y-auto whitespace-pre-wrap"
            tabIndex={0}
          >
            {evidence}
          </p>
        </details>
      )}
    </div>
  );
}

/** A tag that spells the category once more tells nothing. */
const saysTheSame = (tag: string, category: string | undefined): boolean =>
  tag.replaceAll('-', ' ').toLowerCase() === category?.toLowerCase();
