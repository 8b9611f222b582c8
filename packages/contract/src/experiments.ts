import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { ParameterValue } from './parameters.ts';
import { Id, Name, Timestamp, Version, idParams, restorableListQuery } from './primitives.ts';
import { crudOperations } from './resource.ts';
import { word } from './words.ts';

const tag = 'Experiments';

const editable = {
  name: Name.min(1),
  description: z.string().trim().max(4000).nullable().optional(),
  visibility: word(['private', 'shared']).optional().meta({
    description: 'A private one is seen by its maker alone, and no environment uses it. New ones are shared',
  }),
};
const ExperimentFields = z.strictObject(editable);
export const ExperimentCreate = ExperimentFields.extend({ project_id: Id.optional() });
export type ExperimentCreate = z.output<typeof ExperimentCreate>;
export const ExperimentUpdate = z.strictObject({ ...editable, version: Version }).partial();
export type ExperimentUpdate = z.output<typeof ExperimentUpdate>;

export const Experiment = z.object({
  id: Id,
  project_id: Id,
  owner_user_id: Id.nullable(),
  name: z.string(),
  description: z.string().nullable(),
  visibility: z.enum(['private', 'shared']),
  latest_version: z.string().nullable(),
  environments: z.array(z.string()).meta({ description: 'Those that use one of its versions' }),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Experiment = z.output<typeof Experiment>;

const diff = z.record(
  z.string(),
  z.object({ before: ParameterValue.nullable(), after: ParameterValue.nullable() }),
);
export const ExperimentVersion = z.object({
  version: z.string(),
  content_hash: z.string(),
  schema_fingerprint: z.string(),
  values: z.record(z.string(), ParameterValue),
  diff: diff.meta({ description: 'What it changes of its parent; secrets masked' }),
  parent_version: z.string().nullable(),
  message: z.string().nullable(),
  environments: z.array(z.string()),
  created_at: Timestamp,
  created_by_user_id: Id.nullable(),
});
export type ExperimentVersion = z.output<typeof ExperimentVersion>;

export const {
  listExperiments,
  getExperiment,
  createExperiment,
  updateExperiment,
  deleteExperiment,
  restoreExperiment,
} = crudOperations({
  one: 'experiment',
  many: 'experiments',
  tag,
  scope: 'project',
  words: ['an experiment', 'experiments'],
  shown: Experiment,
  create: ExperimentCreate,
  update: ExperimentUpdate,
  restorable: true,
  problems: ['project.not_found'],
  idProblems: ['experiment.deleted'],
  updateProblems: ['version.stale', 'experiment.in_use'],
});

export const listProjectExperiments = defineOperation({
  id: 'projects.experiments',
  method: 'GET',
  path: '/projects/{id}/experiments',
  tag,
  summary: 'Experiments of a project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'experiment:read' },
  params: idParams,
  query: restorableListQuery,
  answers: { 200: z.array(Experiment) },
  problems: ['project.not_found'],
});

export const createProjectExperiment = defineOperation({
  id: 'projects.experiment_create',
  method: 'POST',
  path: '/projects/{id}/experiments',
  tag,
  summary: 'Create an experiment in a project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'experiment:create' },
  audit: 'experiment.created',
  params: idParams,
  body: ExperimentFields,
  answers: { 201: Experiment },
  problems: ['project.not_found'],
});

const one = { tag, scope: 'project', takes: 'moment', params: idParams } as const;

export const createExperimentVersion = defineOperation({
  ...one,
  id: 'experiments.version_create',
  method: 'POST',
  path: '/experiments/{id}/versions',
  summary: 'Save values as a new version; 200 with the newest one when it says the same',
  description:
    'Values are given bare or as `{type, value}`; names that the schema does not know are refused. A secret sent as its mask is taken over from the parent.',
  access: { who: 'member', permission: 'experiment:update' },
  audit: 'experiment.version_created',
  body: z.strictObject({
    values: z.record(z.string().max(64), z.unknown()),
    message: z.string().trim().max(500).nullable().optional(),
    parent_version: z.string().max(64).nullable().optional().meta({
      description: 'The newest when it is left out',
    }),
  }),
  answers: { 201: ExperimentVersion, 200: ExperimentVersion },
  problems: [
    'experiment.not_found',
    'experiment.deleted',
    'experiment.version_not_found',
    'experiment.too_many_versions',
    'parameters.invalid',
  ],
});

export const listExperimentVersions = defineOperation({
  ...one,
  id: 'experiments.versions',
  method: 'GET',
  path: '/experiments/{id}/versions',
  summary: 'Versions of an experiment, newest first',
  access: { who: 'member', permission: 'experiment:read' },
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    skip: z.coerce.number().int().min(0).max(100_000).default(0),
  }),
  answers: { 200: z.array(ExperimentVersion) },
  problems: ['experiment.not_found', 'experiment.deleted'],
});

export const getExperimentVersion = defineOperation({
  ...one,
  id: 'experiments.version_get',
  method: 'GET',
  path: '/experiments/{id}/versions/{version}',
  summary: 'One version, by `vN` or its content hash',
  access: { who: 'member', permission: 'experiment:read' },
  params: idParams.extend({ version: z.string().min(1).max(64) }),
  answers: { 200: ExperimentVersion },
  problems: ['experiment.not_found', 'experiment.deleted', 'experiment.version_not_found'],
});

const Outcome = z.object({
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  errors: z.number().int(),
  not_evaluated: z.number().int(),
  cancelled: z.number().int(),
  pass_rate: z.number().nullable(),
  pass_rate_low: z.number().nullable(),
  pass_rate_high: z.number().nullable(),
});
export const ExperimentRun = Outcome.extend({
  id: Id,
  name: z.string(),
  status: z.string(),
  version: z.string(),
  test_set: z.object({ id: Id, name: z.string() }),
  endpoint: z.object({ id: Id, name: z.string() }),
  environment: z.string(),
  created_at: Timestamp,
  finished_at: Timestamp.nullable(),
});
export type ExperimentRun = z.output<typeof ExperimentRun>;
export const ExperimentVersionResults = Outcome.extend({
  version: z.string(),
  runs: z.array(ExperimentRun),
  total_tests: z.number().int(),
  diff,
});
export type ExperimentVersionResults = z.output<typeof ExperimentVersionResults>;

export const getExperimentResults = defineOperation({
  ...one,
  id: 'experiments.results',
  method: 'GET',
  path: '/experiments/{id}/results',
  summary: 'What the runs of an experiment came to, by run or by version',
  access: { who: 'member', permission: 'experiment:read', also: ['test_run:read'] },
  query: z.strictObject({
    group_by: word(['run', 'version']).default('version'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .meta({ description: 'How many runs are looked at' }),
  }),
  answers: { 200: z.object({ items: z.array(z.union([ExperimentVersionResults, ExperimentRun])) }) },
  problems: ['experiment.not_found', 'experiment.deleted'],
  tool: { toolset: 'experiments' },
});
