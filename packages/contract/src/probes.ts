import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, JsonObject, Name } from './primitives.ts';

const tag = 'Security probes';
const probeName = z.string().trim().min(1).max(100);

export const probeEncodings = [
  'base64',
  'rot13',
  'hex',
  'leetspeak',
  'spacing',
  'reversed',
  'zero_width',
  'homoglyph',
  'fullwidth',
  'role_play',
] as const;
export const ProbeEncoding = z.enum(probeEncodings);
export type ProbeEncoding = z.output<typeof ProbeEncoding>;

export const Probe = z.object({
  name: z.string(),
  module: z.string().meta({ description: 'The garak module whose attacks are of this kind' }),
  title: z.string(),
  description: z.string(),
  owasp: z.array(z.string()).meta({ description: 'Categories of OWASP, LLM 2025 (llm…) and agentic (asi…)' }),
  detector: z.object({ kind: z.string(), args: JsonObject }),
  detector_quality: z
    .object({
      sample: z
        .number()
        .int()
        .meta({ description: 'Labelled answers it was measured on; 0 when it was not' }),
      precision: z.number().nullable(),
      recall: z.number().nullable(),
      decides: z.boolean(),
    })
    .meta({
      description:
        'How often it is right that an answer did what the attack wants. One below 0.9 only flags: read the answers before you count them',
    }),
  encodings: z.array(ProbeEncoding),
  seed_count: z.number().int(),
});
export type Probe = z.output<typeof Probe>;

export const ImportProbes = z.strictObject({
  probes: z.array(probeName).min(1).max(100),
  name: Name.min(1)
    .max(80)
    .optional()
    .meta({ description: 'Stands before the title of each set; “Attacks” if absent' }),
  encodings: z.array(ProbeEncoding).max(probeEncodings.length).default([]).meta({
    description: 'Each seed is asked once more in each of these; 1,000 tests at most are made at once',
  }),
  benign_twins: z.boolean().default(true).meta({
    description:
      'Each attack with its harmless twin. Left out where an application may refuse what it is not for: whoever refuses everything is then not told from whoever withstands',
  }),
  project_id: Id.nullable().optional(),
});
export type ImportProbes = z.output<typeof ImportProbes>;

export const ProbeImportPreview = z.object({
  total_test_sets: z.number().int(),
  total_tests: z.number().int(),
  detectors: z.array(z.string()),
  probes: z.array(
    z.object({
      name: z.string(),
      test_set_name: z.string(),
      test_set_id: Id.nullable().meta({
        description: 'The set of an earlier import, which is brought up to date',
      }),
      tests: z.number().int(),
      benign_twins: z.number().int(),
      detector: z.string(),
    }),
  ),
});
export type ProbeImportPreview = z.output<typeof ProbeImportPreview>;

const frameworks = ['llm', 'agentic'] as const;
const numbered = (prefix: string): string[] =>
  Array.from({ length: 10 }, (_, place) => `${prefix}${String(place + 1).padStart(2, '0')}`);

export const GenerateOwasp = z.strictObject({
  categories: z
    .array(z.enum([...numbered('llm'), ...numbered('asi')]))
    .min(1)
    .max(20),
  num_tests: z.number().int().min(2).max(200).default(20).meta({
    description: 'Attacks and benign twins together; a pair is made whole or not at all',
  }),
  name: Name.min(1).optional(),
  project_id: Id.nullable().optional(),
});
export type GenerateOwasp = z.output<typeof GenerateOwasp>;

const read = {
  method: 'GET',
  tag,
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:read' },
} as const;

export const listProbes = defineOperation({
  ...read,
  id: 'probes.list',
  path: '/garak/probes',
  summary: 'The catalogue of security probes',
  answers: { 200: z.object({ total: z.number().int(), probes: z.array(Probe) }) },
  tool: true,
});

export const getProbe = defineOperation({
  ...read,
  id: 'probes.get',
  path: '/garak/probes/{name}',
  summary: 'One security probe with its attacks and their benign twins',
  params: z.object({ name: probeName }),
  answers: {
    200: Probe.extend({ seeds: z.array(z.object({ attack: z.string(), benign: z.string() })) }),
  },
  problems: ['probe.not_found'],
});

const write = {
  method: 'POST',
  tag,
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'test_set:create', also: ['test:create'] },
} as const;

export const previewProbes = defineOperation({
  ...write,
  access: { who: 'member', permission: 'test_set:create' },
  id: 'probes.preview',
  path: '/garak/import/preview',
  summary: 'What an import of probes would make; nothing is saved',
  audit: { none: 'Nothing is changed.' },
  body: ImportProbes,
  answers: { 200: ProbeImportPreview },
  problems: ['probe.not_found', 'probe.too_many_tests'],
});

const TakenProbes = z.object({
  total_test_sets: z.number().int(),
  total_tests: z.number().int(),
  test_sets: z.array(
    z.object({
      probe: z.string(),
      test_set_id: Id,
      test_set_name: z.string(),
      new: z.number().int(),
      changed: z.number().int(),
      unchanged: z.number().int(),
    }),
  ),
});

export const importProbes = defineOperation({
  ...write,
  id: 'probes.import',
  path: '/garak/import',
  summary: 'Make one test set of each probe, or bring the one that is there up to date',
  audit: 'test_set.generated',
  body: ImportProbes,
  answers: { 200: TakenProbes },
  problems: [
    'probe.not_found',
    'probe.too_many_tests',
    'probe.metric_differs',
    'test.not_found',
    'test.deleted',
  ],
  limit: { bucket: 'generate', max: 120, windowSeconds: 3600, per: 'organization' },
  tool: true,
});

export const importGarakReport = defineOperation({
  ...write,
  id: 'probes.import_report',
  path: '/garak/report',
  summary: 'Make test sets of a garak report or hit log, one for each probe in it',
  description:
    'JSONL, in the field `file`. An attack that was sent several times is one test; the same report again changes nothing.',
  takes: 'stream',
  audit: 'test_set.imported',
  bodyType: 'multipart',
  body: z.object({ file: z.string().meta({ format: 'binary' }) }),
  bodyLimitBytes: 101 * 1024 * 1024,
  answers: {
    200: TakenProbes.extend({
      attempts: z.number().int(),
      unusable: z.number().int().meta({ description: 'Attempts without a text that could be asked again' }),
    }),
  },
  problems: [
    'file.too_large',
    'file.too_many',
    'file.quota_exceeded',
    'file.store_unavailable',
    'import.unreadable',
    'probe.too_many_tests',
    'probe.metric_differs',
    'test.not_found',
    'test.deleted',
    'service.busy',
  ],
  limit: { bucket: 'import', max: 60, windowSeconds: 3600, per: 'user' },
});

export const listOwaspCategories = defineOperation({
  ...read,
  id: 'owasp.categories',
  path: '/owasp/categories',
  summary: 'The risks of an OWASP list, with the probes for each',
  query: z.strictObject({ framework: z.enum(frameworks).default('llm') }),
  answers: {
    200: z.object({
      framework: z.enum(frameworks),
      title: z.string(),
      categories: z.array(z.object({ id: z.string(), name: z.string(), probes: z.array(z.string()) })),
    }),
  },
});

export const generateOwasp = defineOperation({
  ...write,
  id: 'owasp.generate',
  path: '/owasp/generate',
  summary: 'Make a test set of the probes for these risks, the families taking turns',
  description:
    'When fewer tests exist than were asked for, fewer are made; risks for which there is no probe are named.',
  audit: 'test_set.generated',
  body: GenerateOwasp,
  answers: {
    201: z.object({
      test_set_id: Id,
      tests: z.number().int(),
      requested: z.number().int(),
      uncovered: z.array(z.string()),
    }),
  },
  problems: ['probe.metric_differs', 'owasp.no_probes'],
  limit: { bucket: 'generate', max: 120, windowSeconds: 3600, per: 'organization' },
  tool: true,
});
