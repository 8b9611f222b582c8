import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Name, Timestamp, Version } from './primitives.ts';
import { crudOperations } from './resource.ts';
import { ExecutionOptions } from './test-runs.ts';

/** Five fields: minute, hour, day of the month, month, day of the week. Whether they mean a time is judged when it is read. */
export const Cron = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w*/,#?-]+(?:\s+[\w*/,#?-]+){4}$/, {
    error: 'Five fields: minute, hour, day of the month, month, day of the week.',
  })
  .meta({ description: 'Five fields: minute, hour, day of the month, month, day of the week' });
export const TimeZone = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'As IANA names it: Europe/Berlin' });

/** What a run that comes again and again may be told; what names one run of the past makes no sense for it. */
export const ScheduleOptions = ExecutionOptions.omit({
  reference_test_run_id: true,
  only: true,
  of_run: true,
});

const times = {
  cron: Cron,
  timezone: TimeZone,
};
const settings = {
  options: ScheduleOptions.optional(),
  jitter_seconds: z
    .number()
    .int()
    .min(0)
    .max(3600)
    .optional()
    .meta({ description: 'A run begins up to so many seconds after its time. Default 0' }),
  is_paused: z.boolean().optional(),
};

export const ScheduleCreate = z.strictObject({
  name: Name.min(1).optional(),
  test_set_id: Id,
  endpoint_id: Id,
  cron: Cron,
  timezone: TimeZone.default('UTC'),
  ...settings,
});
export type ScheduleCreate = z.output<typeof ScheduleCreate>;
export const ScheduleUpdate = z
  .strictObject({
    name: Name.min(1),
    test_set_id: Id,
    endpoint_id: Id,
    ...times,
    ...settings,
    version: Version,
  })
  .partial();
export type ScheduleUpdate = z.output<typeof ScheduleUpdate>;

export const scheduleStops = ['maker_lost_right', 'test_set_gone', 'endpoint_gone'] as const;

export const Schedule = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  test_set: z.object({ id: Id, name: z.string() }),
  endpoint: z.object({ id: Id, name: z.string() }),
  cron: z.string(),
  timezone: z.string(),
  options: ScheduleOptions,
  jitter_seconds: z.number().int(),
  is_paused: z.boolean(),
  stop_reason: z
    .enum(scheduleStops)
    .nullable()
    .meta({ description: 'Why it was paused by the platform, when it was' }),
  next_times: z.array(Timestamp).meta({ description: 'The next five; none while it is paused' }),
  last_time: Timestamp.nullable(),
  last_test_run_id: Id.nullable(),
  last_error: z.string().nullable().meta({ description: 'Why the last time began no run' }),
  permitted_actions: z.array(z.string()),
  version: Version,
  created_by: Id.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Schedule = z.output<typeof Schedule>;

const startProblems = [
  'test_set.not_found',
  'test_set.deleted',
  'endpoint.not_found',
  'endpoint.deleted',
  'environment.not_found',
  'experiment.not_found',
  'experiment.deleted',
  'experiment.version_not_found',
] as const;

export const { listSchedules, getSchedule, createSchedule, updateSchedule, deleteSchedule } = crudOperations({
  one: 'schedule',
  many: 'schedules',
  tag: 'Schedules',
  scope: 'project',
  words: ['a schedule', 'schedules'],
  shown: Schedule,
  create: ScheduleCreate,
  update: ScheduleUpdate,
  problems: [...startProblems, 'schedule.too_many'],
  updateProblems: ['version.stale', 'schedule.maker_lost_right', 'schedule.others_parameters'],
  // It starts runs by itself later.
  alsoToWrite: ['test_run:execute'],
  tool: true,
});

export const previewSchedule = defineOperation({
  id: 'schedules.preview',
  method: 'POST',
  path: '/schedules/preview',
  tag: 'Schedules',
  summary: 'The next five times of a cron expression in a time zone',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'Nothing is changed.' },
  access: { who: 'member', permission: 'schedule:read' },
  body: z.strictObject({ cron: Cron, timezone: TimeZone.default('UTC') }),
  answers: { 200: z.object({ next_times: z.array(Timestamp) }) },
});
