import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { Id, Timestamp } from './primitives.ts';

const tag = 'Insights';

// Names of entities, measures, dimensions and filters are plain texts here: an unknown one is answered with those that
// there are, which a schema could not say.
/** The 31st of February is read as the 3rd of March. */
const exists = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};
const Words = z.array(z.string().max(100));
const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/)
  .refine((text) => exists(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), {
    error: 'There is no such day.',
  })
  .meta({ description: 'A day (UTC); of a moment its day counts' });
const Limit = z.number().int().min(1).max(1000);
const Months = z.number().int().min(1).max(120);

const CompareTo = z
  .strictObject({ period: z.literal('previous').optional(), test_run_id: Id.optional() })
  .refine(({ period, test_run_id }) => (period === undefined) !== (test_run_id === undefined), {
    error: 'Either a period or a test run.',
  });

export const InsightQuery = z.strictObject({
  entity: z.string().max(100).meta({ description: 'test_result, metric, test_run or test' }),
  group_by: Words.max(6).default([]),
  measures: Words.min(1).max(20).default(['count']),
  filters: z
    .record(z.string().max(100), z.array(z.string().max(300)).max(1000))
    .default({})
    .meta({
      description: 'Each a list of which one must hold; `null` stands for things that have none',
    }),
  months: Months.optional().meta({ description: 'The last months until today; instead of dates' }),
  start_date: Day.optional(),
  end_date: Day.optional().meta({ description: 'The last day that is counted' }),
  order_by: Words.max(10).optional().meta({ description: 'Selected names, with `-` before it downwards' }),
  limit: Limit.default(100),
  compare_to: CompareTo.optional().meta({
    description: 'Adds `previous` to each row: the period of the same length before, or one run',
  }),
});
export type InsightQuery = z.output<typeof InsightQuery>;

export const Insight = z.object({
  entity: z.string(),
  dimensions: z.array(z.string()),
  measures: z.array(z.string()),
  rows: z.array(z.record(z.string(), z.unknown())).meta({
    description:
      'Rates are percent, with the bounds of a 95 % Wilson interval; null where nothing was decided',
  }),
  is_truncated: z.boolean().meta({ description: 'There are more rows than `limit`' }),
  approximate: z.array(z.string()).meta({
    description: 'Measures that are exact to one percent only, since so many results were asked about',
  }),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
});
export type Insight = z.output<typeof Insight>;

export const queryInsights = defineOperation({
  id: 'insights.query',
  method: 'POST',
  path: '/insights/query',
  tag,
  summary:
    'Counts, rates, latencies and tests whose repeats disagree, grouped and filtered; up to ten questions, each with a label',
  description:
    'Errors stand beside a rate and never in it. A run that only scores stored answers again counts nothing a second time; who wants it names it in `test_run_ids`. A review decides what counts as passed or failed; `automated_*` keep what the metrics said.',
  scope: 'project',
  takes: 'moment',
  audit: { none: 'Nothing is changed.' },
  access: { who: 'member', permission: 'insights:read' },
  body: z
    .record(z.string().min(1).max(100), InsightQuery)
    .refine((labels) => Object.keys(labels).length >= 1 && Object.keys(labels).length <= 10, {
      error: 'One to ten questions, each with a label.',
    }),
  answers: { 200: z.record(z.string(), Insight) },
  problems: ['insights.unknown_name', 'insights.too_many_groups', 'test_run.not_found'],
  limit: { bucket: 'insights', max: 1200, windowSeconds: 60, per: 'organization' },
});

/** Once, several times, or several in one with commas between them. */
const several = z
  .union([z.string().max(40_000), z.array(z.string().max(300)).max(1000)])
  .transform((value) => (Array.isArray(value) ? value : value.split(',').map((part) => part.trim())));
const repeated = z
  .union([z.string().max(300), z.array(z.string().max(300)).max(1000)])
  .transform((value) => (Array.isArray(value) ? value : [value]));

/** Which of them an entity has, its refusal of others says. */
const filterQuery = Object.fromEntries(
  [
    'test_run_ids',
    'test_set_ids',
    'endpoint_ids',
    'executor_ids',
    'requirement_ids',
    'category_ids',
    'topic_ids',
    'metric_ids',
    'metric_names',
    'test_ids',
    'test_types',
    'owner_ids',
    'statuses',
    'tags',
  ].map((name) => [name, repeated.optional()]),
);

const rangeQuery = {
  entity: z.string().max(100),
  months: z.coerce.number().pipe(Months).optional(),
  start_date: Day.optional(),
  end_date: Day.optional(),
};

export const getInsights = defineOperation({
  id: 'insights.get',
  method: 'GET',
  path: '/insights',
  tag,
  summary: 'One question of the same kind; filters are named in the address',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'insights:read' },
  query: z
    .object({
      ...rangeQuery,
      ...filterQuery,
      group_by: several.optional(),
      measures: several.optional(),
      order_by: several.optional(),
      limit: z.coerce.number().pipe(Limit).optional(),
      compare_to: z.string().max(100).optional().meta({ description: '`previous`, or the id of a test run' }),
    })
    .catchall(repeated),
  answers: { 200: Insight },
  problems: ['insights.unknown_name', 'insights.too_many_groups', 'test_run.not_found'],
  limit: { bucket: 'insights', max: 1200, windowSeconds: 60, per: 'organization' },
  tool: true,
});

export const insightIds = defineOperation({
  id: 'insights.ids',
  method: 'GET',
  path: '/insights/ids',
  tag,
  summary: 'What a number counts: the ids of its tests, or of its runs',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'insights:read' },
  query: z
    .object({
      ...rangeQuery,
      ...filterQuery,
      outcome: z
        .enum(['all', 'pass', 'fail', 'error', 'not_evaluated', 'flaky'])
        .default('all')
        .meta({ description: 'Of results and metrics' }),
      limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    })
    .catchall(repeated),
  answers: { 200: z.object({ entity: z.string(), ids: z.array(Id), is_truncated: z.boolean() }) },
  problems: ['insights.unknown_name'],
  limit: { bucket: 'insights', max: 1200, windowSeconds: 60, per: 'organization' },
  tool: true,
});

const Named = z.object({ id: Id, name: z.string().nullable() });
const RunNamed = z.object({ id: Id, name: z.string(), created_at: Timestamp });
export const Regressions = z.object({
  compared: z
    .array(
      z.object({
        test_set: Named,
        endpoint: Named,
        test_run: RunNamed,
        base_run: RunNamed.meta({
          description:
            'The newest run before it in which one of the regressed tests passed; without any, the run before it',
        }),
        regressed: z
          .number()
          .int()
          .meta({ description: 'Tests that fail or end in an error, and passed before' }),
        improved: z.number().int().meta({
          description: 'Tests that pass in the newest run, and failed or ended in an error before it',
        }),
      }),
    )
    .meta({ description: 'The newest run of each set and endpoint, newest first; at most 50' }),
  tests: z
    .array(
      z.object({
        test_id: Id,
        text: z.string().nullable(),
        requirement: Named.nullable(),
        test_run_id: Id.meta({ description: 'The newest run of its set and endpoint' }),
        ends_in: z
          .enum(['fail', 'error'])
          .meta({ description: 'What the newest run that decided it says of it' }),
        since: RunNamed.meta({ description: 'The run in which it ceased to pass' }),
        decided_in: RunNamed.meta({
          description: 'The newest run that decided it; newer ones, up to `test_run_id`, did not',
        }),
        result_id: Id.meta({ description: 'The newest that fails or ends in an error' }),
        base_result_id: Id.meta({ description: 'The last that passed' }),
      }),
    )
    .meta({
      description:
        'Those that fail or end in an error, and passed before; the newest of them first in each set',
    }),
  is_truncated: z.boolean().meta({ description: 'There are more tests than `limit`' }),
});
export type Regressions = z.output<typeof Regressions>;

export const insightRegressions = defineOperation({
  id: 'insights.regressions',
  method: 'GET',
  path: '/insights/regressions',
  tag,
  summary: 'Tests that fail or end in an error, and passed in an earlier run of their set and endpoint',
  description:
    'Looks at the newest ten runs of each set and endpoint; runs that repeat a part of another, or score stored answers again, are none of them. A test stays here until it passes again or is changed. Of repeats the majority counts, and what is undecided is neither; where most end in an error and none was decided, the test ends in an error. Reviews count: a failure that a person has corrected is none.',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'insights:read' },
  query: z.strictObject({
    months: z.coerce.number().pipe(Months).default(3).meta({ description: 'The newest run began in these' }),
    endpoint_ids: several.pipe(z.array(Id).max(100)).optional(),
    test_set_ids: several.pipe(z.array(Id).max(100)).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answers: { 200: Regressions },
  limit: { bucket: 'insights', max: 1200, windowSeconds: 60, per: 'organization' },
  tool: true,
});

export const formerStats = defineOperation({
  id: 'insights.former_stats',
  method: 'GET',
  path: '/stats',
  tag,
  summary: 'Gone: ask `POST /insights/query`',
  scope: 'project',
  takes: 'moment',
  access: { who: 'member', permission: 'insights:read' },
  query: z.object({}).catchall(z.unknown()),
  aliases: ['tests', 'test_sets', 'test_runs', 'test_results', 'metrics', 'requirements'].map((thing) => ({
    path: `/${thing}/stats`,
  })),
  answers: { 200: z.object({}) },
  problems: ['stats.moved'],
});
