-- A row is the pace of an endpoint, or of a run that has a rate of its own. What runs and limits had written into the rows
-- of endpoints goes: a ceiling is read where it stands, and a refusal that still counts has its time.
comment on column endpoint_rates.endpoint_id is 'The endpoint, or the run that allows itself fewer calls than its endpoint bears';
update endpoint_rates set requests_per_minute = null where blocked_until is null;
