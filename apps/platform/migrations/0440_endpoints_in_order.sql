-- Names as people count, Item 2 before Item 10, in any case: numbers are filled up to twenty digits, as list-plan.ts does
-- for lists that are sorted without an index.
alter table endpoints add column counted_name text not null generated always as (
  regexp_replace(
    regexp_replace(lower(name), '([0-9]+)', '0000000000000000000\1', 'g'),
    '0*([0-9]{20,})', '\1', 'g')) stored;

drop index endpoints_by_name;
create index endpoints_by_name on endpoints (organization_id, counted_name desc, id desc) where deleted_at is null;
