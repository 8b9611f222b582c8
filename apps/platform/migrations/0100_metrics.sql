-- What judges an answer. `definition` is everything that decides a verdict; name and description are for people.
create table metrics (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Without one it is seen from every project.
  project_id uuid references projects (id),
  name text not null,
  -- The name without regard to case and blanks.
  name_key text not null,
  description text,
  tags text[] not null default '{}',
  backend text not null check (backend in ('builtin', 'judge', 'code', 'sdk')),
  kind text,
  score_type text not null check (score_type in ('binary', 'numeric', 'categorical')),
  metric_scope text[] not null,
  -- json, not jsonb: people compare what they wrote, and the order of keys in a schema is theirs.
  definition json not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index metrics_by_name on metrics
  (organization_id, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), name_key) where deleted_at is null;
create index metrics_by_organization on metrics (organization_id, created_at desc, id desc) where deleted_at is null;
create index metrics_deleted on metrics (deleted_at) where deleted_at is not null;

alter table metrics enable row level security;
create policy metrics_of_organization on metrics to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on metrics to sonde_app;

-- Versions are written once: results name the one they were judged by.
create table metric_versions (
  organization_id uuid not null references organizations (id) on delete cascade,
  metric_id uuid not null references metrics (id) on delete cascade,
  version integer not null,
  name text not null,
  definition json not null,
  created_by uuid,
  created_at timestamptz not null,
  primary key (metric_id, version)
);
create index metric_versions_by_organization on metric_versions (organization_id, metric_id, version desc);

alter table metric_versions enable row level security;
create policy metric_versions_of_organization on metric_versions to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert on metric_versions to sonde_app;

create table requirement_metrics (
  organization_id uuid not null references organizations (id) on delete cascade,
  requirement_id uuid not null references requirements (id) on delete cascade,
  metric_id uuid not null references metrics (id) on delete cascade,
  created_at timestamptz not null,
  primary key (requirement_id, metric_id)
);
create index requirement_metrics_by_metric on requirement_metrics (organization_id, metric_id);

alter table requirement_metrics enable row level security;
create policy requirement_metrics_of_organization on requirement_metrics to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, delete on requirement_metrics to sonde_app;
