import type { Requirement, Test } from '@sonde/contract';
import { formatNumber, plural } from '../../lib/format.ts';

type Judged = Pick<Test, 'metrics' | 'requirement'>;

/** How many of the tests nothing judges but the metrics of their set. */
export const countJudgedAlone = (
  tests: readonly Judged[],
  metricsOf: (requirementId: string) => Requirement['metrics'],
): number =>
  tests.filter(
    ({ metrics, requirement }) =>
      metrics.length === 0 && (requirement === null || metricsOf(requirement.id).length === 0),
  ).length;

/** Said where the metrics of a set are chosen: by these alone such a test passes, and nobody looks at its answer. */
export function judgedAloneWords(alone: number, looked: number, total: number): string {
  if (alone === 0) return '';
  const who =
    looked < total
      ? `Of the first ${formatNumber(looked)} tests of this set, ${formatNumber(alone)}`
      : `${plural(alone, 'test')} of this set`;
  const [has, its, them] = alone === 1 ? ['has', 'its', 'it'] : ['have', 'their', 'them'];
  return `${who} ${has} no metric of ${its} own: what is chosen here decides ${them} alone. Where it passes, no person is asked.`;
}
