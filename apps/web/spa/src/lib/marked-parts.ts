export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Cuts a text at its marked spans. A span whose words do not stand where it says belongs to another text and is left out. */
export function markedParts(text: string, spans: readonly TextSpan[]): TextPart[] {
  const fitting = spans
    .filter(({ start, end, text: words }) => end > start && start >= 0 && text.slice(start, end) === words)
    .toSorted((a, b) => a.start - b.start);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end } of fitting) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false });
    parts.push({ text: text.slice(from, end), isMarked: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}
