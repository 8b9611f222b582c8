-- What people show besides a password, a mail or a provider: a secret their phone makes codes of.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Null until a first code has shown that the phone holds it.
  secret_sealed text,
  enabled_at timestamptz,
  -- The one being set up; the other goes on working until a code of this one is shown.
  pending_sealed text,
  pending_until timestamptz,
  -- The newest step whose code was taken: no code works twice, nor an older one after it (RFC 6238 section 5.2).
  last_step bigint not null default 0,
  failed_tries integer not null default 0,
  locked_until timestamptz
);

-- For when the phone is gone: each works once. Eighty bits of chance, so that a plain hash is enough.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Where somebody has signed in before, in the few words a person recognises; another place is told by mail.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device text not null,
  network text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device, network)
);

-- A sign-in that waits for the second factor: its code is spent, its session has not begun.
alter table auth_codes add column challenge_expires_at timestamptz;
alter table auth_codes add column challenge_tries integer not null default 0;

alter table organizations add column require_second_factor boolean not null default false;

-- Whoever lacks the second factor that their organization asks for acts for no organization until they have one. It
-- stands here, where sessions, API tokens, exchanged tokens and background work all look.
create or replace view active_subjects as
  select u.id as user_id, u.email, u.name, u.is_email_verified, u.password_hash is not null as has_password,
         case when w.waits then null else m.organization_id end as organization_id,
         case when w.waits then null else m.role end as role,
         w.waits as awaits_second_factor
  from users u
  left join memberships m on m.user_id = u.id
  left join organizations o on o.id = m.organization_id
  cross join lateral (
    select coalesce(o.require_second_factor, false)
      and not exists (select 1 from second_factors f where f.user_id = u.id and f.secret_sealed is not null) as waits
  ) w
  where coalesce(m.is_active, true);
