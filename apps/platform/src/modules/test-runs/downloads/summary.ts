import {
  byPeopleWords,
  decidedWords,
  openParts,
  percentOf,
  percentWords,
  runStatusWord,
  trueShareWords,
  type ByPeople,
  type Comparison,
} from '@sonde/contract';
import { stoppedEarly } from '@sonde/contract/run-ends';
import { shortened } from '#kernel/cut-text';
import { plural } from '#kernel/plural';
import { escapeMarkdown } from '#kernel/report';
import { namedMost } from '../comparison-words.ts';
import type { RunFlags } from '../flags.ts';
import { limitsOf } from '../gate-limits.ts';
import type { RunRow } from '../tables.ts';
import { wilson } from '#metrics';

/** What a run came to, in one sentence that says nothing it does not know. */
export function headlineOf(run: Pick<RunRow, 'passed' | 'failed' | 'planned'>): string {
  const decided = run.passed + run.failed;
  if (decided === 0) return `Nothing was decided: none of ${plural(run.planned, 'result')} passed or failed.`;
  const { low, high } = wilson(run.passed, decided);
  const rate = percentWords((run.passed / decided) * 100);
  const told = decidedWords({ ...run, total: run.planned }, String, rate);
  return `${told}; ${trueShareWords({ low: percentOf(low), high: percentOf(high) })}.`;
}

/** What was left out may be what would have failed, so it is told beside what was found. */
export function endedEarly({ status, stopReason }: Pick<RunRow, 'status' | 'stopReason'>): string[] {
  const sentence = stoppedEarly({ status, stop_reason: stopReason });
  return sentence === null ? [] : [sentence];
}

/** “Scored again” in its name says nothing to whoever has the report alone. */
export const scoredAgain = ({ referenceTestRunId }: Pick<RunRow, 'referenceTestRunId'>): string[] =>
  referenceTestRunId === null
    ? []
    : [
        'Scored again: the metrics judged the answers of an earlier run once more, and the application was not called.',
      ];

/** Results that follow a review of another run, those with a flag that no person has looked at, and those only flags looked at. */
export interface ReviewedOfRun extends RunFlags {
  readonly byPeople: ByPeople;
  readonly carried: number;
}

/** A run beside the one it is held against. */
export type ComparedRun = Comparison & { readonly baseName: string };

/** What nobody decided, counted as the page of the run counts it. */
export const openOf = (run: RunRow, { only_flagged }: RunFlags) =>
  openParts({ counts: { not_evaluated: run.notEvaluated }, only_flagged });

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the comparison says: its sentence, the tests that got worse where it does not name them, and what differs. */
export const comparedLines = (comparison: ComparedRun): readonly string[] => [
  ...gotWorse(comparison),
  ...comparison.causes,
];

/** A short summary for a pull request. */
export function markdownOf(
  run: RunRow,
  comparison: ComparedRun | undefined,
  reviewed: ReviewedOfRun,
  { worst, overruled }: { readonly worst: readonly string[]; readonly overruled: readonly string[] },
): string {
  const gate = run.gate === null ? '' : run.gate === 'passed' ? ' · gate passed' : ' · **gate failed**';
  const { byPeople, carried, flagged } = reviewed;
  const limits = limitsOf(run);
  const open = openOf(run, reviewed);
  const lines = [
    `### ${escapeMarkdown(run.name)}: ${runStatusWord(run.status)}${gate}`,
    '',
    headlineOf(run),
    ...scoredAgain(run),
    ...endedEarly(run),
    '',
    `| Passed | Failed | Errors | ${open.map(({ words }) => upperFirst(words)).join(' | ')} | Cancelled | Planned |`,
    `|---:|---:|---:|${open.map(() => '---:|').join('')}---:|---:|`,
    `| ${run.passed} | ${run.failed} | ${run.errors} | ${open.map(({ count, note }) => `${count}${note}`).join(' | ')} | ${run.cancelled} | ${run.planned} |`,
    '',
    `Set **${escapeMarkdown(run.snapshot.test_set.name)}** on endpoint **${escapeMarkdown(run.snapshot.endpoint.name)}** (${escapeMarkdown(run.snapshot.environment)}).`,
    ...(byPeople.results > 0 ? [`- ${byPeopleWords(byPeople)}.`] : []),
    ...(carried > 0
      ? [
          `- ${plural(carried, 'result follows', 'results follow')} a review of the same answer in an earlier run.`,
        ]
      : []),
    ...(flagged > 0
      ? [`- ${plural(flagged, 'result has', 'results have')} a flag for a person to look at.`]
      : []),
    ...(limits === null ? [] : [`- ${escapeMarkdown(limits)}`]),
    ...(run.gateReasons ?? []).map((reason) => `- ${escapeMarkdown(reason)}`),
    ...(comparison
      ? [
          '',
          `Compared with **${escapeMarkdown(comparison.baseName)}**: ${escapeMarkdown(comparison.sentence)}`,
          ...comparedLines(comparison).map((line) => `- ${escapeMarkdown(line)}`),
        ]
      : []),
    ...(overruled.length > 0
      ? [
          '',
          '**Decided by a person against the metrics:**',
          ...overruled.map((line) => `- ${escapeMarkdown(line)}`),
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

    .filter(
      ({ base, other, is_judged_otherwise: isJudged }) => !isJudged && base === 'pass' && other === 'fail',
    )
    .slice(0, namedMost)
    .map(({ name, content }) => `Got worse: ${shortened(name ?? content ?? 'a test that is gone', 120)}`);
  return [...named, `and ${counts.regressed - named.length} more got worse`];
}
