-- The connector: which process holds which program's socket, which functions it serves, and calls on their way there.
-- A process that lives renews its lease; what a dead one held counts for nothing from the moment its lease ends.
create table connector_processes (
  id uuid primary key,
  lease_until timestamptz not null
);
grant select on connector_processes to sonde_app;

-- Several programs may serve one function; the latest registration among living processes is the one that is asked.
create table connector_registrations (
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid not null references projects (id) on delete cascade,
  environment text not null,
  function_name text not null,
  connection_id uuid not null,
  process_id uuid not null references connector_processes (id) on delete cascade,
  registered_at timestamptz not null default clock_timestamp(),
  primary key (connection_id, function_name)
);
create index connector_registrations_by_function
  on connector_registrations (project_id, environment, function_name, registered_at desc);
create index connector_registrations_by_process on connector_registrations (process_id);

-- A call whose program is connected to another process. Frames are text: jsonb would refuse what targets may say.
create table connector_calls (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  caller_process_id uuid not null,
  server_process_id uuid not null,
  connection_id uuid not null,
  state text not null check (state in ('placed', 'taken', 'answered')),
  call text not null,
  answer text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index connector_calls_by_expiry on connector_calls (expires_at);

alter table connector_registrations enable row level security;
alter table connector_calls enable row level security;
create policy connector_registrations_of_organization on connector_registrations to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy connector_calls_of_organization on connector_calls to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on connector_registrations, connector_calls to sonde_app;
