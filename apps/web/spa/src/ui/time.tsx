import { formatAgo, formatMoment } from '../lib/format.ts';

interface Props {
  /** ISO 8601. */
  at: string;
  /** The moment itself is what is looked for: when work began and ended, or what is kept for good. How long ago stands beside it. */
  exact?: boolean;
  /** Of what goes by the clocks of a time zone: the moment as they show it. */
  zone?: string;
}

/** A moment, the one way pages show them: how long ago while that is short, and the moment itself on hover. */
export function Time({ at, exact = false, zone }: Props) {
  const moment = formatMoment(at, zone);
  const ago = formatAgo(at, Date.now());
  const isExact = exact || zone !== undefined;
  return (
    <time dateTime={at} title={isExact ? ago : moment} className="tabular-nums">
      {isExact ? moment : ago}
    </time>
  );
}
