-- What stays of things that were deleted for good: results that cite them stay readable for ever.
create table tombstones (
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid,
  entity text not null,
  id uuid not null,
  name text not null,
  -- What results cite besides the name.
  cited json not null default '{}',
  deleted_at timestamptz not null,
  purged_at timestamptz not null,
  primary key (organization_id, entity, id)
);

alter table tombstones enable row level security;
create policy tombstones_of_organization on tombstones to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select on tombstones to sonde_app;

-- Explorations outlive the endpoint they explored.
alter table explorations drop constraint explorations_endpoint_id_fkey;
