-- Keys, sessions and every kind of token. Tokens themselves are never stored: only hashes and ids, or sealed values.
create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  created_at timestamptz not null,
  -- Published before it signs, so that every process knows it by then.
  signs_from timestamptz not null,
  -- Until then signatures of this key count, although a newer one signs.
  verifies_until timestamptz
);

-- A session is a family of refresh tokens, each replaced by its successor.
create table session_families (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method text not null,
  device text not null,
  ip text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_families_by_user on session_families (user_id) where revoked_at is null;
create index session_families_by_end on session_families (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  family_id uuid not null references session_families (id) on delete cascade,
  created_at timestamptz not null,
  rotated_at timestamptz,
  -- What the winner of a race received, sealed, for those who waited on the same row; emptied at the next rotation.
  answer_sealed text
);
create index refresh_tokens_by_family on refresh_tokens (family_id);
-- Whatever races there are, a family never has two live tokens.
create unique index refresh_tokens_live on refresh_tokens (family_id) where rotated_at is null;

create table auth_codes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  method text not null,
  device text not null,
  ip text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  -- What the first exchange issued: a replay revokes it.
  family_id uuid
);
create index auth_codes_by_end on auth_codes (expires_at);

create table single_use_tokens (
  id uuid primary key,
  purpose text not null,
  user_id uuid references users (id) on delete cascade,
  -- What the token will do, sealed: it may hold the hash of a password that waits for its confirmation.
  data_sealed text,
  code_sealed text,
  code_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index single_use_tokens_by_user on single_use_tokens (user_id, purpose) where consumed_at is null;
create index single_use_tokens_by_end on single_use_tokens (expires_at);

create table api_tokens (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  project_id uuid references projects (id) on delete cascade,
  name text not null,
  token_hash bytea not null,
  token_obfuscated text not null,
  kid text not null references signing_keys (kid),
  permissions text[],
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_by_user on api_tokens (organization_id, user_id, created_at desc) where revoked_at is null;

alter table api_tokens enable row level security;
create policy api_tokens_of_organization on api_tokens to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update on api_tokens to sonde_app;

-- An organization may end the sessions of its members, and see no more of them than that.
alter table session_families enable row level security;
create policy session_families_of_members on session_families to sonde_app
  using (exists (
    select 1 from memberships m where m.user_id = session_families.user_id and m.organization_id = app_organization_id()
  ));
grant select (id, user_id, last_used_at, revoked_at, expires_at), update (revoked_at, revoked_reason) on session_families to sonde_app;
