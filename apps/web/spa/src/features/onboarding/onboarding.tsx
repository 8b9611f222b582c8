import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { meQuery } from '../../lib/me-query.ts';
import { UserContext, usePlatform } from '../../lib/platform-context.tsx';
import { addressOf } from '../../lib/site.ts';
import { useOnceTrue } from '../../lib/use-once-true.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Isobaths } from '../../ui/isobaths.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { SecondFactorNeeded } from '../settings/second-factor-needed.tsx';
import { WaitingInvitations } from './waiting-invitations.tsx';

const route = getRouteApi('/onboarding');

/** One question, and one is inside; or a step that the organization one belongs to asks for. */
export function Onboarding() {
  const { user } = route.useRouteContext();
  const { api } = usePlatform();
  const me = useQuery(meQuery(api));
  const needsSecondFactor = useOnceTrue(me.data?.needs_second_factor === true);
  if (me.isPending) return null;
  if (!needsSecondFactor || !me.data)
    return me.data?.may_create_organization === false ? <AwaitInvitation /> : <NameOrganization />;
  return (
    <UserContext value={{ ...user, ...me.data }}>
      <main className="mx-auto grid min-h-dvh w-full max-w-2xl content-center gap-8 p-6">
        <Wordmark to="/" />
        <SecondFactorNeeded />
      </main>
    </UserContext>
  );
}

function NameOrganization() {
  useTitle('Name your organization');
  const { api } = usePlatform();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [name, setName] = useState('');
  const [flawedDemo, setFlawedDemo] = useState(false);
  const create = useMutation({
    mutationFn: async () => {
      await api.call('createOrganization', { body: { name, flawed_demo: flawedDemo } });
      queryClient.clear();
      await router.invalidate();
      await navigate({ to: '/home', replace: true });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <main className="relative isolate grid min-h-dvh place-items-center overflow-hidden p-4">
      <Isobaths className="absolute inset-0 -z-10 size-full" />
      <form className="card grid w-full max-w-md gap-6 p-6 shadow-lift sm:p-8" onSubmit={submit}>
        <Wordmark to="/" />
        <div className="grid gap-2">
          <h1 className="text-3xl font-light">Name your organization</h1>
          <p className="text-muted">
            The applications you test, people and results belong to it. A first project with a demo chatbot
            comes along, so that there is something to talk to.
          </p>
        </div>
        <WaitingInvitations mayFound />
        <TextField
          label="Organization"
          name="organization"
          autoComplete="organization"
          autoFocus
          required
          maxLength={200}
          value={name}
          hint="You can rename it later."
          onChange={(event) => setName(event.target.value)}
        />
        <CheckField
          label="Add the Parcel Desk too"
          hint="A second demo with 16 flaws planted on purpose: see how many of them your tests find."
          checked={flawedDemo}
          onChange={(event) => setFlawedDemo(event.target.checked)}
        />
        {create.error ? <ProblemNotice error={create.error} /> : null}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="primary" busy={create.isPending}>
            Continue
          </Button>
          <SignOut />
        </div>
      </form>
    </main>
  );
}

/** Where nobody founds an organization unasked, a form for it could not work. */
function AwaitInvitation() {
  useTitle('You belong to no organization');
  return (
    <main className="relative isolate grid min-h-dvh place-items-center overflow-hidden p-4">
      <Isobaths className="absolute inset-0 -z-10 size-full" />
      <section className="card grid w-full max-w-md gap-6 p-6 shadow-lift sm:p-8">
        <Wordmark to="/" />
        <div className="grid gap-2">
          <h1 className="text-3xl font-light">You belong to no organization</h1>
          <p className="text-muted">
            Here an organization is joined by invitation: open the link that you were sent, or ask an admin of
            the organization for one. Whoever runs this installation can let you begin one of your own.
          </p>
        </div>
        <WaitingInvitations mayFound={false} />
        <SignOut />
      </section>
    </main>
  );
}

function SignOut() {
  const { session } = usePlatform();
  const leave = async (): Promise<void> => {
    await session.signOut().catch(() => undefined);
    location.replace(addressOf('/'));
  };
  return (
    <button
      type="button"
      className="link min-h-8 justify-self-start touch:min-h-11"
      onClick={() => void leave()}
    >
      Sign out
    </button>
  );
}
