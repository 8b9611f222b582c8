-- The role that row-level security binds. It cannot log in, owns nothing and cannot bypass a policy.
-- Roles belong to the whole server, so another database may have made it already, perhaps at this very moment.
do $$
begin
  create role sonde_app nologin nobypassrls nosuperuser;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'sonde_app', 'member') then
    execute format('grant sonde_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to sonde_app;

-- The organization of the current transaction; null outside one, so that nothing is visible by default.
create function app_organization_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;
