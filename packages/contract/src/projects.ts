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
