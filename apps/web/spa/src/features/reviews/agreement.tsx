import { useQuery } from '@tanstack/react-query';
import type { ReviewerAgreement } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { agreementQuery } from './queries.ts';
import { formatNumber, formatPercent } from '../../lib/format.ts';

interface Line {
  readonly name: string;
  readonly said: ReviewerAgreement['results'];
}

/** How far people agree with each other and with the metrics. */
export function AgreementShown() {
  const { api, projectId } = usePlatform();
  const agreement = useQuery(agreementQuery(api, projectId));
  const data = agreement.data;
  if (agreement.error)
    return <ProblemNotice error={agreement.error} onRetry={() => void agreement.refetch()} />;
  if (!data) return null;
  const lines: Line[] = [
    ...data.between_reviewers.map((said) => ({
      name: said.reviewers.map(({ name }) => name ?? 'somebody').join(' and '),
      said,
    })),
    ...data.metrics.map((said) => ({ name: `${said.metric_name} and people`, said })),
    { name: 'All metrics of a result together, and people', said: data.results },
  ].filter(({ said }) => said.n > 0);
  if (lines.length === 0) return null;
  return (
    <Section
      title="Agreement"
      lead="On what both have judged. Beyond chance (Cohen’s κ) 1 means always, 0 is what chance alone gives; in brackets, between which values it most likely (95 %) lies."
    >
      <SimpleTable
        label="Agreement"
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Between', cell: ({ name }) => <span className="font-medium">{name}</span> },
          { header: 'Judged by both', cell: ({ said }) => said.n },
          {
            header: 'Agree',
            cell: ({ said }) => (said.agreement === null ? '–' : formatPercent(said.agreement)),
          },
          { header: 'Beyond chance', cell: ({ said }) => kappaWords(said) },
        ]}
      />
    </Section>
  );
}

function kappaWords({ kappa, kappa_low, kappa_high }: ReviewerAgreement['results']): string {
  if (kappa === null) return 'One of them always says the same';
  const round = (value: number | null): string => (value === null ? '–' : formatNumber(value, 2));
  return `${round(kappa)} (${round(kappa_low)} to ${round(kappa_high)})`;
}
