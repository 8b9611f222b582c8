import { formatAgo, formatMoment } from '../lib/format.ts';

/** A moment in the reader's own zone; the exact one on hover. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const moment = formatMoment(at);
  return (
    <time dateTime={at} title={moment} className="tabular-nums">
      {exact ? moment : formatAgo(at, Date.now())}
    </time>
  );
}
