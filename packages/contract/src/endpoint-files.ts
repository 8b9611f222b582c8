import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id } from './primitives.ts';

const tag = 'Endpoints';

export const endpointFileFormats = ['yaml', 'json'] as const;
/** Of one file; a folder in a repository is usually a few of them. */
export const maxEndpointsInFile = 200;

const Ids = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(z.array(Id).min(1).max(maxEndpointsInFile));

export const exportEndpoints = defineOperation({
  id: 'endpoints.export',
  method: 'GET',
  path: '/endpoints/export',
  tag,
  summary: 'Endpoint configurations as one file, with their secrets by name only',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:read' },
  query: z.strictObject({
    ids: Ids.optional().meta({ description: 'Separated by commas; without it, all of the project' }),
    skip: z.coerce
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .default(0)
      .meta({ description: 'Without `ids`: how many are in the files before this one' }),
    project_id: Id.optional(),
    format: z.enum(endpointFileFormats).default('yaml'),
  }),
  answers: {
    200: z.object({
      filename: z.string(),
      content_type: z.string(),
      content: z.string(),
      next_skip: z
        .number()
        .int()
        .nullable()
        .meta({
          description: `A file holds ${maxEndpointsInFile}. The project has more: ask again with this as \`skip\`. \`null\`: that was all`,
        }),
    }),
  },
  problems: ['endpoint.not_found', 'endpoint.deleted', 'project.not_found', 'endpoint.file_invalid'],
});

const body = {
  content: z
    .string()
    .min(1)
    .max(1_000_000)
    .meta({ description: 'A file as the export writes it, in YAML or JSON' }),
  project_id: Id.nullable().optional(),
  secrets: z
    .record(z.string().max(200), z.record(z.string().max(300), z.string().min(1).max(16_384)))
    .default({})
    .meta({
      description:
        'Values for secrets that the file names, by the name of the endpoint and the place: `auth_token`, `client_secret`, `client_key`, `secret_headers.X-Key`, `secrets.name`',
    }),
};

const statuses = ['new', 'identical', 'changed', 'invalid'] as const;
const rowFields = {
  row: z.number().int().meta({ description: 'Its place in the file, counted from 1' }),
  name: z.string(),
  status: z.enum(statuses),
  endpoint_id: Id.nullable(),
  changes: z.array(z.string()).meta({ description: 'Fields that would be, or were, changed' }),
  secrets_missing: z
    .array(z.string())
    .meta({ description: 'Secrets the file names that are neither stored nor given: calls will need them' }),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
};
export const EndpointFileRow = z.object(rowFields);
export type EndpointFileRow = z.output<typeof EndpointFileRow>;

export const previewEndpointFile = defineOperation({
  id: 'endpoints.preview_import',
  method: 'POST',
  path: '/endpoints/import/preview',
  tag,
  summary: 'What an import would do, row by row; nothing is changed',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:create' },
  audit: { none: 'nothing is changed' },
  body: z.strictObject(body),
  answers: { 200: z.array(EndpointFileRow) },
  problems: ['project.not_found', 'endpoint.file_invalid', 'service.busy'],
  limit: { bucket: 'endpoint-files', max: 60, windowSeconds: 60, per: 'user' },
  bodyLimitBytes: 8 * 1024 * 1024,
});

export const importEndpointFile = defineOperation({
  id: 'endpoints.import',
  method: 'POST',
  path: '/endpoints/import',
  tag,
  summary: 'Create and change endpoints from a file; an endpoint is known by its name within the project',
  description:
    'Rows with errors are left out and told; the others are carried out. Endpoints that the file does not name stay as they are.',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'endpoint:create' },
  audit: 'endpoint.imported',
  body: z.strictObject(body),
  answers: { 200: z.array(EndpointFileRow) },
  problems: ['project.not_found', 'endpoint.file_invalid', 'service.busy'],
  limit: { bucket: 'endpoint-files', max: 60, windowSeconds: 60, per: 'user' },
  bodyLimitBytes: 8 * 1024 * 1024,
});
