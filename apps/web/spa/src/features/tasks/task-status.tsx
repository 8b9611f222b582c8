import type { Task } from '@sonde/contract';
import { Chip } from '../../ui/chip.tsx';

const tones = { Open: 'neutral', 'In Progress': 'warn', Completed: 'signal', Cancelled: 'neutral' } as const;

export const TaskStatus = ({ status }: { status: Task['status'] }) => (
  <Chip tone={tones[status]}>{status === 'In Progress' ? 'In progress' : status}</Chip>
);

export const personName = (person: Task['assignee']): string =>
  person === null ? 'Nobody' : (person.name ?? person.email ?? 'Somebody who has left');
