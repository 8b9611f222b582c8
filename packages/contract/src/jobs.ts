import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp, listQuery } from './primitives.ts';

export const jobStatuses = ['PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const Job = z.object({
  task_id: Id,
  kind: z.string(),
  title: z.string(),
  status: z.enum(jobStatuses),
  subject_id: Id.nullable().meta({ description: 'What it is about: the endpoint of an exploration' }),
  progress: z.object({ step: z.number().int(), total: z.number().int().nullable(), label: z.string() }),
  result: z.unknown().meta({ description: 'null in lists; the whole result when one job is read' }),
  error: z.string().nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
});
export type Job = z.output<typeof Job>;

const taskParams = z.strictObject({ task_id: Id });

export const listJobs = defineOperation({
  id: 'jobs.list',
  method: 'GET',
  path: '/jobs',
  tag: 'Jobs',
  summary: 'Jobs of the organization',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'job:read' },
  query: listQuery,
  answers: { 200: z.array(Job) },
});

export const getJob = defineOperation({
  id: 'jobs.get',
  method: 'GET',
  path: '/jobs/{task_id}',
  tag: 'Jobs',
  summary: 'One job: status, progress and, at the end, its result',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'job:read' },
  params: taskParams,
  answers: { 200: Job },
  problems: ['job.not_found'],
  tool: true,
});

export const cancelJob = defineOperation({
  id: 'jobs.cancel',
  method: 'POST',
  path: '/jobs/{task_id}/cancel',
  tag: 'Jobs',
  summary: 'Stop a job; what it has found so far stays',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'job:cancel' },
  audit: 'job.cancelled',
  params: taskParams,
  answers: { 200: Job },
  problems: ['job.not_found', 'job.finished'],
});
