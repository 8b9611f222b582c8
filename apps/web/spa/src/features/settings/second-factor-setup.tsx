import { useState } from 'react';
import type { FormEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { usePlatform } from '../../lib/platform-context.tsx';
import { qrCode, qrPath } from '../../lib/qr-code.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { SecretField, TextField } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** What the person shows before a secret is made: a password, a code of the factor that is on, or a young session. */
export type Proof = 'password' | 'code' | 'session';

/** From the proof to the recovery codes, one step after the other. */
export function SecondFactorSetup({
  proof,
  onBegun,
  onDone,
}: {
  proof: Proof;
  onBegun?: () => void;
  onDone: () => void;
}) {
  const { api } = usePlatform();
  const begin = useMutation({
    mutationFn: (shown: string) =>
      api.call('setUpSecondFactor', {
        body: proof === 'password' ? { current_password: shown } : proof === 'code' ? { code: shown } : {},
      }),
    onSuccess: () => onBegun?.(),
  });
  const enable = useMutation({
    mutationFn: (code: string) => api.call('enableSecondFactor', { body: { code } }),
  });
  if (enable.data) return <RecoveryCodes codes={enable.data.recovery_codes} onKept={onDone} />;
  if (!begin.data)
    return (
      <ProofForm
        proof={proof}
        busy={begin.isPending}
        error={begin.error}
        onProof={(shown) => begin.mutate(shown)}
      />
    );
  return (
    <div className="grid max-w-md gap-4">
      <p>Scan this with an authenticator app, then type the six digits it shows.</p>
      <QrCode text={begin.data.otpauth_url} />
      <p className="flex flex-wrap items-center gap-2 text-muted">
        Or type the secret:
        <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] text-ink">
          {begin.data.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={begin.data.secret} label="Copy the secret" />
      </p>
      <CodeForm
        action="Turn it on"
        busy={enable.isPending}
        error={enable.error}
        onCode={(code) => enable.mutate(code)}
      />
    </div>
  );
}

function QrCode({ text }: { text: string }) {
  const grid = qrCode(text);
  const side = grid.length + 8;
  return (
    // Dark on light in both themes: many apps read it no other way.
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`-4 -4 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-(--radius-card) border border-line"
    >
      <rect x="-4" y="-4" width={side} height={side} fill="#fff" />
      <path d={qrPath(grid)} fill="#000" />
    </svg>
  );
}

function ProofForm({
  proof,
  busy,
  error,
  onProof,
}: {
  proof: Proof;
  busy: boolean;
  error: unknown;
  onProof: (shown: string) => void;
}) {
  const [shown, setShown] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onProof(shown);
  };
  return (
    <form className="grid max-w-md gap-4" onSubmit={submit}>
      {proof === 'password' ? (
        <SecretField
          label="Current password"
          autoComplete="current-password"
          required
          value={shown}
          onChange={(event) => setShown(event.target.value)}
        />
      ) : null}
      {proof === 'code' ? (
        <TextField
          label="Code of the app you have now, or a recovery code"
          autoComplete="one-time-code"
          mono
          required
          value={shown}
          onChange={(event) => setShown(event.target.value)}
        />
      ) : null}
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" className="justify-self-start" busy={busy}>
        {proof === 'code' ? 'Set up another app' : 'Set up an authenticator app'}
      </Button>
    </form>
  );
}

export function CodeForm({
  action,
  look = 'primary',
  busy,
  error,
  onCode,
}: {
  action: string;
  look?: 'primary' | 'danger';
  busy: boolean;
  error: unknown;
  onCode: (code: string) => void;
}) {
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onCode(code);
    setCode('');
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        mono
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error ? <ProblemNotice error={error} /> : null}
      <Button type="submit" look={look} className="justify-self-start" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
