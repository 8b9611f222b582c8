import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, idParams, listQuery, selectQuery } from './primitives.ts';

const tag = 'Architect';

export const architectModes = ['discovery', 'planning', 'creating', 'executing'] as const;
export const architectStatuses = ['idle', 'thinking', 'confirming', 'working', 'waiting'] as const;
export const stepStatuses = ['planned', 'running', 'done', 'failed', 'skipped', 'interrupted'] as const;

const Arguments = z.record(z.string().max(100), z.unknown());

export const ArchitectStep = z.object({
  id: z.string(),
  title: z.string(),
  tool: z.string().meta({ description: 'As agents know it at `/mcp`' }),
  arguments: Arguments.meta({
    description: '`{"$step": "s1", "key": "task_id"}` stands for what an earlier step will have answered',
  }),
  is_writing: z.boolean().meta({ description: 'It is done only after a yes, unless that was given before' }),
  status: z.enum(stepStatuses),
  task_id: Id.nullable().meta({ description: 'Of the job it waits for' }),
  note: z.string().nullable().meta({ description: 'What came of it, in a sentence' }),
});
export type ArchitectStep = z.output<typeof ArchitectStep>;

export const ArchitectMessage = z.object({
  id: Id,
  role: z.enum(['user', 'assistant', 'event']),
  content: z.string(),
  intent: z.string().nullable().meta({ description: 'What the planner took the message for' }),
  needs_confirmation: z.boolean(),
  task_id: Id.nullable(),
  created_at: Timestamp,
});
export type ArchitectMessage = z.output<typeof ArchitectMessage>;

const sessionFields = {
  id: Id,
  project_id: Id.nullable(),
  title: z.string(),
  status: z.enum(architectStatuses),
  mode: z.enum(architectModes),
  auto_approve: z.boolean(),
  planner: z.string().meta({ description: '`builtin/planner`, or the model that answered last' }),
  plan: z.array(ArchitectStep),
  plan_version: z.string().meta({ description: 'Changes with the plan; a yes or no names it' }),
  awaiting_task: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const ArchitectSession = z.object(sessionFields);
export type ArchitectSession = z.output<typeof ArchitectSession>;
export const ArchitectTalk = z.object({
  ...sessionFields,
  messages: z.array(ArchitectMessage).meta({ description: 'The newest hundred, oldest first' }),
});
export type ArchitectTalk = z.output<typeof ArchitectTalk>;

export const architectMessageMax = 8000;
const Content = z.string().trim().min(1).max(architectMessageMax);
const AutoApprove = z
  .boolean()
  .meta({ description: 'Changes are made without asking, until it is set back' });

/** What may be changed of a step that waits for a yes; a step that is left out of the list stays as it is. */
export const ArchitectPlanChange = z.strictObject({
  id: z.string().max(40),
  arguments: Arguments.optional().meta({ description: 'These keys are replaced; others stay' }),
  is_skipped: z.boolean().optional(),
});

const limit = { bucket: 'architect', max: 60, windowSeconds: 60, per: 'user' } as const;
const shared = { tag, scope: 'person', takes: 'moment' } as const;
const reading = { who: 'member', permission: 'architect:read' } as const;
const writing = { who: 'member', permission: 'architect:update' } as const;
const path = '/architect/sessions';
const none = {
  none: 'A talk is private; each tool that changes something is written down as over REST.',
} as const;

export const createArchitectSession = defineOperation({
  ...shared,
  id: 'architect.create',
  method: 'POST',
  path,
  summary: 'Begin a planning chat, with a first message or without',
  access: writing,
  audit: none,
  body: z.strictObject({
    title: Name.min(1).optional(),
    project_id: Id.nullable().optional(),
    auto_approve: AutoApprove.default(false),
    initial_message: Content.optional(),
  }),
  answers: { 201: ArchitectTalk },
  problems: ['project.not_found', 'architect.too_many'],
  limit,
});

export const listArchitectSessions = defineOperation({
  ...shared,
  id: 'architect.list',
  method: 'GET',
  path,
  summary: 'The own planning chats, the one that was spoken in last first',
  access: reading,
  query: listQuery,
  answers: { 200: z.array(ArchitectSession) },
});

export const getArchitectSession = defineOperation({
  ...shared,
  id: 'architect.get',
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'One planning chat with its plan and its newest messages',
  access: reading,
  params: idParams,
  query: selectQuery,
  answers: { 200: ArchitectTalk },
  problems: ['architect.not_found'],
});

export const updateArchitectSession = defineOperation({
  ...shared,
  id: 'architect.update',
  method: 'PUT',
  path: `${path}/{id}`,
  aliases: [{ method: 'PATCH' }],
  summary: 'Rename a planning chat, or change the plan that waits for a yes',
  access: writing,
  audit: none,
  params: idParams,
  body: z.strictObject({
    title: Name.min(1).optional(),
    auto_approve: AutoApprove.optional(),
    plan: z.array(ArchitectPlanChange).max(50).optional(),
  }),
  answers: { 200: ArchitectTalk },
  problems: ['architect.not_found', 'architect.busy', 'architect.nothing_waits', 'architect.step_unknown'],
  limit,
});

export const deleteArchitectSession = defineOperation({
  ...shared,
  id: 'architect.delete',
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a planning chat for good; what it has made stays',
  access: writing,
  audit: none,
  params: idParams,
  answers: { 200: ArchitectSession },
  problems: ['architect.not_found'],
});

export const listArchitectMessages = defineOperation({
  ...shared,
  id: 'architect.messages',
  method: 'GET',
  path: `${path}/{id}/messages`,
  summary: 'The messages of a planning chat',
  access: reading,
  params: idParams,
  query: listQuery,
  answers: { 200: z.array(ArchitectMessage) },
  problems: ['architect.not_found'],
});

export const sendArchitectMessage = defineOperation({
  ...shared,
  id: 'architect.send',
  method: 'POST',
  path: `${path}/{id}/messages`,
  summary:
    'Say something in a planning chat; the answer is written by a job and told on `architect:{session_id}`',
  access: writing,
  audit: none,
  params: idParams,
  body: z.strictObject({
    content: Content,
    auto_approve: AutoApprove.optional(),
    plan_version: z.string().max(100).optional().meta({
      description:
        'Of the plan that was read, while one waits. A yes in words must name it; if it has changed since then, nothing is done',
    }),
  }),
  answers: { 202: ArchitectTalk },
  problems: ['architect.not_found', 'architect.busy', 'architect.too_long', 'architect.plan_changed'],
  limit,
});

export const confirmArchitectPlan = defineOperation({
  ...shared,
  id: 'architect.confirm',
  method: 'POST',
  path: `${path}/{id}/confirm`,
  summary: 'Say yes or no to the plan that waits for it',
  access: writing,
  audit: none,
  params: idParams,
  body: z.strictObject({
    approve: z.boolean(),
    plan_version: z
      .string()
      .max(100)
      .meta({ description: 'Of the plan that was read; if it has changed since then, nothing is done' }),
  }),
  answers: { 202: ArchitectTalk },
  problems: ['architect.not_found', 'architect.nothing_waits', 'architect.plan_changed'],
  limit,
});

export const stopArchitect = defineOperation({
  ...shared,
  id: 'architect.stop',
  method: 'POST',
  path: `${path}/{id}/stop`,
  summary: 'Stop what a planning chat is doing, and the job it waits for; what is finished stays',
  access: writing,
  audit: none,
  params: idParams,
  answers: { 200: ArchitectTalk },
  problems: ['architect.not_found'],
  limit,
});
