-- Who is looking at which result, so that no two people do at once: one claim a person, one person a result.
create table review_claims (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null,
  test_result_id uuid not null unique references test_results (id) on delete cascade,
  -- The automated verdicts are not shown before the first review.
  is_blind boolean not null,
  claimed_until timestamptz not null,
  primary key (organization_id, user_id)
);

-- What somebody put aside comes to them last.
create table review_skips (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null,
  test_result_id uuid not null references test_results (id) on delete cascade,
  skipped_at timestamptz not null,
  primary key (organization_id, user_id, test_result_id)
);

alter table review_claims enable row level security;
alter table review_skips enable row level security;
create policy review_claims_of_organization on review_claims to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy review_skips_of_organization on review_skips to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on review_claims, review_skips to sonde_app;

-- Whether the author saw what the metrics said before they judged.
alter table reviews add column is_blind boolean not null default false;
