import type { Endpoint } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';

/** Whether the last try answered: more useful than a stored status word. */
export function StatusChip({ endpoint }: { endpoint: Pick<Endpoint, 'last_test_success' | 'status'> }) {
  if (endpoint.last_test_success === true) return <Chip tone="signal">Answered</Chip>;
  if (endpoint.last_test_success === false || endpoint.status === 'Error')
    return <Chip tone="danger">Failed last</Chip>;
  return <Chip>Not tested yet</Chip>;
}
