-- Endpoint configurations: how to call a target AI application.
-- Mappings are json, not jsonb: jsonb would reorder their keys, and people compare what they wrote.
create table endpoints (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid not null references projects (id),
  name text not null,
  description text,
  url text not null,
  method text not null,
  protocol text not null check (protocol in ('REST', 'WebSocket', 'SDK')),
  environment text not null check (environment in ('Development', 'Staging', 'Production')),
  auth_type text not null check (auth_type in ('none', 'bearer_token', 'client_credentials')),
  auth_token_sealed text,
  client_id text,
  client_secret_sealed text,
  token_url text,
  scopes text,
  audience text,
  token_params json,
  request_headers json not null,
  secret_header_names text[] not null default '{}',
  secret_headers_sealed text,
  query_params json not null,
  request_mapping json not null,
  response_mapping json not null,
  websocket json,
  endpoint_metadata jsonb not null default '{}',
  disable_tracing boolean not null default false,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Error')),
  last_tested_at timestamptz,
  last_test_success boolean,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index endpoints_by_organization on endpoints (organization_id, created_at desc, id desc) where deleted_at is null;
create index endpoints_by_project on endpoints (project_id) where deleted_at is null;

alter table endpoints enable row level security;
create policy endpoints_of_organization on endpoints to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on endpoints to sonde_app;
