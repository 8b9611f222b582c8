-- What the repeats of one test in one run said, so that flaky tests need not be put together from millions of results.
-- Only runs that repeat their tests have rows here.
create table insight_repeat_counts (
  organization_id uuid not null,
  project_id uuid,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  test_id uuid not null,
  -- The day (UTC) on which the first of them ended.
  day date not null,
  requirement_id uuid,
  category_id uuid,
  topic_id uuid,
  passed integer not null,
  failed integer not null,
  primary key (test_run_id, test_id)
);
create index insight_repeat_counts_flaky on insight_repeat_counts (organization_id, day)
  include (project_id, test_run_id, test_id, requirement_id, category_id, topic_id) where passed > 0 and failed > 0;

alter table insight_repeat_counts enable row level security;
create policy insight_repeat_counts_of_organization on insight_repeat_counts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on insight_repeat_counts to sonde_app;

-- Each count is said once, for rows that are new and for those that change: a new row adds itself, a changed one takes
-- away what it was. Which rows there are differs, so the statement is put together; the transition tables are known to it.
create function insight_changes(operation text) returns text
  language sql immutable
  return 'select 1 as change, * from after_rows'
    || case operation when 'UPDATE' then ' union all select -1, * from before_rows' else '' end;

create or replace function count_insight_results() returns trigger language plpgsql as $$
declare
  changes constant text := insight_changes(tg_op);
begin
  execute 'insert into insight_result_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), requirement_id, category_id,
           topic_id, status, coalesce(automated_status, status), sum(change)
    from (' || changes || ') changes where insight_has_ended(status)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_result_counts_once do update set count = counted.count + excluded.count';
  execute 'insert into insight_latency_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms),
           sum(change)
    from (' || changes || ') changes
    where duration_ms is not null and automated_status in (''Pass'', ''Fail'', ''NotEvaluated'')
    group by 1, 2, 3, 4, 5
    having sum(change) <> 0
    order by 3, 4, 5
    on conflict (test_run_id, day, step) do update set count = counted.count + excluded.count';
  execute 'insert into insight_repeat_counts as counted
    select c.organization_id, c.project_id, c.test_run_id, c.test_id, min(insight_day(c.finished_at, c.created_at)),
           min(c.requirement_id::text)::uuid, min(c.category_id::text)::uuid, min(c.topic_id::text)::uuid,
           coalesce(sum(c.change) filter (where c.status = ''Pass''), 0),
           coalesce(sum(c.change) filter (where c.status = ''Fail''), 0)
    from (' || changes || ') c join test_runs r on r.id = c.test_run_id
      join test_configurations f on f.id = r.test_configuration_id
    where c.status in (''Pass'', ''Fail'') and (f.options ->> ''repeat'')::int > 1
    group by 1, 2, 3, 4
    having sum(c.change) filter (where c.status = ''Pass'') <> 0 or sum(c.change) filter (where c.status = ''Fail'') <> 0
    order by 3, 4
    on conflict (test_run_id, test_id) do update set day = least(counted.day, excluded.day),
      passed = counted.passed + excluded.passed, failed = counted.failed + excluded.failed';
  return null;
end $$;

create or replace function count_insight_verdicts() returns trigger language plpgsql as $$
begin
  execute 'insert into insight_metric_counts as counted
    select r.organization_id, r.project_id, r.test_run_id, insight_day(r.finished_at, r.created_at), r.requirement_id,
           c.metric_id, c.metric_name, c.verdict, c.automated_verdict, sum(change)
    from (' || insight_changes(tg_op) || ') c join test_results r on r.id = c.test_result_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_metric_counts_once do update set count = counted.count + excluded.count';
  return null;
end $$;

-- What was there before.
insert into insight_repeat_counts
select x.organization_id, x.project_id, x.test_run_id, x.test_id, min(insight_day(x.finished_at, x.created_at)),
       min(x.requirement_id::text)::uuid, min(x.category_id::text)::uuid, min(x.topic_id::text)::uuid,
       count(*) filter (where x.status = 'Pass'), count(*) filter (where x.status = 'Fail')
from test_runs r join test_configurations f on f.id = r.test_configuration_id join test_results x on x.test_run_id = r.id
where (f.options ->> 'repeat')::int > 1 and x.status in ('Pass', 'Fail')
group by 1, 2, 3, 4;
