-- People, the organizations they belong to, and the projects of those.
create table users (
  id uuid primary key,
  email text not null,
  name text,
  -- PHC string of Argon2id; null for people who sign in by mail or through a provider.
  password_hash text,
  is_email_verified boolean not null default false,
  -- Consecutive password failures; the cool-down grows with them and mail or a provider clears them.
  failed_logins integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_by_email on users (lower(email));

create table organizations (
  id uuid primary key,
  name text not null,
  default_generation_model_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- A person belongs to one organization at most, which the primary key says.
create table memberships (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  is_active boolean not null default true,
  joined_at timestamptz not null
);
create index memberships_by_organization on memberships (organization_id);

create table projects (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  description text,
  parameters json not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Results of a deleted project stay readable, so its row stays.
  deleted_at timestamptz
);
create index projects_by_organization on projects (organization_id, created_at desc, id desc) where deleted_at is null;

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz
);
create unique index invitations_open on invitations (organization_id, lower(email)) where accepted_at is null;

-- Who may act, and for whom: the one place that answers it for sessions, API tokens and exchanged tokens alike.
create view active_subjects as
  select u.id as user_id, u.email, u.name, u.is_email_verified, u.password_hash is not null as has_password,
         m.organization_id, m.role
  from users u left join memberships m on m.user_id = u.id
  where coalesce(m.is_active, true);

alter table users enable row level security;
create policy users_of_organization on users to sonde_app
  using (exists (select 1 from memberships m where m.user_id = users.id and m.organization_id = app_organization_id()));
grant select (id, email, name, is_email_verified, created_at) on users to sonde_app;

alter table organizations enable row level security;
create policy organizations_own on organizations to sonde_app
  using (id = app_organization_id()) with check (id = app_organization_id());
grant select, update, delete on organizations to sonde_app;

alter table memberships enable row level security;
create policy memberships_of_organization on memberships to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, update, delete on memberships to sonde_app;

alter table projects enable row level security;
create policy projects_of_organization on projects to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on projects to sonde_app;

alter table invitations enable row level security;
create policy invitations_of_organization on invitations to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on invitations to sonde_app;
