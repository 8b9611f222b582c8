-- All that a search looks into, put together once rather than for every search.
alter table endpoints add column words text
  generated always as (lower(name || chr(10) || coalesce(description, '') || chr(10) || url)) stored;

-- The extension comes with PostgreSQL but may not be installed, and the embedded database is built without it: a search
-- then reads the rows of the organization, which is right and merely slower.
do $$
begin
  create extension if not exists pg_trgm;
  create index endpoints_by_words on endpoints using gin (words gin_trgm_ops) where deleted_at is null;
exception
  when undefined_file or feature_not_supported or insufficient_privilege or undefined_object then
    raise notice 'pg_trgm is not available; searches read the rows of the organization';
end
$$;
