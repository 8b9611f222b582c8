import { useState } from 'react';
import type { Test } from '@sonde/contract';
import { formatNumber } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { CategoryWord } from '../../ui/term.tsx';
import { contentOf } from '../tests/test-content.ts';
import { evidenceOf, originOf, reasonOf, wasKeptBefore } from '../tests/test-origin.ts';
import { groupingsOf, groupsOf, keptOf, pressGroup } from './draft-groups.ts';
import type { DraftGroup, GroupedBy } from './draft-groups.ts';

interface Props {
  tests: readonly Test[];
  discarded: ReadonlySet<string>;
  onChange: (discarded: ReadonlySet<string>) => void;
}

const nouns: Readonly<Record<GroupedBy, string>> = { category: 'Category', requirement: 'Requirement' };

/** The drafts by what they are about; each is ticked by itself, or with its group. */
export function ProposedTests({ tests, discarded, onChange }: Props) {
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
  const reason = reasonOf(test);
  const evidence = evidenceOf(test);
  return (
    <li className="grid gap-1 py-3">
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-1 size-[1.15rem] shrink-0 accent-(--signal)"
          checked={isKept}
          onChange={onToggle}
        />
        <span className={isKept ? 'font-medium wrap-anywhere' : 'text-muted line-through wrap-anywhere'}>
          {contentOf(test)}
        </span>
      </label>
      <div className="grid gap-1 pl-7 text-[0.875rem]">
        <span className="flex flex-wrap items-center gap-1.5">
          {wasKeptBefore(test) ? <Chip tone="warn">Kept already</Chip> : null}
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
    </li>
  );
}

/** A tag that spells the category once more tells nothing. */
const saysTheSame = (tag: string, category: string | undefined): boolean =>
  tag.replaceAll('-', ' ').toLowerCase() === category?.toLowerCase();
