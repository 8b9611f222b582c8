import type { DomainEvent } from '#kernel/events';
import type { Exploration } from './service.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Each turn as it is answered, to whoever watches the job. */
export const explorationStreams = (exploration: Pick<Exploration, 'describeTurn'>) => [
  {
    event: 'exploration.turn',
    audiences: ({ data }: DomainEvent) => [
      { channel: `job:${textOf(data['task_id'])}`, projectId: textOf(data['project_id']) || null },
    ],
    async message({ data, organizationId }: DomainEvent) {
      const turn = Number(data['turn']);
      const payload = await exploration.describeTurn(organizationId ?? '', textOf(data['task_id']), turn);
      return payload && { type: 'exploration.turn' as const, payload };
    },
  },
];
