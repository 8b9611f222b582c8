import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, idParams, listQuery } from './primitives.ts';
import { Person, thingProblems } from './tasks.ts';

const shared = { tag: 'Tasks and comments', scope: 'project', takes: 'moment' } as const;

const entityType = z.string().max(64).meta({
  description:
    'What kind of thing it is about: whatever can be deleted and restored, and `test_result`, `trace`, `task`',
});
const content = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .meta({ description: '`@` and the address of a member tells them of it' });

export const Comment = z.object({
  id: Id,
  entity_type: z.string(),
  entity_id: Id,
  project_id: Id.nullable(),
  content: z.string(),
  mentions: z.array(Person),
  emojis: z.record(z.string(), z.array(z.object({ user_id: Id, user_name: z.string().nullable() }))),
  user: Person.nullable(),
  user_id: Id.nullable(),
  permitted_actions: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Comment = z.output<typeof Comment>;

export const createComment = defineOperation({
  ...shared,
  id: 'comments.create',
  method: 'POST',
  path: '/comments',
  summary: 'Say something about a thing; who is mentioned is told',
  audit: 'comment.created',
  access: { who: 'member', permission: 'comment:create' },
  body: z.strictObject({ entity_type: entityType, entity_id: Id, content }),
  answers: { 201: Comment },
  problems: ['task.not_found', 'task.deleted', ...thingProblems],
});

export const listComments = defineOperation({
  ...shared,
  id: 'comments.list',
  method: 'GET',
  path: '/comments',
  summary: 'Comments on whatever the caller sees',
  access: { who: 'member', permission: 'comment:read' },
  query: listQuery,
  answers: { 200: z.array(Comment) },
});

export const listCommentsOf = defineOperation({
  ...shared,
  id: 'comments.of_entity',
  method: 'GET',
  path: '/comments/entity/{entity_type}/{entity_id}',
  summary: 'What people said of one thing',
  access: { who: 'member', permission: 'comment:read' },
  params: z.strictObject({ entity_type: entityType, entity_id: Id }),
  query: listQuery,
  answers: { 200: z.array(Comment) },
  problems: ['task.not_found', 'task.deleted', ...thingProblems],
});

export const getComment = defineOperation({
  ...shared,
  id: 'comments.get',
  method: 'GET',
  path: '/comments/{id}',
  summary: 'A comment',
  access: { who: 'member', permission: 'comment:read' },
  params: idParams,
  answers: { 200: Comment },
  problems: ['comment.not_found'],
});

export const updateComment = defineOperation({
  ...shared,
  id: 'comments.update',
  method: 'PUT',
  path: '/comments/{id}',
  summary: 'Say it otherwise; only its author does',
  audit: 'comment.updated',
  aliases: [{ method: 'PATCH' }],
  access: { who: 'member', permission: 'comment:update' },
  params: idParams,
  body: z.strictObject({ content }),
  answers: { 200: Comment },
  problems: ['comment.not_found'],
});

export const deleteComment = defineOperation({
  ...shared,
  id: 'comments.delete',
  method: 'DELETE',
  path: '/comments/{id}',
  summary: 'Delete a comment for good: its author, an admin or the owner does',
  audit: 'comment.deleted',
  access: { who: 'member', permission: 'comment:delete' },
  params: idParams,
  answers: { 200: Comment },
  problems: ['comment.not_found'],
});

const emojiParams = z.strictObject({
  id: Id,
  emoji: z
    .string()
    .min(1)
    .max(32)
    .regex(/^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u, 'An emoji is expected.'),
});

export const addEmoji = defineOperation({
  ...shared,
  id: 'comments.add_emoji',
  method: 'POST',
  path: '/comments/{id}/emoji/{emoji}',
  summary: 'Answer a comment with an emoji',
  audit: { none: 'it says no more than a nod' },
  access: { who: 'member', permission: 'comment:create' },
  params: emojiParams,
  answers: { 200: Comment },
  problems: ['comment.not_found', 'comment.too_many_emojis'],
});

export const removeEmoji = defineOperation({
  ...shared,
  id: 'comments.remove_emoji',
  method: 'DELETE',
  path: '/comments/{id}/emoji/{emoji}',
  summary: 'Take the own emoji back',
  audit: { none: 'it says no more than a nod' },
  access: { who: 'member', permission: 'comment:create' },
  params: emojiParams,
  answers: { 200: Comment },
  problems: ['comment.not_found'],
});
