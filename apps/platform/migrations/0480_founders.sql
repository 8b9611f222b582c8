-- Who may found an organization where strangers may make no account: the first owner, and whom the operator lets. Everybody
-- else is here on the word of an organization, and for that one alone.
alter table users add column may_found boolean not null default false;

-- The first owner came by the owner link; of an installation that is older than its trail it is whoever came first.
update users set may_found = true
where id in (select actor_id from audit_events where action = 'login.owner_link')
  or id = (select id from users where is_email_verified or is_vouched_for order by created_at, id limit 1);
