import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Tags, Timestamp, Version } from './primitives.ts';
import { crudOperations } from './resource.ts';

const editable = {
  name: Name.min(1),
  description: z.string().trim().max(4000).nullable().optional(),
  tags: Tags.optional(),
};

export const RequirementCreate = z.strictObject({ ...editable, project_id: Id.nullable().optional() });
export type RequirementCreate = z.output<typeof RequirementCreate>;
export const RequirementUpdate = z.strictObject({ ...editable, version: Version }).partial();
export type RequirementUpdate = z.output<typeof RequirementUpdate>;

export const Requirement = z.object({
  id: Id,
  project_id: Id.nullable().meta({ description: 'Without one it is seen from every project' }),
  name: z.string(),
  description: z.string().nullable(),
  tags: z.array(z.string()),
  metrics: z.array(z.object({ id: Id, name: z.string() })),
  counts: z.object({ tests: z.number().int(), metrics: z.number().int() }),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Requirement = z.output<typeof Requirement>;

export const {
  listRequirements,
  getRequirement,
  createRequirement,
  updateRequirement,
  deleteRequirement,
  restoreRequirement,
} = crudOperations({
  one: 'requirement',
  many: 'requirements',
  formerPath: '/behaviors',
  tag: 'Requirements',
  scope: 'project',
  words: ['a requirement', 'requirements'],
  shown: Requirement,
  create: RequirementCreate,
  update: RequirementUpdate,
  restorable: true,
  problems: ['requirement.name_taken'],
  idProblems: ['requirement.deleted'],
  updateProblems: ['version.stale'],
  tool: true,
});

/** As many as the page takes from a pasted list. */
const mostRequirementsAtOnce = 500;

export const createRequirements = defineOperation({
  id: 'requirements.bulk_create',
  method: 'POST',
  path: '/requirements/bulk',
  aliases: [{ path: '/behaviors/bulk', redirect: true }],
  tag: 'Requirements',
  summary: 'Create several requirements, all or none; the answer has their ids in order',
  description:
    'All belong to one project. Where a name is in the list twice, or the project has a requirement of this name already, nothing is created and `errors` says which.',
  scope: 'project',
  takes: 'moment',
  audit: 'requirement.created',
  access: { who: 'member', permission: 'requirement:create' },
  body: z.strictObject({
    requirements: z.array(z.strictObject(editable)).min(1).max(mostRequirementsAtOnce),
    project_id: Id.nullable().optional(),
  }),
  answers: { 201: z.object({ ids: z.array(Id) }) },
  problems: ['requirement.name_taken'],
  bodyLimitBytes: 8 * 1024 * 1024,
  tool: true,
});
