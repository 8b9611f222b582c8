import type { ExplorationResult } from '@sonde/contract';
import { strategyCards } from '@sonde/contract/table';
import { formatPercent, humanize } from '../../lib/format.ts';
import { isRecord } from '../../lib/shown-text.ts';
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
  adjacent_domains: 'Subjects next to its own',
  boundary_consistency: 'Whether it declines each time',
  capabilities: 'What it can do',
  capability_ceilings: 'How hard a question it answers, by topic',
  depth_assessment: 'How deep it goes',
  domain: 'What it is about',
  domain_boundaries: 'Declined as not its subject',
  given_away: 'Given away',
  goal_coverage: 'Goal spoken of',
  hard_boundaries: 'Declined firmly',
  interaction_patterns: 'How it answers',
  kept_to_itself: 'Kept to itself',
  key_topics: 'Topics',
  language: 'Language',
  learnt: 'What was learned',
  limitations: 'What it does not do',
  multi_turn_support: 'Memory of the conversation',
  persona: 'How it presents itself',
  purpose: 'What it is for',
  query_type_coverage: 'Kinds of questions',
  refusal_patterns: 'How it declines',
  safety_guardrails: 'Declined by its rules',
  soft_boundaries: 'Declined in part, or not each time',
  strategies_run: 'Looked at',
  terminology: 'Words of its subject',
};

/** Kinds of questions, as whoever reads of them would call them. */
const questionWords: Readonly<Record<string, string>> = {
  factual: 'What something is',
  procedural: 'How something is done',
  analytical: 'Comparing and weighing',
  edge_case: 'Unusual questions',
  multi_turn: 'Questions about what was said before',
};

/** How firmly something was declined, as it stands behind what was asked for. */
const strengthWords: readonly (readonly [RegExp, string])[] = [
  [/ \(hard, verified by reframing\)$/, ' (firmly, also in other words)'],
  [/ \(soft, verified by reframing\)$/, ' (in part, or not in other words)'],
  [/ \(hard\)$/, ' (firmly)'],
  [/ \(soft\)$/, ' (in part)'],
];
const inStrengthWords = (text: string): string =>
  strengthWords.reduce((said, [code, words]) => said.replace(code, words), text);

/** A strategy by the name it has where one is chosen. */
const strategyName = (id: unknown): unknown => strategyCards.find((card) => card.id === id)?.name ?? id;

function shownOf(name: string, value: unknown): unknown {
  if (name === 'goal_coverage') return covered(value);
  if (name === 'strategies_run' && Array.isArray(value)) return value.map(strategyName);
  if (name === 'query_type_coverage' && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([kind, grade]) => [questionWords[kind] ?? kind, grade]),
    );
  return Array.isArray(value)
    ? value.map((entry: unknown) => (typeof entry === 'string' ? inStrengthWords(entry) : entry))
    : value;
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
