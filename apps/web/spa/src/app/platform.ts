import { QueryClient } from '@tanstack/react-query';
import { createApi } from '../lib/api.ts';
import type { Api } from '../lib/api.ts';
import { askAgain, isPassing } from '../lib/ask-again.ts';
import { createPendingDeletions } from '../lib/pending-deletions.ts';
import type { PendingDeletions } from '../lib/pending-deletions.ts';
import { createEventHub } from '../lib/event-hub.ts';
import type { EventHub } from '../lib/event-hub.ts';
import { takeFirstSession } from '../lib/first-session.ts';
import { meKey } from '../lib/me-query.ts';
import { sessionQuery } from '../lib/session-query.ts';
import { createSessionDoor } from '../lib/session.ts';
import type { SessionDoor } from '../lib/session.ts';
import { addressOf } from '../lib/site.ts';
import { readStored, storedKey } from '../lib/stored.ts';
import type { Unsaved } from '../lib/unsaved.tsx';

export interface PlatformParts {
  readonly api: Api;
  readonly session: SessionDoor;
  readonly events: EventHub;
  readonly deletions: PendingDeletions;
  readonly queryClient: QueryClient;
  readonly project: { current: string | null };
  readonly unsaved: Set<Unsaved>;
  /** Told when the server no longer knows the session. */
  readonly onSignedOut: { current: () => void };
}

export const projectKey = storedKey('project');

/** Everything with a life of its own, made once; the components get it as arguments. */
export function createPlatform(): PlatformParts {
  const send = (url: string, init: RequestInit): Promise<Response> =>
    fetch(addressOf(url), { credentials: 'same-origin', ...init });
  const queryClient = createQueryClient();
  const session = createSessionDoor({ fetch: send });
  const firstSession = takeFirstSession(document);
  if (firstSession) queryClient.setQueryData(sessionQuery(session).queryKey, firstSession);
  const project = { current: readStored(projectKey) };
  const onSignedOut = { current: (): void => undefined };
  const api = createApi({
    fetch: send,
    projectId: () => project.current,
    onSignedOut: () => onSignedOut.current(),
    onForbidden: () => void queryClient.invalidateQueries({ queryKey: meKey }),
  });
  const events = createEventHub({
    open: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${addressOf('/ws')}`),
    ticket: async () => (await api.call('socketToken', {})).token,
    wait: waitFor,
  });
  const deletions = createPendingDeletions({
    remove: (id) => api.call('deleteEndpoint', { params: { id }, keepalive: true }),
    wait: (then) => waitFor(deletionGraceMs, then),
  });
  // Who closes the tab has decided; the requests outlive the page.
  window.addEventListener('pagehide', () => void deletions.flush());
  return {
    api,
    session,
    events,
    deletions,
    queryClient,
    project,
    unsaved: new Set(),
    onSignedOut,
  };
}

/** Long enough to read the message and to reach the button by keyboard. */
const deletionGraceMs = 10_000;

function waitFor(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  return () => clearTimeout(timer);
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A page that reloads itself whenever its tab is looked at loses people's place.
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isPassing(error),
        refetchInterval: askAgain(),
      },
    },
  });
}
