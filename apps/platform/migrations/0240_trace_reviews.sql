-- People say of traces too what they think of them. That is evidence: it decides and counts nothing.
alter table reviews alter column test_result_id drop not null;
alter table reviews add column trace_id uuid references traces (id) on delete cascade;
alter table reviews add constraint reviews_of_one_thing check (num_nonnulls(test_result_id, trace_id) = 1);
create index reviews_by_trace on reviews (trace_id, created_at desc, id desc) where trace_id is not null;
