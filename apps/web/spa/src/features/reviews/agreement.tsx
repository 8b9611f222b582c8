import { useQuery } from '@tanstack/react-query';
import type { ReviewerAgreement } from '@sonde/contract';
import { usePlatform } from '../../lib/platform-context.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { agreementQuery } from './queries.ts';
import { Explained } from '../../ui/explained.tsx';
import { agreementWords, kappaMeaning, kappaWords } from './agreement-words.ts';

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
    <Section title="Agreement" lead="How often two judge the same result alike, on what both have judged.">
      <SimpleTable
        label="Agreement"
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Between', cell: ({ name }) => <span className="font-medium">{name}</span> },
          { header: 'Judged by both', cell: ({ said }) => said.n },
          { header: 'Agree', cell: ({ said }) => agreementWords(said) },
          {
            header: 'More than by chance',
            cell: ({ said }) => {
              const kappa = kappaWords(said);
              return (
                <Explained name="More than by chance" says={kappaMeaning} shown={kappa ?? 'Not known yet'} />
              );
            },
          },
        ]}
      />
    </Section>
  );
}
