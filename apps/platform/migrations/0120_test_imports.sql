-- Files of tests on their way in. The rows lie in the object store, as lines of JSON; here is what is known of them.
create table test_imports (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  user_id uuid not null,
  -- The uploaded file, which belongs to its uploader alone and goes after a day.
  file_id uuid not null,
  status text not null check (status in ('analyzed', 'parsed', 'importing', 'imported', 'failed')),
  -- What the reader found: format, encoding, columns, where each thousandth line begins.
  found json not null,
  shape text not null,
  mapping json not null,
  test_type text,
  target_test_set_id uuid,
  summary json,
  -- What the person asked for when they confirmed.
  wishes json,
  error text,
  task_id uuid,
  test_set_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index test_imports_by_person on test_imports (organization_id, user_id, created_at desc);
create index test_imports_expired on test_imports (expires_at);
create index test_imports_by_task on test_imports (organization_id, task_id) where task_id is not null;

-- What a running import has made so far. The tests are hidden until all are there.
create table test_import_rows (
  import_id uuid not null references test_imports (id) on delete cascade,
  organization_id uuid not null,
  place bigint not null,
  test_id uuid not null,
  is_new boolean not null,
  -- What an existing test will say, once all of the file is in.
  input json,
  primary key (import_id, place)
);

alter table test_imports enable row level security;
alter table test_import_rows enable row level security;
create policy test_imports_of_organization on test_imports to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_import_rows_of_organization on test_import_rows to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on test_imports, test_import_rows to sonde_app;
