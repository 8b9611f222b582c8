-- How many results of a run have a flag is read from the results, where a review can lift it.
alter table test_runs drop column flagged;
