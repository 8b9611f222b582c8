import { createPauses } from '#kernel/pauses';
import { readSpan, type NewSpan, type ReadSpan } from './new-span.ts';
import { withoutSecrets } from './reported-secrets.ts';

/** Of what applications report, which may be 10,000 spans: everybody else has their turn meanwhile. */
export async function readReported(
  organizationId: string,
  spans: readonly NewSpan[],
  pause: () => Promise<void> = createPauses(),
): Promise<ReadSpan[]> {
  const read: ReadSpan[] = [];
  for (const span of spans) {
    read.push(readSpan(organizationId, withoutSecrets(span), true));
    await pause();
  }
  return read;
}
