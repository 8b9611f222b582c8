import { z } from 'zod';
import { holdsMask, maskFault } from './mask.ts';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, idParams, listQuery } from './primitives.ts';
import { crudOperations } from './resource.ts';

const tag = 'Sources';

export const sourceKinds = ['text', 'url', 'file'] as const;
export const sourceStatuses = ['pending', 'done', 'failed'] as const;

const described = {
  title: Name.min(1),
  description: z.string().trim().max(4000).nullable().optional(),
};

export const SourceCreate = z
  .strictObject({
    ...described,
    content: z.string().trim().min(1).max(2_000_000).optional().meta({ description: 'Pasted text' }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2000)
      .refine((text) => !holdsMask(text), maskFault)
      .optional()
      .meta({ description: 'A page or document, fetched once' }),
    file_id: Id.optional().meta({ description: 'An uploaded file that is bound to nothing yet' }),
    project_id: Id.nullable().optional(),
  })
  .refine(
    ({ content, url, file_id }) => [content, url, file_id].filter((way) => way !== undefined).length === 1,
    { path: ['content'], message: 'Give one of content, url and file_id.' },
  );
export type SourceCreate = z.output<typeof SourceCreate>;
export const SourceUpdate = z.strictObject(described).partial();
export type SourceUpdate = z.output<typeof SourceUpdate>;

export const Source = z.object({
  id: Id,
  project_id: Id.nullable().meta({ description: 'Without one it is seen from every project' }),
  title: z.string(),
  description: z.string().nullable(),
  kind: z.enum(sourceKinds),
  url: z.string().nullable(),
  file_id: Id.nullable(),
  status: z.enum(sourceStatuses),
  error: z.string().nullable().meta({ description: 'Why it could not be read' }),
  truncated: z.boolean().meta({ description: 'There was more text than is kept' }),
  passage_count: z.number().int(),
  character_count: z.number().int(),
  permitted_actions: z.array(z.string()),
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Source = z.output<typeof Source>;

export const Passage = z.object({
  id: Id,
  source_id: Id,
  position: z.number().int(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
});
export type Passage = z.output<typeof Passage>;

const sourceOperations = crudOperations({
  one: 'source',
  many: 'sources',
  tag,
  scope: 'project',
  words: ['a source of knowledge', 'sources of knowledge'],
  shown: Source,
  create: SourceCreate,
  update: SourceUpdate,
  restorable: true,
  idProblems: ['source.deleted'],
  tool: true,
});
export const { listSources, getSource, updateSource, deleteSource, restoreSource } = sourceOperations;

export const createSource = defineOperation({
  ...sourceOperations.createSource,
  // Its words become passages.
  access: { ...sourceOperations.createSource.access, naming: { file_id: 'file:read' } },
  summary: 'Add a source: pasted text, the address of a page, or an uploaded file',
  description: 'Fetching and reading happen in the background; `status` tells when there are passages.',
  bodyLimitBytes: 8 * 1024 * 1024,
  problems: [
    'project.not_found',
    'file.not_found',
    'file.deleted',
    'file.already_bound',
    'file.quota_exceeded',
  ],
  limit: { bucket: 'source', max: 600, windowSeconds: 3600, per: 'organization' },
});

export const uploadSource = defineOperation({
  id: 'sources.upload',
  method: 'POST',
  path: '/sources/upload',
  tag,
  summary: 'Upload a document as a source',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'source:create' },
  audit: 'source.created',
  query: z.strictObject({
    title: Name.min(1).optional().meta({ description: 'The name of the file when left out' }),
    description: z.string().trim().max(4000).optional(),
    project_id: Id.optional(),
  }),
  bodyType: 'multipart',
  body: z.object({ file: z.string().meta({ format: 'binary' }) }),
  bodyLimitBytes: 6_000 * 1024 * 1024,
  answers: { 201: Source },
  problems: [
    'project.not_found',
    'file.too_large',
    'file.too_many',
    'file.quota_exceeded',
    'file.store_unavailable',
    'auth.permission_denied',
  ],
  limit: { bucket: 'source', max: 600, windowSeconds: 3600, per: 'organization' },
});

export const listPassages = defineOperation({
  id: 'sources.passages',
  method: 'GET',
  path: '/sources/{id}/passages',
  tag,
  summary: 'What a source says, in passages that can be cited',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'source:read' },
  params: idParams,
  query: listQuery,
  answers: { 200: z.array(Passage) },
  problems: ['source.not_found', 'source.deleted'],
  tool: true,
});

export const searchSources = defineOperation({
  id: 'sources.search',
  method: 'GET',
  path: '/sources/search',
  tag,
  summary: 'Passages that speak of these words, the best first',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'source:read' },
  query: z.strictObject({
    q: z.string().trim().min(1).max(500),
    source_id: Id.optional(),
    limit: z.coerce.number().int().min(1).max(50).default(10),
  }),
  answers: {
    200: z.array(
      Passage.extend({
        source_title: z.string(),
        rank: z.number().meta({ description: 'Higher is better' }),
      }),
    ),
  },
  tool: true,
});
