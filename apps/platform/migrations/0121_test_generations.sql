-- What a generation was asked for, so that whichever worker takes it makes the same tests.
create table test_generations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  user_id uuid not null,
  test_set_id uuid not null references test_sets (id) on delete cascade,
  request json not null,
  result json,
  created_at timestamptz not null
);
create index test_generations_by_set on test_generations (organization_id, test_set_id);

alter table test_generations enable row level security;
create policy test_generations_of_organization on test_generations to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on test_generations to sonde_app;
