import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ServerMessage } from '@sonde/contract';
import { usePlatform } from './platform-context.tsx';

/** Follows a channel while the component is on screen. */
export function useEvents(channel: string | null, onMessage: (message: ServerMessage) => void): void {
  const { events } = usePlatform();
  const handle = useEffectEvent(onMessage);
  useEffect(
    () => (channel === null ? undefined : events.listen(channel, (message) => handle(message))),
    [events, channel],
  );
}

/** Milliseconds between polls: slow beside a live socket, quick without one. */
export function usePollingInterval(quickMs: number, calmMs: number): number {
  const { events } = usePlatform();
  const connected = useSyncExternalStore(events.onConnection, events.connected);
  return connected ? calmMs : quickMs;
}
