-- What a target last said of how often it may still be called, so that a run that would not fit is known before it begins.
create table target_quotas (
  endpoint_id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  allowed double precision,
  remaining double precision,
  resets_at timestamptz,
  refused_until timestamptz,
  told_at timestamptz not null
);
create index target_quotas_by_age on target_quotas (told_at);

alter table target_quotas enable row level security;
create policy target_quotas_of_organization on target_quotas to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on target_quotas to sonde_app;
