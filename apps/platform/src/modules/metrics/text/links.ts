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
      const url = withoutProse(match[0]).replace(/[.,;:!?*_~…。]{1,20}$/u, '');
      links.push({ url, start: match.index, end: match.index + url.length });
    }
  return links.toSorted((left, right) => left.start - right.start);
}

/** Signs of prose that nobody types in an address, and no program takes into a link: quotes, dashes, arrows, brackets, a blank as HTML writes it. */
const prose =
  /[“”„‟«»‹›‘’‚‛—–―•（）「」『』【】《》〈〉，、；：！？\u2190-\u21ff\u2794-\u27bf\u27f0-\u27ff\u2900-\u297f]|&(?:nbsp|quot|[lr][ds]quo|[lr]aquo|lt|gt|[mn]dash|[rl]arr|#\d{1,6}|#x[\da-f]{1,5});/iu;

/** Up to the first of these; but where a host may go on behind it (`https://ours.example”.evil.example`), a browser goes there. */
function withoutProse(written: string): string {
  const begun = /^(?:[a-z][a-z0-9+.-]*:)?[/\\]{0,2}/iu.exec(written)?.[0].length ?? 0;
  const found = prose.exec(written.slice(begun));
  if (!found) return written;
  const end = begun + found.index;
  const [behind = ''] = written.slice(end).split(/[/\\?#]/, 1);
  const isInHost = !/[/\\?#]/.test(written.slice(begun, end));
  return isInHost && /@|[.。．｡][\p{L}\p{N}]/u.test(behind) ? written : written.slice(0, end);
}

/** The host that a browser would go to; undefined when it would go nowhere of the web. */
export function hostOf(url: string): string | undefined {
  const written = url.replace(/^[/\\]{2}/, 'https://').replace(/^www\./i, 'https://www.');
  if (!/^(?:https?|wss?|ftp):/i.test(written) || !URL.canParse(written)) return undefined;
  return new URL(written).hostname.replace(/\.$/, '');
}
