-- Keeps an event and announces it, in the transaction of what it tells about: one is never there without the other.
-- It runs as the owner, since a tenant's role has no rights on the log, and lets a tenant write only under its own name.
create function keep_event(event_id uuid, event_organization_id uuid, event_name text, event_data json, event_channel text)
  returns bigint
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  kept_sequence bigint;
begin
  if app_organization_id() is not null and app_organization_id() <> event_organization_id then
    raise exception 'An event of another organization cannot be kept here.';
  end if;
  -- Until the end of the transaction: a later number must not be committed before an earlier one.
  perform pg_advisory_xact_lock(hashtextextended('events:' || event_organization_id, 0));
  insert into kept_events (id, organization_id, name, data)
    values (event_id, event_organization_id, event_name, event_data)
    returning sequence into kept_sequence;
  perform pg_notify(event_channel, json_build_object('id', event_id, 'name', event_name,
    'organizationId', event_organization_id, 'data', event_data, 'sequence', kept_sequence)::text);
  return kept_sequence;
end
$$;
revoke all on function keep_event(uuid, uuid, text, json, text) from public;
grant execute on function keep_event(uuid, uuid, text, json, text) to sonde_app;
