import type { Comparison, TestRun } from '@sonde/contract';
import type { Block, Report } from '#kernel/report';

/** What became better or worse, to send on. */
export const reportOfComparison = (base: TestRun, comparisons: readonly Comparison[]): Report => ({
  title: `Comparison with ${base.name}`,
  lead: comparisons.map(({ sentence }) => sentence).join(' '),
  blocks: comparisons.flatMap((one) => blocksOf(base, one)),
});

function blocksOf(base: TestRun, { counts, ...one }: Comparison): Block[] {
  return [
    { kind: 'heading', text: `${base.name} → ${one.name}` },
    { kind: 'text', text: one.sentence },
    {
      kind: 'facts',
      rows: [
        ['Improved', String(counts.improved)],
        ['Regressed', String(counts.regressed)],
        ['Unchanged', String(counts.unchanged)],
        ['Flaky', String(counts.flaky)],
        ['Undecided', String(counts.undecided)],
        ['Only in the base', String(counts.only_in_base)],
        ['Only in the other', String(counts.only_in_other)],
        ['Test was changed', String(counts.changed_version)],
      ],
    },
    ...listed(
      'Tests that changed',
      one.changes.map(
        ({ base: before, other: after, content }) =>
          `${before} → ${after}: ${(content ?? 'a test that is gone').slice(0, 300)}`,
      ),
    ),
    ...listed('What differs between the runs', one.causes),
    ...shares('By metric', one.by_metric),
    ...shares('By requirement', one.by_requirement),
  ];
}

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

const shares = (text: string, rows: readonly Share[]): Block[] =>
  rows.length === 0
    ? []
    : [
        { kind: 'heading', text, isMinor: true },
        {
          kind: 'table',
          header: ['Name', 'Base', 'Other'],
          rows: rows.map((row) => [
            row.name ?? 'Without one',
            `${row.base_passed} of ${row.base_decided} passed`,
            `${row.other_passed} of ${row.other_decided} passed`,
          ]),
        },
      ];
