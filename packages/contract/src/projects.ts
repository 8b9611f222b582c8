import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, idParams, listQuery } from './primitives.ts';

export const Project = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = z.output<typeof Project>;

const ProjectBody = z.strictObject({
  name: Name.min(1),
  description: z.string().trim().max(2000).nullable().optional(),
});

export const createProject = defineOperation({
  id: 'projects.create',
  method: 'POST',
  path: '/projects',
  tag: 'Projects',
  summary: 'Create a project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:create' },
  audit: 'by service',
  body: ProjectBody,
  answers: { 201: Project },
});

export const listProjects = defineOperation({
  id: 'projects.list',
  method: 'GET',
  path: '/projects',
  tag: 'Projects',
  summary: 'Projects of the organization',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:read' },
  query: listQuery,
  answers: { 200: z.array(Project) },
  tool: true,
});

export const getProject = defineOperation({
  id: 'projects.get',
  method: 'GET',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'One project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:read' },
  params: idParams,
  answers: { 200: Project },
  problems: ['project.not_found'],
});

export const updateProject = defineOperation({
  id: 'projects.update',
  method: 'PUT',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'Change a project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:update' },
  audit: 'by service',
  params: idParams,
  body: ProjectBody.partial(),
  answers: { 200: Project },
  problems: ['project.not_found'],
});

export const deleteProject = defineOperation({
  id: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{id}',
  tag: 'Projects',
  summary: 'Delete a project; refused while it still has endpoints',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:delete' },
  audit: 'by service',
  params: idParams,
  answers: { 200: Project },
  problems: ['project.not_found', 'project.not_empty'],
});

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

export const getProjectParameters = defineOperation({
  id: 'projects.parameters_get',
  method: 'GET',
  path: '/projects/{id}/parameters',
  tag: 'Projects',
  summary: 'Parameter values, by name and environment, as templates see them in `params.*`',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:read' },
  params: idParams,
  answers: { 200: ProjectParameters },
  problems: ['project.not_found'],
});

export const putProjectParameters = defineOperation({
  id: 'projects.parameters_put',
  method: 'PUT',
  path: '/projects/{id}/parameters',
  tag: 'Projects',
  summary: 'Replace the parameter values of a project',
  scope: 'organization',
  takes: 'moment',
  access: { who: 'member', permission: 'project:update' },
  audit: 'project.parameters_replaced',
  params: idParams,
  body: ProjectParameters,
  answers: { 200: ProjectParameters },
  problems: ['project.not_found'],
});
