import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { usePlatform } from '../../lib/platform-context.tsx';
import { asProblem } from '../../lib/api-error.ts';
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
  // By its content no more than the mail said; the token goes in a body, so that no log keeps it.
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call('previewInvitation', { body: { token: token ?? '' }, signal }),
    enabled: token !== undefined,
    retry: false,
  });
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
  if (invitation.isPending || known.isPending) {
    return (
      <AuthFrame title="You are invited">
        <SkeletonLines count={3} />
      </AuthFrame>
    );
  }
  if (invitation.error) {
    const isOver = asProblem(invitation.error).code === 'auth.token_invalid';
    return (
      <AuthFrame title={isOver ? 'This invitation is over' : 'The invitation cannot be shown'}>
        {isOver ? (
          <p role="alert">
            It was used or revoked, or it has expired. Ask whoever invited you for a new one.
          </p>
        ) : (
          <ProblemNotice error={invitation.error} onRetry={() => void invitation.refetch()} />
        )}
        <Link className="link justify-self-start" to="/">
          {user ? 'To Sonde' : 'Sign in'}
        </Link>
      </AuthFrame>
    );
  }
  const { organization_name: name, email, invited_by: inviter, role } = invitation.data;
  return (
    <AuthFrame
      title="You are invited"
      lead={
        <span className="[overflow-wrap:anywhere]">
          {inviter === null ? 'Someone' : <bdi>{inviter}</bdi>} asks you to join{' '}
          <strong className="text-ink">
            <bdi>{name}</bdi>
          </strong>{' '}
          on this Sonde, as {role === 'admin' || role === 'owner' ? 'an' : 'a'} {role}.
        </span>
      }
    >
      {user ? (
        <>
          <p>
            You are signed in as <strong>{user.email}</strong>.
          </p>
          <Button look="primary" busy={accept.isPending} onClick={() => accept.mutate()}>
            Join {name.length > 40 ? 'the organization' : <bdi>{name}</bdi>}
          </Button>
          {accept.error ? <ProblemNotice error={accept.error} /> : null}
          <button
            type="button"
            className="link min-h-8 touch:min-h-11 justify-self-start"
            disabled={change.isPending}
            onClick={() => change.mutate()}
          >
            Use another account
          </button>
          {change.error ? <ProblemNotice error={change.error} what="Signing out did not work" /> : null}
        </>
      ) : (
        <>
          <p>
            Sign in or create an account with{' '}
            <strong className="[overflow-wrap:anywhere]">
              <bdi>{email}</bdi>
            </strong>
            , the address that was invited; you come back here afterwards.
          </p>
          <LinkButton
            look="primary"
            to="/"
            search={{ return_to: here }}
            state={(before) => ({ ...before, email })}
          >
            Sign in
          </LinkButton>
          <Link
            className="link justify-self-start"
            to="/auth/register"
            search={{ return_to: here }}
            state={(before) => ({ ...before, email })}
          >
            Create an account
          </Link>
        </>
      )}
    </AuthFrame>
  );
}
