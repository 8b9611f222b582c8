-- What people said of the verdicts of a metric is read whenever the metric is shown.
create index reviews_by_metric on reviews (organization_id, target_reference, created_at desc)
  where target_type = 'metric' and deleted_at is null;
