import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { usePlatform } from './platform-context.tsx';
import { safeReturnPath } from './return-path.ts';
import { sessionQuery } from './session-query.ts';

/** The end of every way in: the single-use code goes to our own server, the page learns who it is, and goes on. */
export function useSignIn(): (code: string, returnTo?: string) => Promise<void> {
  const { session } = usePlatform();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  return async (code, returnTo) => {
    await session.signIn(code);
    queryClient.clear();
    await queryClient.fetchQuery({ ...sessionQuery(session), staleTime: 0 });
    await router.invalidate();
    await navigate({ href: safeReturnPath(returnTo), replace: true });
  };
}
