import type { ExplorationComparison, ExplorationResult, Finding } from '@sonde/contract';
import { strategyCards } from '@sonde/contract/table';
import { bySeverity } from './findings/severity.ts';

/** An exploration that has ended, with what a reader is told of it. */
export interface EndedExploration {
  readonly taskId: string;
  readonly title: string;
  readonly finishedAt: string | null;
  readonly result: ExplorationResult;
}

/** What is new, gone and changed from one exploration to another: findings of one kind whose titles speak of the same. */
export function compareExplorations(base: EndedExploration, other: EndedExploration): ExplorationComparison {
  const { pairs, gone, appeared } = paired(base.result.findings, other.result.findings);
  const changed = pairs.flatMap(({ before, after }) => {
    const what = differencesOf(before, after);
    return what.length === 0 ? [] : [{ before, after, what }];
  });
  const counts = { appeared: appeared.length, gone: gone.length, changed: changed.length };
  return {
    base: headOf(base),
    other: headOf(other),
    sentence: sentenceOf(counts, pairs.length - changed.length),
    appeared: bySeverity(appeared),
    gone: bySeverity(gone),
    changed,
    unchanged: pairs.length - changed.length,
    notes: notesOf(base.result, other.result),
  };
}

interface Pairs {
  readonly pairs: readonly { readonly before: Finding; readonly after: Finding }[];
  readonly gone: readonly Finding[];
  readonly appeared: readonly Finding[];
}

/** Equal titles find each other first, so that a merely similar one takes nobody's place. */
function paired(before: readonly Finding[], after: readonly Finding[]): Pairs {
  const pairs: { before: Finding; after: Finding }[] = [];
  let gone = [...before];
  let appeared = [...after];
  for (const least of [1, alike]) {
    for (const one of gone.slice()) {
      const [best] = appeared
        .filter(({ kind }) => kind === one.kind)
        .map((finding) => ({ finding, likeness: likenessOf(one.title, finding.title) }))
        .filter(({ likeness }) => likeness >= least)
        .toSorted((a, b) => b.likeness - a.likeness);
      if (!best) continue;
      pairs.push({ before: one, after: best.finding });
      gone = gone.filter((finding) => finding !== one);
      appeared = appeared.filter((finding) => finding !== best.finding);
    }
  }
  return { pairs, gone, appeared };
}

/** Half of the words in common: "Off-topic questions are declined: cooking" and "…: gardening" are one finding. */
const alike = 0.5;

function likenessOf(left: string, right: string): number {
  const [one, two] = [wordsOf(left), wordsOf(right)];
  const common = [...one].filter((word) => two.has(word)).length;
  const all = one.size + two.size - common;
  return all === 0 ? 1 : common / all;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Less than this is the same confidence with other words around it. */
const confidenceStep = 0.1;

function differencesOf(before: Finding, after: Finding): ExplorationComparison['changed'][number]['what'] {
  return [
    ...(before.severity === after.severity ? [] : (['severity'] as const)),
    ...(likenessOf(before.title, after.title) === 1 ? [] : (['title'] as const)),
    ...(likenessOf(before.detail, after.detail) === 1 ? [] : (['detail'] as const)),
    ...(Math.abs(before.confidence - after.confidence) < confidenceStep ? [] : (['confidence'] as const)),
  ];
}

const headOf = ({ taskId, title, finishedAt, result }: EndedExploration) => ({
  task_id: taskId,
  title,
  finished_at: finishedAt,
  findings: result.findings.length,
});

function sentenceOf(
  { appeared, gone, changed }: { appeared: number; gone: number; changed: number },
  unchanged: number,
): string {
  if (appeared + gone + changed === 0)
    return unchanged === 0
      ? 'Neither exploration found anything.'
      : `All ${unchanged} findings are the same.`;
  return `${appeared} new, ${gone} gone, ${changed} changed, ${unchanged} the same.`;
}

/** Two explorations that asked otherwise may differ for that reason alone, and the reader should know. */
function notesOf(base: ExplorationResult, other: ExplorationResult): string[] {
  const told = (name: string, before: string, after: string): string[] =>
    before === after ? [] : [`${name}: ${before}, then ${after}.`];
  return [
    ...told('Looked at', nameOf(base.strategy), nameOf(other.strategy)),
    ...(base.strategy === null && other.strategy === null ? told('Goal', base.goal, other.goal) : []),
    ...told('Asked and judged by', base.model, other.model),
    ...told('Turns', String(base.turns_used), String(other.turns_used)),
    ...told('Ended', base.stop_reason, other.stop_reason),
  ];
}

const nameOf = (strategy: string | null): string =>
  strategyCards.find(({ id }) => id === strategy)?.name ?? strategy?.replaceAll('_', ' ') ?? 'Own goal';
