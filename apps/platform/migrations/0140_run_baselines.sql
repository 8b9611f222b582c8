-- The run that later ones of a set against an endpoint are compared with, where somebody has chosen one.
create table run_baselines (
  organization_id uuid not null references organizations (id) on delete cascade,
  test_set_id uuid not null,
  endpoint_id uuid not null,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  set_by uuid,
  set_at timestamptz not null,
  primary key (organization_id, test_set_id, endpoint_id)
);
create index run_baselines_by_run on run_baselines (test_run_id);

alter table run_baselines enable row level security;
create policy run_baselines_of_organization on run_baselines to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on run_baselines to sonde_app;
