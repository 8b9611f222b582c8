create table notifications (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null
);
create index notifications_by_user on notifications (user_id, organization_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, organization_id) where read_at is null;

alter table notifications enable row level security;
create policy notifications_of_organization on notifications to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on notifications to sonde_app;
