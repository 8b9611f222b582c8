-- Somebody may sign in on the word of whoever invited them, where no mail is sent; `is_email_verified` says no more than
-- that the address was proved: by mail, by a provider, or by the operator.
alter table users add column is_vouched_for boolean not null default false;

-- Both were one until now. Whom the trail knows to have come by the link of an invitation, and who has not set a new
-- password by a reset link since, has proved nothing.
update users u set is_email_verified = false, is_vouched_for = true
where u.is_email_verified
  and exists (
    select 1 from audit_events e
    where e.actor_id = u.id and e.action = 'user.register' and e.details ->> 'by' = 'invitation'
  )
  and not exists (select 1 from audit_events e where e.actor_id = u.id and e.action = 'password.reset');
