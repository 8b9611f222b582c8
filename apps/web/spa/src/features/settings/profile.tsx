import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allOf, equals } from '../../lib/filter.ts';
import { meKey } from '../../lib/me-query.ts';
import { humanize } from '../../lib/format.ts';
import { passwordRefusal } from '../../lib/password-refusal.ts';
import { usePlatform, useUser } from '../../lib/platform-context.tsx';
import { addressOf } from '../../lib/site.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SecretField, TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { Facts, Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { SecondFactor } from './second-factor.tsx';

export function Profile() {
  return (
    <>
      <NameForm />
      <PasswordForm />
      <SecondFactor />
      <DeleteAccount />
    </>
  );
}

function NameForm() {
  const user = useUser();
  const { api } = usePlatform();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [name, setName] = useState(user.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      api.call('updateUser', { params: { id: user.id }, body: { name: name.trim() === '' ? null : name } }),
    onSuccess: async () => {
      messages.say('Saved');
      await queryClient.invalidateQueries({ queryKey: meKey });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title="You">
      <Facts
        items={[
          ['Email', user.email],
          ['Role', humanize(user.role ?? 'none')],
        ]}
      />
      <form className="grid max-w-md gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        <Button
          type="submit"
          look="primary"
          className="justify-self-start"
          busy={save.isPending}
          disabled={name === (user.name ?? '')}
        >
          Save name
        </Button>
      </form>
    </Section>
  );
}

function PasswordForm() {
  const user = useUser();
  const { api } = usePlatform();
  const messages = useMessages();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const has = user.has_password !== false;
  const change = useMutation({
    mutationFn: () =>
      api.call('changePassword', {
        body: { new_password: next, ...(has ? { current_password: current } : {}) },
      }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      messages.say('The password is changed', 'Your other sessions have ended.');
    },
  });
  const refusal = passwordRefusal(change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Section
      title={has ? 'Change the password' : 'Set a password'}
      lead="All your other sessions end with it."
    >
      <form className="grid max-w-md gap-4" onSubmit={submit}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        {has ? (
          <SecretField
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        ) : null}
        <NewPasswordField
          label="New password"
          value={next}
          onChange={(password) => {
            setNext(password);
            change.reset();
          }}
          refusal={refusal}
          email={user.email}
          name={user.name ?? ''}
        />
        {change.error && refusal === undefined ? <ProblemNotice error={change.error} /> : null}
        <Button type="submit" className="justify-self-start" busy={change.isPending}>
          {has ? 'Change the password' : 'Set the password'}
        </Button>
      </form>
    </Section>
  );
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const isLast = useIsLastOwner();
  return (
    <Section title="Delete the account">
      <p className="max-w-prose text-muted">
        Your sessions and API tokens end. What you made for the organization stays there.
      </p>
      {isLast ? (
        <Notice>
          You are the only owner of this organization. Make somebody else an owner under Members, or delete
          the organization first.
        </Notice>
      ) : (
        <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      )}
      {asking ? <DeleteDialog onClose={() => setAsking(false)} /> : null}
    </Section>
  );
}

/** What cannot be taken back is asked of the person, and not of whoever found their browser open. */
function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { api } = usePlatform();
  const user = useUser();
  const [given, setGiven] = useState('');
  const secondFactor = useQuery(secondFactorQuery(api));
  const isCode = secondFactor.data?.enabled === true;
  const remove = useMutation({
    mutationFn: () =>
      api.call('deleteMe', {
        body: isCode ? { code: given } : user.has_password === false ? {} : { current_password: given },
      }),
    onSuccess: () => location.replace(addressOf('/?force_logout=true')),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    remove.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      description="You are signed out everywhere and cannot sign in again. This cannot be undone."
    >
      <form className="grid gap-4" onSubmit={submit}>
        {isCode ? (
          <TextField
            label="Code of your app, or a recovery code"
            autoComplete="one-time-code"
            required
            mono
            value={given}
            onChange={(event) => setGiven(event.target.value)}
          />
        ) : user.has_password === false ? null : (
          <SecretField
            label="Your password"
            autoComplete="current-password"
            required
            value={given}
            onChange={(event) => setGiven(event.target.value)}
          />
        )}
        {remove.error ? <ProblemNotice error={remove.error} what="The account was not deleted" /> : null}
        <DialogActions>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" look="danger" busy={remove.isPending} disabled={secondFactor.isPending}>
            Delete my account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Who is the last owner is refused; they hear of it before they ask. */
function useIsLastOwner(): boolean {
  const { api } = usePlatform();
  const user = useUser();
  const owners = useQuery({
    queryKey: ['members', 'owners'],
    queryFn: ({ signal }) =>
      api.list('listMembers', {
        query: { $filter: allOf([equals('role', 'owner'), 'is_active eq true']) ?? '', limit: 1 },
        signal,
      }),
    enabled: user.role === 'owner',
  });
  return owners.data?.total === 1;
}
