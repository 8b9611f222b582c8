-- Runs that the clock begins, as the person who made the schedule.
create table schedules (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  name text not null,
  test_set_id uuid not null,
  endpoint_id uuid not null,
  cron text not null,
  timezone text not null,
  options json not null,
  jitter_seconds integer not null default 0 check (jitter_seconds between 0 and 3600),
  is_paused boolean not null default false,
  -- Why the platform has paused it, when nobody did.
  stop_reason text check (stop_reason in ('maker_lost_right', 'test_set_gone', 'endpoint_gone')),
  -- The time it waits for; none while it is paused.
  next_at timestamptz,
  last_time timestamptz,
  last_test_run_id uuid,
  last_error text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (is_paused = (next_at is null))
);
create index schedules_by_organization on schedules (organization_id, created_at desc, id desc);
create index schedules_due on schedules (next_at) where next_at is not null;

alter table schedules enable row level security;
create policy schedules_of_organization on schedules to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on schedules to sonde_app;
