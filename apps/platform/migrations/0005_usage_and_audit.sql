create table usage_events (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  resource text not null,
  amount bigint not null check (amount > 0),
  at timestamptz not null
);
create index usage_events_by_time on usage_events (organization_id, at, resource);

alter table usage_events enable row level security;
create policy usage_events_of_organization on usage_events to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert on usage_events to sonde_app;

-- Append-only, also for the organization itself. Rows outlive the people they speak of.
create table audit_events (
  id uuid primary key,
  organization_id uuid,
  at timestamptz not null,
  action text not null,
  outcome text not null check (outcome in ('success', 'refused')),
  actor_id uuid,
  actor_email text,
  target_type text,
  target_id text,
  ip text,
  user_agent text,
  details jsonb not null default '{}'
);
create index audit_events_by_organization on audit_events (organization_id, at desc, id desc);
create index audit_events_by_time on audit_events (at);

alter table audit_events enable row level security;
create policy audit_events_of_organization on audit_events to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert on audit_events to sonde_app;
