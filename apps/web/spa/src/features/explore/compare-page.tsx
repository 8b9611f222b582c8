import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ExplorationComparison, Finding } from '@sonde/contract';
import { useApi } from '../../lib/platform-context.tsx';
import { useSearchText } from '../../lib/use-search-text.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice, Page, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ReportMenu, reportFiles } from '../../ui/report-menu.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { kindWords, severityLooks } from './severity.ts';

/** Two explorations of one endpoint: what is new, what is gone, what changed. */
export function CompareExplorationsPage() {
  const api = useApi();
  const base = useSearchText('base') ?? '';
  const other = useSearchText('other') ?? '';
  const isNamed = base !== '' && other !== '';
  const comparison = useQuery({
    queryKey: ['explorations', 'compare', base, other],
    queryFn: ({ signal }) => api.call('compareExplorations', { query: { base, other }, signal }),
    enabled: isNamed,
  });
  const back = (
    <LinkButton className="justify-self-start" to="/endpoints">
      To the list of endpoints
    </LinkButton>
  );
  return (
    <Page
      title="Two explorations compared"
      actions={
        comparison.data ? (
          <ReportMenu
            files={reportFiles(
              `/explorations/compare/report?base=${encodeURIComponent(base)}&other=${encodeURIComponent(other)}`,
            )}
          />
        ) : undefined
      }
    >
      {isNamed ? null : (
        <EmptyState title="No explorations are named" action={back}>
          <p>Open an exploration and choose “Compare with…”.</p>
        </EmptyState>
      )}
      {comparison.isLoading ? <SkeletonLines count={6} label="Comparing" /> : null}
      {comparison.error ? (
        <>
          <ProblemNotice error={comparison.error} onRetry={() => void comparison.refetch()} />
          {back}
        </>
      ) : null}
      {comparison.data ? <Shown comparison={comparison.data} /> : null}
    </Page>
  );
}

function Shown({ comparison }: { comparison: ExplorationComparison }) {
  const { base, other, appeared, gone, changed } = comparison;
  return (
    <>
      <section className="card grid gap-3 p-4 sm:p-6">
        <p className="text-xl">{comparison.sentence}</p>
        <p className="break-words text-muted">
          From {runLink(base)} to {runLink(other)}
        </p>
      </section>
      {comparison.notes.length === 0 ? null : (
        <Notice tone="warn">
          <p className="font-medium">
            The two were not made in the same way, so a difference may come from that:
          </p>
          <ul className="grid list-disc gap-1 pl-5">
            {comparison.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
      <List title="New" none="Nothing new was found.">
        {appeared.map((finding, index) => (
          <Line key={index} finding={finding} taskId={other.task_id} />
        ))}
      </List>
      <List title="Gone" none="Everything that was found before was found again.">
        {gone.map((finding, index) => (
          <Line key={index} finding={finding} taskId={base.task_id} />
        ))}
      </List>
      <List title="Changed" none="Nothing that was found in both has changed.">
        {changed.map(({ before, after, what }, index) => (
          <Line key={index} finding={after} taskId={other.task_id}>
            <p className="text-[0.9375rem] text-muted">
              Changed: {what.join(', ')}. Before: {severityLooks[before.severity].words.toLowerCase()},{' '}
              {before.title}. {before.detail}
            </p>
          </Line>
        ))}
      </List>
    </>
  );
}

const runLink = ({ task_id, title, finished_at }: ExplorationComparison['base']) => (
  <>
    <Link className="link" to="/jobs/$taskId" params={{ taskId: task_id }}>
      {title}
    </Link>
    {finished_at === null ? null : (
      <>
        , <Time at={finished_at} />
      </>
    )}
  </>
);

function List({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) {
  return (
    <Section title={`${title}: ${children.length}`}>
      {children.length === 0 ? <p className="text-muted">{none}</p> : null}
      <ul className="grid gap-4">{children}</ul>
    </Section>
  );
}

function Line({ finding, taskId, children }: { finding: Finding; taskId: string; children?: ReactNode }) {
  const { words, tone } = severityLooks[finding.severity];
  return (
    <li className="grid gap-1.5 border-l-2 border-line-strong pl-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{finding.title}</h3>
        <Chip tone={tone}>{words}</Chip>
        <Chip>{kindWords(finding)}</Chip>
      </div>
      <p className="max-w-prose">{finding.detail}</p>
      {finding.quotes.slice(0, 2).map(({ turn, quote }) => (
        <blockquote key={turn} className="m-0 max-w-prose text-[0.9375rem] break-words text-muted">
          “{quote}”{' '}
          <Link
            className="link whitespace-nowrap"
            to="/jobs/$taskId"
            params={{ taskId }}
            hash={`turn-${turn}`}
          >
            turn {turn}
          </Link>
        </blockquote>
      ))}
      {children}
    </li>
  );
}
