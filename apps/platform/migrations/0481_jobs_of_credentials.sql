-- The session or API token that a job was begun with: whoever ends it ends what is under way with it.
alter table jobs add column credential_id uuid;
create index jobs_unfinished_of_credential on jobs (credential_id)
  where finished_at is null and credential_id is not null;
