-- What stands at a place of a json document, as text. `->` and `->>` decode every string of the document, wherever they look,
-- and fail at the first that no text can hold: NUL, or half of a pair of surrogates, which people and targets may well
-- send. Such characters become U+FFFD before the document is taken apart; an escaped backslash in front of one is left.
create function json_text_at(document json, variadic keys text[]) returns text
  language sql immutable parallel safe
  return case when document::text !~ '\\u(?:0000|[dD][89a-fA-F])' then document #>> keys
    else regexp_replace(document::text, '(?<!\\)((?:\\\\)*)\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1\\ufffd', 'g')::json
      #>> keys end;

-- How often a run repeats its tests stands beside the arguments of its metrics, which may hold anything: without the above
-- one such run let nobody of its organization write or begin a result.
create or replace function count_insight_results() returns trigger language plpgsql as $$
declare
  changes constant text := insight_changes(tg_op);
begin
  execute 'insert into insight_result_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), requirement_id, category_id,
           topic_id, status, coalesce(automated_status, status), sum(change)
    from (' || changes || ') changes where insight_has_ended(status)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(change) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint insight_result_counts_once do update set count = counted.count + excluded.count';
  execute 'insert into insight_latency_counts as counted
    select organization_id, project_id, test_run_id, insight_day(finished_at, created_at), insight_step(duration_ms),
           sum(change)
    from (' || changes || ') changes
    where duration_ms is not null and automated_status in (''Pass'', ''Fail'', ''NotEvaluated'')
    group by 1, 2, 3, 4, 5
    having sum(change) <> 0
    order by 3, 4, 5
    on conflict (test_run_id, day, step) do update set count = counted.count + excluded.count';
  execute 'insert into insight_repeat_counts as counted
    select c.organization_id, c.project_id, c.test_run_id, c.test_id, min(insight_day(c.finished_at, c.created_at)),
           min(c.requirement_id::text)::uuid, min(c.category_id::text)::uuid, min(c.topic_id::text)::uuid,
           coalesce(sum(c.change) filter (where c.status = ''Pass''), 0),
           coalesce(sum(c.change) filter (where c.status = ''Fail''), 0)
    from (' || changes || ') c join test_runs r on r.id = c.test_run_id
      join test_configurations f on f.id = r.test_configuration_id
    where c.status in (''Pass'', ''Fail'') and json_text_at(f.options, ''repeat'')::int > 1
    group by 1, 2, 3, 4
    having sum(c.change) filter (where c.status = ''Pass'') <> 0 or sum(c.change) filter (where c.status = ''Fail'') <> 0
    order by 3, 4
    on conflict (test_run_id, test_id) do update set day = least(counted.day, excluded.day),
      passed = counted.passed + excluded.passed, failed = counted.failed + excluded.failed';
  return null;
end $$;
