import { queryOptions } from '@tanstack/react-query';
import { fallbackAuthConfig } from './session.ts';
import type { SessionDoor } from './session.ts';

export const sessionQuery = (session: SessionDoor) =>
  queryOptions({ queryKey: ['session'], queryFn: () => session.read(), staleTime: 30_000 });

/** A dead backend shows the password form, not an error. */
export const authConfigQuery = (session: SessionDoor) =>
  queryOptions({
    queryKey: ['auth-config'],
    queryFn: () => session.config().catch(() => fallbackAuthConfig),
    staleTime: 60_000,
  });
