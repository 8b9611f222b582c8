import type { ServerMessage } from '@sonde/contract';
import { createEventSocket } from './socket.ts';
import type { EventSocket, EventSocketDependencies } from './socket.ts';

/** Live events for any part of the page. Opens its socket with the first listener that needs one. */
export interface EventHub {
  listen(channel: string, onMessage: (message: ServerMessage) => void): () => void;
  readonly connected: () => boolean;
  readonly onConnection: (listener: () => void) => () => void;
  close(): void;
}

export type EventHubDependencies = Pick<EventSocketDependencies, 'open' | 'ticket' | 'wait'>;

export function createEventHub(dependencies: EventHubDependencies): EventHub {
  const listeners = new Set<(message: ServerMessage) => void>();
  const stateListeners = new Set<() => void>();
  let socket: EventSocket | null = null;
  let isConnected = false;

  const socketNow = (): EventSocket =>
    createEventSocket({
      ...dependencies,
      onMessage: (message) => {
        for (const listener of listeners) listener(message);
      },
      onState: (state) => {
        isConnected = state;
        for (const listener of stateListeners) listener();
      },
    });

  return {
    listen: (channel, onMessage) => {
      socket ??= socketNow();
      const leave = socket.subscribe(channel);
      listeners.add(onMessage);
      return () => {
        listeners.delete(onMessage);
        leave();
      };
    },
    connected: () => isConnected,
    onConnection: (listener) => {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    close: () => {
      socket?.close();
      socket = null;
      isConnected = false;
    },
  };
}
