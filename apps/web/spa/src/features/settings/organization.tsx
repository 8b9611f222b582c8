import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mailboxQuery } from '../../lib/mailbox-query.ts';
import { useApi, useMay, usePlatform, useUser } from '../../lib/platform-context.tsx';
import { authConfigQuery } from '../../lib/session-query.ts';
import { humanize } from '../../lib/format.ts';
import { addressOf } from '../../lib/site.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Facts, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';

export function OrganizationSettings() {
  const api = useApi();
  const may = useMay();
  const id = useUser().organization_id ?? '';
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => api.call('getOrganization', { params: { id }, signal }),
  });
  if (organization.isPending) return <SkeletonLines count={4} />;
  if (organization.error)
    return <ProblemNotice error={organization.error} onRetry={() => void organization.refetch()} />;
  return (
    <>
      <Rename id={id} stored={organization.data.name} />
      <RequireSecondFactor id={id} required={organization.data.require_second_factor} />
      <About />
      <LeaveOrganization name={organization.data.name} />
      {may('organization:delete') ? <DeleteOrganization id={id} name={organization.data.name} /> : null}
    </>
  );
}

function Rename({ id, stored }: { id: string; stored: string }) {
  const api = useApi();
  const may = useMay();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const [name, setName] = useState(stored);
  const save = useMutation({
    mutationFn: () => api.call('updateOrganization', { params: { id }, body: { name } }),
    onSuccess: (next) => {
      queryClient.setQueryData(['organization'], next);
      messages.say('Saved');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Section title="Name">
      <form className="grid max-w-md gap-4" onSubmit={submit}>
        <TextField
          label="Name of the organization"
          required
          maxLength={200}
          disabled={!may('organization:update')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {save.error ? <ProblemNotice error={save.error} /> : null}
        {may('organization:update') ? (
          <Button
            type="submit"
            look="primary"
            className="justify-self-start"
            busy={save.isPending}
            disabled={name === stored}
          >
            Save name
          </Button>
        ) : null}
      </form>
    </Section>
  );
}

function RequireSecondFactor({ id, required }: { id: string; required: boolean }) {
  const api = useApi();
  const messages = useMessages();
  const queryClient = useQueryClient();
  const isOwner = useUser().role === 'owner';
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      api.call('updateOrganization', { params: { id }, body: { require_second_factor: !required } }),
    onSuccess: (next) => {
      queryClient.setQueryData(['organization'], next);
      messages.say(
        next.require_second_factor ? 'A second factor is asked of everybody' : 'It is optional again',
      );
    },
    onError: (error) => messages.fail('Nothing was changed', error),
    onSettled: () => setAsking(false),
  });
  return (
    <Section title="Second factor">
      <p className="max-w-prose text-muted">
        {required
          ? 'Everybody here signs in with a second factor. Whoever has none sets one up first.'
          : 'Each member decides for themselves whether signing in asks for a second factor.'}
      </p>
      {isOwner ? (
        <Button className="justify-self-start" onClick={() => setAsking(true)}>
          {required ? 'Make it optional' : 'Ask it of everybody'}
        </Button>
      ) : (
        <p className="text-muted">Only an owner can change this.</p>
      )}
      <ConfirmDialog
        open={asking}
        title={required ? 'Make the second factor optional?' : 'Ask a second factor of everybody?'}
        consequence={
          required
            ? 'Members may turn theirs off.'
            : 'Members without one are shut out at once, with their API tokens and running work, until they have set one up.'
        }
        action={required ? 'Make it optional' : 'Ask it of everybody'}
        busy={save.isPending}
        onConfirm={() => save.mutate()}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

function About() {
  const { api, session } = usePlatform();
  const features = useQuery({
    queryKey: ['features'],
    queryFn: ({ signal }) => api.call('getFeatures', { signal }),
  });
  const config = useQuery(authConfigQuery(session));
  const mailbox = useQuery(mailboxQuery(api));
  const health = useQuery({ queryKey: ['health'], queryFn: ({ signal }) => api.call('health', { signal }) });
  return (
    <Section title="This Sonde">
      {features.isPending ? <SkeletonLines count={3} /> : null}
      <Facts
        items={[
          ['Version', health.data?.version ?? 'unknown'],
          [
            'State',
            health.data?.status === 'healthy' ? (
              <Chip key="h" tone="signal">
                {' '}
                Healthy{' '}
              </Chip>
            ) : (
              <Chip key="h" tone="warn">
                {health.isPending ? 'Asking' : 'Not healthy'}
              </Chip>
            ),
          ],
          ['Edition', humanize(features.data?.edition ?? 'unknown')],
          [
            'Features',
            features.data === undefined
              ? ''
              : features.data.features.length === 0
                ? 'The standard ones'
                : features.data.features.map(featureName).join(', '),
          ],
          [
            'Email',
            mailbox.isPending || config.isPending ? (
              ''
            ) : mailbox.isSuccess ? (
              <Link key="m" className="link" to="/auth/mailbox">
                Kept in a mailbox on this machine, for trying things out
              </Link>
            ) : config.data?.mail_enabled === true ? (
              'Sent by SMTP'
            ) : config.data?.mail_enabled === false ? (
              'None is sent'
            ) : (
              ''
            ),
          ],
          [
            'Interface',
            <a key="d" className="link" href={addressOf('/api/v1/docs')}>
              API reference
            </a>,
          ],
        ]}
      />
      {features.data?.license && !features.data.license.valid ? (
        <p className="text-warn">The license is not valid: {features.data.license.reason}</p>
      ) : null}
    </Section>
  );
}

function LeaveOrganization({ name }: { name: string }) {
  const api = useApi();
  const messages = useMessages();
  const [asking, setAsking] = useState(false);
  const leave = useMutation({
    mutationFn: () => api.call('leaveOrganization', {}),
    onSuccess: () => location.replace(addressOf('/onboarding')),
    onError: (error) => {
      setAsking(false);
      messages.fail('You are still in the organization', error);
    },
  });
  return (
    <Section title="Leave the organization">
      <p className="max-w-prose text-muted">
        Your account stays, and may join another organization. Your API tokens here stop working; what you
        made stays.
      </p>
      <Button className="justify-self-start" onClick={() => setAsking(true)}>
        Leave
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Leave ${name}?`}
        consequence="You lose access at once. To come back you need an invitation."
        action="Leave it"
        busy={leave.isPending}
        onConfirm={() => leave.mutate()}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

function DeleteOrganization({ id, name }: { id: string; name: string }) {
  const api = useApi();
  const messages = useMessages();
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => api.call('deleteOrganization', { params: { id } }),
    onSuccess: () => location.replace(addressOf('/onboarding')),
    onError: (error) => messages.fail('The organization was not deleted', error),
  });
  return (
    <Section title="Delete the organization">
      <p className="max-w-prose text-muted">
        Endpoints, projects, traces, explorations and memberships go with it.
      </p>
      <Button look="danger" className="justify-self-start" onClick={() => setAsking(true)}>
        Delete the organization
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete ${name} with everything in it?`}
        consequence="This cannot be undone. Type the name of the organization to go on."
        action="Delete everything"
        busy={remove.isPending}
        onConfirm={() =>
          typed === name
            ? remove.mutate()
            : messages.say('The name does not match', 'Type it exactly as it is written.')
        }
        onClose={() => setAsking(false)}
      >
        <TextField
          label="Name of the organization"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </ConfirmDialog>
    </Section>
  );
}

const featureNames: Readonly<Record<string, string>> = {
  password: 'Sign-in by password',
  magic_link: 'sign-in by a link in an email',
  oauth: 'sign-in with Google, GitHub or another provider',
  api_tokens: 'API tokens',
  token_exchange: 'programs that sign in with the token of a build or a cloud',
  audit: 'audit log',
};
const featureName = (feature: string): string => featureNames[feature] ?? humanize(feature);
