-- What an application must do. Tests, metrics and results hang on it.
create table requirements (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Without one it is seen from every project.
  project_id uuid references projects (id),
  name text not null,
  -- The name without regard to case and blanks.
  name_key text not null,
  description text,
  tags text[] not null default '{}',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index requirements_by_name on requirements
  (organization_id, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), name_key) where deleted_at is null;
create index requirements_by_organization on requirements (organization_id, created_at desc, id desc)
  where deleted_at is null;
create index requirements_deleted on requirements (deleted_at) where deleted_at is not null;

alter table requirements enable row level security;
create policy requirements_of_organization on requirements to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on requirements to sonde_app;
