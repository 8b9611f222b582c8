-- Categories and topics: paths of words that tests are sorted by.
create table labels (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  kind text not null check (kind in ('category', 'topic')),
  name text not null,
  -- The name without regard to case and blanks.
  name_key text not null,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index labels_by_name on labels
  (organization_id, kind, coalesce(project_id, '00000000-0000-0000-0000-000000000000'), name_key text_pattern_ops);
create index labels_by_organization on labels (organization_id, kind, created_at desc, id desc);

alter table labels enable row level security;
create policy labels_of_organization on labels to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on labels to sonde_app;

-- Endpoints take tags like everything else.
alter table endpoints add column tags text[] not null default '{}';
