-- How many results of each run wait for a person because of a flag, and how many nothing but flags judged.
create index test_results_judged_by_flags on test_results (test_run_id) where flags > 0 or reason_code = 'no_flag';
