import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, Version, restorableListQuery } from './primitives.ts';
import { crudOperations } from './resource.ts';
import { word } from './words.ts';

export const taskStatuses = ['Open', 'In Progress', 'Completed', 'Cancelled'] as const;
export const taskPriorities = ['Low', 'Medium', 'High'] as const;

/** Somebody as others see them; without a name where they have left. */
export const Person = z.object({ id: Id, name: z.string().nullable(), email: z.string().nullable() });
export type Person = z.output<typeof Person>;

const entityType = z.string().max(64).meta({
  description: 'What kind of thing it is about, such as `test_run`; in any case, with `-`, `_` or a blank',
});

const editable = {
  title: Name.min(1),
  description: z.string().trim().max(20_000).nullable().optional(),
  status: word(taskStatuses).optional(),
  priority: word(taskPriorities).optional(),
  assignee_id: Id.nullable().optional(),
};

export const TaskCreate = z
  .strictObject({
    ...editable,
    project_id: Id.nullable().optional(),
    entity_type: entityType.optional(),
    entity_id: Id.optional(),
  })
  .refine((body) => (body.entity_type === undefined) === (body.entity_id === undefined), {
    path: ['entity_id'],
    message: 'Give entity_type and entity_id together.',
  });
export type TaskCreate = z.output<typeof TaskCreate>;
export const TaskUpdate = z.strictObject({ ...editable, version: Version }).partial();
export type TaskUpdate = z.output<typeof TaskUpdate>;

export const Task = z.object({
  id: Id,
  project_id: Id.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(taskStatuses),
  priority: z.enum(taskPriorities),
  user: Person.nullable().meta({ description: 'Who made it' }),
  assignee: Person.nullable(),
  assignee_id: Id.nullable(),
  entity_type: z.string().nullable(),
  entity_id: Id.nullable(),
  entity_name: z.string().nullable().meta({ description: 'What it was called when the task was made' }),
  trace_id: z.string().nullable().meta({ description: 'Of a trace, by which it is read' }),
  comment_count: z.number().int(),
  completed_at: Timestamp.nullable(),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  deleted_at: Timestamp.nullable(),
});
export type Task = z.output<typeof Task>;

/** What a task or a comment may be about can refuse with its own words. */
export const thingProblems = [
  'comment.entity_unknown',
  'endpoint.not_found',
  'endpoint.deleted',
  'file.not_found',
  'file.deleted',
  'metric.not_found',
  'metric.deleted',
  'requirement.not_found',
  'requirement.deleted',
  'source.not_found',
  'source.deleted',
  'test.not_found',
  'test.deleted',
  'test_set.not_found',
  'test_set.deleted',
  'test_run.not_found',
  'test_run.deleted',
  'test_result.not_found',
  'trace.not_found',
] as const;

export const { listTasks, getTask, createTask, updateTask, deleteTask, restoreTask } = crudOperations({
  one: 'task',
  many: 'tasks',
  tag: 'Tasks and comments',
  scope: 'project',
  words: ['a task', 'tasks'],
  shown: Task,
  create: TaskCreate,
  update: TaskUpdate,
  restorable: true,
  problems: ['task.assignee_unknown', ...thingProblems],
  idProblems: ['task.deleted'],
  updateProblems: ['version.stale'],
});

export const listTasksOf = defineOperation({
  id: 'tasks.of_entity',
  method: 'GET',
  path: '/tasks/{entity_type}/{entity_id}',
  tag: 'Tasks and comments',
  summary: 'The tasks about one thing',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'task:read' },
  params: z.strictObject({ entity_type: entityType, entity_id: Id }),
  query: restorableListQuery,
  answers: { 200: z.array(Task) },
  problems: ['task.not_found', 'task.deleted', ...thingProblems],
});
