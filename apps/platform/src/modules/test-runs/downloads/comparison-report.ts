import { shareWords, type Comparison, type TestRun } from '@sonde/contract';
import { comparedCounts } from '@sonde/contract/comparison-counts';
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
          ? [['Application', base.endpoint.name] as const]
          : [
              [`Application of ${base.name}`, base.endpoint.name] as const,
              [`Application of ${one.name}`, one.endpoint.name] as const,
            ]),
        ...countRows(counts, names),
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

/** As on the page: each test once, and then what is told of some of them besides. */
function countRows(counts: Comparison['counts'], names: readonly [string, string]): [string, string][] {
  const { tests, parts, among } = comparedCounts(counts, names);
  return [
    ['Tests', String(tests)],
    ...parts.map(({ words, count }): [string, string] => [words, String(count)]),
    ...among.map(({ words, count }): [string, string] => [`Among them: ${words}`, String(count)]),
  ];
}
