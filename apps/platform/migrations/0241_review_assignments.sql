-- Who is to judge which result. Whether they have is told by their reviews: nothing here can be out of step with them.
create table review_assignments (
  organization_id uuid not null references organizations (id) on delete cascade,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  test_result_id uuid not null references test_results (id) on delete cascade,
  user_id uuid not null,
  assigned_by uuid,
  assigned_at timestamptz not null,
  primary key (test_result_id, user_id)
);
create index review_assignments_by_run on review_assignments (test_run_id, user_id);
create index review_assignments_by_reviewer on review_assignments (organization_id, user_id);

alter table review_assignments enable row level security;
create policy review_assignments_of_organization on review_assignments to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on review_assignments to sonde_app;
