import { createContext, useContext } from 'react';
import type { Permission } from '@sonde/contract';
import type { Api } from './api.ts';
import type { SessionDoor, SessionUser } from './session.ts';
import type { EventHub } from './event-hub.ts';
import type { PendingDeletions } from './pending-deletions.ts';

export interface Platform {
  readonly api: Api;
  readonly session: SessionDoor;
  readonly events: EventHub;
  readonly deletions: PendingDeletions;
  readonly projectId: string | null;
  readonly chooseProject: (id: string | null) => void;
}

export const PlatformContext = createContext<Platform | null>(null);
export const UserContext = createContext<SessionUser | null>(null);

export function usePlatform(): Platform {
  const platform = useContext(PlatformContext);
  if (platform === null) throw new Error('The page was drawn outside of its platform context.');
  return platform;
}

export function useApi(): Api {
  return usePlatform().api;
}

/** The signed-in person. Only for pages inside the shell. */
export function useUser(): SessionUser {
  const user = useContext(UserContext);
  if (user === null) throw new Error('This page needs a signed-in person.');
  return user;
}

/** Hides what the server would refuse anyway; the server stays the judge. */
export function useMay(): (permission: Permission) => boolean {
  const user = useContext(UserContext);
  return (permission) => user?.permissions.includes(permission) ?? false;
}
