-- Language models an organization has added. The key is sealed; which one is the default stands in `organizations`.
create table ai_models (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  provider text not null check (provider in ('openai', 'anthropic', 'google', 'mistral', 'ollama', 'openai_compatible')),
  model_name text not null,
  base_url text,
  api_key_sealed text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index ai_models_by_organization on ai_models (organization_id, created_at desc, id desc);

alter table ai_models enable row level security;
create policy ai_models_of_organization on ai_models to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on ai_models to sonde_app;
