import { shareWords, type Comparison, type TestRun } from '@sonde/contract';
import { shortened } from '#kernel/cut-text';
import type { Block, Report } from '#kernel/report';

/** What became better or worse, to send on. */
export const reportOfComparison = (base: TestRun, comparisons: readonly Comparison[]): Report => ({
  title: `Comparison with ${base.name}`,
  // Of several, each has its own sentence below.
  lead:
    comparisons.length === 1
      ? (comparisons[0]?.sentence ?? '')
      : `${comparisons.length} runs are compared with it, one after another.`,
  blocks: comparisons.flatMap((one) => blocksOf(base, one, comparisons.length > 1)),
});

function blocksOf(base: TestRun, { counts, ...one }: Comparison, isOneOfMany: boolean): Block[] {
  const names = [base.name, one.name] as const;
  return [
    { kind: 'heading', text: `${base.name} → ${one.name}` },
    ...(isOneOfMany ? [{ kind: 'text', text: one.sentence } as const] : []),
    {
      kind: 'facts',
      rows: [
        ...(base.endpoint.name === one.endpoint.name
          ? [['Endpoint', base.endpoint.name] as const]
          : [
              [`Endpoint of ${base.name}`, base.endpoint.name] as const,
              [`Endpoint of ${one.name}`, one.endpoint.name] as const,
            ]),
        ...shownCounts(counts, base.name, one.name),
      ],
    },
    ...(one.changes.length === 0
      ? []
      : [{ kind: 'heading', text: 'Tests that changed', isMinor: true } as const]),
    ...one.changes.map((change) => changed(base.name, one.name, change)),
    ...listed('What differs between the runs', one.causes),
    ...shares('By metric', names, one.by_metric),
    ...shares('By requirement', names, one.by_requirement),
  ];
}

const changed = (base: string, other: string, change: Comparison['changes'][number]): Block => ({
  kind: 'fold',
  mark: `${change.is_judged_otherwise ? 'The same answer, judged otherwise: ' : ''}${verdictWords[change.base]} → ${change.is_newly_flagged ? 'flagged, to look at' : change.is_other_error ? 'another error' : verdictWords[change.other]}`,
  tone: change.is_judged_otherwise
    ? 'plain'
    : change.is_newly_flagged || change.other === 'fail' || change.other === 'error'
      ? 'bad'
      : change.other === 'pass'
        ? 'good'
        : 'plain',
  title: shortened(change.name ?? change.content ?? 'a test that is gone', 300),
  isOpen:
    change.is_newly_flagged ||
    change.is_worse_by_metric ||
    (!change.is_judged_otherwise &&
      change.base === 'pass' &&
      (change.other === 'fail' || change.other === 'error')),
  blocks: [
    ...change.by_person.map(
      (side) =>
        ({
          kind: 'text',
          text: `A person’s review decided in ${side === 'base' ? base : other}: ${verdictWords[change[side]]}.`,
        }) as const,
    ),
    ...(change.metrics.length === 0
      ? []
      : [
          {
            kind: 'text',
            text: `Judged otherwise by ${change.metrics.map(metricWords).join(', ')}.`,
          } as const,
        ]),
    {
      kind: 'quotes',
      quotes: [
        ...(change.name === null || change.content === null ? [] : [{ by: 'Asked', text: change.content }]),
        ...(change.base_answer === null ? [] : [{ by: `Answer in ${base}`, text: change.base_answer }]),
        ...(change.other_answer === null ? [] : [{ by: `Answer in ${other}`, text: change.other_answer }]),
      ],
    },
  ],
});

const metricWords = ({
  shown_name: name,
  base,
  other,
}: Comparison['changes'][number]['metrics'][number]): string =>
  `“${name}” (${metricVerdict(base)} → ${metricVerdict(other)})`;
const metricVerdict = (verdict: string | null): string => (verdict === 'pass' ? 'passed' : 'failed');

const verdictWords = {
  pass: 'passed',
  fail: 'failed',
  error: 'error',
  undecided: 'not decided',
  absent: 'not in the run',
} as const;

const listed = (text: string, items: readonly string[]): Block[] =>
  items.length === 0
    ? []
    : [
        { kind: 'heading', text, isMinor: true },
        { kind: 'list', items },
      ];

interface Share {
  readonly name: string | null;
  readonly base_passed: number;
  readonly base_decided: number;
  readonly other_passed: number;
  readonly other_decided: number;
}

const shares = (text: string, names: readonly [string, string], rows: readonly Share[]): Block[] =>
  rows.every(({ name }) => name === null)
    ? []
    : [
        { kind: 'heading', text, isMinor: true },
        {
          kind: 'table',
          header: ['Name', ...names],
          rows: rows.map((row) => [
            row.name ?? 'Without a requirement',
            shareWords(row.base_passed, row.base_decided),
            shareWords(row.other_passed, row.other_decided),
          ]),
        },
      ];

const always: ReadonlySet<string> = new Set(['Got better', 'Got worse', 'Unchanged']);

/** As on the page: those that people look for, and of the rest what is there. */
const shownCounts = (
  counts: Comparison['counts'],
  base: string,
  other: string,
): readonly (readonly [string, string])[] =>
  (
    [
      ['Got better', counts.improved],
      ['Got worse', counts.regressed],
      ['Not decided before, fail now', counts.undecided_then_fail],
      ['Newly flagged', counts.newly_flagged],
      ['Stopped answering', counts.stopped_answering],
      ['Answer again', counts.answers_again],
      ['Error in both', counts.error_in_both],
      ['Of these, another error', counts.other_error],
      ['The same answer, judged otherwise', counts.judged_otherwise],
      ['Unchanged', counts.unchanged],
      ['Repeats disagree', counts.flaky],
      ['Not decided', counts.undecided],
      [`Only in ${base}`, counts.only_in_base],
      [`Only in ${other}`, counts.only_in_other],
      ['Test was changed', counts.changed_version],
    ] as const
  )
    .filter(([words, count]) => count !== 0 || always.has(words))
    .map(([words, count]) => [words, String(count)]);
