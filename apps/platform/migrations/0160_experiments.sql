-- Parameters of a project: what they are (fields), their values without an experiment (entries, as PUT gives them), and
-- which of these are secrets (sealed: name → environment → sealed text). json, not jsonb: people wrote it, and \u0000 is kept.
create table project_parameters (
  project_id uuid primary key references projects (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  fields json not null default '[]',
  -- Counts changes of the schema; 0 where none was ever saved.
  fields_version integer not null default 0,
  fields_updated_at timestamptz,
  entries json not null default '{}',
  sealed json not null default '{}',
  updated_at timestamptz not null
);

insert into project_parameters (project_id, organization_id, entries, updated_at)
  select id, organization_id, parameters, updated_at from projects where parameters::text not in ('{}', '');
alter table projects drop column parameters;

create table experiments (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid not null references projects (id),
  name text not null,
  description text,
  visibility text not null check (visibility in ('private', 'shared')),
  latest integer not null default 0,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index experiments_by_organization on experiments (organization_id, project_id, created_at desc, id desc);
create index experiments_deleted on experiments (deleted_at) where deleted_at is not null;

-- Never changed once written; only the sealed text of a secret is sealed anew when the key is replaced.
create table experiment_versions (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid not null,
  experiment_id uuid not null references experiments (id) on delete cascade,
  number integer not null,
  content_hash text not null,
  schema_fingerprint text not null,
  -- name → {type, value} or, of a secret, {type, sealed, digest}
  contents json not null,
  parent integer,
  message text,
  created_by uuid,
  created_at timestamptz not null,
  unique (experiment_id, number)
);
create index experiment_versions_by_hash on experiment_versions (organization_id, project_id, content_hash);

-- A row for each environment that people made or that ever pointed at something. Names are in small letters.
create table parameter_environments (
  project_id uuid not null references projects (id) on delete cascade,
  name text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  experiment_version_id uuid references experiment_versions (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (project_id, name)
);
create index parameter_environments_by_version on parameter_environments (experiment_version_id)
  where experiment_version_id is not null;

create table parameter_environment_moves (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  environment text not null,
  -- {experiment_id, name, version}: readable when the experiment is gone for good.
  moved_from json,
  moved_to json,
  message text,
  moved_by uuid,
  moved_at timestamptz not null
);
create index parameter_environment_moves_in_order on parameter_environment_moves
  (organization_id, project_id, environment, id desc);

alter table project_parameters enable row level security;
alter table experiments enable row level security;
alter table experiment_versions enable row level security;
alter table parameter_environments enable row level security;
alter table parameter_environment_moves enable row level security;
create policy project_parameters_of_organization on project_parameters to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy experiments_of_organization on experiments to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy experiment_versions_of_organization on experiment_versions to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy parameter_environments_of_organization on parameter_environments to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy parameter_environment_moves_of_organization on parameter_environment_moves to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on project_parameters, experiments to sonde_app;
grant select, insert on experiment_versions, parameter_environment_moves to sonde_app;
grant select, insert, update, delete on parameter_environments to sonde_app;

-- Which version of an experiment a run was made with.
alter table test_runs add column experiment_id uuid, add column experiment_version integer;
create index test_runs_by_experiment on test_runs (organization_id, experiment_id, created_at desc)
  where experiment_id is not null;
