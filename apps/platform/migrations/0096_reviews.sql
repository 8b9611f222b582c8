-- What people say of results. Rows, so that two who review at once lose nothing and insights can count them.
create table reviews (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  test_result_id uuid not null references test_results (id) on delete cascade,
  target_type text not null check (target_type in ('test_result', 'metric', 'turn', 'trace')),
  -- Of a metric its id.
  target_reference text,
  status text not null check (status in ('Pass', 'Fail')),
  comment text not null,
  resolved_by uuid,
  resolved_at timestamptz,
  author uuid,
  history json not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- A deleted review counts for nothing and stays in the history of its result.
  deleted_at timestamptz
);
create index reviews_by_result on reviews (test_result_id, created_at desc, id desc);
create index reviews_by_organization on reviews (organization_id, created_at desc, id desc) where deleted_at is null;

alter table reviews enable row level security;
create policy reviews_of_organization on reviews to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on reviews to sonde_app;
