-- Bytes that somebody is storing, and no row names yet, or that are being removed: neither may meet the other. It is told
-- by rows, since a transaction that waited for the store would keep its connection from everybody for as long.
create table file_holds (
  id uuid not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  content_hash text not null,
  is_removal boolean not null,
  ends_at timestamptz not null,
  primary key (id, content_hash)
);
create index file_holds_by_content on file_holds (organization_id, content_hash);

alter table file_holds enable row level security;
