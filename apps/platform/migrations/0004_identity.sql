-- Identity is (issuer, subject): an address at a provider proves nothing by itself.
create table provider_accounts (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users (id) on delete cascade,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject)
);
create index provider_accounts_by_user on provider_accounts (user_id);

-- A sign-in under way at a provider; removed by the one statement that uses it.
create table oauth_flows (
  state_hash bytea primary key,
  browser_hash bytea not null,
  provider text not null,
  checks_sealed text not null,
  return_to text,
  return_origin text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_flows_by_end on oauth_flows (expires_at);

-- Development only: what SMTP would have carried.
create table development_mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  sent_at timestamptz not null
);
create index development_mail_by_recipient on development_mail (lower(recipient), sent_at desc);
