-- Runs of a test set against an endpoint. A configuration is the immutable record of (set, endpoint, options); a run is
-- one execution of it; a result is written once for each (run, test, repeat), whatever dies.
create table test_configurations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  test_set_id uuid not null,
  endpoint_id uuid not null,
  options json not null,
  created_by uuid,
  created_at timestamptz not null
);
create index test_configurations_by_organization on test_configurations (organization_id, created_at desc, id desc);

create table test_runs (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  test_configuration_id uuid not null references test_configurations (id),
  test_set_id uuid not null,
  endpoint_id uuid not null,
  task_id uuid,
  name text not null,
  status text not null check (status in ('Queued', 'Progress', 'Completed', 'Partial', 'Failed', 'Cancelled')),
  -- Which worker is in charge: whoever takes the run over writes its own, and the former one finds it changed.
  owner uuid,
  stop_reason text,
  error text,
  planned integer not null,
  passed integer not null default 0,
  failed integer not null default 0,
  errors integer not null default 0,
  not_evaluated integer not null default 0,
  cancelled integer not null default 0,
  target_calls integer not null default 0,
  target_tokens bigint not null default 0,
  -- What was run against what: the endpoint without its secrets, the metrics by version, parameters, names.
  snapshot json not null,
  labels json not null default '{}',
  gates json,
  gate text check (gate in ('passed', 'failed')),
  gate_reasons json,
  parent_run_id uuid,
  reference_test_run_id uuid,
  idempotency_key text,
  version integer not null default 1,
  created_by uuid,
  cancelled_by uuid,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index test_runs_by_organization on test_runs (organization_id, created_at desc, id desc) where deleted_at is null;
create index test_runs_by_set on test_runs (organization_id, test_set_id, endpoint_id, created_at desc) where deleted_at is null;
create unique index test_runs_by_key on test_runs (organization_id, idempotency_key) where idempotency_key is not null;

create table test_results (
  id uuid primary key,
  organization_id uuid not null,
  project_id uuid,
  test_run_id uuid not null references test_runs (id) on delete cascade,
  endpoint_id uuid not null,
  test_id uuid not null,
  test_version integer not null,
  requirement_id uuid,
  category_id uuid,
  topic_id uuid,
  position integer not null,
  repeat integer not null,
  -- Ordinals in test_run_scorers.
  scorers integer[] not null,
  -- waiting → running (the call may have been sent) → answered (its output is stored, no metric has seen it) → one of five.
  status text not null check (status in
    ('waiting', 'running', 'answered', 'Pass', 'Fail', 'Error', 'NotEvaluated', 'Cancelled')),
  -- The verdict of the metrics alone; a review may say otherwise in status.
  automated_status text,
  reason_code text,
  reason text,
  attempts integer not null default 0,
  calls integer not null default 0,
  first_attempt_at timestamptz,
  not_before timestamptz,
  status_code integer,
  duration_ms double precision,
  trace_id text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
create unique index test_results_once on test_results (test_run_id, test_id, repeat);
create index test_results_waiting on test_results (test_run_id, position, repeat) where status = 'waiting';
create index test_results_answered on test_results (test_run_id, position, repeat) where status = 'answered';
create index test_results_running on test_results (endpoint_id) where status = 'running';
create index test_results_latest on test_results (test_run_id, finished_at desc, id desc) where finished_at is not null;
create index test_results_in_order on test_results (test_run_id, position, repeat);
create index test_results_by_test on test_results (organization_id, test_id, created_at desc);

-- The metrics of a run, frozen: what happens to a metric afterwards changes no run.
create table test_run_scorers (
  test_run_id uuid not null references test_runs (id) on delete cascade,
  ordinal integer not null,
  organization_id uuid not null,
  snapshot json not null,
  primary key (test_run_id, ordinal)
);

-- What the target said, apart from the row that lists and counts go through.
create table test_outputs (
  test_result_id uuid primary key references test_results (id) on delete cascade,
  organization_id uuid not null,
  input json not null,
  output json not null
);

-- The turns of a conversation, each stored before it is sent.
create table test_turns (
  test_result_id uuid not null references test_results (id) on delete cascade,
  turn integer not null,
  organization_id uuid not null,
  sent json not null,
  received json,
  status_code integer,
  duration_ms double precision,
  trace_id text,
  sent_at timestamptz not null,
  finished_at timestamptz,
  primary key (test_result_id, turn)
);

create table test_verdicts (
  test_result_id uuid not null references test_results (id) on delete cascade,
  ordinal smallint not null,
  organization_id uuid not null,
  metric_id uuid not null,
  metric_version integer not null,
  metric_name text not null,
  verdict text not null check (verdict in ('pass', 'fail', 'error', 'not_evaluated')),
  -- What the metric itself said, when a review has changed the verdict.
  automated_verdict text not null,
  score double precision,
  category text,
  threshold double precision,
  reason text not null,
  reason_code text,
  evidence json not null default '[]',
  duration_ms double precision not null,
  primary key (test_result_id, ordinal)
);
create index test_verdicts_by_metric on test_verdicts (organization_id, metric_id);

-- How often an endpoint is called over all runs and processes: claims of its tests read and change this row.
create table endpoint_rates (
  endpoint_id uuid primary key,
  organization_id uuid not null,
  requests_per_minute double precision,
  tokens double precision not null default 0,
  refilled_at timestamptz not null,
  blocked_until timestamptz
);

alter table test_configurations enable row level security;
alter table test_runs enable row level security;
alter table test_results enable row level security;
alter table test_run_scorers enable row level security;
alter table test_outputs enable row level security;
alter table test_turns enable row level security;
alter table test_verdicts enable row level security;
alter table endpoint_rates enable row level security;
create policy test_configurations_of_organization on test_configurations to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_runs_of_organization on test_runs to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_results_of_organization on test_results to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_run_scorers_of_organization on test_run_scorers to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_outputs_of_organization on test_outputs to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_turns_of_organization on test_turns to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy test_verdicts_of_organization on test_verdicts to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy endpoint_rates_of_organization on endpoint_rates to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on
  test_configurations, test_runs, test_run_scorers, test_results, test_outputs, test_turns, test_verdicts, endpoint_rates
  to sonde_app;
