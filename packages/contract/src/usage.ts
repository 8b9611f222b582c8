import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Timestamp } from './primitives.ts';

const UsageResource = z.object({
  resource: z.string(),
  kind: z.enum(['stock', 'flow']),
  used: z.number().int(),
  limit: z.number().int().nullable(),
});

export const getUsage = defineOperation({
  id: 'usage.get',
  method: 'GET',
  path: '/usage',
  tag: 'Usage',
  summary: 'What the organization uses now',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'usage:read' },
  answers: {
    200: z.object({ period_start: Timestamp, period_end: Timestamp, resources: z.array(UsageResource) }),
  },
});

export const getUsageHistory = defineOperation({
  id: 'usage.history',
  method: 'GET',
  path: '/usage/history',
  tag: 'Usage',
  summary: 'Flow resources by day',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'usage:read' },
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(366).default(30),
    resource: z.string().max(64).optional(),
  }),
  answers: {
    200: z.array(z.object({ day: z.iso.date(), resource: z.string(), amount: z.number().int() })),
  },
});
