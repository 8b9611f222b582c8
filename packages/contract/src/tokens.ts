import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, idParams, listQuery } from './primitives.ts';

const tag = 'API tokens';

export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  token_obfuscated: z.string().meta({ description: 'First and last characters, for recognising it' }),
  project_id: Id.nullable(),
  permissions: z.array(z.string()).nullable().meta({ description: 'null: all that its owner holds' }),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ApiToken = z.output<typeof ApiToken>;

export const createToken = defineOperation({
  id: 'tokens.create',
  method: 'POST',
  path: '/tokens',
  tag,
  summary: 'Create an API token; its value is shown once',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'token:create', sessionOnly: true },
  audit: 'by service',
  body: z.strictObject({
    name: Name.min(1),
    expires_in_days: z.number().int().min(1).max(3650).nullable().optional(),
    project_id: Id.nullable().optional(),
    permissions: z.array(z.string().max(64)).min(1).max(64).nullable().optional(),
  }),
  answers: { 201: ApiToken.extend({ access_token: z.string(), token_type: z.literal('bearer') }) },
  problems: ['project.not_found', 'token.permission_too_wide'],
});

export const listTokens = defineOperation({
  id: 'tokens.list',
  method: 'GET',
  path: '/tokens',
  tag,
  summary: 'The own API tokens',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'token:read', sessionOnly: true },
  query: listQuery,
  answers: { 200: z.array(ApiToken) },
});

export const deleteToken = defineOperation({
  id: 'tokens.delete',
  method: 'DELETE',
  path: '/tokens/{id}',
  tag,
  summary: 'Revoke an API token',
  scope: 'person',
  takes: 'moment',
  access: { who: 'member', permission: 'token:delete', sessionOnly: true },
  audit: 'by service',
  params: idParams,
  answers: { 200: ApiToken },
  problems: ['token.not_found'],
});

export const currentToken = defineOperation({
  id: 'tokens.current',
  method: 'GET',
  path: '/tokens/current',
  tag,
  summary: 'What the presented token is',
  scope: 'person',
  takes: 'moment',
  access: { who: 'credential' },
  answers: {
    200: z.object({
      kind: z.enum(['session', 'api_token', 'exchanged']),
      user_id: Id,
      user_email: z.string(),
      organization_id: Id,
      project_id: Id.nullable(),
      permissions: z.array(z.string()),
    }),
  },
});
