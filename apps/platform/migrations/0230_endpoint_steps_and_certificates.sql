-- Requests around the call of an endpoint, and its certificates. Only the private key is secret; it is sealed.
alter table endpoints add column before_steps json not null default '[]';
alter table endpoints add column polling json;
alter table endpoints add column ca_certificate text;
alter table endpoints add column client_certificate text;
alter table endpoints add column client_key_sealed text;
