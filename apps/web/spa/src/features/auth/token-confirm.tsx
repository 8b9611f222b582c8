import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { useSignIn } from '../../lib/use-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
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
}: {
  title: string;
  lead: string;
  action: string;
  use: () => Promise<{ auth_code: string | null }>;
  after: ReactNode;
  returnTo?: string | undefined;
}) {
  const signIn = useSignIn();
  const confirm = useMutation({
    mutationFn: async () => {
      const { auth_code: code } = await use();
      if (code !== null) await signIn(code, returnTo);
      return code !== null;
    },
  });
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
        <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          {action}
        </Button>
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
