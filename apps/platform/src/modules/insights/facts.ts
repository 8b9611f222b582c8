import { sql, type SQL } from 'drizzle-orm';
import type { MemberPrincipal } from '#kernel/http';
import { testSetTests, tests } from '#tests';
import { none, type Filters } from './question.ts';
import { spelled, type Entity, type Filter } from './registry.ts';
import type { Range } from './time-range.ts';

export type Scope = Pick<MemberPrincipal, 'organizationId' | 'projectId'>;

/** What is counted: rows called `f` beside the run `r` that they belong to, and which of them. */
export interface Facts {
  readonly from: SQL;
  readonly where: SQL;
}

export interface Asked {
  readonly filters: Filters;
  readonly range: Range | null;
}

const columns: Readonly<Partial<Record<Filter, SQL>>> = {
  test_run_ids: sql`f.test_run_id`,
  requirement_ids: sql`f.requirement_id`,
  category_ids: sql`f.category_id`,
  topic_ids: sql`f.topic_id`,
  statuses: sql`f.status`,
  test_ids: sql`f.test_id`,
  test_set_ids: sql`r.test_set_id`,
  endpoint_ids: sql`r.endpoint_id`,
  executor_ids: sql`r.created_by`,
  metric_names: sql`f.metric_name`,
  metric_ids: sql`f.metric_id`,
};

/** Counts kept beside the results: quick, and without a word of single tests. */
export const countedResults = (scope: Scope, asked: Asked): Facts =>
  ofRuns(sql`insight_result_counts f`, scope, asked);
export const countedLatencies = (scope: Scope, asked: Asked): Facts =>
  ofRuns(sql`insight_latency_counts f`, scope, asked);
export const countedVerdicts = (scope: Scope, asked: Asked): Facts =>
  ofRuns(
    sql`(select organization_id, project_id, test_run_id, day, requirement_id, metric_id, metric_name,
                verdict as status, automated_verdict as automated_status, count from insight_metric_counts) f`,
    scope,
    asked,
  );

/** Results themselves, for what counts do not know. */
export const singleResults = (scope: Scope, asked: Asked): Facts =>
  within(resultRows(scope, asked), scope, asked);

const resultRows = (scope: Scope, asked: Asked): Facts =>
  ofRuns(
    sql`(select id, organization_id, project_id, test_run_id, test_id, requirement_id, category_id, topic_id, status,
                automated_status, duration_ms, insight_day(finished_at, created_at) as day, 1 as count
         from test_results where insight_has_ended(status)) f`,
    scope,
    asked,
  );

/** Of what nobody decided, the results that were checked for flags only, as the page of a run counts them. */
export const onlyFlagged = (scope: Scope, asked: Asked): Facts =>
  ofRuns(
    // The first condition is the one of the index.
    sql`(select organization_id, project_id, test_run_id, test_id, requirement_id, category_id, topic_id, status,
                automated_status, insight_day(finished_at, created_at) as day
         from test_results where (flags > 0 or reason_code = 'no_flag') and status = 'NotEvaluated'
           and reason_code in ('flag', 'no_flag')) f`,
    scope,
    asked,
  );

/**
 * Tests of which repeats passed and failed in one run, as it stands after review: each once for each such run. Of a
 * question about runs, those of the runs it is about.
 */
export function flakyFacts(scope: Scope, entity: Entity, asked: Asked): Facts {
  const flaky = sql`(select organization_id, project_id, test_run_id, test_id, requirement_id, category_id, topic_id, day
                     from insight_repeat_counts where passed > 0 and failed > 0) f`;
  if (entity !== 'test_run') return withoutStatus(flaky, scope, asked);
  const runs = runFacts(scope, asked);
  const { from, where } = ofRuns(flaky, scope, runsOf(asked));
  return {
    from,
    where: sql`${where} and f.test_run_id in (select f.test_run_id from ${runs.from} where ${runs.where})`,
  };
}

/** Of a question, which runs it names and nothing else. */
export const runsOf = ({ filters }: Asked): Asked => ({
  filters: new Map([...filters].filter(([name]) => name === 'test_run_ids')),
  range: null,
});

/** Who asks for one status alone asks for no test that has both. */
function withoutStatus(flaky: SQL, scope: Scope, { filters, range }: Asked): Facts {
  const said = filters.get('statuses');
  const isAsked = said === undefined || (said.includes('Pass') && said.includes('Fail'));
  const others = new Map([...filters].filter(([name]) => name !== 'statuses'));
  const { from, where } = ofRuns(flaky, scope, { filters: others, range });
  return { from, where: isAsked ? where : sql`false` };
}

export const singleVerdicts = (scope: Scope, asked: Asked): Facts =>
  within(
    ofRuns(
      sql`(select x.id, x.organization_id, x.project_id, x.test_run_id, x.test_id, x.requirement_id, v.metric_id,
                  v.metric_name, v.verdict as status, v.automated_verdict as automated_status,
                  insight_day(x.finished_at, x.created_at) as day, 1 as count
           from test_verdicts v join test_results x on x.id = v.test_result_id) f`,
      scope,
      asked,
    ),
    scope,
    asked,
  );

/** What people said, each as one fact of the result or the verdict it is about. */
export const reviewFacts = (scope: Scope, asked: Asked, entity: Entity): Facts =>
  ofRuns(
    entity === 'metric'
      ? sql`(select x.organization_id, x.project_id, x.test_run_id, x.test_id, x.requirement_id, v.metric_id,
                    v.metric_name, v.verdict as status, insight_day(x.finished_at, x.created_at) as day
             from reviews w join test_results x on x.id = w.test_result_id
             join test_verdicts v on v.test_result_id = x.id and v.metric_id::text = w.target_reference
             where w.organization_id = ${scope.organizationId} and w.deleted_at is null and w.target_type = 'metric') f`
      : sql`(select x.organization_id, x.project_id, x.test_run_id, x.test_id, x.requirement_id, x.category_id,
                    x.topic_id, x.status, x.automated_status, insight_day(x.finished_at, x.created_at) as day
             from reviews w join test_results x on x.id = w.test_result_id
             where w.organization_id = ${scope.organizationId} and w.deleted_at is null) f`,
    scope,
    asked,
  );

export const runFacts = (scope: Scope, asked: Asked): Facts =>
  ofRuns(
    sql`(select id as test_run_id, organization_id, project_id, status, passed, failed, errors, not_evaluated,
                cancelled, insight_day(null, created_at) as day from test_runs) f`,
    scope,
    asked,
  );

/** Tests with what their newest result that was not cancelled said. */
export function testFacts(scope: Scope, { filters, range }: Asked): Facts {
  return {
    from: sql`(select t.id as test_id, t.organization_id, t.project_id, t.requirement_id, t.category_id, t.topic_id,
                 t.test_type, t.status, t.created_by, insight_day(null, t.created_at) as day, newest.status as outcome,
                 newest.status is null as is_unrun
               from ${tests} t left join lateral (
                 select x.status from test_results x join test_runs r on r.id = x.test_run_id
                 where x.organization_id = ${scope.organizationId} and x.test_id = t.id and r.deleted_at is null
                   and x.status in ('Pass', 'Fail', 'Error', 'NotEvaluated')
                 order by x.created_at desc, x.id desc limit 1) newest on true
               where t.organization_id = ${scope.organizationId} and t.deleted_at is null) f`,
    where: all([visible(scope), inRange(range), ...conditions(scope, filters, 'test')]),
  };
}

function ofRuns(facts: SQL, scope: Scope, { filters, range }: Asked): Facts {
  return {
    from: sql`${facts} join test_runs r on r.id = f.test_run_id`,
    where: all([
      visible(scope),
      sql`r.organization_id = ${scope.organizationId}`,
      sql`r.deleted_at is null`,
      // Who names a run wants to see it, whatever it was of.
      ...(filters.has('test_run_ids') ? [] : [callsItself]),
      inRange(range),
      ...conditions(scope, filters, 'run'),
    ]),
  };
}

/** Answers that were only scored again count once, where they were given. */
const callsItself = sql`r.reference_test_run_id is null`;

/** Which runs a period is about is known from the counts; results have no index by day. */
const within = ({ from, where }: Facts, { organizationId }: Scope, { range }: Asked): Facts => ({
  from,
  where: range
    ? sql`${where} and f.test_run_id in (select c.test_run_id from insight_result_counts c
            where c.organization_id = ${organizationId} and c.day between ${range.start}::date and ${range.end}::date)`
    : where,
});

const visible = ({ organizationId, projectId }: Scope): SQL =>
  projectId === null
    ? sql`f.organization_id = ${organizationId}`
    : sql`f.organization_id = ${organizationId} and (f.project_id = ${projectId} or f.project_id is null)`;

const inRange = (range: Range | null): SQL =>
  range ? sql`f.day between ${range.start}::date and ${range.end}::date` : sql`true`;

const conditions = (scope: Scope, filters: Filters, of: 'run' | 'test'): SQL[] =>
  [...filters].map(([filter, values]) => {
    const column = of === 'test' && filter === 'test_set_ids' ? undefined : columns[filter];
    return column ? oneOf(column, filter, values) : ofTest(scope, filter, values);
  });

function oneOf(column: SQL, filter: Filter, values: readonly string[]): SQL {
  const named = values.filter((value) => value !== none);
  const given = spelled.has(filter) ? list(named) : list(named, sql`::uuid`);
  return sql`(${named.length > 0 ? sql`${column} in (${given})` : sql`false`}${
    values.includes(none) ? sql` or ${column} is null` : sql``
  })`;
}

function ofTest({ organizationId }: Scope, filter: Filter, values: readonly string[]): SQL {
  const of = (condition: SQL): SQL =>
    sql`f.test_id in (select t.id from ${tests} t where t.organization_id = ${organizationId} and ${condition})`;
  if (values.length === 0) return sql`false`;
  if (filter === 'tags') return of(sql`t.tags && array[${list(values)}]::text[]`);
  if (filter === 'owner_ids') return of(oneOf(sql`t.created_by`, filter, values));
  if (filter === 'test_set_ids')
    return sql`f.test_id in (select m.test_id from ${testSetTests} m
                 where m.organization_id = ${organizationId} and ${oneOf(sql`m.test_set_id`, filter, values)})`;
  const folded = values.map((value) => value.toLowerCase().replaceAll(/[-_\s]+/g, ''));
  return of(sql`lower(replace(t.test_type, '-', '')) in (${list(folded)})`);
}

const list = (values: readonly string[], cast: SQL = sql``): SQL =>
  sql.join(
    values.map((value) => sql`${value}${cast}`),
    sql`, `,
  );

const all = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` and `);
