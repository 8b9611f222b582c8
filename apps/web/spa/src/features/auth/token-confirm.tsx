import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import type { Arrival } from '../../lib/session.ts';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { ArrivalQuestion } from './arrival-question.tsx';
import { AuthFrame } from './auth-frame.tsx';

/**
 * A mail link opens a page that does nothing until it is pressed: mail scanners open links, and even run their scripts,
 * and must not use the link up.
 */
export function TokenConfirm({
  title,
  lead,
  action,
  use,
  after,
  returnTo,
  isReady = true,
  children,
}: {
  title: string;
  lead: string;
  action: string;
  use: () => Promise<{ auth_code: string | null }>;
  after: ReactNode;
  returnTo?: string | undefined;
  /** Whether all that stands above the button is there: what comes later would move it from under the pointer. */
  isReady?: boolean;
  /** What may be chosen before. */
  children?: ReactNode;
}) {
  const signIn = useSignIn();
  const confirm = useMutation({
    mutationFn: async (): Promise<Arrival | boolean> => {
      const { auth_code: code } = await use();
      if (code === null) return false;
      return (await signIn(code, returnTo, 'mail')) ?? true;
    },
  });
  if (typeof confirm.data === 'object') return <ArrivalQuestion arrival={confirm.data} returnTo={returnTo} />;
  return (
    <AuthFrame title={title} lead={lead}>
      {confirm.data === false ? (
        <p role="status">
          Done.{' '}
          <Link className="link" to="/">
            Sign in
          </Link>
        </p>
      ) : (
        <>
          {children}
          <Button
            look="primary"
            busy={confirm.isPending}
            disabled={!isReady}
            onClick={() => confirm.mutate()}
          >
            {action}
          </Button>
        </>
      )}
      {confirm.error ? (
        <>
          <ProblemNotice error={confirm.error} />
          {after}
        </>
      ) : null}
    </AuthFrame>
  );
}

export function MissingToken({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthFrame title={title}>
      <p role="alert">
        The link is incomplete: its token is missing. Mail programs sometimes break long links in two.
      </p>
      {children}
    </AuthFrame>
  );
}
