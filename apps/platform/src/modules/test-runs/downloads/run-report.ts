import { byPeopleWords, runStatusWord } from '@sonde/contract';
import { shortened, cutText } from '#kernel/cut-text';
import { momentInReport, type Block, type Report } from '#kernel/report';
import { limitsOf } from '../gate-limits.ts';
import type { RunRow } from '../tables.ts';
import { flatRow, verdictsOf, type DownloadedResult } from './rows.ts';
import {
  comparedLines,
  endedEarly,
  headlineOf,
  openOf,
  scoredAgain,
  upperFirst,
  type ComparedRun,
  type ReviewedOfRun,
} from './summary.ts';

const shownCharacters = 4000;

/** A whole run to send on: what it came to, and each result with its verdicts. */
export const reportOfRun = (
  run: RunRow,
  comparison: ComparedRun | undefined,
  reviewed: ReviewedOfRun,
  results: AsyncIterable<DownloadedResult>,
): Report => ({
  title: run.name,
  // Who passed a run belongs beside how it passed.
  lead: `${[headlineOf(run), ...scoredAgain(run), ...endedEarly(run)].join(' ')}${reviewed.byPeople.results === 0 ? '' : ` ${upperFirst(byPeopleWords(reviewed.byPeople))}.`}`,
  blocks: blocksOf(run, comparison, reviewed, results),
});

async function* blocksOf(
  run: RunRow,
  comparison: ComparedRun | undefined,
  reviewed: ReviewedOfRun,
  results: AsyncIterable<DownloadedResult>,
): AsyncGenerator<Block> {
  yield { kind: 'facts', rows: factsOf(run, reviewed) };
  yield* reasonsOf(run);
  if (comparison) yield* comparedBlocks(comparison);
  yield { kind: 'heading', text: 'Results' };
  const openFlags = !isPassed(run);
  for await (const result of results) yield resultOf(result, openFlags);
}

/** By its gate, or without one by all that was decided: then nothing has to be looked at before anything else. */
const isPassed = ({ gate, passed, failed, errors }: RunRow): boolean =>
  gate === null ? passed > 0 && failed + errors === 0 : gate === 'passed';

/** Why the gate failed, and by whose limits it did: whoever gets the page alone has nothing else to learn it from. */
function* reasonsOf(run: RunRow): Generator<Block> {
  const reasons = run.gate === 'failed' ? (run.gateReasons ?? []) : [];
  if (reasons.length === 0) return;
  yield { kind: 'heading', text: 'Why the gate failed' };
  yield { kind: 'list', items: reasons };
}

function* comparedBlocks(comparison: ComparedRun): Generator<Block> {
  yield { kind: 'heading', text: `Compared with ${comparison.baseName}` };
  yield { kind: 'text', text: comparison.sentence };
  const lines = comparedLines(comparison);
  if (lines.length > 0) yield { kind: 'list', items: lines };
}

const factsOf = (run: RunRow, reviewed: ReviewedOfRun): readonly (readonly [string, string])[] => [
  ['Status', runStatusWord(run.status)],
  ['Gate (the limits a run must keep)', [run.gate ?? 'none', ...[limitsOf(run) ?? []].flat()].join('. ')],
  ['Test set', run.snapshot.test_set.name],
  ['Application', run.snapshot.endpoint.name],
  ['Environment', run.snapshot.environment],
  ['Passed', String(run.passed)],
  ['Failed', String(run.failed)],
  // As on the page: a row of zeros hides what is not one.
  ...(
    [
      ['Errors', run.errors, ''],
      ...openOf(run, reviewed).map(({ words, count, note }) => [upperFirst(words), count, note] as const),
      ['Cancelled', run.cancelled, ''],
      ['Decided by a person', reviewed.byPeople.results, ''],
      ['Of these, against the metrics', reviewed.byPeople.against_metrics, ''],
      ['As reviewed before, the same answer', reviewed.carried, ''],
      ['Flagged, to look at', reviewed.flagged, ''],
    ] as const
  ).flatMap(([words, count, note]) => (count === 0 ? [] : [[words, `${count}${note}`] as const])),
  ['Calls', String(run.targetCalls)],
  ['Started', momentInReport(run.startedAt)],
  ['Ended', momentInReport(run.finishedAt)],
];

/** The words of the pages for what the interface calls otherwise. */
const resultWords: Readonly<Record<string, string>> = {
  Pass: 'Passed',
  Fail: 'Failed',
  NotEvaluated: 'Not evaluated',
};

/** As the counts take it, which the whole run is told with. */
const isOnlyFlagged = ({ row: { status, reasonCode } }: DownloadedResult): boolean =>
  status === 'NotEvaluated' && (reasonCode === 'flag' || reasonCode === 'no_flag');

const tones: Readonly<Record<string, 'good' | 'bad' | 'warn'>> = { Pass: 'good', Fail: 'bad', Error: 'warn' };

function resultOf(result: DownloadedResult, openFlags: boolean): Block {
  const flat = flatRow(result);
  const quotes = [
    { by: 'Sent', text: cut(flat.input) },
    ...(flat.expected ? [{ by: 'Expected', text: cut(flat.expected) }] : []),
    { by: 'Answer', text: cut(flat.output) },
  ];
  const verdicts = verdictsOf(result.detail).map(
    ({ shown_name: metric, verdict, flag, score, threshold, reason }) =>
      `“${metric}”: ${flag === null || verdict !== 'not_evaluated' ? verdict.replace('_', ' ') : 'may flag, not decide'}${score === null || threshold === null ? '' : ` (score ${score}, limit ${threshold})`} – ${reason}`,
  );
  return {
    kind: 'fold',
    // As it is counted above: what only flags looked at is no lack of a metric.
    mark: isOnlyFlagged(result) ? 'Checked for flags only' : (resultWords[flat.status] ?? flat.status),
    tone: tones[flat.status] ?? 'plain',
    title: `${flat.flags === '' ? '' : '⚑ Flagged: '}${shortened(result.detail?.described ?? flat.input, 200)}`,
    isOpen: flat.status === 'Fail' || flat.status === 'Error' || (openFlags && flat.flags !== ''),
    blocks: [
      { kind: 'quotes', quotes },
      ...(result.decided ? [{ kind: 'text' as const, text: result.decided.sentence }] : []),
      ...reasonOf(result, flat.reason),
      ...(verdicts.length > 0 ? [{ kind: 'list' as const, items: verdicts }] : []),
    ],
  };
}

/** Why it came out as it did, where the line of its metric does not say so already. */
function reasonOf({ decided, detail }: DownloadedResult, reason: string): readonly Block[] {
  if (reason === '') return [];
  const isSaidBelow = verdictsOf(detail).some(({ metric, shown_name: shown, reason: said }) =>
    [said, `“${metric}”: ${said}`, `“${shown}”: ${said}`].includes(reason),
  );
  if (isSaidBelow) return decided ? [{ kind: 'text', text: 'The metrics said:' }] : [];
  return [{ kind: 'text', text: decided ? `The metrics said: ${reason}` : reason }];
}

const cut = (text: string): string => cutText(text, shownCharacters);
