-- Who was told of a comment once is not told again when the mention is taken out and put back.
alter table comments add column told uuid[] not null default '{}';
update comments set told = mentions;
