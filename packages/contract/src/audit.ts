import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Timestamp, listQuery } from './primitives.ts';

export const AuditEvent = z.object({
  id: Id,
  at: Timestamp,
  action: z.string(),
  outcome: z.enum(['success', 'refused']),
  actor_id: Id.nullable(),
  actor_email: z.string().nullable(),
  target_type: z.string().nullable(),
  target_id: z.string().nullable(),
  target_name: z
    .string()
    .nullable()
    .meta({ description: 'What the target was called then; null where it has no name, or none was kept' }),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  details: JsonObject,
});
export type AuditEvent = z.output<typeof AuditEvent>;

export const listAuditEvents = defineOperation({
  id: 'audit.list',
  method: 'GET',
  path: '/audit-events',
  tag: 'Audit',
  summary: 'Authentication and authorization events',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'audit:read' },
  query: listQuery,
  answers: { 200: z.array(AuditEvent) },
});
