import type { Finding } from '@sonde/contract';

/** A summary, a sentence to a line; what is quoted in one stays in it. */
export const sentencesOf = (summary: string): string[] => [
  ...new Set(
    summary
      .split(/(?<=[.!?]|[.!?]”)\s+(?=[\p{Lu}\p{N}])/u)
      .reduce<string[]>((lines, part) => {
        const last = lines.at(-1);
        if (last !== undefined && isOpen(last)) return [...lines.slice(0, -1), `${last} ${part}`];
        return [...lines, part];
      }, [])
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const isOpen = (text: string): boolean => text.lastIndexOf('“') > text.lastIndexOf('”');

/** Whether what is quoted below a finding says all that its detail quotes. */
export function isQuotedBelow(detail: string, quotes: readonly { readonly quote: string }[]): boolean {
  // What several answers say stands in a quotation for each.
  const said = /^It says: “(.*)”$/s.exec(detail)?.[1]?.split('” · “');
  return said?.every((words) => quotes.some(({ quote }) => plain(quote).includes(plain(words)))) ?? false;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** What a summary says beside the findings that matter: these stand above it by their titles already, with a way to each. */
export const sentencesBeside = (
  summary: string,
  findings: readonly Pick<Finding, 'title' | 'severity'>[],
): string[] => {
  const named = findings.filter(({ severity }) => severity !== 'info').map(({ title }) => title);
  return sentencesOf(summary).filter((sentence) => !named.some((title) => sentence.includes(title)));
};
