-- Who is told, and where, when a run ends in a way that somebody has named.
create table alert_rules (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  name text not null,
  test_set_id uuid,
  endpoint_id uuid,
  trigger text not null check (trigger in ('pass_rate_below', 'regressed', 'errors_above')),
  threshold double precision not null,
  -- Secrets of webhooks are sealed.
  channels json not null,
  is_paused boolean not null default false,
  last_raised_at timestamptz,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index alert_rules_by_organization on alert_rules (organization_id, created_at desc, id desc);

-- A run raises an alert once in each channel, however often it is looked at.
create table alert_deliveries (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  alert_rule_id uuid not null references alert_rules (id) on delete cascade,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  ordinal smallint not null,
  channel text not null check (channel in ('notification', 'email', 'webhook')),
  -- Of a webhook: where it goes, with its secret sealed, as both were when the alert was raised.
  url text,
  secret text,
  reason text not null,
  message json not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_status_code integer,
  last_error text,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create unique index alert_deliveries_once on alert_deliveries (alert_rule_id, test_run_id, ordinal);
create index alert_deliveries_by_rule on alert_deliveries (alert_rule_id, created_at desc, id desc);

alter table alert_rules enable row level security;
alter table alert_deliveries enable row level security;
create policy alert_rules_of_organization on alert_rules to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy alert_deliveries_of_organization on alert_deliveries to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on alert_rules, alert_deliveries to sonde_app;
