-- Endpoints can be changed by several people at once: the version says from which state a change was made.
alter table endpoints add column version integer not null default 1;

-- Lists of deleted ones, and the nightly purge.
create index endpoints_deleted on endpoints (deleted_at) where deleted_at is not null;
create index endpoints_by_name on endpoints (organization_id, name desc, id desc) where deleted_at is null;
create index endpoints_by_environment on endpoints (organization_id, environment, created_at desc, id desc)
  where deleted_at is null;
