import type { ArchitectSession, ArchitectStep } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/chip.tsx';

const talks: Readonly<Record<ArchitectSession['status'], { tone: Tone; words: string }>> = {
  idle: { tone: 'neutral', words: 'Your turn' },
  thinking: { tone: 'running', words: 'Thinking' },
  confirming: { tone: 'warn', words: 'Waits for your yes' },
  working: { tone: 'running', words: 'At work' },
  waiting: { tone: 'running', words: 'Waits for a job' },
};

export function TalkStatus({ status }: { status: ArchitectSession['status'] }) {
  const { tone, words } = talks[status];
  return <Chip tone={tone}>{words}</Chip>;
}

const steps: Readonly<Record<ArchitectStep['status'], { tone: Tone; words: string }>> = {
  planned: { tone: 'neutral', words: 'Planned' },
  running: { tone: 'running', words: 'Running' },
  done: { tone: 'signal', words: 'Done' },
  failed: { tone: 'danger', words: 'Failed' },
  skipped: { tone: 'neutral', words: 'Left out' },
  interrupted: { tone: 'warn', words: 'Interrupted' },
};

export function StepStatus({ status }: { status: ArchitectStep['status'] }) {
  const { tone, words } = steps[status];
  return <Chip tone={tone}>{words}</Chip>;
}
