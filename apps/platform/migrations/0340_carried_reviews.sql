-- What was asked and answered, as one hash: a review of one answer holds for the same answer to the same test.
-- Outputs of before have none, so no review is carried over to or from them.
alter table test_outputs add column answer_hash text;

-- A review that decided a result, as it was when the result was evaluated: review, result, verdict, author and time.
alter table test_results add column carried json;
create index test_results_carried on test_results (test_run_id) where carried is not null;

-- Results that people have decided, by what was answered. One that nobody's review decides any more goes.
create table reviewed_answers (
  test_result_id uuid primary key references test_results (id) on delete cascade,
  organization_id uuid not null,
  project_id uuid,
  test_id uuid not null,
  test_version integer not null,
  answer_hash text not null,
  review_id uuid not null,
  status text not null check (status in ('Pass', 'Fail')),
  author uuid,
  reviewed_at timestamptz not null
);
create index reviewed_answers_by_answer on reviewed_answers (organization_id, test_id, test_version, answer_hash);

alter table reviewed_answers enable row level security;
create policy reviewed_answers_of_organization on reviewed_answers to sonde_app
  using (organization_id = app_organization_id()) with check (organization_id = app_organization_id());
grant select, insert, update, delete on reviewed_answers to sonde_app;
