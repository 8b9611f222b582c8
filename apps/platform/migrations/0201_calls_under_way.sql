-- Calls of endpoints that bear only so many at once, whatever kind of run they belong to. A place is taken before its
-- call begins and given back when its step is finished. Whoever takes a run over clears the places of the lost worker;
-- the time is for those whom nobody clears.
create table calls_under_way (
  run_id uuid not null,
  step text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  endpoint_id uuid not null,
  until timestamptz not null,
  primary key (run_id, step)
);
create index calls_under_way_by_endpoint on calls_under_way (endpoint_id);

alter table calls_under_way enable row level security;
create policy calls_under_way_of_organization on calls_under_way to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on calls_under_way to sonde_app;

-- The worker that may write: every kind of run calls it the same.
alter table explorations rename column run_id to owner;
alter table explorer_jobs add column owner uuid;
