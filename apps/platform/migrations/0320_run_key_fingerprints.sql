-- A key stands for one request: by this one knows whether another that comes with it is the same. Runs from before have none.
alter table test_runs add column idempotency_fingerprint text;
