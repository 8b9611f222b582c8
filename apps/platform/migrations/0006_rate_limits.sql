-- Counters of fixed windows, shared by every process. Losing them in a crash is harmless, so they skip the write-ahead log.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_end on rate_limits (expire);
