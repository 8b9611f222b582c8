-- An exploration and its turns. Everything a worker needs to go on where another one stopped is here.
create table explorations (
  id uuid primary key references jobs (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid,
  endpoint_id uuid not null references endpoints (id) on delete cascade,
  user_id uuid not null,
  request json not null,
  -- The run that may write. A worker that was believed dead and is not finds another run here, and stops.
  run_id uuid,
  model text,
  model_calls integer not null default 0,
  model_tokens integer not null default 0,
  target_calls integer not null default 0,
  elapsed_ms double precision not null default 0,
  created_at timestamptz not null
);

-- json, not jsonb: texts of targets may hold \u0000.
create table exploration_turns (
  exploration_id uuid not null references explorations (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  turn integer not null,
  state text not null check (state in ('sending', 'done')),
  strategy text,
  probe json not null,
  sent json not null,
  received json,
  outcome text,
  error text,
  latency_ms double precision,
  conversation_id text,
  resent boolean not null default false,
  sent_at timestamptz not null,
  finished_at timestamptz,
  primary key (exploration_id, turn)
);

alter table explorations enable row level security;
alter table exploration_turns enable row level security;
create policy explorations_of_organization on explorations to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy exploration_turns_of_organization on exploration_turns to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on explorations, exploration_turns to sonde_app;
