-- The session or API token that a planning chat was last spoken with: whoever ends it stops what the chat is doing.
alter table architect_sessions add column credential_id uuid;
create index architect_sessions_of_credential on architect_sessions (credential_id)
  where status in ('thinking', 'working', 'waiting');
