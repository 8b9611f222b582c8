import type { ExplorationResult } from '@sonde/contract';
import { strategyCards } from '@sonde/contract/table';
import { formatPercent, humanize } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';

/** What the strategies noted, by field; the findings above say the same in sentences, so it is folded away. */
export function StrategyFacts({ result }: { result: ExplorationResult }) {
  const facts = Object.entries(result.strategy_findings).filter(
    ([name, value]) => !forPrograms.has(name) && hasContent(value),
  );
  if (facts.length === 0) return null;
  return (
    <details className="border-t border-line pt-4">
      <summary className="font-medium">All that was noted, by field</summary>
      <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(9rem,auto)_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="mark pt-0.5">{names[name] ?? humanize(name)}</dt>
            <dd className="-mt-2 min-w-0 break-words sm:mt-0">
              <FactValue value={shownOf(name, value)} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What was asked, by keys: so that an exploration that goes on from this one asks other things. */
const forPrograms: ReadonlySet<string> = new Set(['covered']);

/** Where the code of a fact says less than a few words. */
const names: Readonly<Record<string, string>> = {
  goal_coverage: 'Goal spoken of',
  strategies_run: 'Looked at',
  depth_assessment: 'How deep it goes',
  capability_ceilings: 'How far it goes, by topic',
  query_type_coverage: 'Kinds of questions',
};

/** A strategy by the name it has where one is chosen. */
const strategyName = (id: unknown): unknown => strategyCards.find((card) => card.id === id)?.name ?? id;

function shownOf(name: string, value: unknown): unknown {
  if (name === 'goal_coverage') return covered(value);
  return name === 'strategies_run' && Array.isArray(value) ? value.map(strategyName) : value;
}

const covered = (share: unknown): string =>
  share === 0
    ? 'Not at all: no answer took up a word of the goal'
    : `${formatPercent(Number(share) * 100)} of the words of the goal were taken up`;

function hasContent(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

const longestChip = 40;

function wordsOf(entry: unknown): string {
  if (Array.isArray(entry)) return entry.length === 0 ? 'nothing' : entry.map(wordsOf).join(', ');
  return typeof entry === 'string' ? entry : JSON.stringify(entry);
}

function FactValue({ value }: { value: unknown }) {
  if (typeof value === 'string' || typeof value === 'number') return <>{value}</>;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  if (Array.isArray(value)) {
    // Sentences are read one below the other; only words fit into chips.
    if (value.some((entry) => typeof entry === 'string' && entry.length > longestChip)) {
      return (
        <ul className="grid list-disc gap-1 pl-5">
          {value.map((entry, index) => (
            <li key={index}>{typeof entry === 'string' ? entry : JSON.stringify(entry)}</li>
          ))}
        </ul>
      );
    }
    return (
      <ul className="flex flex-wrap gap-1.5">
        {value.map((entry, index) => (
          <li key={index}>
            {typeof entry === 'string' ? (
              <Chip>{entry}</Chip>
            ) : (
              <code className="font-mono text-[0.8125rem] break-all">{JSON.stringify(entry)}</code>
            )}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="grid gap-1">
      {Object.entries(value ?? {}).map(([name, entry]) => (
        <li key={name}>
          {humanize(name)}: {wordsOf(entry)}
        </li>
      ))}
    </ul>
  );
}
