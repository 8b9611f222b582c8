import { useState } from 'react';
import type { ReactNode } from 'react';
import { quotesTogether } from '@sonde/contract/exploration-threads';
import type { ExplorationResult, Severity } from '@sonde/contract';
import { formatPercent, plural } from '../../lib/format.ts';
import { useMay } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Folded } from '../../ui/folded.tsx';
import { Section } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { KeepFindings } from './keep-findings.tsx';
import { KeepTurns } from './keep-turns.tsx';
import { wordsBeforeKeeping } from './kept-words.ts';
import {
  anchorOf,
  bySeverity,
  kindWords,
  kindsOf,
  matchesFilter,
  noFilter,
  severityAnchor,
  severityLooks,
  severityOrder,
} from './severity.ts';
import type { FindingFilter, PlacedFinding } from './severity.ts';
import { StrategyFacts } from './strategy-facts.tsx';
import { isQuotedBelow } from './said-once.ts';

interface Props {
  result: ExplorationResult;
  taskId: string;
  title: string;
}

/** A section with more shows the first of them, and the others when they are asked for. */
const mostOfSeverity = 7;
const firstOfSeverity = 5;

/** Where more was found, what is not grave quotes its evidence when asked. */
const mostQuoted = 8;
const isGrave = (severity: Severity): boolean => severity === 'critical' || severity === 'high';

/** What was found, the worst first, each finding with the words it stands on. */
export function Findings({ result, taskId, title }: Props) {
  const may = useMay();
  const canKeep = may('test:create') && may('test_set:create');
  const [filter, setFilter] = useState<FindingFilter>(noFilter);
  const placed = result.findings.map((finding, place) => ({ finding, place }));
  const shown = placed.filter(({ finding }) => matchesFilter(finding, filter));
  const groups = bySeverity(shown);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const chosen = placed.filter(({ place }) => ticked.has(place));
  const kept = chosen.length > 0 ? chosen : shown;
  const tick = (place: number, isOn: boolean): void => {
    const next = new Set(ticked);
    if (isOn) next.add(place);
    else next.delete(place);
    setTicked(next);
  };
  // What was looked for is not put away again.
  const firstOf = (findings: readonly PlacedFinding[]): number =>
    shown.length === placed.length && findings.length > mostOfSeverity ? firstOfSeverity : findings.length;
  const list = (findings: readonly PlacedFinding[]): ReactNode => (
    <ul className="grid gap-4">
      {findings.map((one) => (
        <FindingShown
          key={one.place}
          placed={one}
          taskId={taskId}
          isShort={placed.length > mostQuoted}
          tick={
            canKeep && one.finding.evidence.length > 0
              ? { isOn: ticked.has(one.place), onChange: (isOn) => tick(one.place, isOn) }
              : null
          }
        />
      ))}
    </ul>
  );
  return (
    <Section
      title={plural(result.findings.length, 'finding')}
      lead={
        result.findings.length === 0
          ? 'Nothing certain enough to report.'
          : [
              'The worst first. Confidence is how sure Sonde is of each.',
              wordsBeforeKeeping(shown.map(({ finding }) => finding)),
            ]
              .filter(Boolean)
              .join(' ')
      }
      actions={
        <>
          {chosen.length > 0 ? (
            <Button look="quiet" onClick={() => setTicked(new Set())}>
              Choose none
            </Button>
          ) : null}
          <KeepFindings
            findings={kept.map(({ finding }) => finding)}
            taskId={taskId}
            title={title}
            which={chosen.length > 0 ? 'chosen' : shown.length === placed.length ? 'all' : 'shown'}
          />
        </>
      }
    >
      {placed.length > 4 ? <Filters result={result} filter={filter} onChange={setFilter} /> : null}
      {placed.length > 0 && shown.length === 0 ? (
        <p>
          No finding matches.{' '}
          <Button size="small" onClick={() => setFilter(noFilter)}>
            Show all
          </Button>
        </p>
      ) : null}
      <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents groups={groups} />
        <div className="grid min-w-0 gap-7">
          {groups.map(({ severity, findings }) => (
            <section key={severity} className="grid gap-4" aria-labelledby={severityAnchor(severity)}>
              <h3 id={severityAnchor(severity)} className="mark scroll-mt-24">
                {severityLooks[severity].words} · {findings.length}
              </h3>
              {list(findings.slice(0, firstOf(findings)))}
              {firstOf(findings) === findings.length ? null : (
                <Folded words={`Show all ${findings.length} (${findings.length - firstOf(findings)} more)`}>
                  {list(findings.slice(firstOf(findings)))}
                </Folded>
              )}
            </section>
          ))}
        </div>
      </div>
      <StrategyFacts result={result} />
    </Section>
  );
}

function Filters({
  result,
  filter,
  onChange,
}: {
  result: ExplorationResult;
  filter: FindingFilter;
  onChange: (filter: FindingFilter) => void;
}) {
  const there = severityOrder.filter((one) => result.findings.some(({ severity }) => severity === one));
  return (
    <div role="group" aria-label="Filter the findings" className="flex flex-wrap gap-2 print:hidden">
      <select
        aria-label="Severity"
        className="input w-auto"
        value={filter.severity}
        onChange={(event) => onChange({ ...filter, severity: event.target.value })}
      >
        <option value="">All severities</option>
        {there.map((severity) => (
          <option key={severity} value={severity}>
            {severityLooks[severity].words}
          </option>
        ))}
      </select>
      <select
        aria-label="About"
        className="input w-auto"
        value={filter.kind}
        onChange={(event) => onChange({ ...filter, kind: event.target.value })}
      >
        <option value="">About anything</option>
        {kindsOf(result.findings).map((words) => (
          <option key={words} value={words}>
            {words}
          </option>
        ))}
      </select>
      <SearchField
        label="Search the findings"
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
    </div>
  );
}

function Contents({ groups }: { groups: ReturnType<typeof bySeverity> }) {
  if (groups.length === 0) return null;
  return (
    <nav
      aria-label="Contents of the findings"
      className="max-h-[70vh] overflow-y-auto text-[0.875rem] max-lg:hidden lg:sticky lg:top-20 print:hidden"
    >
      {groups.map(({ severity, findings }) => (
        <div key={severity} className="mb-4 grid gap-1">
          <p className="mark">{severityLooks[severity].words}</p>
          <ul className="grid gap-0.5">
            {findings.map((one) => (
              <li key={one.place}>
                <a className="block py-0.5 hover:text-signal hover:underline" href={`#${anchorOf(one)}`}>
                  {one.finding.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const edges: Readonly<Record<Severity, string>> = {
  critical: 'border-danger',
  high: 'border-danger',
  medium: 'border-warn',
  low: 'border-line-strong',
  info: 'border-line',
};

function FindingShown({
  placed,
  taskId,
  isShort,
  tick,
}: {
  placed: PlacedFinding;
  taskId: string;
  /** One of many, so that its evidence waits to be asked for. */
  isShort: boolean;
  /** Whether it is chosen to be kept, where it can be. */
  tick: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
}) {
  const { finding } = placed;
  return (
    <li
      id={anchorOf(placed)}
      className={`grid scroll-mt-24 gap-2 border-l-2 pl-4 target:outline-2 target:outline-offset-4 target:outline-signal ${edges[finding.severity]}`}
    >
      <div className="flex items-start gap-2">
        {tick === null ? null : (
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 touch:size-6 accent-(--signal) print:hidden"
            aria-label={`Choose ${finding.title}`}
            checked={tick.isOn}
            onChange={(event) => tick.onChange(event.target.checked)}
          />
        )}
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <h4 className="min-w-0 font-semibold break-words">{finding.title}</h4>
          <Chip tone={severityLooks[finding.severity].tone}>{severityLooks[finding.severity].words}</Chip>
          <Chip>{kindWords(finding)}</Chip>
          <span className="text-[0.8125rem] text-muted">
            Confidence {formatPercent(finding.confidence * 100)}
          </span>
        </div>
      </div>
      {isQuotedBelow(finding.detail, finding.quotes) ? null : <p className="max-w-prose">{finding.detail}</p>}
      <Evidence finding={finding} isFolded={isShort && !isGrave(finding.severity)} />
      <div className="print:hidden">
        <KeepTurns taskId={taskId} turns={finding.evidence} what="findings" name={finding.title} />
      </div>
    </li>
  );
}

function Evidence({ finding, isFolded }: { finding: PlacedFinding['finding']; isFolded: boolean }) {
  const quotes = quotesTogether(finding.quotes);
  if (finding.evidence.length + quotes.length === 0) return null;
  const words =
    quotes.length === 0
      ? plural(finding.evidence.length, 'turn shows it', 'turns show it')
      : plural(quotes.length, 'quotation');
  return (
    <Folded words={`Evidence: ${words}`} isFolded={isFolded}>
      {quotes.map(({ turns, quote }) => (
        <blockquote key={turns[0]} className="m-0 max-w-prose text-[0.9375rem] break-words text-muted">
          “{quote}” <TurnLinks turns={turns} />
        </blockquote>
      ))}
      <More finding={finding} />
    </Folded>
  );
}

/** Turns that show it too, beyond those that are quoted. */
function More({ finding: { evidence, quotes } }: { finding: PlacedFinding['finding'] }) {
  const rest = evidence.filter((turn) => !quotes.some((quote) => quote.turn === turn));
  if (rest.length === 0) return null;
  return (
    <p className="text-[0.875rem] text-muted">
      Also in <TurnLinks turns={rest} />
    </p>
  );
}

const TurnLinks = ({ turns }: { turns: readonly number[] }) =>
  turns.map((turn, at) => (
    <span key={turn}>
      {at > 0 ? ', ' : ''}
      <a className="link whitespace-nowrap" href={`#turn-${turn}`}>
        turn {turn}
      </a>
    </span>
  ));
