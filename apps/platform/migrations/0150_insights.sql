-- Counts that answer questions over millions of results. The database itself keeps them, in the transaction that settles
-- a result, writes a verdict or lets a review decide: whoever writes those rows cannot forget to count.

-- Deleted runs are left out by joining test_runs, and come back with them; counts of a purged run go with it.
create table insight_result_counts (
  organization_id uuid not null,
  project_id uuid,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  -- The day (UTC) on which the result ended.
  day date not null,
  requirement_id uuid,
  category_id uuid,
  topic_id uuid,
  status text not null,
  automated_status text not null,
  count integer not null,
  constraint insight_result_counts_once unique nulls not distinct
    (test_run_id, day, requirement_id, category_id, topic_id, status, automated_status)
);
create index insight_result_counts_by_day on insight_result_counts (organization_id, day);

create table insight_metric_counts (
  organization_id uuid not null,
  project_id uuid,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  day date not null,
  requirement_id uuid,
  metric_id uuid not null,
  metric_name text not null,
  verdict text not null,
  automated_verdict text not null,
  count integer not null,
  constraint insight_metric_counts_once unique nulls not distinct
    (test_run_id, day, requirement_id, metric_id, metric_name, verdict, automated_verdict)
);
create index insight_metric_counts_by_day on insight_metric_counts (organization_id, day);

-- Durations of answers in steps of two percent: step n stands for 1.02 ^ n milliseconds.
create table insight_latency_counts (
  organization_id uuid not null,
  project_id uuid,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  day date not null,
  step smallint not null,
  count integer not null,
  primary key (test_run_id, day, step)
);
create index insight_latency_counts_by_day on insight_latency_counts (organization_id, day);

alter table insight_result_counts enable row level security;
alter table insight_metric_counts enable row level security;
alter table insight_latency_counts enable row level security;
create policy insight_result_counts_of_organization on insight_result_counts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy insight_metric_counts_of_organization on insight_metric_counts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy insight_latency_counts_of_organization on insight_latency_counts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on insight_result_counts, insight_metric_counts, insight_latency_counts to sonde_app;

create function insight_day(ended timestamptz, made timestamptz) returns date
  language sql immutable parallel safe
  return (coalesce(ended, made) at time zone 'UTC')::date;

create function insight_has_ended(status text) returns boolean
  language sql immutable parallel safe
  return status in ('Pass', 'Fail', 'Error', 'NotEvaluated', 'Cancelled');

-- Rows are counted in the order of their keys, so that two transactions which count the same ones wait for each other
-- instead of deadlocking.
create function count_insight_results() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into insight_result_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), requirement_id, category_id,
           topic_id, status, coalesce(automated_status, status), count(*)
    from after_rows where insight_has_ended(status)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_result_counts_once do update set count = counted.count + excluded.count;
    insert into insight_latency_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms), count(*)
    from after_rows
    where duration_ms is not null and automated_status in ('Pass', 'Fail', 'NotEvaluated')
    group by 1, 2, 3, 4, 5
    order by 3, 4, 5
    on conflict (test_run_id, day, step) do update set count = counted.count + excluded.count;
  else
    insert into insight_result_counts as counted
    select organization_id, project_id, test_run_id, day, requirement_id, category_id, topic_id, status, automated_status,
           sum(change)
    from (
      select organization_id, project_id, test_run_id, insight_day(finished_at, created_at) as day, requirement_id,
             category_id, topic_id, status, coalesce(automated_status, status) as automated_status, 1 as change
      from after_rows where insight_has_ended(status)
      union all
      select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), requirement_id,
             category_id, topic_id, status, coalesce(automated_status, status), -1
      from before_rows where insight_has_ended(status)
    ) changes
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_result_counts_once do update set count = counted.count + excluded.count;
    insert into insight_latency_counts as counted
    select organization_id, project_id, test_run_id, day, step, sum(change)
    from (
      select organization_id, project_id, test_run_id, insight_day(finished_at, created_at) as day,
             insight_step(duration_ms) as step, 1 as change
      from after_rows where duration_ms is not null and automated_status in ('Pass', 'Fail', 'NotEvaluated')
      union all
      select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms), -1
      from before_rows where duration_ms is not null and automated_status in ('Pass', 'Fail', 'NotEvaluated')
    ) changes
    group by 1, 2, 3, 4, 5
    having sum(change) <> 0
    order by 3, 4, 5
    on conflict (test_run_id, day, step) do update set count = counted.count + excluded.count;
  end if;
  return null;
end $$;

create function insight_step(duration_ms double precision) returns smallint
  language sql immutable parallel safe
  return round(ln(greatest(duration_ms, 0.01)) / ln(1.02));

create function count_insight_verdicts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into insight_metric_counts as counted
    select r.organization_id, r.project_id, r.test_run_id, insight_day(r.finished_at, r.created_at), r.requirement_id,
           v.metric_id, v.metric_name, v.verdict, v.automated_verdict, count(*)
    from after_rows v join test_results r on r.id = v.test_result_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_metric_counts_once do update set count = counted.count + excluded.count;
  else
    insert into insight_metric_counts as counted
    select r.organization_id, r.project_id, r.test_run_id, insight_day(r.finished_at, r.created_at), r.requirement_id,
           metric_id, metric_name, verdict, automated_verdict, sum(change)
    from (
      select test_result_id, metric_id, metric_name, verdict, automated_verdict, 1 as change from after_rows
      union all
      select test_result_id, metric_id, metric_name, verdict, automated_verdict, -1 from before_rows
    ) changes join test_results r on r.id = test_result_id
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_metric_counts_once do update set count = counted.count + excluded.count;
  end if;
  return null;
end $$;

create trigger count_new_results after insert on test_results
  referencing new table as after_rows for each statement execute function count_insight_results();
create trigger count_changed_results after update on test_results
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_insight_results();
create trigger count_new_verdicts after insert on test_verdicts
  referencing new table as after_rows for each statement execute function count_insight_verdicts();
create trigger count_changed_verdicts after update on test_verdicts
  referencing old table as before_rows new table as after_rows
  for each statement execute function count_insight_verdicts();

-- What was there before there were counts.
insert into insight_result_counts
select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), requirement_id, category_id,
       topic_id, status, coalesce(automated_status, status), count(*)
from test_results where insight_has_ended(status) group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
insert into insight_latency_counts
select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms), count(*)
from test_results where duration_ms is not null and automated_status in ('Pass', 'Fail', 'NotEvaluated')
group by 1, 2, 3, 4, 5;
insert into insight_metric_counts
select r.organization_id, r.project_id, r.test_run_id, insight_day(r.finished_at, r.created_at), r.requirement_id,
       v.metric_id, v.metric_name, v.verdict, v.automated_verdict, count(*)
from test_verdicts v join test_results r on r.id = v.test_result_id group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- Flaky tests and exact percentiles are read from the results of the runs that are asked about.
create index test_results_by_run_and_test on test_results (test_run_id, test_id)
  include (status, automated_status, duration_ms, finished_at) where finished_at is not null;
