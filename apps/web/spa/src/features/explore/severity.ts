import type { Finding, Severity } from '@sonde/contract';
import { humanize } from '../../lib/format.ts';
import type { Tone } from '../../ui/chip.tsx';

export const severityLooks: Readonly<Record<Severity, { words: string; tone: Tone }>> = {
  critical: { words: 'Critical', tone: 'danger' },
  high: { words: 'High', tone: 'danger' },
  medium: { words: 'Medium', tone: 'warn' },
  low: { words: 'Low', tone: 'neutral' },
  info: { words: 'Info', tone: 'neutral' },
};

/** The worst first; the contract's own list would bring its validator along. */
export const severityOrder = Object.keys(severityLooks) as Severity[];

export interface FindingFilter {
  readonly severity: string;
  readonly kind: string;
  readonly text: string;
}

export const noFilter: FindingFilter = { severity: '', kind: '', text: '' };

export function matchesFilter(finding: Finding, { severity, kind, text }: FindingFilter): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    (severity === '' || finding.severity === severity) &&
    (kind === '' || finding.kind === kind) &&
    (wanted === '' ||
      [finding.title, finding.detail, ...finding.quotes.map(({ quote }) => quote)].some((part) =>
        part.toLowerCase().includes(wanted),
      ))
  );
}

/** Findings with the place each has in the whole list, which is its address on the page. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly place: number;
}

export const anchorOf = ({ place }: PlacedFinding): string => `finding-${place + 1}`;

export function bySeverity(
  findings: readonly PlacedFinding[],
): readonly { severity: Severity; findings: readonly PlacedFinding[] }[] {
  return severityOrder
    .map((severity) => ({
      severity,
      findings: findings.filter(({ finding }) => finding.severity === severity),
    }))
    .filter((group) => group.findings.length > 0);
}

export const kindsOf = (findings: readonly Finding[]) =>
  [...new Set(findings.map(({ kind }) => kind))].toSorted().map((kind) => ({ kind, words: humanize(kind) }));

/** What was said in the same words more than once is quoted once, with all its turns. */
export function sameQuotes(
  quotes: Finding['quotes'],
): readonly { readonly quote: string; readonly turns: readonly number[] }[] {
  const byWords = new Map<string, number[]>();
  for (const { turn, quote } of quotes) byWords.set(quote, [...(byWords.get(quote) ?? []), turn]);
  return [...byWords].map(([quote, turns]) => ({ quote, turns }));
}
