-- Whose target a job calls, where it calls one: who deletes an endpoint ends the calls to it.
alter table jobs add column endpoint_id uuid;
create index jobs_unfinished_of_endpoint on jobs (endpoint_id) where finished_at is null and endpoint_id is not null;

update jobs set endpoint_id = r.endpoint_id from test_runs r
  where r.task_id = jobs.id and r.organization_id = jobs.organization_id and jobs.finished_at is null;
update jobs set endpoint_id = e.endpoint_id from explorations e
  where e.id = jobs.id and e.organization_id = jobs.organization_id and jobs.finished_at is null;
