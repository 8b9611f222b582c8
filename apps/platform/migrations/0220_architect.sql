-- A planning chat belongs to one person. Its plan is one json: it is read and written as a whole, under the row's lock.
create table architect_sessions (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  -- With whose rights its tools are called: the person's, or those of the API token that spoke last.
  created_by uuid not null,
  api_token_id uuid,
  title text not null,
  status text not null check (status in ('idle', 'thinking', 'confirming', 'working', 'waiting')),
  mode text not null check (mode in ('discovery', 'planning', 'creating', 'executing')),
  auto_approve boolean not null default false,
  planner text not null,
  -- Grows with each message, yes, no and stop; a worker that comes late with an older one writes nothing.
  turn integer not null default 0,
  plan json not null default '[]',
  -- What was spoken of, the question that waits for an answer, and the rounds of a model.
  state json not null default '{}',
  awaiting_task uuid,
  -- The job of the queue that works on it.
  claimed_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index architect_sessions_of_person on architect_sessions (organization_id, created_by, updated_at desc, id desc);
create index architect_sessions_at_work on architect_sessions (updated_at) where status in ('thinking', 'working', 'waiting');

create table architect_messages (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  session_id uuid not null references architect_sessions (id) on delete cascade,
  role text not null check (role in ('user', 'assistant', 'event')),
  content text not null,
  intent text,
  needs_confirmation boolean not null default false,
  task_id uuid,
  created_at timestamptz not null
);
create index architect_messages_of_session on architect_messages (session_id, created_at desc, id desc);

alter table architect_sessions enable row level security;
alter table architect_messages enable row level security;
create policy architect_sessions_of_organization on architect_sessions to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy architect_messages_of_organization on architect_messages to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on architect_sessions, architect_messages to sonde_app;
