-- What has happened lately, so that a client whose connection broke can catch up. Ids only; the rows are the truth.
-- Only the house itself reads it, as the owner, so the tenant's role has no rights here.
create table kept_events (
  sequence bigint generated always as identity primary key,
  id uuid not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  data json not null,
  created_at timestamptz not null default now()
);
create index kept_events_by_organization on kept_events (organization_id, sequence);
alter table kept_events enable row level security;
