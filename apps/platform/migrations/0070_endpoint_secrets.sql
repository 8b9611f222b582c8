-- Several secrets for each endpoint, placed by templates as {{ secrets.name }}. Names that are not there yet mark a row that
-- the program has not looked through for credentials in its address, parameters and headers: it does so when it starts,
-- since sealing needs the key.
alter table endpoints add column secrets_sealed text;
alter table endpoints add column secret_names text[];
create index endpoints_with_literals on endpoints (id) where secret_names is null;
