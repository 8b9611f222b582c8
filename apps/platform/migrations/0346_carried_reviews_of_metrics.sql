-- The metric that a review was about, where it was not about the whole result: it holds where that metric, as it was, judges alone.
alter table reviewed_answers add column metric_id uuid;
update reviewed_answers a set metric_id = w.target_reference::uuid
  from reviews w where w.id = a.review_id and w.target_type = 'metric';
