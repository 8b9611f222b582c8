-- An address with a credential in it is kept sealed; `url` and `base_url` show a mask in its place.
alter table sources add column sealed_url text;
alter table ai_models add column base_url_sealed text;
