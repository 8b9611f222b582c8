import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useApi } from '../../lib/platform-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';

/** Whoever was invited and came by themselves would found a second organization by mistake. */
export function WaitingInvitations({ mayFound }: { readonly mayFound: boolean }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const waiting = useQuery({
    queryKey: ['own-invitations'],
    queryFn: ({ signal }) => api.call('listOwnInvitations', { signal }),
  });
  const join = useMutation({
    mutationFn: async (id: string) => {
      await api.call('joinInvitation', { params: { id } });
      queryClient.clear();
      await router.invalidate();
      await navigate({ to: '/home', replace: true });
    },
  });
  if (!waiting.data || waiting.data.length === 0) return null;
  return (
    <section className="grid gap-3 rounded-(--radius-card) border border-line p-4" aria-label="Invitations">
      {waiting.data.map(({ id, organization_name: name, invited_by: inviter }) => (
        <div key={id} className="grid gap-2">
          <p className="[overflow-wrap:anywhere]">
            {inviter === null ? 'Someone' : <bdi>{inviter}</bdi>} invites you to{' '}
            <strong>
              <bdi>{name}</bdi>
            </strong>
            .
          </p>
          <Button
            look="primary"
            className="justify-self-start"
            busy={join.isPending}
            onClick={() => join.mutate(id)}
          >
            Join {name.length > 40 ? 'it' : <bdi>{name}</bdi>}
          </Button>
        </div>
      ))}
      {join.error ? <ProblemNotice error={join.error} /> : null}
      {mayFound ? <p className="text-muted">Or begin an organization of your own:</p> : null}
    </section>
  );
}
