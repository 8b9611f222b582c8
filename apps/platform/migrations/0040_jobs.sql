-- Background work as its owner may see it. The queue (schema `jobs`) decides when something runs; the truth about what
-- came of it is here.
create table jobs (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid references projects (id),
  created_by uuid,
  kind text not null,
  title text not null,
  status text not null check (status in ('PENDING', 'STARTED', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED')),
  subject_id uuid,
  -- A planning chat that waits for this job, if one does.
  session_id text,
  step integer not null default 0,
  total integer,
  label text not null default '',
  -- json, not jsonb: it holds what targets said, and jsonb refuses \u0000.
  result json,
  error text,
  cancel_requested boolean not null default false,
  -- Which job of the queue carries it, so that one whose worker vanished can be found out.
  queue_name text not null,
  queue_job_id uuid not null,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz not null
);
create index jobs_by_organization on jobs (organization_id, created_at desc, id desc);
create index jobs_unfinished on jobs (updated_at) where finished_at is null;
create index jobs_finished on jobs (finished_at) where finished_at is not null;

alter table jobs enable row level security;
create policy jobs_of_organization on jobs to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on jobs to sonde_app;
