-- Which run a gate was judged against, so that a review judges it anew against the same. Runs from before have none.
alter table test_runs add column gate_base_run_id uuid;
