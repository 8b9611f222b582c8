import {
  percentWords,
  severities,
  type ExplorationComparison,
  type ExplorationTurn,
  type Finding,
} from '@sonde/contract';
import { quotesTogether } from '@sonde/contract/exploration-threads';
import { severityWords } from '@sonde/contract/finding-words';
import { plural } from '#kernel/plural';
import { momentInReport, type Block, type Report } from '#kernel/report';
import { BUILTIN_EXPLORER } from './builtin-explorer.ts';
import type { EndedExploration } from './compare.ts';

/** An exploration to send on: what was found, the worst first, and the conversation it stands on. */
export function reportOfExploration({ title, finishedAt, result }: EndedExploration): Report {
  return {
    title,
    lead: result.conversation_summary,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Finished', momentInReport(finishedAt)],
          ['Turns', String(result.turns_used)],
          ['Why it ended', result.stop_reason],
          [
            'Asked and judged by',
            result.model === BUILTIN_EXPLORER ? 'Sonde’s built-in questions, by rules' : result.model,
          ],
          ['Findings', String(result.findings.length)],
        ],
      },
      ...severities.flatMap((severity) => {
        const found = result.findings.filter((finding) => finding.severity === severity);
        return found.length === 0
          ? []
          : [heading(`${severityWords[severity]}: ${found.length}`), ...found.flatMap(findingBlocks)];
      }),
      heading('Conversation'),
      ...result.conversation.map(turnBlock),
    ],
  };
}

/** What two explorations found, to send on. */
export function reportOfComparison(comparison: ExplorationComparison): Report {
  const { base, other, appeared, gone, changed } = comparison;
  const part = (text: string, blocks: readonly Block[]): Block[] =>
    blocks.length === 0 ? [] : [heading(text), ...blocks];
  return {
    title: `Two explorations compared: ${other.title}`,
    lead: comparison.sentence,
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['Before', `${base.title}, ${momentInReport(base.finished_at)}`],
          ['After', `${other.title}, ${momentInReport(other.finished_at)}`],
        ],
      },
      ...(comparison.notes.length === 0 ? [] : [{ kind: 'list' as const, items: comparison.notes }]),
      ...part('New', appeared.flatMap(findingBlocks)),
      ...part('Gone', gone.flatMap(findingBlocks)),
      ...part(
        'Changed',
        changed.flatMap(({ before, after, what }) => [
          ...findingBlocks(after),
          {
            kind: 'text' as const,
            text: `Changed: ${what.join(', ')}. Before: ${before.title}. ${before.detail}`,
          },
        ]),
      ),
    ],
  };
}

const heading = (text: string): Block => ({ kind: 'heading', text });

/** As the page of an exploration calls them. */
const outcomeWords: Readonly<Record<ExplorationTurn['outcome'], string>> = {
  answered: 'answered',
  soft_refusal: 'evaded',
  refused: 'refused',
  empty: 'empty answer',
  rate_limited: 'refused: too many calls',
  error: 'error',
  inconclusive: 'unclear',
};

const findingBlocks = ({ severity, title, detail, quotes, confidence }: Finding): Block[] => [
  { kind: 'heading', text: title, isMinor: true },
  {
    kind: 'text',
    text: `${severityWords[severity]}, confidence ${percentWords(confidence * 100)}. ${detail}`,
  },
  ...evidenceBlocks(severity, quotes),
];

/** What is grave shows its evidence at once; of anything else it is opened by who wants it. */
function evidenceBlocks(severity: Finding['severity'], quotes: Finding['quotes']): Block[] {
  const together = quotesTogether(quotes);
  if (together.length === 0) return [];
  return [
    {
      kind: 'fold',
      mark: 'Evidence',
      tone: 'plain',
      title: plural(together.length, 'quotation'),
      isOpen: severity === 'critical' || severity === 'high',
      blocks: [
        {
          kind: 'quotes',
          quotes: together.map(({ turns, quote }) => ({ by: turnsInWords(turns), text: quote })),
        },
      ],
    },
  ];
}

const turnBlock = ({ turn, sent, received, outcome, error }: ExplorationTurn): Block => ({
  kind: 'fold',
  mark: `Turn ${turn}`,
  tone: outcome === 'error' || outcome === 'rate_limited' ? 'bad' : 'plain',
  title: sent.slice(0, 200),
  isOpen: false,
  blocks: [
    {
      kind: 'quotes',
      quotes: [
        { by: 'Sonde', text: sent },
        { by: `Application (${outcomeWords[outcome]})`, text: received ?? error ?? 'No answer.' },
      ],
    },
  ],
});

const turnsInWords = (turns: readonly number[]): string =>
  `${turns.length === 1 ? 'Turn' : 'Turns'} ${turns.join(', ')}`;
