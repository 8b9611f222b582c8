-- What an application should know: documents, pages and pasted texts, cut into passages that tests can cite.
create table sources (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Without one it is seen from every project.
  project_id uuid references projects (id),
  title text not null,
  description text,
  kind text not null check (kind in ('text', 'url', 'file')),
  url text,
  file_id uuid references files (id) on delete set null,
  status text not null check (status in ('pending', 'done', 'failed')),
  error text,
  truncated boolean not null default false,
  passage_count integer not null default 0,
  character_count integer not null default 0,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index sources_by_organization on sources (organization_id, created_at desc, id desc) where deleted_at is null;
create index sources_deleted on sources (deleted_at) where deleted_at is not null;
create index sources_by_file on sources (file_id) where file_id is not null;

alter table sources enable row level security;
create policy sources_of_organization on sources to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on sources to sonde_app;

create table passages (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  source_id uuid not null references sources (id) on delete cascade,
  position integer not null,
  page integer,
  heading text,
  text text not null,
  -- No language is known, so words count as they are written.
  search tsvector generated always as (to_tsvector('simple', coalesce(heading, '') || ' ' || text)) stored
);
create unique index passages_in_order on passages (source_id, position);
create index passages_by_words on passages using gin (search);

alter table passages enable row level security;
create policy passages_of_organization on passages to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, delete on passages to sonde_app;

-- The operator of text search is not known to keep secrets, so under row-level security the index of words would not be
-- used: every passage of the organization would be read. The owner's function uses it, for the tenant that asks alone.
create function search_passages(organization uuid, project uuid, source uuid, words text, most integer)
  returns table (passage_id uuid, rank real)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select passages.id, ts_rank_cd(passages.search, asked.query, 32)
  from (select words::tsquery as query) asked, passages, sources
  where organization = app_organization_id()
    and passages.organization_id = organization
    and passages.search @@ asked.query
    and sources.id = passages.source_id
    and sources.organization_id = organization
    and sources.deleted_at is null
    and (project is null or sources.project_id is null or sources.project_id = project)
    and (source is null or sources.id = source)
  order by 2 desc, 1
  limit most
$$;
revoke all on function search_passages(uuid, uuid, uuid, text, integer) from public;
grant execute on function search_passages(uuid, uuid, uuid, text, integer) to sonde_app;
