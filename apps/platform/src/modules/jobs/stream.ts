import { TaskProgress, type Job } from '@sonde/contract';
import type { DomainEvent } from '#kernel/events';
import type { JobBoard } from './service.ts';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What the event stream shows of jobs: each change to the organization and to whoever watches the job. */
export const jobStreams = (board: Pick<JobBoard, 'describe'>) => [
  {
    event: 'job.updated',
    audiences: ({ data }: DomainEvent) => {
      const projectId = textOf(data['project_id']) ?? null;
      return [
        { channel: 'organization', projectId },
        { channel: `job:${textOf(data['task_id'])}`, projectId },
      ];
    },
    async message({ data, organizationId }: DomainEvent) {
      const job: Job | undefined = await board.describe(organizationId ?? '', textOf(data['task_id']) ?? '');
      return job && { type: 'job.updated' as const, payload: job };
    },
  },
  {
    event: 'architect.task_progress',
    // A chat belongs to one person; nobody else of the organization hears of it.
    audiences: ({ data }: DomainEvent) => {
      const progress = TaskProgress.safeParse(data['progress']);
      const userId = textOf(data['user_id']);
      return progress.success && userId ? [{ channel: `architect:${progress.data.session_id}`, userId }] : [];
    },
    async message({ data }: DomainEvent) {
      const progress = TaskProgress.safeParse(data['progress']);
      return progress.success
        ? { type: 'architect.task_progress' as const, payload: progress.data }
        : undefined;
    },
  },
];
