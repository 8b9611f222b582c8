import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, Version, idParams } from './primitives.ts';
import { foldWord } from './words.ts';

const tag = 'Parameters';

/** Parameter name → value per environment; `default` serves every environment that has none of its own. */
export const ProjectParameters = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
  z.strictObject({
    description: z.string().max(500).optional(),
    default: z.unknown().optional(),
    Development: z.unknown().optional(),
    Staging: z.unknown().optional(),
    Production: z.unknown().optional(),
  }),
);
export type ProjectParameters = z.output<typeof ProjectParameters>;

export const parameterTypes = [
  'text',
  'string',
  'integer',
  'number',
  'boolean',
  'enum',
  'model_ref',
  'secret',
] as const;
export type ParameterType = (typeof parameterTypes)[number];

const typeNames = new Map<string, string>([
  ...parameterTypes.map((type) => [foldWord(type), type] as const),
  ['secretref', 'secret'],
]);
const ParameterTypeWord = z
  .string()
  .transform((text) => typeNames.get(foldWord(text)) ?? text)
  .pipe(z.enum(parameterTypes));

const longestText = 50_000;
/** A value with its type, as answers give it. Bodies may give the bare value: the schema knows the type. */
export const ParameterValue = z.object({ type: z.enum(parameterTypes), value: z.unknown() });
export type ParameterValue = z.output<typeof ParameterValue>;

const scalar = z.union([z.string().max(longestText), z.number(), z.boolean(), z.null()]);
const GivenValue = z.union([scalar, z.strictObject({ type: ParameterTypeWord.optional(), value: scalar })]);
export type GivenValue = z.output<typeof GivenValue>;
const parameterName = z.string().regex(/^[a-z_][a-z0-9_]{0,63}$/, {
  error: 'A name is written in small letters, digits and _, at most 64 of them, and begins with no digit.',
});
export const parametersMax = 200;

export const ParameterFieldInput = z.strictObject({
  name: parameterName,
  type: ParameterTypeWord,
  description: z.string().trim().max(500).nullable().optional(),
  required: z.boolean().default(false),
  default: GivenValue.nullable().optional(),
  options: z.array(z.string().min(1).max(200)).max(100).nullable().optional().meta({
    description: 'What an `enum` may be',
  }),
  display_order: z.number().int().min(-10_000).max(10_000).default(0),
});
export type ParameterFieldInput = z.output<typeof ParameterFieldInput>;

export const ParameterField = z.object({
  name: z.string(),
  type: z.enum(parameterTypes),
  description: z.string().nullable(),
  required: z.boolean(),
  default: ParameterValue.nullable(),
  options: z.array(z.string()).nullable(),
  display_order: z.number().int(),
});
export type ParameterField = z.output<typeof ParameterField>;

export const ParameterSchema = z.object({
  fields: z.array(ParameterField),
  version: Version.or(z.literal(0)).meta({ description: '0 where none was ever saved' }),
  updated_at: Timestamp.nullable(),
});
export type ParameterSchema = z.output<typeof ParameterSchema>;

const project = { tag, scope: 'organization', takes: 'moment', params: idParams } as const;

export const getProjectParameters = defineOperation({
  ...project,
  id: 'projects.parameters_get',
  method: 'GET',
  path: '/projects/{id}/parameters',
  summary: 'Parameter values, by name and environment, as templates see them in `params.*`',
  description: 'The layer without an experiment: what no version of an experiment says otherwise.',
  access: { who: 'member', permission: 'project:read' },
  answers: { 200: ProjectParameters },
  problems: ['project.not_found'],
});

export const putProjectParameters = defineOperation({
  ...project,
  id: 'projects.parameters_put',
  method: 'PUT',
  path: '/projects/{id}/parameters',
  summary: 'Replace the parameter values of a project',
  description:
    'Names that the schema knows must fit their type. A secret that is sent as its mask stays as it is.',
  access: { who: 'member', permission: 'project:update' },
  audit: 'project.parameters_changed',
  body: ProjectParameters,
  answers: { 200: ProjectParameters },
  problems: ['project.not_found', 'parameters.invalid'],
});

export const getParameterSchema = defineOperation({
  ...project,
  id: 'parameters.schema_get',
  method: 'GET',
  path: '/projects/{id}/parameters/schema',
  summary: 'Which parameters the applications of a project have',
  access: { who: 'member', permission: 'project:read' },
  answers: { 200: ParameterSchema },
  problems: ['project.not_found'],
});

export const putParameterSchema = defineOperation({
  ...project,
  id: 'parameters.schema_put',
  method: 'PUT',
  path: '/projects/{id}/parameters/schema',
  summary: 'Replace the schema of the parameters; versions that exist stay as they are',
  access: { who: 'member', permission: 'project:update' },
  audit: 'project.parameter_schema_changed',
  body: z.strictObject({
    fields: z.array(ParameterFieldInput).max(parametersMax),
    version: Version.or(z.literal(0)).optional(),
  }),
  answers: { 200: ParameterSchema },
  problems: ['project.not_found', 'parameters.invalid', 'version.stale'],
});

export const builtinEnvironments = ['default', 'development', 'staging', 'production'] as const;
const EnvironmentKey = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{0,62}$/, {
    error:
      'A name has letters, digits, dots, dashes and underlines, 63 at most, and begins with a letter or digit.',
  })
  .meta({ description: 'Compared without regard to case' });

const Pointer = z.object({ experiment_id: Id, version: z.string() });
export const EnvironmentPointers = z.object({
  environments: z.record(z.string(), Pointer.nullable()),
});
export type EnvironmentPointers = z.output<typeof EnvironmentPointers>;

const EnvironmentPointer = z.object({
  name: z.string(),
  experiment_id: Id.nullable(),
  version: z.string().nullable(),
});

export const listParameterEnvironments = defineOperation({
  ...project,
  id: 'parameters.environments',
  method: 'GET',
  path: '/projects/{id}/parameters/environments',
  summary: 'Environments, and the version of an experiment that each uses',
  access: { who: 'member', permission: 'experiment:read' },
  answers: { 200: EnvironmentPointers },
  problems: ['project.not_found'],
});

export const createParameterEnvironment = defineOperation({
  ...project,
  id: 'parameters.environment_create',
  method: 'POST',
  path: '/projects/{id}/parameters/environments',
  summary: 'Add an environment',
  access: { who: 'member', permission: 'experiment:update' },
  audit: 'parameters.environment_created',
  body: z.strictObject({ name: EnvironmentKey }),
  answers: { 201: EnvironmentPointer },
  problems: ['project.not_found', 'environment.name_taken', 'environment.too_many'],
});

const environmentParams = idParams.extend({ name: EnvironmentKey });

export const moveParameterEnvironment = defineOperation({
  ...project,
  id: 'parameters.environment_move',
  method: 'PUT',
  path: '/projects/{id}/parameters/environments/{name}',
  summary: 'Point an environment at a version; `production` wants an admin',
  description: '`experiment_id: null` lets the environment use no version.',
  access: { who: 'member', permission: 'experiment:update' },
  audit: 'parameters.environment_moved',
  params: environmentParams,
  body: z.strictObject({
    experiment_id: Id.nullable(),
    version: z.string().max(64).nullable().optional().meta({
      description: '`vN` or a content hash; the newest when it is left out',
    }),
    message: z.string().trim().max(500).nullable().optional(),
  }),
  answers: { 200: EnvironmentPointer },
  problems: [
    'project.not_found',
    'environment.not_found',
    'experiment.not_found',
    'experiment.deleted',
    'experiment.not_shared',
    'experiment.version_not_found',
  ],
});

export const deleteParameterEnvironment = defineOperation({
  ...project,
  id: 'parameters.environment_delete',
  method: 'DELETE',
  path: '/projects/{id}/parameters/environments/{name}',
  summary: 'Remove an environment of your own, or let a built-in one use no version; again changes nothing',
  access: { who: 'member', permission: 'experiment:update' },
  audit: 'parameters.environment_deleted',
  params: environmentParams,
  answers: { 200: EnvironmentPointer },
  problems: ['project.not_found'],
});

export const EnvironmentMove = z.object({
  id: Id,
  environment: z.string(),
  from: z.object({ experiment_id: Id, name: z.string(), version: z.string() }).nullable(),
  to: z.object({ experiment_id: Id, name: z.string(), version: z.string() }).nullable(),
  message: z.string().nullable(),
  moved_by: Id.nullable(),
  moved_at: Timestamp,
});
export type EnvironmentMove = z.output<typeof EnvironmentMove>;

export const listEnvironmentHistory = defineOperation({
  ...project,
  id: 'parameters.environment_history',
  method: 'GET',
  path: '/projects/{id}/parameters/environments/{name}/history',
  summary: 'Where an environment has pointed, newest first',
  access: { who: 'member', permission: 'experiment:read' },
  params: environmentParams,
  query: z.strictObject({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  answers: { 200: z.array(EnvironmentMove) },
  problems: ['project.not_found', 'environment.not_found'],
});

export const resolveSources = ['version', 'experiment_id', 'environment', 'parameters'] as const;
export const ResolvedParameters = z.object({
  schema: z.object({ fields: z.array(ParameterField) }),
  values: z.record(z.string(), ParameterValue),
  experiment_id: Id.nullable(),
  version: z.string().nullable(),
  content_hash: z.string().nullable(),
  source: z.enum(resolveSources).meta({
    description: '`parameters` where no version of an experiment is in force',
  }),
  source_environment: z.string().nullable(),
});
export type ResolvedParameters = z.output<typeof ResolvedParameters>;

export const resolveParameters = defineOperation({
  ...project,
  id: 'parameters.resolve',
  method: 'GET',
  path: '/projects/{id}/parameters/resolve',
  summary: 'The values that a call would get: version, then experiment, then environment, then `default`',
  access: { who: 'member', permission: 'experiment:read' },
  query: z.strictObject({
    environment: EnvironmentKey.optional(),
    experiment_id: Id.optional(),
    version: z.string().min(1).max(64).optional(),
  }),
  answers: { 200: ResolvedParameters },
  problems: [
    'project.not_found',
    'environment.not_found',
    'experiment.not_found',
    'experiment.deleted',
    'experiment.version_not_found',
  ],
  tool: { toolset: 'experiments' },
});
