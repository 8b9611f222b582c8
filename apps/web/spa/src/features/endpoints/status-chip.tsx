import type { Endpoint } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';

/** How the last call of its tab Test ended, unless a run, an exploration or anything else was answered since. */
export function StatusChip({ endpoint }: { endpoint: Pick<Endpoint, 'last_test_success' | 'status'> }) {
  if (endpoint.last_test_success === true) return <Chip tone="signal">Answered</Chip>;
  if (endpoint.last_test_success === false || endpoint.status === 'Error')
    return <Chip tone="danger">Test failed</Chip>;
  return <Chip>Not tested yet</Chip>;
}
