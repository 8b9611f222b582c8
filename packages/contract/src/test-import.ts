import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Name, Timestamp, idParams } from './primitives.ts';
import { TestSet, TestSetType, testSetTypes } from './test-sets.ts';

const tag = 'Import and export';

export const exportFormats = ['csv', 'jsonl', 'xlsx', 'yaml'] as const;

export const downloadTestSet = defineOperation({
  id: 'test_sets.download',
  method: 'GET',
  path: '/test_sets/{id}/download',
  tag,
  summary: 'The tests of a set as a file, which imports as the same set',
  description:
    'A table marks itself with the column `sonde_version`; a text that a spreadsheet would run has an apostrophe before it, which import takes back.',
  scope: 'project',
  takes: 'stream',
  access: { who: 'member', permission: 'test_set:read', also: ['test:read'] },
  params: idParams,
  query: z.strictObject({ format: z.enum(exportFormats).default('csv') }),
  raw: true,
  isDownload: true,
  answers: { 200: z.string().meta({ format: 'binary' }) },
  problems: ['test_set.not_found', 'test_set.deleted', 'test_set.empty', 'test_set.cell_too_large'],
});

export const importShapes = ['sonde', 'promptfoo', 'openai_evals', 'deepeval', 'langfuse', 'table'] as const;
export const importStatuses = ['analyzed', 'parsed', 'importing', 'imported', 'failed'] as const;

/** Field of a test → column of the file; a path of keys where the file has objects. */
const Columns = z.record(z.string().max(40), z.string().max(500));

const RowFault = z.object({ column: z.string().nullable(), reason: z.string() });

const PreviewRow = z.object({
  index: z.number().int().meta({ description: 'As the author of the file counts; a header is row 1' }),
  data: z.array(JsonObject).meta({ description: 'The tests that the row makes' }),
  state: z.enum(['new', 'identical', 'changed', 'invalid']),
  judged_by: z
    .array(z.string())
    .meta({ description: 'What will judge them, in words; none where nothing does' }),
  is_left_open: z.boolean().meta({
    description:
      'Its tests lose an assertion of their own, so they stay not evaluated until a person has reviewed them; the warnings say which',
  }),
  errors: z.array(RowFault),
  warnings: z.array(RowFault),
});

const Summary = z.object({
  total_rows: z.number().int(),
  checked_rows: z.number().int().meta({
    description:
      'Of a long file the first rows; the job that imports it looks through the rest before anything is kept',
  }),
  valid_rows: z.number().int(),
  error_count: z.number().int(),
  warning_count: z.number().int(),
  tests: z.number().int(),
  new: z.number().int(),
  identical: z.number().int(),
  changed: z.number().int(),
  left_open: z
    .number()
    .int()
    .default(0)
    .meta({ description: 'Tests that lose an assertion of their own, and stay open for that' }),
  lack_model: z.number().int().default(0).meta({
    description:
      'Others that a language model is to judge while none is in use: what it is to judge stays open until one is',
  }),
  errors: z.array(RowFault.extend({ row: z.number().int() })).meta({ description: 'The first thousand' }),
});

const Preview = z.object({
  rows: z.array(PreviewRow),
  page: z.number().int(),
  page_size: z.number().int(),
  total_rows: z.number().int(),
  total_pages: z.number().int(),
});

export const TestImport = z.object({
  import_id: Id,
  status: z.enum(importStatuses),
  file_info: z.object({
    filename: z.string(),
    format: z.string(),
    size_bytes: z.number().int(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    sheet: z.string().nullable(),
    sheets: z.array(z.string()),
    header_row: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The row that names the columns of a table; what stands above it is left out' }),
  }),
  shape: z.enum(importShapes).meta({ description: 'Whose file it is; `table` is anybody’s' }),
  headers: z.array(z.string()),
  sample_rows: z.array(JsonObject),
  suggested_mapping: Columns,
  confidences: z.record(z.string(), z.number()),
  confidence: z.number().min(0).max(1),
  mapping: Columns,
  metadata_columns: z.array(z.string()),
  test_type: z.enum(testSetTypes).nullable(),
  target_test_set_id: Id.nullable(),
  notices: z.array(z.string()),
  total_rows: z.number().int(),
  validation_summary: Summary.nullable(),
  error: z.string().nullable(),
  task_id: Id.nullable(),
  test_set_id: Id.nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type TestImport = z.output<typeof TestImport>;
export type TestImportPreview = z.output<typeof Preview>;

const common = { tag, scope: 'project', access: { who: 'member', permission: 'test_set:create' } } as const;
const known = ['import.not_found'] as const;

export const analyzeImport = defineOperation({
  ...common,
  id: 'import.analyze',
  method: 'POST',
  path: '/import/analyze',
  summary: 'Upload a file of tests: its columns, first rows, and what they seem to be',
  description:
    'CSV, TSV, JSON, JSONL, YAML or XLSX, in the field `file`; also promptfoo configurations and data sets of OpenAI evals, DeepEval and Langfuse. The file is kept for a day.',
  takes: 'stream',
  audit: { none: 'Nothing is imported yet.' },
  bodyType: 'multipart',
  body: z.object({ file: z.string().meta({ format: 'binary' }) }),
  bodyLimitBytes: 101 * 1024 * 1024,
  answers: { 201: TestImport },
  problems: [
    'file.too_large',
    'file.too_many',
    'file.quota_exceeded',
    'file.store_unavailable',
    'import.unreadable',
    'service.busy',
  ],
  limit: { bucket: 'import', max: 60, windowSeconds: 3600, per: 'user' },
});

export const getImport = defineOperation({
  ...common,
  id: 'import.get',
  method: 'GET',
  path: '/import/{id}',
  summary: 'One import',
  takes: 'moment',
  params: idParams,
  answers: { 200: TestImport },
  problems: known,
});

export const parseImport = defineOperation({
  ...common,
  // It tells in what tests of the set differ from the rows.
  access: { ...common.access, naming: { test_set_id: 'test:read' } },
  id: 'import.parse',
  method: 'POST',
  path: '/import/{id}/parse',
  summary:
    'Read the rows as they are mapped, of a long file the first five thousand, and tell what is wrong where',
  takes: 'target',
  audit: { none: 'Nothing is imported yet.' },
  params: idParams,
  body: z.strictObject({
    mapping: Columns.optional(),
    metadata_columns: z.array(z.string().max(500)).max(500).optional(),
    test_type: TestSetType.optional(),
    test_set_id: Id.optional().meta({ description: 'Into this set; tells new, identical and changed' }),
    shape: z.enum(importShapes).optional(),
    encoding: z.string().max(40).optional(),
    delimiter: z.string().length(1).optional(),
    sheet: z.string().max(100).optional(),
    header_row: z.number().int().min(1).max(1000).optional(),
  }),
  answers: {
    200: TestImport.extend({
      preview: Preview,
      detected_test_type: z.enum(testSetTypes),
      test_type_warning: z.string().nullable(),
    }),
  },
  problems: [
    ...known,
    'import.ended',
    'import.unreadable',
    'test_set.not_found',
    'test_set.deleted',
    'service.busy',
  ],
});

export const previewImport = defineOperation({
  ...common,
  id: 'import.preview',
  method: 'GET',
  path: '/import/{id}/preview',
  summary: 'Rows of an import as the tests they make',
  takes: 'moment',
  params: idParams,
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: { 200: Preview },
  problems: known,
});

export const confirmImport = defineOperation({
  ...common,
  access: { ...common.access, also: ['test:create'] },
  id: 'import.confirm',
  method: 'POST',
  path: '/import/{id}/confirm',
  summary: 'Import the rows, all of them or none; above a thousand rows as a job',
  takes: 'target',
  audit: 'test_set.imported',
  params: idParams,
  body: z
    .strictObject({
      name: Name.min(1).optional(),
      description: z.string().max(10_000).nullable().optional(),
      short_description: z.string().max(500).nullable().optional(),
      valid_rows_only: z.boolean().default(false),
      changed: z.enum(['update', 'skip']).default('update').meta({
        description: 'What becomes of tests of the set that the file says differently',
      }),
    })
    .prefault({}),
  bodyOptional: true,
  answers: { 200: TestSet, 202: z.object({ task_id: Id, import_id: Id, message: z.string() }) },
  problems: [
    ...known,
    'import.ended',
    'import.rows_invalid',
    'import.not_parsed',
    'test_set.not_found',
    'test_set.deleted',
  ],
});

export const cancelImport = defineOperation({
  ...common,
  id: 'import.cancel',
  method: 'DELETE',
  path: '/import/{id}',
  summary: 'Forget an import that nobody takes in, and its file',
  takes: 'moment',
  audit: { none: 'Nothing was imported.' },
  params: idParams,
  answers: { 200: z.object({ status: z.literal('cancelled'), import_id: Id }) },
  problems: [...known, 'import.ended'],
});
