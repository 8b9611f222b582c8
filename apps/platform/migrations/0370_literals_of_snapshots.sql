-- Snapshots of runs of a former version hold what their endpoints held in the clear: each is looked through once, at the start.
alter table test_runs add column literals_moved boolean not null default false;
create index test_runs_with_literals on test_runs (id) where not literals_moved;
