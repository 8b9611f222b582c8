-- Sealed answers are kept for seconds, so the few rows that hold one are found without reading all the others.
create index refresh_tokens_answered on refresh_tokens (rotated_at) where answer_sealed is not null;
