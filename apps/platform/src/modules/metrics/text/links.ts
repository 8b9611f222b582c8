export interface Link {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

const patterns: readonly RegExp[] = [
  // A scheme and what follows it, bare, in Markdown or in an attribute. What a sentence ends with is not part of it.
  /(?<![\p{L}\p{N}+.-])(?:[a-z][a-z0-9+.-]{1,30}:\/\/|(?:javascript|data|vbscript|file|mailto|tel):)[^\s<>"'`)\]}]{1,4000}/giu,
  // Addresses without a scheme: www.example.com, //example.com in a link.
  /(?<![\p{L}\p{N}@/.:-])www\.[^\s<>"'`)\]}]{1,4000}/giu,
  /(?<=\]\(|href=["']?|src=["']?)[/\\]{2}[^\s<>"'`)\]}]{1,4000}/giu,
];

/** Every address in a text that somebody could follow. */
export function linksIn(text: string): Link[] {
  const links: Link[] = [];
  for (const pattern of patterns)
    for (const match of text.matchAll(pattern)) {
      const url = match[0].replace(/[.,;:!?*_…]{1,20}$/u, '');
      links.push({ url, start: match.index, end: match.index + url.length });
    }
  return links.toSorted((left, right) => left.start - right.start);
}

/** The host that a browser would go to; undefined when it would go nowhere of the web. */
export function hostOf(url: string): string | undefined {
  const written = url.replace(/^[/\\]{2}/, 'https://').replace(/^www\./i, 'https://www.');
  if (!/^(?:https?|wss?|ftp):/i.test(written) || !URL.canParse(written)) return undefined;
  return new URL(written).hostname.replace(/\.$/, '');
}
