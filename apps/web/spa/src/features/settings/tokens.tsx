import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ApiToken } from '@sonde/contract';
import { useApi, useMay, useUser } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { projectsQuery } from '../../lib/projects-query.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { Notice, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { holdNewToken } from '../connect/new-token.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { permissionGroups } from './permission-groups.ts';

export function Tokens() {
  const api = useApi();
  const may = useMay();
  const queryClient = useQueryClient();
  const messages = useMessages();
  const navigate = useNavigate();
  // Whoever was led here to make one need not press for it again.
  const isAsked = useSearchText('new') === 'yes';
  const [creating, setCreating] = useState(isAsked);
  const close = (): void => {
    setCreating(false);
    // Neither Back nor a reload asks for another one.
    if (isAsked)
      void navigate({ to: '/settings/$area', params: { area: 'tokens' }, search: {}, replace: true });
  };
  const [revoking, setRevoking] = useState<ApiToken | null>(null);
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => api.list('listTokens', { query: { limit: 100 }, signal }),
  });
  const revoke = useMutation({
    mutationFn: (id: string) => api.call('deleteToken', { params: { id } }),
    onSuccess: () => {
      setRevoking(null);
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      messages.say('The token no longer works');
    },
    onError: (error) => messages.fail('The token could not be revoked', error),
  });
  return (
    <Section
      title="Your API tokens"
      lead="A key with which programs of yours use Sonde in your name. They send it in the header “Authorization: Bearer …”."
      actions={
        may('token:create') ? (
          <Button look="primary" onClick={() => setCreating(true)}>
            Create a token
          </Button>
        ) : undefined
      }
    >
      {may('token:create') ? null : (
        <p>Your role can see and revoke the tokens you made, but not make new ones.</p>
      )}
      {tokens.isPending ? <SkeletonLines count={4} /> : null}
      {tokens.error ? <ProblemNotice error={tokens.error} onRetry={() => void tokens.refetch()} /> : null}
      {tokens.data?.items.length === 0 ? <p className="text-muted">No tokens yet.</p> : null}
      {tokens.data && tokens.data.items.length > 0 ? (
        <SimpleTable
          label="API tokens"
          rows={tokens.data.items}
          rowKey={(row) => row.id}
          columns={[
            {
              header: 'Token',
              cell: (row) => (
                <span className="grid">
                  <span className="font-medium">{row.name}</span>
                  <code className="font-mono text-[0.75rem] text-muted">{row.token_obfuscated}</code>
                </span>
              ),
            },
            {
              header: 'Permissions',
              cell: (row) =>
                row.permissions === null
                  ? 'Everything you may'
                  : plural(row.permissions.length, 'permission'),
            },
            {
              header: 'Last used',
              cell: (row) => (row.last_used_at === null ? 'never' : <Time at={row.last_used_at} />),
            },
            { header: 'Expires', cell: (row) => <Expiry at={row.expires_at} /> },
            {
              header: 'Actions',
              hideHeader: true,
              cell: (row) => (
                <MoreMenu name={row.name} removal={{ words: 'Revoke', onSelect: () => setRevoking(row) }} />
              ),
            },
          ]}
        />
      ) : null}
      {creating && may('token:create') ? <CreateToken onClose={close} /> : null}
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke ${revoking?.name ?? 'the token'}?`}
        consequence="Whatever uses it is refused from now on, and what it has under way is cancelled. It cannot be brought back."
        action="Revoke it"
        busy={revoke.isPending}
        onConfirm={() => (revoking ? revoke.mutate(revoking.id) : undefined)}
        onClose={() => setRevoking(null)}
      />
    </Section>
  );
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <Chip tone="warn">Never</Chip>;
  if (Date.parse(at) < Date.now()) return <Chip tone="danger">Ended</Chip>;
  return <Time at={at} />;
}

function CreateToken({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const navigate = useNavigate();
  const user = useUser();
  const queryClient = useQueryClient();
  const projects = useQuery(projectsQuery(api));
  const [form, setForm] = useState({ name: '', days: '90', project: '', narrow: false });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const create = useMutation({
    mutationFn: () =>
      api.call('createToken', {
        body: {
          name: form.name,
          expires_in_days: form.days === '' ? null : Number(form.days),
          project_id: form.project === '' ? null : form.project,
          permissions: form.narrow && chosen.size > 0 ? [...chosen] : null,
        },
      }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['tokens'] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="Copy it now"
        shownOnce="The token is shown only here. If you have not copied it, it has to be revoked and made anew."
        description="It is shown only once. Sonde keeps just what is needed to recognize it."
      >
        <div className="flex items-center gap-2 rounded-md bg-sunken p-3">
          <code className="min-w-0 flex-1 font-mono text-[0.8125rem] break-all">
            {create.data.access_token}
          </code>
          <CopyButton text={create.data.access_token} label="Copy the token" />
        </div>
        <DialogActions>
          <Button
            onClick={() => {
              holdNewToken(create.data.access_token);
              void navigate({ to: '/connect' });
            }}
          >
            Show the snippets with this token
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title="Create a token">
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={form.name}
          onChange={(event) => setForm({ ...form, name: event.target.value })}
          hint="What will use it."
        />
        <SelectField
          label="Expires after"
          value={form.days}
          options={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
            { value: '365', label: 'a year' },
            { value: '', label: 'never' },
          ]}
          onChange={(event) => setForm({ ...form, days: event.target.value })}
        />
        <SelectField
          label="Project"
          value={form.project}
          options={[
            { value: '', label: 'All projects' },
            ...(projects.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setForm({ ...form, project: event.target.value })}
        />
        <CheckField
          label="Limit permissions"
          checked={form.narrow}
          onChange={(event) => setForm({ ...form, narrow: event.target.checked })}
          hint="Otherwise it may do everything you may."
        />
        {form.narrow ? (
          <div className="grid max-h-64 gap-3 overflow-y-auto rounded-md border border-line p-3">
            {permissionGroups(user.permissions).map(({ name, permissions }) => (
              <fieldset key={name} className="grid gap-1.5 sm:grid-cols-2">
                <legend className="mb-1 text-sm font-medium">{name}</legend>
                {permissions.map((permission) => (
                  <CheckField
                    key={permission}
                    label={<code className="font-mono text-[0.8125rem]">{permission}</code>}
                    checked={chosen.has(permission)}
                    onChange={(event) => {
                      const next = new Set(chosen);
                      if (event.target.checked) next.add(permission);
                      else next.delete(permission);
                      setChosen(next);
                    }}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        ) : null}
        {form.days === '' ? (
          <Notice tone="warn">A token that never expires stays dangerous for as long as it exists.</Notice>
        ) : null}
        {create.error ? <ProblemNotice error={create.error} /> : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            Create
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
