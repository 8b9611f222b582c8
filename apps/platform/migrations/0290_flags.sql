-- Findings of metrics that only flag: neither passes nor fails, so they are counted beside the outcomes.
alter table test_results add column flags smallint not null default 0;
alter table test_runs add column flagged integer not null default 0;
comment on column test_results.flags is 'Metrics that raised a flag for a person to look at';
comment on column test_runs.flagged is 'Results with at least one flag';
