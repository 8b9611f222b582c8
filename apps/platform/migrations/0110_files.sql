-- What people upload. The bytes lie in the object store under their hash; a row is written only when they are safe there.
create table files (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  -- Who alone sees it: the uploader while it is bound to nothing, the owner of a private thing after that.
  owner_id uuid,
  entity_type text check (entity_type in ('Test', 'TestResult', 'Trace', 'Source', 'ArchitectSession')),
  -- A uuid, or the hexadecimal id of a trace.
  entity_id text,
  filename text not null,
  content_type text not null,
  charset text,
  size_bytes bigint not null,
  description text,
  position integer not null default 0,
  content_hash text not null,
  warnings text[] not null default '{}',
  extraction_status text not null check (extraction_status in ('pending', 'done', 'failed', 'not_applicable')),
  extraction_error text,
  truncated boolean not null default false,
  -- Why no picture can be made of it, so that it is tried once.
  picture_error text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  check ((entity_type is null) = (entity_id is null)),
  check (entity_id is not null or owner_id is not null)
);
create index files_by_entity on files (organization_id, entity_type, entity_id, position, id);
create index files_by_organization on files (organization_id, created_at desc, id desc) where deleted_at is null;
create index files_by_hash on files (organization_id, content_hash);
create index files_unbound on files (created_at) where entity_id is null;
create index files_deleted on files (deleted_at) where deleted_at is not null;

alter table files enable row level security;
create policy files_of_organization on files to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on files to sonde_app;

-- Apart from the files, so that a list of them does not carry megabytes.
create table file_texts (
  file_id uuid primary key references files (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  text text not null
);
create index file_texts_by_organization on file_texts (organization_id);

alter table file_texts enable row level security;
create policy file_texts_of_organization on file_texts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on file_texts to sonde_app;
