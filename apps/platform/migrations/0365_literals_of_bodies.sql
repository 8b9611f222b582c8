-- Rows of a former version hold credentials in bodies, fragments and logins of addresses: each is looked through once, at the start.
alter table endpoints add column literals_moved boolean not null default false;
