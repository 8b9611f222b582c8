import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { usePlatform, useUser } from '../../lib/platform-context.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useMessages } from '../../ui/toast.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { CodeForm, SecondFactorSetup } from './second-factor-setup.tsx';

/** The codes of an authenticator app, beside whatever else one signs in with. */
export function SecondFactor() {
  const { api } = usePlatform();
  const user = useUser();
  const queryClient = useQueryClient();
  const [doing, setDoing] = useState<'nothing' | 'replace' | 'codes' | 'remove'>('nothing');
  // The recovery codes stay although it is on by then.
  const [begun, setBegun] = useState(false);
  const query = secondFactorQuery(api);
  const state = useQuery(query);
  const isSettingUp = begun || state.data?.enabled === false;
  const done = (): void => {
    setBegun(false);
    setDoing('nothing');
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  };
  return (
    <Section
      title="Second factor"
      lead="Signing in then also asks for a code of an app on your phone, so that a password alone is not enough."
    >
      {state.isPending ? <SkeletonLines count={2} /> : null}
      {state.error ? <ProblemNotice error={state.error} onRetry={() => void state.refetch()} /> : null}
      {state.data && isSettingUp ? (
        <SecondFactorSetup
          proof={user.has_password === false ? 'session' : 'password'}
          onBegun={() => setBegun(true)}
          onDone={done}
        />
      ) : null}
      {state.data && !isSettingUp ? (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <Chip tone="signal">On</Chip>
            {plural(state.data.recovery_codes_left, 'recovery code')} left.
            {state.data.required ? ' Your organization asks for it.' : ''}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing('codes')}>New recovery codes</Button>
            <Button onClick={() => setDoing('replace')}>Change the phone</Button>
            {state.data.required ? null : (
              <Button look="danger" onClick={() => setDoing('remove')}>
                Turn it off
              </Button>
            )}
          </div>
        </>
      ) : null}
      <Dialog open={doing === 'replace'} title="Change the phone" onClose={done}>
        <SecondFactorSetup proof="code" onDone={done} />
      </Dialog>
      <Dialog open={doing === 'codes'} title="New recovery codes" onClose={done}>
        <NewCodes onDone={done} />
      </Dialog>
      <Dialog open={doing === 'remove'} title="Turn the second factor off" onClose={done}>
        <TurnOff onDone={done} />
      </Dialog>
    </Section>
  );
}

function NewCodes({ onDone }: { onDone: () => void }) {
  const { api } = usePlatform();
  const renew = useMutation({
    mutationFn: (code: string) => api.call('renewRecoveryCodes', { body: { code } }),
  });
  if (renew.data) return <RecoveryCodes codes={renew.data.recovery_codes} onKept={onDone} />;
  return (
    <div className="grid gap-4">
      <p>The codes you have stop working. Type a code of your app, or one of those codes.</p>
      <CodeForm
        action="Make new codes"
        busy={renew.isPending}
        error={renew.error}
        onCode={(code) => renew.mutate(code)}
      />
    </div>
  );
}

function TurnOff({ onDone }: { onDone: () => void }) {
  const { api } = usePlatform();
  const messages = useMessages();
  const remove = useMutation({
    mutationFn: (code: string) => api.call('disableSecondFactor', { body: { code } }),
    onSuccess: () => {
      messages.say('The second factor is off');
      onDone();
    },
  });
  return (
    <div className="grid gap-4">
      <p>Signing in asks for no code any more. Type a code of your app, or a recovery code.</p>
      <CodeForm
        action="Turn it off"
        look="danger"
        busy={remove.isPending}
        error={remove.error}
        onCode={(code) => remove.mutate(code)}
      />
    </div>
  );
}
