import type { DomainEvent } from '#kernel/events';
import type { TestRuns } from './service.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How a run stands, to whoever watches it: counts, not results. */
export const testRunStreams = (runs: Pick<TestRuns, 'describe'>) => [
  {
    event: 'test_run.updated',
    audiences: ({ data }: DomainEvent) => [
      { channel: `test_run:${textOf(data['id'])}`, projectId: textOf(data['project_id']) || null },
      { channel: 'organization', projectId: textOf(data['project_id']) || null },
    ],
    async message({ data, organizationId }: DomainEvent) {
      const payload = await runs.describe(organizationId ?? '', textOf(data['id']));
      return payload && { type: 'test_run.updated' as const, payload };
    },
  },
];
