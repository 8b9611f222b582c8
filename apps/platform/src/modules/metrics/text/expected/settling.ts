import type { Evidence } from '../../kind.ts';
import { restOf, type Settled } from './rest.ts';
import type { Read } from './read.ts';
import type { Claim } from './claims.ts';
import { isSaying, sayingOf } from './saying.ts';

/** Whether each claim is said by a clause of the answer, and nothing else in it leaves that open; if not, why. */
export function settle(
  read: Read,
  claims: readonly Claim[],
): { readonly why: string | undefined; readonly evidence: readonly Evidence[] } {
  const settled: Settled[] = [];
  for (const claim of claims) {
    const saying = sayingOf(read.pieces, claim, read.asked, read.given.output);
    if (!isSaying(saying)) return { why: saying.why, evidence: [] };
    settled.push({ claim, saying });
  }
  if (settled.length === 0)
    return { why: 'What is expected says nothing that can be looked for', evidence: [] };
  const why = restOf(read, settled);
  return { why, evidence: settled.slice(0, 3).map(({ saying }) => saying.evidence) };
}
