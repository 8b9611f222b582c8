-- What the last call of a model failed by; nothing once one was answered.
alter table ai_models add column last_failure text;
alter table ai_models add column last_failed_at timestamptz;
