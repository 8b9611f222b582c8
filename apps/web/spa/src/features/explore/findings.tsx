import type { ExplorationResult } from '@sonde/contract';
import { humanize } from '../../lib/format.ts';
import { Chip } from '../../ui/chip.tsx';
import { Section } from '../../ui/page.tsx';
import { KeepAsTest } from '../tests/keep-as-test.tsx';
import { saidIn } from './result-of.ts';

/** Each finding with the turns that show it; a finding without evidence says so. */
export function Findings({ result, taskId }: { result: ExplorationResult; taskId: string }) {
  const facts = Object.entries(result.strategy_findings).filter(([, value]) => hasContent(value));
  return (
    <Section title="Findings">
      {result.findings.length === 0 ? <p className="text-muted">Nothing certain enough to report.</p> : null}
      <ul className="grid gap-3">
        {result.findings.map((finding, index) => (
          <li key={index} className="grid gap-1.5 border-l-2 border-signal pl-4">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="font-semibold">{finding.title}</h3>
              <Chip>{humanize(finding.kind)}</Chip>
              <Chip tone={finding.confidence >= 0.7 ? 'signal' : 'neutral'}>
                Confidence {Math.round(finding.confidence * 100)}%
              </Chip>
            </div>
            <p className="max-w-prose">{finding.detail}</p>
            <p className="text-[0.875rem] text-muted">
              {finding.evidence.length === 0 ? 'No single turn shows this.' : 'Seen in '}
              {finding.evidence.map((turn, at) => (
                <span key={turn}>
                  {at > 0 ? ', ' : ''}
                  <a className="link" href={`#turn-${turn}`}>
                    turn {turn}
                  </a>
                </span>
              ))}
            </p>
            <div>
              <KeepAsTest
                what={finding.title}
                messages={saidIn(result.conversation.filter(({ turn }) => finding.evidence.includes(turn)))}
                source={{
                  kind: 'exploration',
                  ref: { task_id: taskId, finding: finding.title, turn: finding.evidence[0] },
                }}
              />
            </div>
          </li>
        ))}
      </ul>
      {facts.length > 0 ? (
        <dl className="grid gap-x-6 gap-y-3 border-t border-line pt-4 sm:grid-cols-[minmax(9rem,auto)_1fr]">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="mark pt-0.5">{names[name] ?? humanize(name)}</dt>
              <dd className="-mt-2 min-w-0 break-words sm:mt-0">
                <FactValue value={name === 'goal_coverage' ? covered(value) : value} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Section>
  );
}

/** Where the code of a fact says less than a few words. */
const names: Readonly<Record<string, string>> = { goal_coverage: 'Goal spoken of' };

const covered = (share: unknown): string =>
  share === 0
    ? 'Not at all: no answer took up a word of the goal'
    : `${Math.round(Number(share) * 100)} % of the words of the goal were taken up`;

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
