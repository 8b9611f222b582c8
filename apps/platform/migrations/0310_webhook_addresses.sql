-- An address of a webhook that holds a credential is kept sealed; `url` shows a mask in its place.
alter table alert_deliveries add column sealed_url text;
