import { markedParts } from '../lib/marked-parts.ts';
import type { TextSpan } from '../lib/marked-parts.ts';

/** A text in which the words that decided are marked. */
export function MarkedText({ text, spans }: { text: string; spans: readonly TextSpan[] }) {
  return (
    <div className="max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 whitespace-pre-wrap break-words">
      {markedParts(text, spans).map(({ text: part, isMarked }, index) =>
        isMarked ? (
          <mark
            key={index}
            className="rounded-sm bg-warn-soft px-0.5 text-ink underline decoration-warn decoration-2"
          >
            {part}
          </mark>
        ) : (
          <span key={index}>{part}</span>
        ),
      )}
    </div>
  );
}
