import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Member, Role } from '@sonde/contract';
import { Ellipsis } from 'lucide-react';
import { useApi, useMay, usePlatform, useUser } from '../../lib/platform-context.tsx';
import { authConfigQuery } from '../../lib/session-query.ts';
import { copyText } from '../../lib/clipboard.ts';
import { plural } from '../../lib/format.ts';
import { MailboxLink } from '../../ui/mailbox-link.tsx';
import { mailboxQuery } from '../../lib/mailbox-query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Menu, MenuChoice, MenuItem, MenuRule } from '../../ui/menu.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { mayWords, roleWords } from './role-words.ts';

const roleOptions: readonly { value: Role; label: string }[] = roleWords.map(({ role, name }) => ({
  value: role,
  label: name,
}));

export function Members() {
  const may = useMay();
  return (
    <>
      <MemberList />
      {may('member:invite') ? <Invitations /> : null}
    </>
  );
}

function MemberList() {
  const api = useApi();
  const may = useMay();
  const user = useUser();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<Member | null>(null);
  const [resetting, setResetting] = useState<Member | null>(null);
  const members = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) =>
      api.list('listMembers', { query: { limit: 100, sort_by: 'email', sort_order: 'asc' }, signal }),
  });
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['members'] });
  const change = useMutation({
    mutationFn: ({ id, ...body }: { id: string; role?: Role; is_active?: boolean }) =>
      api.call('updateMember', { params: { id }, body }),
    onSuccess: refresh,
    onError: (error) => messages.fail('The member was not changed', error),
  });
  const endSessions = useMutation({
    mutationFn: (id: string) => api.call('endMemberSessions', { params: { id } }),
    onSuccess: ({ ended, api_tokens_revoked: revoked }) =>
      messages.say(`${plural(ended, 'session')} ended, ${plural(revoked, 'API token')} revoked`),
    onError: (error) => messages.fail('The sessions could not be ended', error),
  });
  const resetFactor = useMutation({
    mutationFn: (id: string) => api.call('resetMemberSecondFactor', { params: { id } }),
    onSuccess: ({ ended }) =>
      messages.say(
        'The second factor was reset',
        `${plural(ended, 'session')} ended. The person is told by email.`,
      ),
    onError: (error) => messages.fail('The second factor was not reset', error),
    onSettled: () => setResetting(null),
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.call('deleteMember', { params: { id } }),
    onSuccess: () => {
      setRemoving(null);
      refresh();
    },
    onError: (error) => messages.fail('The member could not be removed', error),
  });
  return (
    <Section title="Members">
      <dl className="grid max-w-prose gap-x-4 gap-y-1 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
        {roleWords.map(({ role, name }) => (
          <div key={role} className="contents">
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted max-sm:mb-1.5">{mayWords(role)}</dd>
          </div>
        ))}
      </dl>
      {members.isPending ? <SkeletonLines count={4} /> : null}
      {members.error ? <ProblemNotice error={members.error} onRetry={() => void members.refetch()} /> : null}
      {members.data ? (
        <SimpleTable
          label="Members"
          rows={members.data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              header: 'Person',
              cell: (row) => (
                <span className="grid">
                  <span className="flex flex-wrap items-center gap-2 font-medium">
                    {row.name ?? row.email} {row.id === user.id ? <Chip>You</Chip> : null}{' '}
                    {row.is_active ? null : <Chip tone="danger">Disabled</Chip>}
                  </span>
                  {row.name === null ? null : (
                    <span className="text-[0.8125rem] break-all text-muted">{row.email}</span>
                  )}
                </span>
              ),
            },
            { header: 'Role', cell: (row) => roleOptions.find((option) => option.value === row.role)?.label },
            {
              header: 'Last seen',
              cell: (row) =>
                row.id === user.id ? (
                  'now'
                ) : row.last_seen_at === null ? (
                  'never'
                ) : (
                  <Time at={row.last_seen_at} />
                ),
            },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) =>
                may('member:update') ? (
                  <Menu
                    trigger={
                      <IconButton label={`Actions for ${row.email}`}>
                        <Ellipsis aria-hidden size={18} />
                      </IconButton>
                    }
                  >
                    <MenuChoice
                      label="Role"
                      value={row.role}
                      options={roleOptions}
                      onChange={(role) => change.mutate({ id: row.id, role })}
                    />
                    <MenuRule />
                    <MenuItem onSelect={() => endSessions.mutate(row.id)}>
                      End all sessions and API tokens
                    </MenuItem>
                    <MenuItem
                      refusal={row.id === user.id ? 'Yours is removed or replaced in your profile' : null}
                      onSelect={() => setResetting(row)}
                    >
                      Reset the second factor
                    </MenuItem>
                    <MenuItem onSelect={() => change.mutate({ id: row.id, is_active: !row.is_active })}>
                      {row.is_active ? 'Disable' : 'Enable again'}
                    </MenuItem>
                    <MenuItem
                      danger
                      refusal={may('member:delete') ? null : 'Needs the role of an admin'}
                      onSelect={() => setRemoving(row)}
                    >
                      Remove
                    </MenuItem>
                  </Menu>
                ) : null,
            },
          ]}
        />
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.email ?? 'the member'}?`}
        consequence="They lose access at once, and their API tokens stop working. What they made stays."
        action="Remove them"
        busy={remove.isPending}
        onConfirm={() => (removing ? remove.mutate(removing.id) : undefined)}
        onClose={() => setRemoving(null)}
      />
      <ConfirmDialog
        open={resetting !== null}
        title={`Reset the second factor of ${resetting?.email ?? 'the member'}?`}
        consequence="For somebody who has lost their phone and recovery codes. Their sessions end, they are told by email, and they sign in without it until they set up a new one."
        action="Reset it"
        busy={resetFactor.isPending}
        onConfirm={() => (resetting ? resetFactor.mutate(resetting.id) : undefined)}
        onClose={() => setResetting(null)}
      />
    </Section>
  );
}

function Invitations() {
  const { api, session } = usePlatform();
  const config = useQuery(authConfigQuery(session));
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const open = useQuery({
    queryKey: ['invitations'],
    queryFn: ({ signal }) => api.list('listInvitations', { query: { limit: 100 }, signal }),
  });
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['invitations'] });
  const invite = useMutation({
    mutationFn: () => api.call('createInvitation', { body: { email, role } }),
    onSuccess: (invitation) => {
      setEmail('');
      messages.say(`${invitation.email} is invited`);
      refresh();
    },
  });
  const mailbox = useQuery({ ...mailboxQuery(api), enabled: invite.isSuccess });
  const copyLink = useMutation({
    mutationFn: async (id: string) => {
      const { link } = await api.call('getInvitationLink', { params: { id } });
      return { link, isCopied: await copyText(link) };
    },
    onSuccess: ({ link, isCopied }) =>
      isCopied ? messages.say('The link is copied') : messages.say('The browser refused to copy', link),
    onError: (error) => messages.fail('The link could not be shown', error),
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => api.call('deleteInvitation', { params: { id } }),
    onSuccess: refresh,
    onError: (error) => messages.fail('The invitation could not be revoked', error),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate();
  };
  return (
    <Section title="Invite someone">
      <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto]" onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField
          label="Role"
          value={role}
          options={roleOptions}
          onChange={(event) => setRole(event.target.value as Role)}
        />
        <Button type="submit" look="primary" busy={invite.isPending}>
          Invite
        </Button>
      </form>
      {invite.data ? (
        <p className="flex flex-wrap items-center gap-3" role="status">
          {config.data?.mail_enabled === false
            ? 'This installation sends no email: pass the link on yourself.'
            : mailbox.isSuccess
              ? null
              : 'The email is on its way. Its link, in case it gets lost:'}
          {config.data?.mail_enabled !== false && mailbox.isSuccess ? (
            <span>
              Email stays in the <MailboxLink /> of this installation: pass the link on yourself.
            </span>
          ) : null}
          <CopyButton
            text={invite.data.link}
            label="Copy the link of the invitation"
            words={`Copy the link for ${invite.data.email}`}
          />
        </p>
      ) : null}
      {invite.error ? <ProblemNotice error={invite.error} what="The invitation was not sent" /> : null}
      {open.data && open.data.items.length > 0 ? (
        <SimpleTable
          label="Open invitations"
          rows={open.data.items}
          rowKey={(row) => row.id}
          columns={[
            { header: 'Invited', cell: (row) => <span className="break-all">{row.email}</span> },
            { header: 'Role', cell: (row) => roleOptions.find((option) => option.value === row.role)?.label },
            { header: 'Expires', cell: (row) => <Time at={row.expires_at} /> },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) => (
                <span className="flex flex-wrap justify-end gap-2">
                  <Button
                    size="small"
                    aria-label={`Copy the link for ${row.email}`}
                    onClick={() => copyLink.mutate(row.id)}
                  >
                    Copy link
                  </Button>
                  <MoreMenu
                    name={`the invitation of ${row.email}`}
                    removal={{ words: 'Revoke', onSelect: () => withdraw.mutate(row.id) }}
                  />
                </span>
              ),
            },
          ]}
        />
      ) : null}
    </Section>
  );
}
