-- What the target's server answered, so that a list of traces may show it and find by it without opening their spans.
alter table traces add column status_code integer;
-- In a text a quotation mark is escaped, so only the attribute itself is found, not somebody who writes its name.
update traces set status_code = told.code
from (
  select distinct on (organization_id, trace_id) organization_id, trace_id,
    substring(attributes::text from '"endpoint\.response\.status": ?([1-9][0-9]{2})[,}]')::integer as code
  from spans where source <> 'application'
  order by organization_id, trace_id, parent_span_id nulls first, started_at
) told
where told.code is not null and traces.organization_id = told.organization_id and traces.trace_id = told.trace_id;
-- Filters compare numbers as double precision, so that 1.5 may be asked for; an index over integers would not be looked into.
create index traces_by_status_code on traces (organization_id, (status_code::double precision), started_at desc)
  where status_code is not null;
