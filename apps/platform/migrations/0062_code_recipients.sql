-- The six digits of a mail are tried by the address that was typed, so that as much is written for nobody as for somebody.
alter table single_use_tokens add column recipient_hash bytea;
create index single_use_tokens_by_recipient on single_use_tokens (recipient_hash, purpose) where recipient_hash is not null;
