import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { usePlatform } from '../../lib/platform-context.tsx';
import { sessionQuery } from '../../lib/session-query.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { MissingToken } from './token-confirm.tsx';

/** Joining an organization takes an account first, then one click. */
export function AcceptInvitation() {
  const { api, session } = usePlatform();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const token = useSearchText('token');
  const known = useQuery(sessionQuery(session));
  const accept = useMutation({
    mutationFn: async () => {
      await api.call('acceptInvitation', { body: { token: token ?? '' } });
      queryClient.clear();
      await router.invalidate();
      await navigate({ to: '/home', replace: true });
    },
  });
  const change = useMutation({
    mutationFn: async () => {
      await session.signOut();
      queryClient.clear();
    },
  });
  if (token === undefined) return <MissingToken title="Join an organization">{null}</MissingToken>;
  const here = `/auth/accept-invitation?token=${encodeURIComponent(token)}`;
  const user = known.data?.user;
  return (
    <AuthFrame title="You are invited" lead="Someone asked you to join their organization on this Sonde.">
      {known.isPending ? <SkeletonLines count={2} /> : null}
      {user ? (
        <>
          <p>
            You are signed in as <strong>{user.email}</strong>.
          </p>
          <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            Join
          </Button>
          {accept.error ? <ProblemNotice error={accept.error} /> : null}
          <button
            type="button"
            className="link min-h-8 justify-self-start"
            disabled={change.isPending}
            onClick={() => change.mutate()}
          >
            Use another account
          </button>
          {change.error ? <ProblemNotice error={change.error} what="Signing out did not work" /> : null}
        </>
      ) : known.isPending ? null : (
        <>
          <p>
            Sign in or create an account with the address the invitation went to; you come back here
            afterwards.
          </p>
          <LinkButton look="primary" to="/" search={{ return_to: here }}>
            Sign in
          </LinkButton>
          <Link className="link justify-self-start" to="/auth/register" search={{ return_to: here }}>
            Create an account
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
