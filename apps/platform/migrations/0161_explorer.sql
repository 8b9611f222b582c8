-- Sets of the explorer: trees of topics with inputs, what was answered, and how that was scored. They have tables of
-- their own: their tests change all the time and have no versions, and lists of test sets need not look past them.
alter table test_sets drop column is_explorer;

create table explorer_sets (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  name text not null,
  description text,
  tags text[] not null default '{}',
  default_endpoint_id uuid,
  metric_ids uuid[] not null default '{}',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index explorer_sets_by_organization on explorer_sets (organization_id, created_at desc, id desc);
create index explorer_sets_deleted on explorer_sets (deleted_at) where deleted_at is not null;

create table explorer_topics (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  explorer_set_id uuid not null references explorer_sets (id) on delete cascade,
  path text not null,
  -- The path as it is compared: without regard to case and blanks.
  path_key text not null,
  created_at timestamptz not null,
  unique (explorer_set_id, path_key)
);

-- Tests, and suggestions for them: a suggestion is a test that nobody has accepted yet, one that was rejected is kept so
-- that it is not made again. An output is json since a text column would refuse \u0000; inputs hold none.
create table explorer_tests (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  explorer_set_id uuid not null references explorer_sets (id) on delete cascade,
  topic_id uuid references explorer_topics (id) on delete set null,
  state text not null check (state in ('test', 'suggested', 'rejected')),
  input text not null,
  input_hash text not null,
  -- {text}; it may hold anything that a target says.
  output json,
  label text not null default '' check (label in ('', 'pass', 'fail', 'error')),
  labeler text not null default '',
  to_eval boolean not null default true,
  model_score double precision,
  metrics json,
  error text,
  scored_at timestamptz,
  -- Of a suggestion: {made_by, why, near_test_id, diversity_score}
  suggestion json,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index explorer_tests_by_input on explorer_tests
  (explorer_set_id, coalesce(topic_id, '00000000-0000-0000-0000-000000000000'), input_hash);
create index explorer_tests_in_order on explorer_tests (explorer_set_id, state, model_score, id);
create index explorer_tests_by_topic on explorer_tests (topic_id);

-- What a job was asked for, and how far it has come with each test, so that another worker goes on from there.
create table explorer_jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  user_id uuid not null,
  explorer_set_id uuid not null references explorer_sets (id) on delete cascade,
  request json not null,
  ended_at timestamptz,
  created_at timestamptz not null
);
create index explorer_jobs_by_set on explorer_jobs (explorer_set_id) where ended_at is null;

create table explorer_job_tests (
  explorer_job_id uuid not null references explorer_jobs (id) on delete cascade,
  explorer_test_id uuid not null references explorer_tests (id) on delete cascade,
  organization_id uuid not null,
  position integer not null,
  state text not null check (state in ('waiting', 'calling', 'called', 'scoring', 'done', 'failed')),
  error text,
  primary key (explorer_job_id, explorer_test_id)
);
create index explorer_job_tests_in_order on explorer_job_tests (explorer_job_id, state, position);

alter table explorer_sets enable row level security;
alter table explorer_topics enable row level security;
alter table explorer_tests enable row level security;
alter table explorer_jobs enable row level security;
alter table explorer_job_tests enable row level security;
create policy explorer_sets_of_organization on explorer_sets to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy explorer_topics_of_organization on explorer_topics to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy explorer_tests_of_organization on explorer_tests to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy explorer_jobs_of_organization on explorer_jobs to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy explorer_job_tests_of_organization on explorer_job_tests to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on explorer_sets, explorer_jobs to sonde_app;
grant select, insert, update, delete on explorer_topics, explorer_tests, explorer_job_tests to sonde_app;
