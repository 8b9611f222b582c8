-- One catalogue of kinds: a notification says how it ended, where it belongs and what it is about.
alter table notifications
  add column status text not null default 'Completed',
  add column section text not null default 'explorations',
  add column entity_type text,
  add column entity_id uuid,
  add column is_failure boolean not null default false,
  add column item_count integer not null default 1;
update notifications set status = 'Failed', is_failure = true where kind = 'exploration.failed';
update notifications set kind = 'exploration.finished' where kind in ('exploration.completed', 'exploration.failed');
alter table notifications alter column status drop default, alter column section drop default;
create index notifications_unread_by_section on notifications (user_id, organization_id, section) where read_at is null;

-- Only what somebody has chosen; the rest follows the catalogue.
create table notification_preferences (
  user_id uuid not null references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null,
  in_app boolean,
  email boolean,
  primary key (organization_id, user_id, kind)
);

alter table notification_preferences enable row level security;
create policy notification_preferences_of_organization on notification_preferences to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on notification_preferences to sonde_app;
