import { trueShareParts } from '@sonde/contract/decided';
import { formatNumber } from '../../lib/format.ts';
import { Term } from '../../ui/term.tsx';

/** What a pass rate says of all such questions, as the end of a sentence; nothing where nothing was decided. */
export function TrueShare({ low, high }: { low: number | null; high: number | null }) {
  if (low === null || high === null) return null;
  const [words, range] = trueShareParts({ low, high }, formatNumber);
  return (
    <>
      ; {words} <Term word="Likely range" shown={range} />
    </>
  );
}
