import { taskPriorities, taskStatuses, type Person, type Task } from '@sonde/contract';
import { Problem } from '@sonde/server-kit';
import type { MemberPrincipal } from '#kernel/http';
import { defineResource, isWithinReach } from '#kernel/resource';
import { tasks as table, type TaskRow } from './tables.ts';

export const taskResource = defineResource({
  entity: 'task',
  path: '/tasks',
  table,
  sort: 'created_at',
  problems: {
    notFound: () => new Problem('not_found', 'task.not_found', 'Task not found.'),
    deleted: (options) => new Problem('gone', 'task.deleted', 'This task was deleted.', options),
  },
  fields: {
    id: { column: table.id, type: 'id' },
    project_id: { column: table.projectId, type: 'id' },
    title: { column: table.title, type: 'text', isSearched: true },
    description: { column: table.description, type: 'text', isSearched: true },
    status: { column: table.status, type: 'text', words: taskStatuses },
    priority: { column: table.priority, type: 'text', words: taskPriorities },
    assignee_id: { column: table.assigneeId, type: 'id' },
    entity_type: { column: table.entityType, type: 'text' },
    entity_id: { column: table.entityId, type: 'id' },
    completed_at: { column: table.completedAt, type: 'time' },
    created_by: { column: table.createdBy, type: 'id' },
    created_at: { column: table.createdAt, type: 'time' },
    updated_at: { column: table.updatedAt, type: 'time' },
    deleted_at: { column: table.deletedAt, type: 'time' },
  },
});

/** Whoever made a task, and whoever has it, changes it; deleting it is for its maker and those above. */
export const mayChange = ({ userId }: MemberPrincipal, row: TaskRow): boolean =>
  row.createdBy === userId || row.assigneeId === userId;

export function presentTask(
  principal: MemberPrincipal,
  row: TaskRow,
  { people, comments }: { readonly people: ReadonlyMap<string, Person>; readonly comments: number },
): Task {
  const isAbove = principal.role === 'admin' || principal.role === 'owner';
  const isReached = isWithinReach(principal, row);
  const person = (id: string | null): Person | null =>
    id === null ? null : (people.get(id) ?? { id, name: null, email: null });
  return {
    id: row.id,
    project_id: row.projectId,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    user: person(row.createdBy),
    assignee: person(row.assigneeId),
    assignee_id: row.assigneeId,
    entity_type: row.entityType,
    entity_id: row.entityId,
    entity_name: row.entityName,
    trace_id: row.entityTraceId,
    comment_count: comments,
    completed_at: row.completedAt?.toISOString() ?? null,
    permitted_actions: [
      'read',
      ...(isReached && mayChange(principal, row) && principal.permissions.has('task:update')
        ? ['update']
        : []),
      ...(isReached &&
      (row.createdBy === principal.userId || isAbove) &&
      principal.permissions.has('task:delete')
        ? ['delete']
        : []),
    ],
    version: row.version,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
