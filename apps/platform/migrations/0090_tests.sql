-- What an application must do, as tests, and the sets they are run in. A test's row is its newest version; every version
-- stays in test_versions, since results name the one they were run with.
-- Definitions are json, not jsonb: they hold what people wrote, and jsonb would reorder keys and refuse \u0000.
create table test_sets (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  name text not null,
  description text,
  short_description text,
  test_set_type text not null check (test_set_type in ('Single-Turn', 'Multi-Turn')),
  status text not null check (status in ('New', 'Review', 'Approved')),
  priority integer not null default 0,
  tags text[] not null default '{}',
  metadata json not null default '{}',
  -- References {metric, args?, threshold?, negate?} that every test of the set is judged by.
  metrics json not null default '[]',
  -- What a run of the set must reach: {min_pass_rate?, max_errors?, max_not_evaluated?, baseline?}.
  gates json,
  source json,
  -- Sets of the explorer are not listed among the others.
  is_explorer boolean not null default false,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index test_sets_by_organization on test_sets (organization_id, created_at desc, id desc) where deleted_at is null;

create table tests (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  test_type text not null check (test_type in ('Single-Turn', 'Multi-Turn', 'Image')),
  -- What lists show and searches look at: the prompt, or the goal of a conversation.
  content text not null,
  -- {prompt?, test_configuration?, metrics, combine?, metadata}
  definition json not null,
  requirement_id uuid,
  category_id uuid,
  topic_id uuid,
  status text not null check (status in ('New', 'Review', 'Approved')),
  priority integer not null default 0,
  tags text[] not null default '{}',
  -- {kind, ref?}: from what the test was made.
  source json not null,
  source_kind text not null,
  external_id text,
  -- SHA-256 of what makes two tests the same: tells new from identical on import.
  content_hash text not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index tests_by_organization on tests (organization_id, created_at desc, id desc) where deleted_at is null;
create index tests_by_requirement on tests (organization_id, requirement_id) where deleted_at is null;
create index tests_by_category on tests (organization_id, category_id) where deleted_at is null;
create index tests_by_topic on tests (organization_id, topic_id) where deleted_at is null;
create index tests_by_content on tests (organization_id, content_hash) where deleted_at is null;
create index tests_by_external_id on tests (organization_id, external_id) where external_id is not null and deleted_at is null;

create table test_versions (
  test_id uuid not null references tests (id) on delete cascade,
  version integer not null,
  organization_id uuid not null,
  test_type text not null,
  content text not null,
  definition json not null,
  requirement_id uuid,
  category_id uuid,
  topic_id uuid,
  created_by uuid,
  created_at timestamptz not null,
  primary key (test_id, version)
);

create table test_set_tests (
  test_set_id uuid not null references test_sets (id) on delete cascade,
  test_id uuid not null references tests (id) on delete cascade,
  organization_id uuid not null,
  position bigint not null,
  primary key (test_set_id, test_id)
);
create index test_set_tests_in_order on test_set_tests (test_set_id, position, test_id);
create index test_set_tests_by_test on test_set_tests (test_id);

alter table test_sets enable row level security;
alter table tests enable row level security;
alter table test_versions enable row level security;
alter table test_set_tests enable row level security;
create policy test_sets_of_organization on test_sets to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy tests_of_organization on tests to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_versions_of_organization on test_versions to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_set_tests_of_organization on test_set_tests to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on test_sets, tests, test_versions, test_set_tests to sonde_app;
