import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { JsonObject, Timestamp, listQuery } from './primitives.ts';

const tag = 'System';

export const Health = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']).meta({
    description: 'Degraded: it works, worse than it should; `detail` says why. It is a 200',
  }),
  service: z.string(),
  version: z.string(),
  components: z.record(
    z.string(),
    z.object({ status: z.enum(['healthy', 'degraded', 'unhealthy']), detail: z.string().optional() }),
  ),
});
export type Health = z.output<typeof Health>;

export const health = defineOperation({
  id: 'system.health',
  method: 'GET',
  path: '/health',
  tag,
  summary: 'Whether the platform is ready; also at the root',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  answers: { 200: Health, 503: Health },
  alsoAtRoot: true,
});

const referenceAccess = {
  who: 'own',
  how: 'anybody outside production, in production whoever is signed in or shows an API token',
} as const;

export const openapi = defineOperation({
  id: 'system.openapi',
  method: 'GET',
  path: '/openapi.json',
  tag,
  summary: 'This interface as OpenAPI 3.1',
  scope: 'installation',
  takes: 'moment',
  access: referenceAccess,
  answers: { 200: JsonObject },
  problems: ['auth.unauthenticated'],
});

export const referencePage = defineOperation({
  id: 'system.docs',
  method: 'GET',
  path: '/docs',
  tag,
  summary: 'This interface as a page',
  scope: 'installation',
  takes: 'moment',
  access: referenceAccess,
  answers: {},
  problems: ['auth.unauthenticated'],
  raw: true,
});

export const jwks = defineOperation({
  id: 'system.jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  tag,
  summary: 'Public keys of the access tokens; also at the root',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  answers: { 200: z.object({ keys: z.array(JsonObject) }) },
  alsoAtRoot: true,
});

export const DevelopmentMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  sent_at: Timestamp,
});
export type DevelopmentMail = z.output<typeof DevelopmentMail>;

export const developmentMailbox = defineOperation({
  id: 'system.dev_mailbox',
  method: 'GET',
  path: '/dev/mailbox',
  tag,
  summary: 'Mail that would have been sent; only without SMTP and never in production',
  scope: 'installation',
  takes: 'moment',
  access: { who: 'public' },
  query: listQuery.extend({ to: z.string().max(254).optional() }),
  answers: { 200: z.array(DevelopmentMail) },
  problems: ['system.mailbox_unavailable'],
});

export const getFeatures = defineOperation({
  id: 'features.get',
  method: 'GET',
  path: '/features',
  tag,
  summary: 'Edition and enabled features',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'feature:read' },
  answers: {
    200: z.object({
      edition: z.enum(['community', 'enterprise']),
      features: z.array(z.string()),
      license: z
        .object({
          subject: z.string(),
          expires_at: Timestamp.nullable(),
          valid: z.boolean(),
          reason: z.string().nullable(),
        })
        .nullable(),
    }),
  },
});
