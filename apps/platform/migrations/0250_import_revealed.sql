-- An import shows its tests in portions; whoever goes on after a death knows up to which row they are shown, so that what
-- somebody has deleted since is not brought back.
alter table test_imports add column revealed_to bigint not null default 0;
