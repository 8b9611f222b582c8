-- One test that is to be held as a conversation by a job and kept nowhere: what was asked for, until the job has ended.
create table test_trials (
  task_id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  user_id uuid not null,
  request json not null,
  created_at timestamptz not null
);
create index test_trials_of_organization on test_trials (organization_id);

alter table test_trials enable row level security;
create policy test_trials_of_organization on test_trials to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, delete on test_trials to sonde_app;
