-- Applications report spans of their own beside the calls that Sonde makes. A span is stored once, whoever sends it.
alter table spans
  add column source text not null default 'call' check (source in ('call', 'exploration', 'test', 'application')),
  add column service text,
  add column model text,
  add column input_tokens bigint,
  add column output_tokens bigint,
  add column events json not null default '[]';
update spans set source = 'test' where attributes::text like '%"sonde.test_run_id"%';
update spans set source = 'exploration' where attributes::text like '%"sonde.exploration_id"%';

delete from spans as later using spans as first
  where later.organization_id = first.organization_id and later.trace_id = first.trace_id
    and later.span_id = first.span_id and later.id > first.id;
drop index spans_by_trace;
create unique index spans_by_trace on spans (organization_id, trace_id, span_id);

-- One row a trace, kept by whoever writes spans, so that a list need not put spans together.
create table traces (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  project_id uuid,
  trace_id text not null,
  name text not null,
  endpoint_name text,
  has_root boolean not null,
  status text not null check (status in ('ok', 'error')),
  source text not null check (source in ('call', 'exploration', 'test', 'application')),
  service text,
  environment text,
  endpoint_id uuid,
  conversation_id text,
  test_run_id uuid,
  test_result_id uuid,
  test_id uuid,
  message text,
  answer text,
  span_count integer not null,
  error_count integer not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  duration_ms double precision not null generated always as
    (extract(epoch from ended_at - started_at)::double precision * 1000) stored,
  updated_at timestamptz not null,
  -- Beginnings only: an index over whole answers would cost more than all the rest of a span.
  words text generated always as (lower(name || chr(10) || coalesce(endpoint_name, '') || chr(10) || left(coalesce(message, ''), 500) || chr(10) ||
    left(coalesce(answer, ''), 500) || chr(10) || trace_id)) stored
);
create unique index traces_by_trace on traces (organization_id, trace_id);
create index traces_by_time on traces (organization_id, started_at desc, id desc);
create index traces_by_endpoint on traces (organization_id, endpoint_id, started_at desc) where endpoint_id is not null;
create index traces_by_conversation on traces (organization_id, conversation_id, started_at) where conversation_id is not null;
create index traces_by_end on traces (ended_at);
create index spans_by_start on spans (started_at);

-- Texts with NUL or half a character are json that cannot be read as text; those few stay without a preview.
insert into traces (id, organization_id, project_id, trace_id, name, endpoint_name, has_root, status, source, environment, endpoint_id,
  conversation_id, message, answer, span_count, error_count,
  started_at, ended_at, updated_at)
select distinct on (organization_id, trace_id) id, organization_id, project_id, trace_id, name,
  case when attributes::text !~ '\\u(0000|[dD][89a-fA-F])' then left(attributes ->> 'endpoint.name', 500) end, true, status, source,
  environment, endpoint_id, conversation_id,
  case when attributes::text !~ '\\u(0000|[dD][89a-fA-F])' then left(attributes ->> 'conversation.input', 8000) end,
  case when attributes::text !~ '\\u(0000|[dD][89a-fA-F])' then left(attributes ->> 'conversation.output', 8000) end,
  count(*) over trace, count(*) filter (where status = 'error') over trace, min(started_at) over trace,
  max(started_at + duration_ms * interval '1 millisecond') over trace, now()
from spans
window trace as (partition by organization_id, trace_id)
order by organization_id, trace_id, parent_span_id nulls first, started_at;

-- What models cost, as the organization has agreed with those who run them.
create table model_prices (
  organization_id uuid not null references organizations (id) on delete cascade,
  model_key text not null,
  model text not null,
  input_per_million double precision not null,
  output_per_million double precision not null,
  primary key (organization_id, model_key)
);

alter table traces enable row level security;
alter table model_prices enable row level security;
create policy traces_of_organization on traces to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
create policy model_prices_of_organization on model_prices to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on traces to sonde_app;
grant select, insert, delete on model_prices to sonde_app;

do $$
begin
  create extension if not exists pg_trgm;
  create index traces_by_words on traces using gin (words gin_trgm_ops);
exception
  when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
    raise notice 'pg_trgm is not available; searches read the rows of the organization';
end
$$;
