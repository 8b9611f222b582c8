-- What calls to targets leave behind: conversation turns, tokens of client credentials, spans.
-- Texts that came from a target are json, not jsonb: jsonb refuses \u0000, which a target may well send.
create table conversation_turns (
  organization_id uuid not null references organizations (id) on delete cascade,
  endpoint_id uuid not null references endpoints (id) on delete cascade,
  conversation_id text not null,
  id uuid not null,
  messages json not null,
  expires_at timestamptz not null,
  primary key (organization_id, endpoint_id, conversation_id, id)
);
create index conversation_turns_by_expiry on conversation_turns (expires_at);

-- `lease_until` lets one caller at a time fetch a token, across processes, without a transaction held open meanwhile.
create table target_tokens (
  organization_id uuid not null references organizations (id) on delete cascade,
  recipe text not null,
  token_sealed text,
  fresh_until timestamptz,
  lease_id uuid,
  lease_until timestamptz,
  primary key (organization_id, recipe)
);

create table spans (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  trace_id text not null,
  span_id text not null,
  parent_span_id text,
  name text not null,
  kind text not null,
  status text not null check (status in ('ok', 'error')),
  status_message text,
  endpoint_id uuid,
  project_id uuid,
  environment text,
  conversation_id text,
  started_at timestamptz not null,
  duration_ms double precision not null,
  stages json not null,
  attributes json not null
);
create index spans_by_time on spans (organization_id, started_at desc, id desc);
create index spans_by_trace on spans (organization_id, trace_id);
create index spans_by_endpoint on spans (organization_id, endpoint_id, started_at desc);

alter table conversation_turns enable row level security;
alter table target_tokens enable row level security;
alter table spans enable row level security;
create policy conversation_turns_of_organization on conversation_turns to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy target_tokens_of_organization on target_tokens to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy spans_of_organization on spans to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on conversation_turns, target_tokens to sonde_app;
grant select, insert on spans to sonde_app;
