import { decidedWords, percentOf, percentWords, runStatusWord, type Comparison } from '@sonde/contract';
import { plural } from '#kernel/plural';
import { escapeMarkdown } from '#kernel/report';
import { namedMost } from '../compare.ts';
import type { RunRow } from '../tables.ts';
import { wilson } from '#metrics';

/** What a run came to, in one sentence that says nothing it does not know. */
export function headlineOf(run: Pick<RunRow, 'passed' | 'failed' | 'planned'>): string {
  const decided = run.passed + run.failed;
  if (decided === 0) return `Nothing was decided: none of ${plural(run.planned, 'result')} passed or failed.`;
  const { low, high } = wilson(run.passed, decided);
  const rate = percentWords((run.passed / decided) * 100);
  return `${decidedWords({ ...run, total: run.planned }, String, `${rate}; 95 % between ${Math.floor(percentOf(low))} and ${Math.ceil(percentOf(high))} %`)}.`;
}

/** Results that follow a review of another run, and those with a flag that no person has looked at. */
export interface ReviewedOfRun {
  readonly carried: number;
  readonly flagged: number;
}

/** A short summary for a pull request. */
export function markdownOf(
  run: RunRow,
  comparison: (Comparison & { readonly baseName: string }) | undefined,
  { carried, flagged }: ReviewedOfRun,
  worst: readonly string[],
): string {
  const gate = run.gate === null ? '' : run.gate === 'passed' ? ' · gate passed' : ' · **gate failed**';
  const lines = [
    `### ${escapeMarkdown(run.name)}: ${runStatusWord(run.status)}${gate}`,
    '',
    headlineOf(run),
    '',
    '| Passed | Failed | Errors | Not evaluated | Cancelled | Planned |',
    '|---:|---:|---:|---:|---:|---:|',
    `| ${run.passed} | ${run.failed} | ${run.errors} | ${run.notEvaluated} | ${run.cancelled} | ${run.planned} |`,
    '',
    `Set **${escapeMarkdown(run.snapshot.test_set.name)}** on endpoint **${escapeMarkdown(run.snapshot.endpoint.name)}** (${escapeMarkdown(run.snapshot.environment)}).`,
    ...(carried > 0
      ? [
          `- ${plural(carried, 'result follows', 'results follow')} a review of the same answer in an earlier run.`,
        ]
      : []),
    ...(flagged > 0
      ? [`- ${plural(flagged, 'result has', 'results have')} a flag for a person to look at.`]
      : []),
    ...(run.gateReasons ?? []).map((reason) => `- ${escapeMarkdown(reason)}`),
    ...(comparison
      ? [
          '',
          `Compared with **${escapeMarkdown(comparison.baseName)}**: ${escapeMarkdown(comparison.sentence)}`,
          ...gotWorse(comparison).map((line) => `- ${escapeMarkdown(line)}`),
          ...comparison.causes.map((cause) => `- ${escapeMarkdown(cause)}`),
        ]
      : []),
    ...(worst.length > 0 ? ['', '**Failed:**', ...worst.map((line) => `- ${escapeMarkdown(line)}`)] : []),
    '',
  ];
  return lines.join('\n');
}

/** The first tests that got worse, by what they ask, where they are more than the sentence names. */
function gotWorse({ changes, counts }: Comparison): string[] {
  if (counts.regressed <= namedMost) return [];
  const named = changes
    .filter(({ base, other }) => base === 'pass' && other === 'fail')
    .slice(0, namedMost)
    .map(({ content }) => `Got worse: ${content?.slice(0, 120) ?? 'a test that is gone'}`);
  return [...named, `and ${counts.regressed - named.length} more got worse`];
}
