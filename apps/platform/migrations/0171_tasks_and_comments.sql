-- Work that somebody is to do, about a thing or about none.
create table tasks (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  title text not null,
  description text,
  status text not null check (status in ('Open', 'In Progress', 'Completed', 'Cancelled')),
  priority text not null check (priority in ('Low', 'Medium', 'High')),
  assignee_id uuid,
  -- The thing may be of any kind, so no key holds it; it is looked at when the task is made.
  entity_type text,
  entity_id uuid,
  entity_name text,
  entity_trace_id text,
  completed_at timestamptz,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((entity_type is null) = (entity_id is null))
);
create index tasks_by_organization on tasks (organization_id, created_at desc, id desc) where deleted_at is null;
create index tasks_by_entity on tasks (organization_id, entity_type, entity_id) where entity_id is not null;
create index tasks_by_assignee on tasks (organization_id, assignee_id) where deleted_at is null;
create index tasks_deleted on tasks (deleted_at) where deleted_at is not null;

create table comments (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid,
  entity_type text not null,
  entity_id uuid not null,
  content text not null,
  mentions uuid[] not null default '{}',
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index comments_by_entity on comments (organization_id, entity_type, entity_id, created_at, id);
create index comments_by_organization on comments (organization_id, created_at desc, id desc);

-- Rows, so that two who nod at once both count.
create table comment_emojis (
  organization_id uuid not null references organizations (id) on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  emoji text not null,
  user_id uuid not null,
  primary key (comment_id, emoji, user_id)
);

alter table tasks enable row level security;
alter table comments enable row level security;
alter table comment_emojis enable row level security;
create policy tasks_of_organization on tasks to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy comments_of_organization on comments to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy comment_emojis_of_organization on comment_emojis to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on tasks to sonde_app;
grant select, insert, update, delete on comments to sonde_app;
grant select, insert, delete on comment_emojis to sonde_app;
