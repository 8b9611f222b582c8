import type { Finding, Severity } from '@sonde/contract';
import { findingKindWords, severityWords } from '@sonde/contract/finding-words';
import { humanize } from '../../lib/format.ts';
import type { Tone } from '../../ui/chip.tsx';

export const severityLooks: Readonly<Record<Severity, { words: string; tone: Tone }>> = {
  critical: { words: severityWords.critical, tone: 'danger' },
  high: { words: severityWords.high, tone: 'danger' },
  medium: { words: severityWords.medium, tone: 'warn' },
  low: { words: severityWords.low, tone: 'neutral' },
  info: { words: severityWords.info, tone: 'neutral' },
};

/** The worst first; the contract's own list would bring its validator along. */
export const severityOrder = Object.keys(severityLooks) as Severity[];

export interface FindingFilter {
  readonly severity: string;
  /** In words: several kinds may be called the same. */
  readonly kind: string;
  readonly text: string;
}

export const noFilter: FindingFilter = { severity: '', kind: '', text: '' };

export function matchesFilter(finding: Finding, { severity, kind, text }: FindingFilter): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    (severity === '' || finding.severity === severity) &&
    (kind === '' || kindWords(finding) === kind) &&
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

export const severityAnchor = (severity: Severity): string => `severity-${severity}`;

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

/** What a finding is about. A model has words of its own for it. */
export const kindWords = ({ kind }: Pick<Finding, 'kind'>): string =>
  findingKindWords(kind) ?? humanize(kind);

export const kindsOf = (findings: readonly Finding[]): readonly string[] =>
  [...new Set(findings.map(kindWords))].toSorted((left, right) => left.localeCompare(right, 'en'));
