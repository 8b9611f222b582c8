import { queryOptions } from '@tanstack/react-query';
import { fallbackAuthConfig } from './session.ts';
import type { SessionDoor } from './session.ts';

const askAgainMs = 2_000;

export const sessionQuery = (session: SessionDoor) =>
  queryOptions({ queryKey: ['session'], queryFn: () => session.read(), staleTime: 30_000 });

/** A dead backend shows the password form, not an error; it is asked again until it says what this installation offers. */
export const authConfigQuery = (session: SessionDoor) =>
  queryOptions({
    queryKey: ['auth-config'],
    queryFn: () => session.config().catch(() => fallbackAuthConfig),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.is_set_up === null ? askAgainMs : false),
  });
