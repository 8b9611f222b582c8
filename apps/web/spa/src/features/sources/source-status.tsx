import type { Source } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';

const shown = {
  pending: ['neutral', 'Being read'],
  done: ['signal', 'Ready'],
  failed: ['danger', 'Not readable'],
} as const satisfies Record<Source['status'], readonly [tone: string, words: string]>;

export function SourceStatus({ status }: { status: Source['status'] }) {
  const [tone, words] = shown[status];
  return <Chip tone={tone}>{words}</Chip>;
}
